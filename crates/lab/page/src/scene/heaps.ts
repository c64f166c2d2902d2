// Heaps as rows of stones or pins. A row of n has 2n+1 places: even ones are the gaps, odd ones the stones. A cut is
// pressed at its gap, taking from the end at the first stone that goes, knocking pins down at the middle of those that
// fall, so that one press says one move. Where two moves share a place (take any number and leave two heaps) the first
// press says where taking begins and the second where it ends; a split in three is two cuts. For a finger, places between
// stones have a lane of their own below the row, so that each is as large as a fingertip.
import type { Count, Move } from "../api/types";
import { severalBegun, severalPrompt, severalTargets } from "./several";
import { caption, drawable, least, said, size, target, words, type Ask, type Piece, type Scene, type Target } from "./scene";

interface Way {
  move: Move;
  start: number;
  end: number;
  /** Further cuts, as positions in the row. */
  cuts: number[];
}

export interface Row {
  key: string;
  size: number;
  x: number;
  y: number;
  pitch: number;
  columns: number;
  names: string[];
  /** The height of a line of stones, with the lane below it where there is one. */
  line: number;
  /** The height of the lane for places between stones; 0 where they have none. */
  lane: number;
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
    return { move: { ...move, action: { ...action, left: order } }, start, end: start + taken, cuts };
  });
}

/** The place of a way: twice the position of a gap, or one more for a stone. */
function place(way: Way, fromTheEnd: boolean): number {
  if (way.start === way.end) return 2 * way.start;
  return fromTheEnd ? 2 * way.start + 1 : way.start + way.end;
}

export function spot(row: Row, at: number): { x: number; y: number } {
  const stone = Math.min(row.size - 1, Math.max(0, Math.floor(at / 2)));
  const before = at % 2 === 0 && stone > 0 && stone % row.columns === 0 && at / 2 === stone;
  const index = before ? stone - 1 : stone;
  const shift = at % 2 === 1 ? 0.5 : before || at / 2 === row.size ? 1 : 0;
  return { x: row.x + (index % row.columns + shift) * row.pitch, y: row.y + Math.floor(index / row.columns) * row.line + row.pitch * 0.575 };
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
  const below = row.lane > 0 && narrow && at % 2 === 0;
  const w = row.pitch * (narrow && !row.lane ? 0.5 : 0.96);
  const h = row.pitch * 1.15;
  const touches = row.names.slice(way.start, way.end);
  const marks: Piece[] = [];
  const cut = (position: number, id: string): void => {
    const there = spot(row, 2 * position);
    marks.push({ id, kind: "cut", x: there.x, y: there.y - h / 2 + 1, dx: 0, dy: h - 2 });
  };
  if (way.start === way.end) cut(way.start, "cut");
  if (!pick) way.cuts.forEach((position, i) => cut(position, `cut${i}`));
  const made = below ? target(way.move, x - w / 2, y + h / 2, w, row.lane - 2, touches, marks) : target(way.move, x - w / 2, y - h / 2, w, h, touches, marks);
  made.id = `${row.key}/${at}`;
  if (below) Object.assign(made, { sign: { x, y: y + h / 2 + row.lane / 2 }, dot: true });
  else if (way.start === way.end) made.sign = { x, y: y - row.pitch * 0.5 };
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

/** The first half of a move that takes two presses, as it stays on the board until the second. */
function begun(rows: Row[], picked: string[]): Piece[] {
  const [key = "", rest = ""] = (picked[0] ?? "").split(":");
  const row = rows.find((each) => each.key === key);
  if (!row || rest === "") return [];
  const start = parseInt(rest, 10);
  const h = row.pitch * 1.15;
  const there = spot(row, rest.endsWith("t") ? 2 * start + 1 : 2 * start);
  if (rest.endsWith("t")) return [{ id: "begun", kind: "ghost", x: there.x, y: there.y, w: row.pitch }];
  return [{ id: "begun", kind: "cut", x: there.x, y: there.y - h / 2 + 1, dx: 0, dy: h - 2 }];
}

export interface Heap {
  key: string;
  size: Count;
  names: string[];
  caption?: string;
}

interface Laid {
  rows: Row[];
  pieces: Piece[];
  height: number;
  width: number;
}

/** Heaps that began as one, with the number of stones they were; they stand where they stood. */
interface Group {
  slot: string[];
  heaps: Heap[];
}

function grouped(heaps: Heap[], slots: string[][] | undefined): Group[] {
  if (!slots) return heaps.map((heap) => ({ slot: heap.names, heaps: [heap] }));
  const groups = slots.map((slot): Group => ({ slot, heaps: [] }));
  for (const heap of heaps) {
    const home = groups.find((group) => group.slot.includes(heap.names[0] ?? "")) ?? groups[groups.push({ slot: heap.names, heaps: [] }) - 1];
    home?.heaps.push(heap);
  }
  for (const group of groups) group.heaps.sort((a, b) => group.slot.indexOf(a.names[0] ?? "") - group.slot.indexOf(b.names[0] ?? ""));
  return groups;
}

/** Lays heaps out from left to right, in lines, as wide as there is room. */
export function layHeaps(heaps: Heap[], kind: "stone" | "pin", width: number, top = 0, more: { slots?: string[][] | undefined; smallest?: number; lane?: number } = {}): Laid {
  const groups = grouped(heaps, more.slots);
  const lane = more.lane ?? 0;
  const length = (group: Group): number => Math.min(drawable, Math.max(group.slot.length, ...group.heaps.map((heap) => size(heap.size))));
  const widest = Math.max(1, ...groups.map(length));
  const most = kind === "pin" ? 54 : 48;
  const pitch = Math.max(more.smallest ?? 0, kind === "pin" ? 30 : 26, Math.min(most, Math.floor((width - 16) / Math.min(widest, 18))));
  const columns = Math.max(3, Math.floor((width - 16) / pitch));
  const line = pitch * 1.15 + lane;
  const pieces: Piece[] = [];
  const rows: Row[] = [];
  let x = 8;
  let y = top + 20;
  let tallest = 0;
  let reach = 0;

  const put = (heap: Heap, left: number): { across: number; down: number } => {
    const count = size(heap.size);
    const drawn = count <= drawable;
    const across = drawn ? Math.min(count, columns) * pitch : Math.min(width - 16, 11 * words(heap.size).length + 32);
    const down = drawn ? Math.ceil(count / columns) * line : 72;
    // a card says its size itself
    const told = drawn ? (heap.caption ?? words(heap.size)) : (heap.caption?.split(" · ")[1] ?? "");
    pieces.push({ id: `label-${heap.key}`, kind: "caption", x: left + across / 2, y: y + down + 15, text: told });
    if (drawn) {
      const row = { key: heap.key, size: count, x: left, y, pitch, columns, names: heap.names, line, lane };
      rows.push(row);
      for (let i = 0; i < count; i += 1) {
        const middle = spot(row, 2 * i + 1);
        pieces.push({ id: heap.names[i] ?? `${heap.key}-${i}`, kind, x: middle.x, y: middle.y, w: pitch });
      }
    } else {
      pieces.push({ id: `card-${heap.key}`, kind: "card", x: left, y, w: across, h: down, text: words(heap.size) });
    }
    return { across, down };
  };
  const turn = (across: number): void => {
    if (x > 8 && x + across > width - 8) {
      x = 8;
      y += tallest + 34;
      tallest = 0;
    }
  };

  for (const group of groups) {
    const stays = length(group) <= columns && group.heaps.every((heap) => size(heap.size) <= drawable);
    if (stays) {
      // stones stand at their old places; where two heaps touch, a gap is put between them
      const places: { heap: Heap; at: number }[] = [];
      let shift = 0;
      let end = -1;
      for (const heap of group.heaps) {
        const first = Math.max(0, group.slot.indexOf(heap.names[0] ?? ""));
        if (first === end) shift += 0.7;
        places.push({ heap, at: first + shift });
        end = first + size(heap.size);
      }
      const across = (length(group) + shift) * pitch;
      turn(across);
      for (const { heap, at } of places) tallest = Math.max(tallest, put(heap, x + at * pitch).down);
      reach = Math.max(reach, x + across);
      tallest = Math.max(tallest, line);
      x += across + Math.max(22, pitch * 0.8);
    } else {
      for (const heap of group.heaps) {
        const count = size(heap.size);
        turn(count <= drawable ? Math.min(count, columns) * pitch : Math.min(width - 16, 11 * words(heap.size).length + 32));
        const { across, down } = put(heap, x);
        reach = Math.max(reach, x + across);
        x += across + Math.max(22, pitch * 0.8);
        tallest = Math.max(tallest, down);
      }
    }
  }
  return { rows, pieces, height: groups.length ? y + tallest + 30 : top + 60, width: Math.max(reach + 8, 40) };
}

/** Whether some places of a heap lie between stones and others on them. */
function mixed(moves: Move[]): boolean {
  const all = moves.flatMap(ways);
  const cuts = all.some((way) => way.start === way.end);
  return (cuts && all.some((way) => way.end > way.start)) || moves.some((move) => move.action?.kind === "take-and-split");
}

export function heapsScene(ask: Ask): Scene {
  const kind = ask.term.board === "pins" ? "pin" : "stone";
  const heaps = ask.term.parts.map((part, i) => ({ key: `${i}`, size: part.size ?? 0, names: ask.names[i] ?? [], caption: caption(ask, i, words(part.size ?? 0)) }));
  const lane = ask.coarse && (kind === "pin" || mixed(ask.moves)) ? 36 : 0;
  const laid = layHeaps(heaps, kind, ask.width, 0, { slots: ask.slots, smallest: least(ask, 0), lane });
  if (ask.moves.some((move) => move.action?.kind === "take-several")) {
    return { width: laid.width, height: laid.height, pieces: [...laid.pieces, ...severalBegun(ask, laid.rows)], targets: severalTargets(ask, laid.rows), prompt: severalPrompt(ask) };
  }
  const targets = laid.rows.flatMap((row) => rowTargets(row, ask.moves.filter((move) => String(move.part) === row.key), ask.picked));
  return { width: laid.width, height: laid.height, pieces: [...laid.pieces, ...begun(laid.rows, ask.picked)], targets };
}
