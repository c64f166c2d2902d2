// Nim with a bank. The bank's tokens appear as pale stones behind each heap, pressed to add as many.
import { least, size, target, words, type Ask, type Piece, type Scene, type Target } from "./scene";
import { layHeaps, rowTargets } from "./heaps";

/** The most tokens of the bank that are drawn beside a heap. */
const offered = 40;

export function bankScene(ask: Ask): Scene {
  const bank = size(ask.term.bank ?? 0);
  const room = Math.min(bank, offered);
  const step = least(ask, 26);
  const heaps = ask.term.parts.map((part, i) => ({ key: `${i}`, size: part.size ?? 0, names: ask.names[i] ?? [] }));
  const pieces: Piece[] = [{ id: "bank", kind: "text", x: 8, y: 22, text: `Bank: ${words(ask.term.bank ?? 0)}` }];
  const targets: Target[] = [];
  let top = 34;
  let width = 160;
  for (const heap of heaps) {
    const laid = layHeaps([heap], "stone", ask.width, top, { smallest: least(ask, 0) });
    pieces.push(...laid.pieces.map((piece) => (piece.kind === "caption" ? { ...piece, x: 8 + 10 } : piece)));
    const mine = ask.moves.filter((move) => String(move.part) === heap.key);
    for (const row of laid.rows) targets.push(...rowTargets(row, mine.filter((move) => move.action?.kind === "take"), ask.picked));
    const row = laid.rows[0];
    const tall = size(heap.size) > (row?.columns ?? 0);
    let x = tall ? ask.width : 8 + size(heap.size) * (row?.pitch ?? 26) + 14;
    let y = (row?.y ?? top + 20) + (row?.pitch ?? 26) * 0.575;
    let bottom = laid.height;
    // what does not fit beside the heap goes on below it
    const spots = Array.from({ length: room }, () => {
      if (x + step > ask.width - 4) [x, y] = [8, bottom + step / 2 - 8];
      bottom = Math.max(bottom, y + step / 2 + 10);
      x += step;
      return { x: x - step / 2, y };
    });
    spots.forEach((spot, i) => pieces.push({ id: `b${heap.key}-${i}`, kind: "stone", ...spot, w: step - 2, tone: "offered" }));
    for (const move of mine) {
      if (move.action?.kind !== "add") continue;
      const added = size(move.action.added);
      const spot = spots[added - 1];
      if (spot) targets.push(target(move, spot.x - step / 2, spot.y - step / 2 - 1, step, step + 2, Array.from({ length: added }, (_, i) => `b${heap.key}-${i}`)));
    }
    width = Math.max(width, laid.width, ...spots.map((spot) => spot.x + step / 2 + 4));
    top = bottom;
  }
  return { width, height: top + 4, pieces, targets };
}
