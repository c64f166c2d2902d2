// The working of a position, drawn at its board: binary columns under the heaps with the place that decides, numbers over
// gaps, coins and heads, a heap's place in the stripes of its period. The numbers are the engine's; here they only find the
// pieces they belong to. It is laid over a scene that is drawn already, by the names of its pieces.
import type { Term, WorkingRow } from "../api/types";
import { size, words, type Piece, type Scene } from "./scene";

/** The working of the parts of one board. */
export interface Work {
  /** The value of each part in binary, and their nim-sum over all boards; `deciding` is the place in the text. */
  bits?: { rows: string[]; sum: string; deciding: number } | null;
  /** The rows of the working. */
  rows?: WorkingRow[];
  /** The remainder of each part in the period that its value rests on. */
  stripes?: ({ place: number; period: number } | null)[];
}

const digit = 17;
/** The room at the right that the nim-sum takes. */
export const sumRoom = 64;
const widest = 60;

function shifted(scene: Scene, by: number): Scene {
  if (by === 0) return scene;
  return {
    ...scene, height: scene.height + by,
    pieces: scene.pieces.map((piece) => ({ ...piece, y: piece.y + by })),
    targets: scene.targets.map((target) => ({
      ...target, y: target.y + by, marks: target.marks.map((mark) => ({ ...mark, y: mark.y + by })), ...(target.sign ? { sign: { x: target.sign.x, y: target.sign.y + by } } : {}),
    })),
  };
}

/** One binary digit. */
function place(id: string, x: number, y: number, text: string): Piece {
  return { id, kind: "digit", x, y, text, tone: text === "1" ? "one" : "zero" };
}

/** Binary digits below each heap, one place to a line, so that a place can be followed from heap to heap; beside the heaps
 * where each has a line of its own. */
function columns(scene: Scene, bits: NonNullable<Work["bits"]>, below: number): Scene {
  const labels = bits.rows.map((_, i) => scene.pieces.find((piece) => piece.id === `label-${i}`));
  if (labels.some((label) => !label)) return scene;
  const here = labels as Piece[];
  const lines = new Set(here.map((label) => label.y)).size;
  const lowest = Math.max(...here.map((label) => label.y));
  const many = bits.sum.length;
  const pieces: Piece[] = [];
  if (lines === 1) {
    const top = lowest + 14 + below;
    const right = scene.width + 26;
    const width = right + sumRoom / 2 + 6;
    if (bits.deciding >= 0) pieces.push({ id: "band", kind: "bar", x: 4, y: top + bits.deciding * digit - 1, w: width - 8, h: digit, tone: "band" });
    for (let k = 0; k < many; k += 1) {
      const y = top + k * digit + 12;
      here.forEach((label, i) => pieces.push(place(`bit${i}-${k}`, label.x, y, bits.rows[i]?.[k] ?? "0")));
      pieces.push(place(`bits-${k}`, right, y, bits.sum[k] ?? "0"));
    }
    pieces.push({ id: "bits", kind: "caption", x: right, y: lowest + below, text: "nim-sum" });
    return { ...scene, width, height: Math.max(scene.height, top + many * digit + 8), pieces: [...scene.pieces, ...pieces] };
  }
  if (lines < here.length) return scene;
  const left = Math.max(scene.width, ...here.map((label) => label.x)) + 10;
  const at = (k: number): number => left + k * 14;
  const bottom = lowest + below + 24;
  if (bits.deciding >= 0) pieces.push({ id: "band", kind: "bar", x: at(bits.deciding) - 8, y: 4, w: 16, h: bottom + 2, tone: "band" });
  for (let k = 0; k < many; k += 1) {
    here.forEach((label, i) => pieces.push(place(`bit${i}-${k}`, at(k), label.y - 28, bits.rows[i]?.[k] ?? "0")));
    pieces.push(place(`bits-${k}`, at(k), bottom, bits.sum[k] ?? "0"));
  }
  pieces.push({ id: "bits", kind: "caption", x: left - 42, y: bottom, text: "nim-sum" });
  return { ...scene, width: at(many) + 4, height: Math.max(scene.height, bottom + 12), pieces: [...scene.pieces, ...pieces] };
}

/** The pieces that stand on the squares of a row; null where there are none. Rows come in the order of the strips. */
function finder(term: Term, scene: Scene): (squares: number[]) => Piece[] | null {
  const byId = new Map(scene.pieces.map((piece) => [piece.id, piece]));
  const all = (ids: string[]): Piece[] | null => {
    const found = ids.map((id) => byId.get(id));
    return found.every(Boolean) ? (found as Piece[]) : null;
  };
  // a coin by its column, or by its row and column
  if (term.board === "coins") return (squares) => all([squares.length === 2 ? `c${squares[0]}-${squares[1]}` : `c0-${squares[0]}`]);
  if (term.board === "stairs") return (squares) => all([`b${(squares[0] ?? 0) - 1}`]);
  const strips = term.parts.map((part) => (part.tokens ?? []).map(size));
  const used = strips.map(() => new Set<number>());
  return (squares) => {
    for (const [strip, tokens] of strips.entries()) {
      const taken: number[] = [];
      for (const square of squares) {
        const token = tokens.findIndex((each, i) => each === square && !used[strip]?.has(i) && !taken.includes(i));
        if (token >= 0) taken.push(token);
      }
      const found = taken.length === squares.length ? all(taken.map((token) => `c${strip}-${token}`)) : null;
      if (!found) continue;
      taken.forEach((token) => used[strip]?.add(token));
      return found;
    }
    return null;
  };
}

/** Numbers over coins, and over the stretch between two of them; heads that count together are ringed. */
function labels(scene: Scene, term: Term, rows: WorkingRow[]): Scene {
  const find = finder(term, scene);
  const pieces: Piece[] = [];
  const under: Piece[] = [];
  const coins = scene.pieces.filter((piece) => piece.kind === "coin");
  // the strips of a star go in all directions
  const round = scene.pieces.some((piece) => piece.kind === "hub");
  let room = 0;
  rows.forEach((row, i) => {
    const squares = (row.from ?? []).map(Number);
    if (!squares.length || squares.some((square) => !Number.isFinite(square))) return;
    if (/^heads?\b/i.test(row.label) && term.board !== "coins") {
      for (const square of squares) for (const head of find([square]) ?? []) under.push({ id: `head-${head.id}`, kind: "ghost", x: head.x, y: head.y, w: (head.w ?? 30) * 1.25 });
      return;
    }
    if (row.value === null || squares.length > 2) return;
    const [a, b] = find(squares) ?? [];
    if (!a) return;
    const text = words(row.value);
    const tone = b ? "gap" : "alone";
    const half = (a.w ?? 30) / 2;
    if (a.kind === "bar") pieces.push({ id: `work${i}`, kind: "badge", x: a.x + half, y: a.y + (a.h ?? 20) - 10, text, tone });
    else if (!b) pieces.push({ id: `work${i}`, kind: "badge", x: a.x, y: a.y - half, text, tone });
    else if (Math.abs(a.y - b.y) > 1 && !round) {
      // a strip that goes on in the next line: an end at either coin
      pieces.push({ id: `arc${i}`, kind: "bracket", x: a.x, y: a.y - half, dx: half, dy: 0, h: 0, tone });
      pieces.push({ id: `arc${i}b`, kind: "bracket", x: b.x - half, y: b.y - half, dx: half, dy: 0, h: 0, tone });
      pieces.push({ id: `work${i}`, kind: "badge", x: b.x - half, y: b.y - half, text, tone });
    } else {
      const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [up, side] = [-(b.x - a.x) / far, (b.y - a.y) / far];
      const over = coins.some((coin) => coin !== a && coin !== b && Math.abs(coin.y - a.y) < 1 && Math.abs(b.y - a.y) < 1 && coin.x > Math.min(a.x, b.x) && coin.x < Math.max(a.x, b.x));
      // an arc over the coins between, a line where there are none
      const lift = over ? Math.min(40, 14 + far / 12) : 0;
      room = Math.max(room, lift);
      const [x, y] = [a.x + side * half, a.y + up * half];
      pieces.push({ id: `arc${i}`, kind: "bracket", x, y, dx: b.x - a.x, dy: b.y - a.y, h: lift, tone });
      pieces.push({ id: `work${i}`, kind: "badge", x: x + (b.x - a.x) / 2, y: y + (b.y - a.y) / 2 - lift / 2, text, tone });
    }
  });
  // a ring lies under its coin
  const first = scene.pieces.findIndex((piece) => piece.kind === "coin");
  const ringed = under.length ? [...scene.pieces.slice(0, first), ...under, ...scene.pieces.slice(first)] : scene.pieces;
  return shifted({ ...scene, pieces: [...ringed, ...pieces] }, room ? Math.ceil(room / 2) + 6 : pieces.length ? 4 : 0);
}

/** Below each heap as many cells as its period is long, with the one that the heap falls on. */
function stripes(scene: Scene, places: NonNullable<Work["stripes"]>): Scene {
  const pieces: Piece[] = [];
  let lowest = 0;
  places.forEach((found, i) => {
    const label = scene.pieces.find((piece) => piece.id === `label-${i}`);
    if (!found || !label || found.period > widest) return;
    pieces.push({ id: `stripe${i}`, kind: "stripe", x: label.x, y: label.y + 8, w: Math.min(150, Math.max(60, 5 * found.period)), h: 9, dx: found.period, dy: found.place });
    lowest = Math.max(lowest, label.y + 30);
  });
  return { ...scene, height: Math.max(scene.height, lowest), pieces: [...scene.pieces, ...pieces] };
}

/** A scene with its working. */
export function worked(scene: Scene, term: Term, work: Work | null | undefined): Scene {
  if (!work) return scene;
  let drawn = scene;
  if (work.rows?.length) drawn = labels(drawn, term, work.rows);
  const striped = work.stripes?.some(Boolean) ?? false;
  if (striped) drawn = stripes(drawn, work.stripes ?? []);
  if (work.bits) drawn = columns(drawn, work.bits, striped ? 20 : 0);
  return drawn;
}
