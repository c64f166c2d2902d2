// Boards of squares: a domino is put on the side that two squares share, an X on a square.
import { least, target, type Ask, type Piece, type Scene, type Target } from "./scene";
import { cardsScene } from "./walk";

export function squaresScene(ask: Ask): Scene {
  const boards = ask.term.parts.flatMap((part) => (part.squares ? [part.squares] : []));
  if (!boards.length || boards.length < ask.term.parts.length) return cardsScene(ask);
  const widest = Math.max(1, ...boards.flatMap((rows) => rows.map((row) => row.length)));
  // a finger needs room for the side between two squares
  const dominoes = ask.moves.some((move) => move.action?.kind === "fill" && move.action.squares.length > 1);
  const fewest = ask.coarse && dominoes ? 48 : least(ask, 16);
  const pitch = Math.max(fewest, Math.min(52, Math.floor((ask.width - 40) / widest)));
  // several boards stand side by side, as many as there is room for, then in the next row
  const gap = 28;
  const corners: [number, number][] = [];
  let [x, y, deep, wide] = [20, 20, 0, 0];
  for (const rows of boards) {
    const [w, h] = [Math.max(0, ...rows.map((row) => row.length)) * pitch, rows.length * pitch];
    if (x > 20 && x + w > ask.width - 20) [x, y, deep] = [20, y + deep + gap, 0];
    corners.push([x, y]);
    x += w + gap;
    wide = Math.max(wide, x - gap + 20);
    deep = Math.max(deep, h);
  }
  const pieces: Piece[] = [];
  const targets: Target[] = [];
  boards.forEach((rows, board) => {
    const [left, top] = corners[board] ?? [20, 20];
    const mark = boards.length > 1 ? `b${board}-` : "";
    const middle = (row: number, column: number) => ({ x: left + (column - 0.5) * pitch, y: top + (row - 0.5) * pitch });
    rows.forEach((row, i) => [...row].forEach((square, j) => {
      if (square === ".") return;
      const at = middle(i + 1, j + 1);
      pieces.push({ id: `${mark}q${i + 1}-${j + 1}`, kind: "square", ...at, w: pitch });
      if (square === "X") pieces.push({ id: `${mark}x${i + 1}-${j + 1}`, kind: "cross", ...at, w: pitch });
    }));
    for (const move of ask.moves) {
      if (move.action?.kind !== "fill" || (boards.length > 1 && move.part !== board)) continue;
      const places = move.action.squares.map(([row, column]) => ({ id: `${mark}q${row}-${column}`, ...middle(row, column) }));
      const [one, other] = [places[0], places[1]];
      if (!one) continue;
      const touches = places.map((place) => place.id);
      if (!other) {
        targets.push(target(move, one.x - pitch / 2, one.y - pitch / 2, pitch, pitch, touches, [{ id: "cross", kind: "cross", x: one.x, y: one.y, w: pitch, tone: "offered" }]));
        continue;
      }
      const along = one.y === other.y;
      const narrow = least(ask, pitch * 0.5);
      const [w, h] = along ? [narrow, pitch * 0.72] : [pitch * 0.72, narrow];
      const domino: Piece = { id: "domino", kind: "domino", x: one.x - pitch / 2 + 4, y: one.y - pitch / 2 + 4, w: (along ? 2 : 1) * pitch - 8, h: (along ? 1 : 2) * pitch - 8 };
      targets.push({ ...target(move, (one.x + other.x) / 2 - w / 2, (one.y + other.y) / 2 - h / 2, w, h, touches, [domino]), dot: true });
    }
  });
  return { width: wide, height: y + deep + 20, pieces, targets };
}
