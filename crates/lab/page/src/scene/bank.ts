// Nim with a bank, and nearly disjunctive sums: heaps of stones with something beside them. The bank's tokens appear as
// pale stones behind each heap, pressed to add as many; a component of a nearly disjunctive sum stands in a frame of its
// own, with a crown once it is the owner.
import { least, size, target, words, type Ask, type Piece, type Scene, type Target } from "./scene";
import { layHeaps, rowTargets } from "./heaps";

const offered = 6;

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
    const laid = layHeaps([heap], "stone", Math.max(120, ask.width - room * (step + 2)), top, { smallest: least(ask, 0) });
    pieces.push(...laid.pieces.map((piece) => (piece.kind === "caption" ? { ...piece, x: 8 + 10 } : piece)));
    const mine = ask.moves.filter((move) => String(move.part) === heap.key);
    for (const row of laid.rows) targets.push(...rowTargets(row, mine.filter((move) => move.action?.kind === "take"), ask.picked));
    const count = Math.min(size(heap.size), laid.rows[0]?.columns ?? 0);
    const start = 8 + count * (laid.rows[0]?.pitch ?? 26) + 14;
    const y = (laid.rows[0]?.y ?? top + 20) + (laid.rows[0]?.pitch ?? 26) * 0.575;
    for (let i = 0; i < room; i += 1) {
      pieces.push({ id: `b${heap.key}-${i}`, kind: "stone", x: start + i * step, y, w: step - 2, tone: "offered" });
    }
    for (const move of mine) {
      if (move.action?.kind !== "add" || size(move.action.added) > room) continue;
      const added = size(move.action.added);
      targets.push(target(move, start + (added - 1) * step - step / 2, y - step / 2 - 1, step, step + 2, Array.from({ length: added }, (_, i) => `b${heap.key}-${i}`)));
    }
    width = Math.max(width, laid.width, start + room * step);
    top = laid.height;
  }
  return { width, height: top + 4, pieces, targets };
}

export function nearlyScene(ask: Ask): Scene {
  const pieces: Piece[] = [];
  const targets: Target[] = [];
  let top = 0;
  ask.term.parts.forEach((part, component) => {
    const heaps = (part.heaps ?? []).map((count, i) => ({ key: `${component}.${i}`, size: count, names: [] }));
    pieces.push({ id: `t${component}`, kind: "text", x: 16, y: top + 26, text: `${part.game ?? ""}${part.owner ? " ♛ owner" : ""}` });
    const laid = layHeaps(heaps, "stone", ask.width - 16, top + 34, { smallest: least(ask, 0), lane: ask.coarse ? 36 : 0 });
    pieces.push({ id: `f${component}`, kind: "box", x: 4, y: top + 4, w: ask.width - 8, h: laid.height - top, tone: part.owner ? "owner" : "" }, ...laid.pieces.map((piece) => ({ ...piece, x: piece.x + 8 })));
    const mine = ask.moves.filter((move) => move.part === component);
    laid.rows.forEach((row) => {
      const shifted = { ...row, x: row.x + 8, names: Array.from({ length: row.size }, (_, i) => `${row.key}-${i}`) };
      const index = Number(row.key.split(".")[1]);
      targets.push(...rowTargets(shifted, mine.filter((move) => move.action && "at" in move.action && move.action.at === index), ask.picked));
    });
    top = laid.height + 14;
  });
  return { width: ask.width, height: Math.max(60, top), pieces, targets };
}
