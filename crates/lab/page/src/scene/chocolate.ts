// Chocolate: Chomp's board with its poisoned square, bitten at a square, and Schrage's rectangles, broken along a line.
import type { Move } from "../api/types";
import { caption, least, size, target, words, type Ask, type Piece, type Scene, type Target } from "./scene";

interface Block {
  part: number;
  x: number;
  y: number;
  columns: number;
  rows: number;
}

/** Puts blocks side by side, in lines, at one size for all squares. */
function flow(sizes: { rows: number; columns: number }[], width: number, most: number, fewest: number): { blocks: Block[]; pitch: number; width: number; height: number } {
  const widest = Math.max(1, ...sizes.map((block) => block.columns));
  const pitch = Math.max(fewest, Math.min(most, Math.floor((width - 40) / widest)));
  const blocks: Block[] = [];
  let x = 20;
  let y = 20;
  let tallest = 0;
  let reach = 0;
  sizes.forEach(({ rows, columns }, part) => {
    if (x > 20 && x + columns * pitch > width - 16) {
      x = 20;
      y += tallest + 40;
      tallest = 0;
    }
    blocks.push({ part, x, y, columns, rows });
    reach = Math.max(reach, x + columns * pitch);
    x += columns * pitch + 36;
    tallest = Math.max(tallest, rows * pitch);
  });
  return { blocks, pitch, width: reach + 20, height: y + tallest + 30 };
}

export function chompScene(ask: Ask): Scene {
  const boards = ask.term.parts.map((part) => (part.rows ?? []).map(size));
  const laid = flow(boards.map((rows) => ({ rows: rows.length, columns: rows[0] ?? 0 })), ask.width, 56, least(ask, 12));
  const { pitch } = laid;
  const pieces: Piece[] = [];
  const targets: Target[] = [];
  for (const block of laid.blocks) {
    const rows = boards[block.part] ?? [];
    const middle = (row: number, column: number) => ({ x: block.x + (column - 0.5) * pitch, y: block.y + (row - 0.5) * pitch });
    rows.forEach((length, i) => {
      for (let column = 1; column <= length; column += 1) {
        const at = middle(i + 1, column);
        pieces.push({ id: `q${block.part}-${i + 1}-${column}`, kind: i === 0 && column === 1 ? "poison" : "chocolate", x: at.x, y: at.y, w: pitch });
      }
    });
    for (const move of ask.moves) {
      const action = move.action;
      if (move.part !== block.part || action?.kind !== "bite") continue;
      const [row, column] = [Number(action.row), Number(action.column)];
      const at = middle(row, column);
      const touches = rows.flatMap((length, i) =>
        i + 1 < row ? [] : Array.from({ length: Math.max(0, length - column + 1) }, (_, j) => `q${block.part}-${i + 1}-${column + j}`));
      targets.push(target(move, at.x - pitch / 2, at.y - pitch / 2, pitch, pitch, touches));
    }
  }
  return { width: laid.width, height: laid.height - 8, pieces, targets };
}

export function rectanglesScene(ask: Ask): Scene {
  const sides = ask.term.parts.map((part) => (part.sides ?? []).map(size));
  const shapes = sides.map((side) => ({ rows: side.length === 1 ? 1 : (side[0] ?? 1), columns: side.length === 1 ? (side[0] ?? 1) : (side[1] ?? 1) }));
  const laid = flow(shapes, ask.width, 46, least(ask, 14));
  const { pitch } = laid;
  const pieces: Piece[] = [];
  const targets: Target[] = [];
  for (const block of laid.blocks) {
    const side = sides[block.part] ?? [];
    for (let row = 0; row < block.rows; row += 1) {
      for (let column = 0; column < block.columns; column += 1) {
        pieces.push({ id: `q${block.part}-${row}-${column}`, kind: "chocolate", x: block.x + (column + 0.5) * pitch, y: block.y + (row + 0.5) * pitch, w: pitch });
      }
    }
    pieces.push({ id: `label-${block.part}`, kind: "caption", x: block.x + (block.columns * pitch) / 2, y: block.y + block.rows * pitch + 17, text: caption(ask, block.part, side.map((s) => words(s)).join(" × ")) });
    for (const move of ask.moves) {
      if (move.part === block.part) targets.push(...breakTargets(move, block, side.length, pitch));
    }
  }
  return { width: laid.width, height: laid.height, pieces, targets };
}

function breakTargets(move: Move, block: Block, dimensions: number, pitch: number): Target[] {
  const action = move.action;
  if (action?.kind !== "break") return [];
  const at = size(action.at);
  const across = dimensions === 1 || action.along === 1;
  const wide = block.columns * pitch;
  const high = block.rows * pitch;
  const grip = Math.min(pitch * (pitch >= 34 ? 0.96 : 0.5), 34);
  if (across) {
    const x = block.x + at * pitch;
    const made = target(move, x - grip / 2, block.y - 12, grip, high + 18, [], [{ id: "cut", kind: "cut", x, y: block.y - 6, dx: 0, dy: high + 12 }]);
    made.sign = { x, y: block.y - 10 };
    return [made];
  }
  const y = block.y + at * pitch;
  const made = target(move, block.x - 12, y - grip / 2, wide + 18, grip, [], [{ id: "cut", kind: "cut", x: block.x - 6, y, dx: wide + 12, dy: 0 }]);
  made.sign = { x: block.x - 10, y };
  return [made];
}
