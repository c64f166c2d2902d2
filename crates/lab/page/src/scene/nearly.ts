// Nearly disjunctive sums: each component is its own board in a frame, with a crown once it is the owner. What the board of
// a component draws is moved into the frame, and its names are made unlike those of the others.
import type { InnerTerm, Move } from "../api/types";
import { size, type Ask, type Piece, type Scene, type Target } from "./scene";

const margin = 8;
const head = 34;

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
  const inside = ask.term.inside ?? [];
  const pieces: Piece[] = [];
  const frames: Piece[] = [];
  const targets: Target[] = [];
  let top = 0;
  let width = ask.width;
  let prompt: string | undefined;
  inside.forEach((component, i) => {
    const { term } = component;
    const mark = `${i}|`;
    const picked = ask.picked.flatMap((each) => (each.startsWith(mark) ? [each.slice(mark.length)] : []));
    const names = term.parts.map((part, heap) => Array.from({ length: Math.min(200, size(part.size ?? 0)) }, (_, stone) => `${heap}-${stone}`));
    const { slots: _, values: __, ...asked } = ask;
    const drawn = draw({ ...asked, term, moves: own(ask.moves, component, inside[i + 1]?.first ?? Infinity), width: ask.width - 2 * margin, picked, names });
    const piece = (each: Piece): Piece => ({ ...each, id: mark + each.id, x: each.x + margin, y: each.y + top + head });
    const owner = ask.term.parts[i]?.owner ?? false;
    pieces.push({ id: `t${i}`, kind: "text", x: 16, y: top + 26, text: `${term.game}${owner ? " ♛ owner" : ""}` });
    frames.push({ id: `f${i}`, kind: "box", x: 4, y: top + 4, h: drawn.height + head, tone: owner ? "owner" : "" });
    pieces.push(...drawn.pieces.map(piece));
    targets.push(...drawn.targets.map((each): Target => ({
      ...each, id: mark + each.id, x: each.x + margin, y: each.y + top + head, touches: each.touches.map((id) => mark + id), marks: each.marks.map(piece),
      // parts are counted within the component; the move itself is that of the sum
      ...(each.move ? { move: ask.moves.find((move) => move.to === each.move?.to && JSON.stringify(move.action) === JSON.stringify(each.move.action)) ?? ask.moves.find((move) => move.to === each.move?.to) ?? each.move } : {}),
      ...(each.pick === undefined ? {} : { pick: mark + each.pick }),
      ...(each.sign ? { sign: { x: each.sign.x + margin, y: each.sign.y + top + head } } : {}),
    })));
    if (picked.length) prompt = drawn.prompt;
    width = Math.max(width, drawn.width + 2 * margin);
    top += drawn.height + head + 14;
  });
  return { width, height: Math.max(60, top), pieces: [...frames.map((frame) => ({ ...frame, w: width - 8 })), ...pieces], targets, ...(prompt === undefined ? {} : { prompt }) };
}
