// A scene is a board as plain data: pieces to draw and targets to press. Each kind of board has one function that makes
// it from the server's term and moves; one component draws them all, so that mouse, touch, keyboard, animation and
// winning marks work everywhere alike. Coordinates are pixels.
import type { Action, Count, Move, Term } from "../api/types";
import { number as words } from "../shell/prose";

export type PieceKind =
  | "stone" | "pin" | "coin" | "chocolate" | "poison" | "square" | "hub" | "queen" | "cell" | "dot" | "cut" | "ghost"
  | "text" | "caption" | "bar" | "box" | "edge" | "card" | "grid" | "link" | "cross" | "domino"
  | "digit" | "badge" | "bracket" | "stripe" | Figure;

/** A piece of chess. */
export type Figure = "rook" | "bishop" | "king" | "knight";
export const figures: readonly PieceKind[] = ["queen", "rook", "bishop", "king", "knight"];

export interface Piece {
  id: string;
  kind: PieceKind;
  x: number;
  y: number;
  w?: number;
  h?: number;
  text?: string;
  tone?: string;
  /** End of an edge or a cut, relative to x and y. */
  dx?: number;
  dy?: number;
}

export interface Target {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label: string;
  /** What pressing does: a move, or the first half of one. */
  move?: Move;
  pick?: string;
  /** Positions that the moves begun by a first half lead to. */
  leads?: string[];
  /** Pieces that light up with the target, and pieces drawn only then. */
  touches: string[];
  marks: Piece[];
  /** Where the sign of a target stands; its middle unless told. */
  sign?: { x: number; y: number };
  /** Whether its place is marked by a dot. */
  dot?: boolean;
}

export interface Scene {
  width: number;
  height: number;
  pieces: Piece[];
  targets: Target[];
  /** What to do after the first half of a move. */
  prompt?: string;
}

export interface Ask {
  term: Term;
  moves: Move[];
  width: number;
  picked: string[];
  /** Names of the pieces of each part, kept from position to position so that they can be seen to move. */
  names: string[][];
  /** The heaps of the first position: what is left of one stays where it was. */
  slots?: string[][];
  /** Whether it is pressed with a finger: then targets are larger. */
  coarse?: boolean;
  /** The height that is there. */
  height?: number;
  /** The value of each part, where the teacher tells them. */
  values?: string[] | null;
}

/** What stands under a part: its size, and its value where that is told. */
export function caption(ask: Ask, part: number, text: string): string {
  const value = ask.values?.[part];
  return value === undefined ? text : `${text} · value ${value}`;
}

/** The least side of a target: more for a finger than for a mouse. */
export function least(ask: Ask, mouse: number): number {
  return ask.coarse ? Math.max(34, mouse) : mouse;
}

/** Beyond this a part is written as a number instead of drawn piece by piece. */
export const drawable = 120;

export function size(count: Count): number {
  return typeof count === "number" ? count : Number(count);
}

export { number as words } from "../shell/prose";

function list(counts: Count[]): string {
  const items = counts.map(words);
  return items.length < 2 ? (items[0] ?? "nothing") : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

function deed(action: Action): string | null {
  switch (action.kind) {
    case "split":
      return `split ${words(action.heap)} into ${list(action.left)}`;
    case "take":
      return `take ${words(action.taken)} from ${words(action.heap)}`;
    case "take-and-split":
      return `take ${words(action.taken)} from ${words(action.heap)}, leave ${list(action.left)}`;
    case "knock":
      return `knock ${action.count} of ${words(action.heap)} down, leave ${list(action.left)}`;
    case "slide":
      return `slide ${words(action.from)} to ${words(action.to)} on strip ${action.strip + 1}`;
    case "bite":
      return `bite row ${action.row}, column ${action.column}`;
    case "break":
      return `break ${action.rectangle.map(words).join("×")} into ${action.left.map((part) => part.map(words).join("×")).join(" and ")}`;
    case "take-several":
      return `take ${action.takes.map((take) => `${words(take.taken)} from ${words(take.heap)}`).join(", ")}`;
    case "add":
      return `add ${words(action.added)} to ${words(action.heap)}`;
    case "turn": {
      const places = action.columns.map(words).join(", ");
      return action.rows.length === 1 && size(action.rows[0] ?? 0) === 0 ? `turn ${places}` : `turn rows ${action.rows.map(words).join(", ")}, columns ${places}`;
    }
    case "descend":
      return `take ${words(action.count)} down from step ${words(action.step)}`;
    case "take-bag":
      return "take the bag";
    case "walk":
      return `walk to ${action.node}`;
    case "pick":
      return `take ${action.name}`;
    case "joint":
      return null;
    case "fill":
      return action.squares.length > 1
        ? `cover ${action.squares.map(([row, column]) => `row ${row}, column ${column}`).join(" and ")}`
        : `put an X on row ${action.squares[0]?.[0] ?? 0}, column ${action.squares[0]?.[1] ?? 0}`;
  }
}

/** A move in words; in a sum with the letter of its term. */
export function said(move: Move): string {
  const letter = /^[A-Z]\d*: /.exec(move.words ?? "")?.[0] ?? "";
  return letter + ((move.action && deed(move.action)) ?? move.words?.slice(letter.length) ?? `to ${move.to}`);
}

/** A target of the usual kind: one move, at a place, lighting up some pieces. */
export function target(move: Move, x: number, y: number, w: number, h: number, touches: string[], marks: Piece[] = []): Target {
  return { id: `${move.part ?? "-"}/${move.to}/${Math.round(x)},${Math.round(y)}`, x, y, w, h, label: said(move), move, touches, marks };
}
