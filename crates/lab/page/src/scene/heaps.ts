// Heaps as rows of stones or pins. A row of n has 2n+1 places: even ones are the gaps, odd ones the stones. A cut is
// pressed at its gap, taking from the end at the first stone that goes, knocking pins down at the middle of those that
// fall, so that one press says one move. Where two moves share a place (take any number and leave two heaps) the first
// press says where taking begins and the second where it ends; a split in three is two cuts.
import type { Count, Move } from "../api/types";
import { caption, drawable, said, size, target, words, type Ask, type Piece, type Scene, type Target } from "./scene";

interface Way {
  move: Move;
  start: number;
  end: number;
  /** Further cuts, as positions in the row. */
  cuts: number[];
}

interface Row {
  key: string;
  size: number;
  x: number;
  y: number;
  pitch: number;
  columns: number;
  names: string[];
}

function orders(left: number[]): number[][] {
  if (left.length < 2) return [left];
  const seen = new Map<string, number[]>();
  left.forEach((head, i) => {
    for (const tail of orders(left.filter((_, j) => j !== i))) seen.set([head, ...tail].join(), [head, ...tail]);
  });
  return [...seen.values()];
}

/** The ways to lay a move out in its row. */
export function ways(move: Move): Way[] {
  const action = move.action;
  if (!action) return [];
  if (action.kind === "knock") return [{ move, start: action.first, end: action.first + action.count, cuts: [] }];
  if (action.kind !== "take" && action.kind !== "split" && action.kind !== "take-and-split") return [];
  const taken = size(action.taken);
  const left = action.left.map(size);
  if (left.length > 3) return [];
  return orders(left).map((order) => {
    const start = order[0] ?? 0;
    const cuts: number[] = [];
    order.slice(1, -1).reduce((at, part) => (cuts.push(at + part), at + part), start + taken);
    return { move, start, end: start + taken, cuts };
  });
}

/** The place of a way: twice the position of a gap, or one more for a stone. */
function place(way: Way, fromTheEnd: boolean): number {
  if (way.start === way.end) return 2 * way.start;
  return fromTheEnd ? 2 * way.start + 1 : way.start + way.end;
}

function spot(row: Row, at: number): { x: number; y: number } {
  const stone = Math.min(row.size - 1, Math.max(0, Math.floor(at / 2)));
  const before = at % 2 === 0 && stone > 0 && stone % row.columns === 0 && at / 2 === stone;
  const index = before ? stone - 1 : stone;
  const shift = at % 2 === 1 ? 0.5 : before || at / 2 === row.size ? 1 : 0;
  return { x: row.x + (index % row.columns + shift) * row.pitch, y: row.y + (Math.floor(index / row.columns) + 0.5) * row.pitch * 1.15 };
}

export function rowTargets(row: Row, moves: Move[], picked: string[]): Target[] {
  const all = moves.flatMap(ways);
  const taking = all.filter((way) => way.end > way.start);
  const fromTheEnd = taking.every((way) => way.end === row.size || (way.move.action?.kind !== "knock" && way.cuts.length === 0 && oneHeap(way.move)));
  const mine = picked[0]?.startsWith(`${row.key}:`) ? picked[0].slice(row.key.length + 1) : null;
  if (mine !== null) return second(row, all, mine);
  const places = new Map<number, Way[]>();
  for (const way of all) {
    const at = place(way, fromTheEnd);
    places.set(at, [...(places.get(at) ?? []), way]);
  }
  const clash = [...places.values()].some((here) => new Set(here.map((way) => `${way.start},${way.end}`)).size > 1);
  if (clash) return first(row, all);
  const both = [...places.keys()].some((at) => at % 2 === 0) && [...places.keys()].some((at) => at % 2 === 1);
  return [...places].sort(([a], [b]) => a - b).map(([at, here]) => {
    const one = here[0] as Way;
    const whole = new Set(here.map((way) => way.move.to)).size === 1;
    return press(row, at, one, both, whole ? undefined : `${row.key}:${one.start}`, here);
  });
}

function oneHeap(move: Move): boolean {
  return !!move.action && "left" in move.action && move.action.left.length <= 1;
}

function press(row: Row, at: number, way: Way, narrow: boolean, pick?: string, here: Way[] = []): Target {
  const { x, y } = spot(row, at);
  const w = row.pitch * (narrow ? 0.5 : 0.96);
  const h = row.pitch * 1.15;
  const touches = row.names.slice(way.start, way.end);
  const marks: Piece[] = [];
  const cut = (position: number, id: string): void => {
    const there = spot(row, 2 * position);
    marks.push({ id, kind: "cut", x: there.x, y: there.y - h / 2 + 1, dx: 0, dy: h - 2 });
  };
  if (way.start === way.end) cut(way.start, "cut");
  if (!pick) way.cuts.forEach((position, i) => cut(position, `cut${i}`));
  const made = target(way.move, x - w / 2, y - h / 2, w, h, touches, marks);
  made.id = `${row.key}/${at}`;
  if (way.start === way.end) made.sign = { x, y: y - row.pitch * 0.5 };
  else made.sign = { x, y: y - row.pitch * (way.move.action?.kind === "knock" ? 0.72 : 0.1) };
  if (pick) {
    delete made.move;
    made.pick = pick;
    made.leads = here.map((each) => each.move.to);
    made.label = way.start === way.end ? `cut after ${way.start}, then choose the second cut` : `take from stone ${way.start + 1}`;
  }
  return made;
}

/** Two moves share a place: say first where taking or cutting begins. */
function first(row: Row, all: Way[]): Target[] {
  const starts = new Map<string, Way>();
  for (const way of all) starts.set(`${way.start === way.end ? "c" : "t"}${way.start}`, way);
  return [...starts].map(([key, way]) => {
    const alone = all.filter((other) => other.start === way.start && (other.end > other.start) === (way.end > way.start));
    const one = new Set(alone.map((other) => other.move.to)).size === 1;
    return press(row, key.startsWith("c") ? 2 * way.start : 2 * way.start + 1, way, true, one ? undefined : `${row.key}:${way.start}${key.startsWith("t") ? "t" : ""}`, alone);
  });
}

function second(row: Row, all: Way[], mine: string): Target[] {
  const start = parseInt(mine, 10);
  const taking = mine.endsWith("t");
  const here = all.filter((way) => way.start === start && (!taking || way.end > way.start));
  const seen = new Map<number, Target>();
  for (const way of here) {
    const at = way.cuts.length ? 2 * (way.cuts[0] ?? 0) : Math.max(2 * way.end - 1, 2 * way.start);
    if (seen.has(at)) continue;
    const made = press(row, at, way, taking);
    made.label = said(way.move);
    seen.set(at, made);
  }
  return [...seen.values()];
}

export interface Heap {
  key: string;
  size: Count;
  names: string[];
  caption?: string;
}

/** Lays heaps out from left to right, in lines, as wide as there is room. */
export function layHeaps(heaps: Heap[], kind: "stone" | "pin", width: number, top = 0): { rows: Row[]; pieces: Piece[]; height: number; width: number } {
  const widest = Math.max(1, ...heaps.map((heap) => Math.min(size(heap.size), drawable)));
  const most = kind === "pin" ? 54 : 48;
  const pitch = Math.max(kind === "pin" ? 30 : 26, Math.min(most, Math.floor((width - 16) / Math.min(widest, 18))));
  const columns = Math.max(3, Math.floor((width - 16) / pitch));
  const pieces: Piece[] = [];
  const rows: Row[] = [];
  let x = 8;
  let y = top + 20;
  let tallest = 0;
  let reach = 0;
  for (const heap of heaps) {
    const count = size(heap.size);
    const drawn = count <= drawable;
    const across = drawn ? Math.min(count, columns) * pitch : Math.min(width - 16, 11 * words(heap.size).length + 32);
    const down = drawn ? Math.ceil(count / columns) * pitch * 1.15 : 72;
    if (x > 8 && x + across > width - 8) {
      x = 8;
      y += tallest + 34;
      tallest = 0;
    }
    // a card says its size itself
    const said = drawn ? (heap.caption ?? words(heap.size)) : (heap.caption?.split(" · ")[1] ?? "");
    pieces.push({ id: `label-${heap.key}`, kind: "caption", x: x + across / 2, y: y + down + 15, text: said });
    if (drawn) {
      const row = { key: heap.key, size: count, x, y, pitch, columns, names: heap.names };
      rows.push(row);
      for (let i = 0; i < count; i += 1) {
        const middle = spot(row, 2 * i + 1);
        pieces.push({ id: heap.names[i] ?? `${heap.key}-${i}`, kind, x: middle.x, y: middle.y, w: pitch });
      }
    } else {
      pieces.push({ id: `card-${heap.key}`, kind: "card", x, y, w: across, h: down, text: words(heap.size) });
    }
    reach = Math.max(reach, x + across);
    x += across + Math.max(22, pitch * 0.8);
    tallest = Math.max(tallest, down);
  }
  return { rows, pieces, height: heaps.length ? y + tallest + 30 : top + 60, width: Math.max(reach + 8, 40) };
}

export function heapsScene(ask: Ask): Scene {
  const kind = ask.term.board === "pins" ? "pin" : "stone";
  const heaps = ask.term.parts.map((part, i) => ({ key: `${i}`, size: part.size ?? 0, names: ask.names[i] ?? [], caption: caption(ask, i, words(part.size ?? 0)) }));
  const laid = layHeaps(heaps, kind, ask.width);
  const targets = laid.rows.flatMap((row) => rowTargets(row, ask.moves.filter((move) => String(move.part) === row.key), ask.picked));
  return { width: laid.width, height: laid.height, pieces: laid.pieces, targets };
}
