// The shapes the page believes in, against the server's own description of its interface: every field the page reads is
// described there, and what the page takes for granted is promised.
import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  items?: Schema;
}

const description = JSON.parse(readFileSync(new URL("../../../src/openapi.json", import.meta.url), "utf8")) as { components: { schemas: Record<string, Schema> } };
const source = ts.createSourceFile("types.ts", readFileSync(new URL("./types.ts", import.meta.url), "utf8"), ts.ScriptTarget.ES2022, true);

function resolve(schema: Schema | undefined): Schema {
  if (!schema) return {};
  if (schema.$ref) return resolve(description.components.schemas[schema.$ref.split("/").pop() ?? ""]);
  const parts = (schema.allOf ?? []).map(resolve);
  return {
    ...schema,
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties) as Record<string, Schema>,
    required: [...parts.flatMap((part) => part.required ?? []), ...(schema.required ?? [])],
  };
}

/** Fields of an interface of the page, with whether it may be missing. */
function fields(name: string): { name: string; optional: boolean }[] {
  const found: { name: string; optional: boolean }[] = [];
  source.forEachChild((node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== name) return;
    for (const parent of node.heritageClauses?.flatMap((clause) => clause.types) ?? []) found.push(...fields(parent.getText()));
    for (const member of node.members) if (ts.isPropertySignature(member)) found.push({ name: member.name.getText(), optional: !!member.questionToken });
  });
  return found;
}

const pairs: [string, string][] = [
  ["GameEntry", "Game"], ["GameAnswer", "GameFacts"], ["Part", "Part"], ["Term", "Term"], ["DrawnGraph", "Drawing"], ["Move", "Move"],
  ["PositionAnswer", "Position"], ["ReplyAnswer", "Reply"], ["TeacherAnswer", "Lesson"], ["ValuesAnswer", "Values"], ["Job", "Job"],
  ["PeriodResult", "Period"], ["RowResult", "StarRow"], ["SummaryAnswer", "Summary"], ["GraphAnswer", "Graph"], ["CompareAnswer", "Comparison"],
];

describe("the page and the server agree on", () => {
  for (const [mine, theirs] of pairs) {
    it(mine, () => {
      const schema = resolve(description.components.schemas[theirs]);
      const promised = new Set(schema.required);
      const used = fields(mine);
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((field) => !schema.properties?.[field.name]).map((field) => field.name), `not described in ${theirs}`).toEqual([]);
      expect(used.filter((field) => !field.optional && !promised.has(field.name)).map((field) => field.name), `not promised by ${theirs}`).toEqual([]);
    });
  }
});
