// Rows of coins that are turned, and coins on stairs. A set of coins is chosen one by one, in any order: a press adds a
// coin, and once the set is a move and nothing can be added the press makes it; pressing a chosen coin again makes the
// move as it stands. On the stairs the k-th coin from the top takes k coins one step down.
import type { Move } from "../api/types";
import { caption, least, said, size, target, words, type Ask, type Piece, type Scene, type Target } from "./scene";

/** The coins of a move as text, in the order of the board. */
function cells(move: Move): string[] {
  const action = move.action;
  if (action?.kind !== "turn") return [];
  return action.rows.flatMap((row) => action.columns.map((column) => `${size(row)}-${size(column)}`));
}

export function coinsScene(ask: Ask): Scene {
  const rows = ask.term.parts.map((part) => part.coins ?? "");
  const columns = rows[0]?.length ?? 0;
  const margin = rows.length > 1 ? 56 : 8;
  const pitch = Math.max(least(ask, 30), Math.min(56, Math.floor((ask.width - margin - 8) / Math.max(1, columns))));
  const middle = (row: number, column: number) => ({ x: margin + (column + 0.5) * pitch, y: 12 + (row + 0.5) * pitch });
  const chosen = ask.picked[0]?.startsWith("turn:") ? ask.picked[0].slice(5).split(" ") : [];
  const pieces: Piece[] = [];
  rows.forEach((row, y) => {
    [...row].forEach((face, x) => {
      const id = `${y}-${x}`;
      if (chosen.includes(id)) pieces.push({ id: `m${id}`, kind: "ghost", ...middle(y, x), w: pitch * 1.25 });
      pieces.push({ id: `c${id}`, kind: "coin", ...middle(y, x), w: pitch, text: face, tone: face === "H" ? "heads" : "tails" });
    });
    if (rows.length > 1) pieces.push({ id: `r${y}`, kind: "caption", x: 30, y: middle(y, 0).y + 4, text: `row ${y}` });
  });
  for (let x = 0; x < columns; x += 1) pieces.push({ id: `n${x}`, kind: "caption", x: middle(0, x).x, y: 12 + rows.length * pitch + 14, text: String(x) });
  const moves = ask.moves.map((move) => ({ move, cells: cells(move) })).filter((each) => chosen.every((id) => each.cells.includes(id)));
  const places = new Set(moves.flatMap((each) => each.cells));
  const targets: Target[] = [];
  for (const id of places) {
    const [row, column] = id.split("-").map(Number) as [number, number];
    const at = middle(row, column);
    const wanted = chosen.includes(id) ? chosen : [...chosen, id];
    const within = moves.filter((each) => each.cells.includes(id));
    const exact = within.find((each) => each.cells.length === wanted.length);
    if (chosen.includes(id) && !exact) continue;
    const touches = wanted.map((each) => `c${each}`);
    const box = [at.x - pitch / 2, at.y - pitch / 2, pitch, pitch] as const;
    if (exact && (within.length === 1 || chosen.includes(id))) targets.push({ ...target(exact.move, ...box, touches), id: `t${id}` });
    else {
      targets.push({
        id: `t${id}`, x: box[0], y: box[1], w: pitch, h: pitch, label: `choose the coin at ${rows.length > 1 ? `row ${row}, column ${column}` : column}`,
        pick: `turn:${wanted.join(" ")}`, leads: within.map((each) => each.move.to), touches, marks: [],
      });
    }
  }
  const prompt = "Choose more coins, or press a chosen one again to turn them.";
  return { width: margin + columns * pitch + 8, height: 12 + rows.length * pitch + 26, pieces, targets, prompt };
}

const tallest = 14;

export function stairsScene(ask: Ask): Scene {
  const steps = ask.term.parts.map((part) => size(part.size ?? 0));
  const pitch = Math.max(least(ask, 30), Math.min(76, Math.floor((ask.width - 16) / Math.max(1, steps.length))));
  const w = Math.min(34, pitch - 2);
  const rise = 18;
  const floor = Math.max(...steps.map((coins, i) => (i + 1) * rise + Math.min(coins, tallest) * w * 0.62 + w * 0.6), rise) + 12;
  const pieces: Piece[] = [];
  const targets: Target[] = [];
  steps.forEach((coins, i) => {
    const x = 8 + (i + 0.5) * pitch;
    const top = floor - (i + 1) * rise;
    pieces.push({ id: `b${i}`, kind: "bar", x: 8 + i * pitch + 1, y: top, w: pitch - 2, h: (i + 1) * rise, tone: "common" });
    const shown = Math.min(coins, tallest);
    const at = (k: number) => top - w * 0.4 - k * w * 0.62;
    for (let k = 0; k < shown; k += 1) pieces.push({ id: `c${i}-${k}`, kind: "stone", x, y: at(k), w });
    pieces.push({ id: `n${i}`, kind: "caption", x, y: floor + 16, text: `step ${i + 1}` });
    pieces.push({ id: `k${i}`, kind: "caption", x, y: floor + 32, text: caption(ask, i, words(coins)) });
    for (const move of ask.moves) {
      const action = move.action;
      if (action?.kind !== "descend" || size(action.step) !== i + 1) continue;
      const count = size(action.count);
      // stones beyond those that are drawn go from the lowest one
      if (count > shown) continue;
      const k = shown - count;
      const touches = Array.from({ length: count }, (_, n) => `c${i}-${k + n}`);
      targets.push({ ...target(move, x - w / 2, at(k) - w * 0.31, w, w * 0.62, touches), label: said(move) });
    }
  });
  return { width: 16 + steps.length * pitch, height: floor + 42, pieces, targets };
}
