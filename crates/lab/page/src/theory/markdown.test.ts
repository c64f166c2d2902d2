// The theory itself is read: every statement has its number, and what the engine cites is there.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { render } from "./build";
import { inline, statements } from "./markdown";

const page = readFileSync(new URL("../../../../../docs/theory.md", import.meta.url), "utf8");

it("finds the statements by their numbers", () => {
  const found = statements(page);
  for (const at of ["1.1", "1.8", "2.2", "4.1", "4.1 C", "10.2", "H.3", "M.1", "P.5", "W.1"]) expect(found.filter((each) => each.at === at), at).toHaveLength(1);
  expect(found.find((each) => each.at === "1.8")?.blocks[0]).toMatchObject({ kind: "paragraph" });
  expect(found.find((each) => each.at === "4.1")?.blocks.some((block) => block.kind === "table" && block.rows.length === 10)).toBe(true);
});

it("reads marks inside a line", () => {
  expect(inline("a **P-position** of `nim` is *lost*")).toEqual([
    { kind: "text", text: "a " }, { kind: "strong", text: "P-position" }, { kind: "text", text: " of " }, { kind: "code", text: "nim" },
    { kind: "text", text: " is " }, { kind: "emphasis", text: "lost" },
  ]);
});

it("becomes HTML, where a number of a statement leads to it", () => {
  const made = render(statements("# T\n\n## 1. One\n\n### 1.1 First\n\nBy 1.2 and `a<b`: *so*.\n\n### 1.2 Second\n\n| a | b |\n|---|---|\n| 1 | x & y |\n"));
  expect(made.get("1.1")).toBe('<p>By <a href="#/theory?at=1.2">1.2</a> and <code>a&lt;b</code>: <em>so</em>.</p>');
  expect(made.get("1.2")).toContain("<td>x &amp; y</td>");
  expect([...render(statements(page)).values()].every((html) => !/<script|javascript:/i.test(html))).toBe(true);
});
