// A piece on its way to the corner of a quarter board: one number is the distance to the left edge, the other to the top.
// Wythoff's game, the rook, the bishop and the king are told as two heaps; the knight, which may go away from an edge, by
// the squares it comes to.
import type { Move, Term } from "../api/types";
import { least, size, target, type Ask, type Piece, type PieceKind, type Scene } from "./scene";

type Square = [number, number];

const pictures: Partial<Record<string, PieceKind>> = { rook: "rook", bishop: "bishop", king: "king", knight: "knight" };

function square(name: string | undefined): Square | null {
  const found = /^(\d+),(\d+)$/.exec(name ?? "");
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** Where the piece of a board stands; nothing where the board has none. */
export function standing(term: Term): Square | null {
  if (term.board === "wythoff") return [size(term.parts[0]?.size ?? 0), size(term.parts[1]?.size ?? 0)];
  return term.game === "knight" ? square(term.parts[0]?.node) : null;
}

function reached(move: Move, [across, down]: Square): Square | null {
  const action = move.action;
  if (action?.kind === "walk") return square(action.node);
  const takes = action?.kind === "take" ? [action] : action?.kind === "take-several" ? action.takes : null;
  if (!takes) return null;
  const gone = (heap: number): number => size(takes.find((take) => take.at === heap)?.taken ?? 0);
  return [across - gone(0), down - gone(1)];
}

export function queenScene(ask: Ask, [across, down]: Square): Scene {
  const ways = ask.moves.flatMap((move) => {
    const to = reached(move, [across, down]);
    return to ? [{ move, to }] : [];
  });
  // a knight has room for the squares beyond it, on every board of its game
  const beyond = ask.term.game === "knight" ? 2 : 1;
  const columns = across + beyond;
  const rows = down + beyond;
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
  const kind: PieceKind = pictures[ask.term.game] ?? "queen";
  pieces.push({ id: "queen", kind, ...middle(across, down), w: pitch });
  const targets = ways.map(({ move, to: [x, y] }) => {
    const at = middle(x, y);
    return target(move, at.x - pitch / 2, at.y - pitch / 2, pitch, pitch, [`q${x}-${y}`], [{ id: "ghost", kind: "ghost", ...at, w: pitch }]);
  });
  return { width: 36 + columns * pitch, height: 34 + rows * pitch, pieces, targets };
}
