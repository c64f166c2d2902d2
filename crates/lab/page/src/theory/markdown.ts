// The part of Markdown that docs/theory.md is written in: headings, paragraphs, lists, tables, emphasis, code, links.

export interface Statement {
  /** Its number, such as 1.8, P.5 or 4.1 C; a word for headings without one. */
  at: string;
  title: string;
  level: number;
  blocks: Block[];
}

export type Block =
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

export interface Inline {
  kind: "text" | "code" | "strong" | "emphasis" | "link";
  text: string;
  to?: string;
}

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)]+)\)/g;

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const mark of text.matchAll(marks)) {
    if (mark.index > end) found.push({ kind: "text", text: text.slice(end, mark.index) });
    if (mark[1] !== undefined) found.push({ kind: "code", text: mark[1] });
    else if (mark[2] !== undefined) found.push({ kind: "strong", text: mark[2] });
    else if (mark[3] !== undefined) found.push({ kind: "emphasis", text: mark[3] });
    else found.push({ kind: "link", text: mark[4] ?? "", to: mark[5] ?? "" });
    end = mark.index + mark[0].length;
  }
  if (end < text.length) found.push({ kind: "text", text: text.slice(end) });
  return found;
}

function cells(line: string): Inline[][] {
  return line.replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => inline(cell.trim().replace(/\\\|/g, "|")));
}

function block(lines: string[]): Block | null {
  const first = lines[0] ?? "";
  if (first.startsWith("```")) return { kind: "code", text: lines.slice(1, -1).join("\n") };
  if (first.startsWith("|")) return { kind: "table", head: cells(first), rows: lines.slice(2).map(cells) };
  if (/^[-*] /.test(first)) {
    const items: string[] = [];
    for (const line of lines) {
      if (/^[-*] /.test(line)) items.push(line.slice(2));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return { kind: "list", items: items.map(inline) };
  }
  return first ? { kind: "paragraph", text: inline(lines.map((line) => line.trim()).join(" ")) } : null;
}

/** The statements of a page, in order. */
export function statements(page: string): Statement[] {
  const found: Statement[] = [];
  let lines: string[] = [];
  let fenced = false;
  const close = (): void => {
    const made = lines.length ? block(lines) : null;
    if (made) found[found.length - 1]?.blocks.push(made);
    lines = [];
  };
  for (const line of page.split("\n")) {
    const heading = fenced ? null : /^(#+) (.*)$/.exec(line);
    if (heading) {
      close();
      const title = heading[2] ?? "";
      const at = /^((?:\d+|[A-Z])(?:\.\d+)?(?: [A-Z]\b)?)\.? /.exec(title)?.[1] ?? title.toLowerCase();
      found.push({ at, title, level: (heading[1] ?? "").length, blocks: [] });
    } else if (line.startsWith("```")) {
      if (!fenced) close();
      lines.push(line);
      if (fenced) close();
      fenced = !fenced;
    } else if (!fenced && (line.trim() === "" || (/^[-*] /.test(line) && lines.length && !/^[-*] |^ /.test(lines[0] ?? "")))) {
      close();
      if (line.trim()) lines.push(line);
    } else lines.push(line);
  }
  close();
  return found;
}
