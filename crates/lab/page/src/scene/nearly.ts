// Nearly disjunctive sums: each component in its frame, with a crown once it is the owner.
import type { InnerTerm, Move } from "../api/types";
import { framesScene } from "./frames";
import type { Ask, Scene, Target } from "./scene";

/** The moves of a component, as its own board tells them. */
function own(moves: Move[], { first, term }: InnerTerm, end: number): Move[] {
  const heaps = term.board === "heaps" || term.board === "pins" || term.board === "nim";
  return moves.flatMap((move) => {
    if (move.part === null || move.part < first || move.part >= end) return [];
    // heaps are one part of the sum, and each is one of their own board
    const part = heaps && move.action && "at" in move.action && typeof move.action.at === "number" ? move.action.at : move.part - first;
    return [{ ...move, part: move.action?.kind === "take-several" ? null : part }];
  });
}

export function nearlyScene(ask: Ask, draw: (ask: Ask) => Scene): Scene {
  return framesScene(ask, draw, (component, i, end) => {
    const mark = `${i}|`;
    const owner = ask.term.parts[i]?.owner ?? false;
    // parts are counted within the component; the move itself is that of the sum
    const played = ({ move }: Target): Move | undefined =>
      move && (ask.moves.find((other) => other.to === move.to && JSON.stringify(other.action) === JSON.stringify(move.action)) ?? ask.moves.find((other) => other.to === move.to) ?? move);
    return {
      moves: own(ask.moves, component, end),
      title: `${component.term.game}${owner ? " ♛ owner" : ""}`,
      marked: owner,
      picked: ask.picked.flatMap((each) => (each.startsWith(mark) ? [each.slice(mark.length)] : [])),
      whole: (target) => {
        const move = played(target);
        return { ...target, ...(move ? { move } : {}), ...(target.pick === undefined ? {} : { pick: mark + target.pick }) };
      },
    };
  });
}
