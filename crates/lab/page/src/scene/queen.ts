// Wythoff's game as a queen on a quarter board: one heap is the distance to the left edge, the other to the top, and
// the three kinds of moves are the three directions in which she may go home to the corner.
import { least, size, target, type Ask, type Piece, type Scene } from "./scene";

export function queenScene(ask: Ask): Scene {
  const across = size(ask.term.parts[0]?.size ?? 0);
  const down = size(ask.term.parts[1]?.size ?? 0);
  const columns = across + 1;
  const rows = down + 1;
  const room = Math.min(ask.width - 40, (ask.height ?? 640) - 40);
  const pitch = Math.max(least(ask, 13), Math.min(48, Math.floor((ask.width - 40) / Math.max(columns, 4)), Math.floor(room / Math.max(rows, 4))));
  const middle = (x: number, y: number) => ({ x: 26 + (x + 0.5) * pitch, y: 24 + (y + 0.5) * pitch });
  const pieces: Piece[] = [];
  const drawn = columns * rows <= 600;
  if (!drawn) {
    // one grid instead of thousands of squares
    pieces.push({ id: "grid", kind: "grid", x: 26, y: 24, w: columns * pitch, h: rows * pitch, dx: pitch, dy: pitch });
    pieces.push({ id: "q0-0", kind: "cell", ...middle(0, 0), w: pitch, tone: "home" });
  }
  for (let y = 0; y < rows && drawn; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      pieces.push({ id: `q${x}-${y}`, kind: "cell", ...middle(x, y), w: pitch, tone: x + y === 0 ? "home" : (x + y) % 2 ? "odd" : "even" });
    }
  }
  const every = pitch >= 20 ? 1 : 5;
  for (let x = 0; x < columns; x += every) pieces.push({ id: `cx${x}`, kind: "caption", x: middle(x, 0).x, y: 14, text: String(x) });
  for (let y = 0; y < rows; y += every) pieces.push({ id: `cy${y}`, kind: "caption", x: 12, y: middle(0, y).y + 4, text: String(y) });
  pieces.push({ id: "queen", kind: "queen", ...middle(across, down), w: pitch });
  const targets = ask.moves.flatMap((move) => {
    const action = move.action;
    if (action?.kind !== "take" && action?.kind !== "take-several") return [];
    const gone = (heap: number): number => {
      if ("takes" in action) return size(action.takes.find((take) => take.at === heap)?.taken ?? 0);
      return move.part === heap ? size(action.taken) : 0;
    };
    const x = across - gone(0);
    const y = down - gone(1);
    const at = middle(x, y);
    return [target(move, at.x - pitch / 2, at.y - pitch / 2, pitch, pitch, [`q${x}-${y}`], [{ id: "ghost", kind: "ghost", ...at, w: pitch }])];
  });
  return { width: 36 + columns * pitch, height: 34 + rows * pitch, pieces, targets };
}
