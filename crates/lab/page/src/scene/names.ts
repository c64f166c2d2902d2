// Names of stones that outlive a move. A heap's stones keep their names when the heap is split or others are moved, so
// that the drawing can show them going to their new places; who cannot be followed gets a new name.
import type { Move, Term } from "../api/types";
import { drawable, size } from "./scene";

let fresh = 0;

function make(count: number): string[] {
  return Array.from({ length: Math.min(count, drawable) }, () => `k${(fresh += 1)}`);
}

function sizes(term: Term): number[] {
  return term.parts.map((part) => (part.size === undefined ? 0 : size(part.size)));
}

export function newNames(term: Term): string[][] {
  return sizes(term).map(make);
}

/** The names for `after`, which `move` made out of `before`. */
export function carryNames(before: Term, names: string[][], after: Term, move: Move | null): string[][] {
  const pool: { size: number; names: string[] }[] = [];
  sizes(before).forEach((count, i) => {
    const mine = names[i] ?? [];
    const action = move?.part === i ? move.action : null;
    if (action && "left" in action && action.kind !== "break") {
      const left = action.left.map(size);
      const first = action.kind === "knock" ? [action.first, count - action.first - action.count] : left;
      let at = 0;
      first.forEach((part, k) => {
        pool.push({ size: part, names: mine.slice(at, at + part) });
        at += part + (k === 0 && "taken" in action ? size(action.taken) : 0);
      });
    } else pool.push({ size: count, names: mine });
  });
  return sizes(after).map((count) => {
    const found = pool.findIndex((heap) => heap.size === count);
    if (found < 0) return make(count);
    const [heap] = pool.splice(found, 1);
    const kept = heap?.names ?? [];
    return kept.length === Math.min(count, drawable) ? kept : [...kept, ...make(count - kept.length)];
  });
}
