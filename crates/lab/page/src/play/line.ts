// A whole game in a link: the first position, and for each move what its term becomes. Only the term that changes is
// written, without its game; of a graph only the node. In a sum the letter of the term stands before it.
import type { Term } from "../api/types";

/** What a move turned a term of the sum into. */
export interface Turn {
  term: number;
  text: string;
}

const between = "~";

function body(term: Pick<Term, "text" | "game">): string {
  return term.text.slice(term.game.length + 1).trim();
}

function written(term: Pick<Term, "text" | "game">): string {
  return /\}(#[^#]*)$/.exec(body(term))?.[1] ?? body(term);
}

/** The moves of a game, from the terms of each of its positions. */
export function write(positions: Pick<Term, "text" | "game" | "label">[][]): string {
  const moves: string[] = [];
  for (let i = 1; i < positions.length; i += 1) {
    const [before, after] = [positions[i - 1] ?? [], positions[i] ?? []];
    const at = after.findIndex((term, k) => term.text !== before[k]?.text);
    const changed = after[at];
    if (changed) moves.push(after.length > 1 ? `${changed.label}=${written(changed)}` : written(changed));
  }
  // a first move that takes everything is an empty word
  return moves.length ? `${moves.join(between)}${moves[moves.length - 1] === "" ? between : ""}` : "";
}

/** The positions after each move, as text; null where the moves cannot be read. */
export function read(start: Pick<Term, "text" | "game" | "label">[], moves: string): string[] | null {
  if (moves === "") return [];
  const words = moves.split(between);
  if (words.length > 1 && words[words.length - 1] === "") words.pop();
  const terms = start.map((term) => ({ ...term }));
  const found: string[] = [];
  for (const word of words) {
    const sum = terms.length > 1;
    const cut = sum ? word.indexOf("=") : -1;
    const term = sum ? terms.find((each) => each.label === word.slice(0, cut)) : terms[0];
    if (!term || (sum && cut < 0)) return null;
    const told = word.slice(cut + 1);
    // a node alone stands only after a graph: a row of squares may begin with the same sign
    const graph = /^(.*\})#[^#]*$/s.exec(body(term))?.[1];
    const inside = graph !== undefined && told.startsWith("#") ? graph + told : told;
    term.text = `${term.game}: ${inside}`.trim();
    found.push(terms.map((each) => each.text).join(" + "));
  }
  return found;
}

/** A position in the words in which its games were typed: `take(1..3): 9`, not `0.333: 9`. */
export function spell(position: string, terms: Pick<Term, "text" | "game">[], names: ReadonlyMap<string, string>): string {
  if (!terms.some((term) => names.has(term.game))) return position;
  return terms.map((term) => `${names.get(term.game) ?? term.game}: ${body(term)}`.trim()).join(" + ");
}

/** The names of the games as they were typed, where the program writes them otherwise. */
export function spellings(typed: string, terms: Pick<Term, "game">[]): Map<string, string> {
  const names = new Map<string, string>();
  const parts = typed.split(/ \+ /);
  if (parts.length !== terms.length) return names;
  terms.forEach((term, i) => {
    const name = /^\s*([^:{]+?)\s*:/.exec(parts[i] ?? "")?.[1];
    // a code or a name says no more than the program's own word
    if (name && name !== term.game && name.includes("(")) names.set(term.game, name);
  });
  return names;
}
