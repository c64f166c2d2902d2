// docs/theory.md as modules, made when the page is built: the list of its statements, and each chapter as HTML in a file of
// its own, loaded when it is read.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { statements, type Block, type Inline, type Statement } from "./markdown";

const source = fileURLToPath(new URL("../../../../../docs/theory.md", import.meta.url));
const mark = "virtual:theory";

const plain = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** The chapter of a statement: what stands before its first point. */
export const chapterOf = (at: string): string => at.split(".")[0] ?? at;

/** The statements of a page as HTML, with links from one to the other. */
export function render(all: Statement[]): Map<string, string> {
  const numbered = all.filter((each) => each.level === 3);
  const known = new Set(numbered.map((each) => each.at));
  const link = (at: string, text: string): string => `<a href="#/theory?${new URLSearchParams({ at })}">${plain(text)}</a>`;

  /** Numbers of statements become links. */
  const cited = (text: string): string =>
    text.split(/\b((?:\d{1,2}|[HMPW])\.\d{1,2}(?: [A-J]\b)?)(?!\d)/).map((part, i) => (i % 2 && known.has(part) ? link(part, part) : plain(part))).join("");

  function line(parts: Inline[]): string {
    return parts.map((part) => {
      if (part.kind === "code") return `<code>${plain(part.text)}</code>`;
      if (part.kind === "strong") return `<strong>${plain(part.text)}</strong>`;
      if (part.kind === "emphasis") return `<em>${plain(part.text)}</em>`;
      if (part.kind === "text") return cited(part.text);
      const chapter = /^#([\da-z]+)-/.exec(part.to ?? "")?.[1]?.toUpperCase();
      const first = chapter ? numbered.find((each) => chapterOf(each.at) === chapter) : undefined;
      return first ? link(first.at, part.text) : plain(part.text);
    }).join("");
  }

  function html(block: Block): string {
    switch (block.kind) {
      case "paragraph":
        return `<p>${line(block.text)}</p>`;
      case "list":
        return `<ul>${block.items.map((item) => `<li>${line(item)}</li>`).join("")}</ul>`;
      case "code":
        return `<pre>${plain(block.text)}</pre>`;
      case "table": {
        const row = (cells: Inline[][], tag: string): string => `<tr>${cells.map((cell) => `<${tag}>${line(cell)}</${tag.split(" ")[0]}>`).join("")}</tr>`;
        return `<div class="scroll"><table><thead>${row(block.head, 'th scope="col"')}</thead><tbody>${block.rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>`;
      }
    }
  }

  return new Map(all.map((each) => [each.at, each.blocks.map(html).join("\n")]));
}

/** The plugin of Vite. */
export function theory(): { name: string; resolveId(id: string): string | null; load(this: { addWatchFile(path: string): void }, id: string): string | null } {
  const read = (): Statement[] => statements(readFileSync(source, "utf8"));
  return {
    name: "theory",
    resolveId: (id) => (id.startsWith(mark) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${mark}`)) return null;
      this.addWatchFile(source);
      const all = read();
      const chapter = id.slice(mark.length + 2);
      if (chapter) {
        const made = render(all);
        return `export default ${JSON.stringify(Object.fromEntries(all.filter((each) => chapterOf(each.at) === chapter).map((each) => [each.at, made.get(each.at)])))};`;
      }
      const chapters = [...new Set(all.map((each) => chapterOf(each.at)))];
      return `export const list = ${JSON.stringify(all.map(({ at, title, level }) => ({ at, title, level })))};
export const chapters = { ${chapters.map((each) => `${JSON.stringify(each)}: () => import(${JSON.stringify(`${mark}/${each}`)})`).join(", ")} };`;
    },
  };
}
