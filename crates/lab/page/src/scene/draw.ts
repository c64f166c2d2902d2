// Which board is drawn how, and what is too large to be drawn.
import type { Term } from "../api/types";
import { bankScene } from "./bank";
import { chompScene, rectanglesScene } from "./chocolate";
import { coinsScene, stairsScene } from "./coins";
import { heapsScene } from "./heaps";
import { compoundScene } from "./compound";
import { nearlyScene } from "./nearly";
import { networkScene } from "./network";
import { queenScene, standing } from "./queen";
import { size, words, type Ask, type Piece, type Scene } from "./scene";
import { squaresScene } from "./squares";
import { starScene, stripsScene } from "./strips";
import { cardsScene, walkScene } from "./walk";

const most = { strip: 400, side: 24, bar: 48, queen: 100, part: 160 };

function fits(term: Term): boolean {
  if (term.parts.length > most.part) return false;
  return term.parts.every((part) => {
    if (term.board === "stairs") return size(part.size ?? 0) <= most.strip;
    if (part.coins !== undefined) return part.coins.length <= most.part && term.parts.length <= most.side;
    if (part.tokens) return part.tokens.every((token) => size(token) <= most.strip);
    if (part.rows) return part.rows.length <= most.bar && part.rows.every((row) => size(row) <= most.bar);
    if (part.squares) return part.squares.length <= most.side && part.squares.every((row) => row.length <= most.bar);
    if (part.sides) return part.sides.length <= 2 && part.sides.every((side) => size(side) <= (part.sides?.length === 1 ? 60 : most.side));
    const stands = standing(term);
    if (stands) return Math.max(...stands) <= most.queen;
    return true;
  });
}

/** The most that may be taken now, under the heaps. */
function limited(drawn: Scene, ask: Ask): Scene {
  if (ask.term.limit === undefined || ask.term.limit === null) return drawn;
  const note: Piece = { id: "limit", kind: "caption", x: drawn.width / 2, y: drawn.height + 16, text: `at most ${words(ask.term.limit)} may be taken now` };
  return { ...drawn, height: drawn.height + 28, pieces: [...drawn.pieces, note] };
}

export function scene(ask: Ask): Scene {
  if (!fits(ask.term)) return cardsScene(ask);
  const stands = standing(ask.term);
  if (stands) return queenScene(ask, stands);
  switch (ask.term.board) {
    case "heaps":
    case "pins":
    case "nim":
      return limited(heapsScene(ask), ask);
    case "stairs":
      return stairsScene(ask);
    case "coins":
      return coinsScene(ask);
    case "tokens":
    case "bag":
    case "strips":
      return stripsScene(ask);
    case "star":
    case "shared":
      return starScene(ask);
    case "chocolate":
      return chompScene(ask);
    case "rectangles":
      return rectanglesScene(ask);
    case "bank":
      return bankScene(ask);
    case "nearly":
      return nearlyScene(ask, scene);
    case "compound":
      return compoundScene(ask, scene);
    case "graph":
      return walkScene(ask);
    case "network":
      return networkScene(ask);
    case "squares":
      return squaresScene(ask);
    default:
      return cardsScene(ask);
  }
}
