// Boards of squares: a domino is put on the side that two squares share, an X on a square.
import { least, target, type Ask, type Piece, type Scene, type Target } from "./scene";
import { cardsScene } from "./walk";

export function squaresScene(ask: Ask): Scene {
  const rows = ask.term.parts[0]?.squares;
  if (!rows) return cardsScene(ask);
  const columns = Math.max(1, ...rows.map((row) => row.length));
  // a finger needs room for the side between two squares
  const dominoes = ask.moves.some((move) => move.action?.kind === "fill" && move.action.squares.length > 1);
  const fewest = ask.coarse && dominoes ? 48 : least(ask, 16);
  const pitch = Math.max(fewest, Math.min(52, Math.floor((ask.width - 40) / columns)));
  const middle = (row: number, column: number) => ({ x: 20 + (column - 0.5) * pitch, y: 20 + (row - 0.5) * pitch });
  const pieces: Piece[] = [];
  rows.forEach((row, i) => [...row].forEach((square, j) => {
    if (square === ".") return;
    const at = middle(i + 1, j + 1);
    pieces.push({ id: `q${i + 1}-${j + 1}`, kind: "square", ...at, w: pitch });
    if (square === "X") pieces.push({ id: `x${i + 1}-${j + 1}`, kind: "cross", ...at, w: pitch });
  }));
  const targets: Target[] = ask.moves.flatMap((move) => {
    if (move.action?.kind !== "fill") return [];
    const places = move.action.squares.map(([row, column]) => ({ id: `q${row}-${column}`, ...middle(row, column) }));
    const [one, other] = [places[0], places[1]];
    if (!one) return [];
    const touches = places.map((place) => place.id);
    if (!other) {
      return [target(move, one.x - pitch / 2, one.y - pitch / 2, pitch, pitch, touches, [{ id: "cross", kind: "cross", x: one.x, y: one.y, w: pitch, tone: "offered" }])];
    }
    const along = one.y === other.y;
    const narrow = least(ask, pitch * 0.5);
    const [w, h] = along ? [narrow, pitch * 0.72] : [pitch * 0.72, narrow];
    const domino: Piece = { id: "domino", kind: "domino", x: one.x - pitch / 2 + 4, y: one.y - pitch / 2 + 4, w: (along ? 2 : 1) * pitch - 8, h: (along ? 1 : 2) * pitch - 8 };
    return [{ ...target(move, (one.x + other.x) / 2 - w / 2, (one.y + other.y) / 2 - h / 2, w, h, touches, [domino]), dot: true }];
  });
  return { width: 40 + columns * pitch, height: 40 + rows.length * pitch, pieces, targets };
}
