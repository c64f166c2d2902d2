// Sums with a name of their own (nearly disjunctive, selective, conjunctive, ordinal): each component is its own board in a
// frame. What the board of a component draws is moved into the frame, and its names are made unlike those of the others.
import type { InnerTerm, Move } from "../api/types";
import { size, type Ask, type Piece, type Scene, type Target } from "./scene";

const margin = 8;
const head = 34;

/** What a frame shows beside the board of its component. */
export interface Frame {
  /** The moves of the component, as its own board tells them. */
  moves: Move[];
  title: string;
  /** Whether the frame stands out. */
  marked: boolean;
  /** The first half of a move in this component. */
  picked: string[];
  /** The same place as one of the whole: its move, or the first half of one. */
  whole: (target: Target) => Target;
}

export function framesScene(ask: Ask, draw: (ask: Ask) => Scene, frame: (component: InnerTerm, index: number, end: number) => Frame): Scene {
  const inside = ask.term.inside ?? [];
  const pieces: Piece[] = [];
  const boxes: Piece[] = [];
  const targets: Target[] = [];
  let top = 0;
  let width = ask.width;
  let prompt: string | undefined;
  inside.forEach((component, i) => {
    const { term } = component;
    const mark = `${i}|`;
    const { moves, title, marked, picked, whole } = frame(component, i, inside[i + 1]?.first ?? Infinity);
    const names = term.parts.map((part, heap) => Array.from({ length: Math.min(200, size(part.size ?? 0)) }, (_, stone) => `${heap}-${stone}`));
    const { slots: _, values: __, ...asked } = ask;
    const drawn = draw({ ...asked, term, moves, width: ask.width - 2 * margin, picked, names });
    const piece = (each: Piece): Piece => ({ ...each, id: mark + each.id, x: each.x + margin, y: each.y + top + head });
    pieces.push({ id: `t${i}`, kind: "text", x: 16, y: top + 26, text: title });
    boxes.push({ id: `f${i}`, kind: "box", x: 4, y: top + 4, h: drawn.height + head, tone: marked ? "owner" : "" });
    pieces.push(...drawn.pieces.map(piece));
    targets.push(...drawn.targets.map((each): Target => whole({
      ...each, id: mark + each.id, x: each.x + margin, y: each.y + top + head, touches: each.touches.map((id) => mark + id), marks: each.marks.map(piece),
      ...(each.sign ? { sign: { x: each.sign.x + margin, y: each.sign.y + top + head } } : {}),
    })));
    if (picked.length) prompt = drawn.prompt;
    width = Math.max(width, drawn.width + 2 * margin);
    top += drawn.height + head + 14;
  });
  return { width, height: Math.max(60, top), pieces: [...boxes.map((box) => ({ ...box, w: width - 8 })), ...pieces], targets, ...(prompt === undefined ? {} : { prompt }) };
}
