// A scene is a board as plain data: pieces to draw and targets to press. Each kind of board has one function that makes
// it from the server's term and moves; one component draws them all, so that mouse, touch, keyboard, animation and
// winning marks work everywhere alike. Coordinates are pixels.
import type { Count, Move, Term } from "../api/types";

export type PieceKind =
  | "stone" | "pin" | "coin" | "chocolate" | "poison" | "square" | "hub" | "queen" | "cell" | "dot" | "cut" | "ghost"
  | "text" | "caption" | "bar" | "box" | "edge" | "card";

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
  /** Pieces that light up with the target, and pieces drawn only then. */
  touches: string[];
  marks: Piece[];
  /** Where the sign of a target stands; its middle unless told. */
  sign?: { x: number; y: number };
}

export interface Scene {
  width: number;
  height: number;
  pieces: Piece[];
  targets: Target[];
}

export interface Ask {
  term: Term;
  moves: Move[];
  width: number;
  picked: string[];
  /** Names of the pieces of each part, kept from position to position so that they can be seen to move. */
  names: string[][];
}

/** Beyond this a part is written as a number instead of drawn piece by piece. */
export const drawable = 120;

export function size(count: Count): number {
  return typeof count === "number" ? count : Number(count);
}

export function words(count: Count): string {
  const text = String(count);
  return text.length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, "\u2009") : text;
}

export function said(move: Move): string {
  return move.words ?? `to ${move.to}`;
}

/** A target of the usual kind: one move, at a place, lighting up some pieces. */
export function target(move: Move, x: number, y: number, w: number, h: number, touches: string[], marks: Piece[] = []): Target {
  return { id: `${move.part ?? "-"}/${move.to}/${Math.round(x)},${Math.round(y)}`, x, y, w, h, label: said(move), move, touches, marks };
}
