// Strips of squares with coins. Side by side for Silver Dollar; as a star around the common square where it fits; as a
// comb with the common squares at the left where it does not, and for strips that share more than one square. Where
// nobody may jump, a square tells which coin comes to it; only a common square can be reached by several, and there each
// strip has its own place to press. Where coins jump or come from both sides, the coin is pressed first, then its square. A strip that is wider than the page goes on in the next line.
import type { Move } from "../api/types";
import { least, size, target, type Ask, type Piece, type Scene, type Target } from "./scene";

function slides(moves: Move[]): { move: Move; strip: number; token: number; from: number; to: number }[] {
  return moves.flatMap((move) => {
    const action = move.action;
    if (action?.kind !== "slide") return [];
    return [{ move, strip: action.strip, token: action.token, from: size(action.from), to: size(action.to) }];
  });
}

function coin(name: string, x: number, y: number, w: number, square: number, tone?: string): Piece {
  return { id: name, kind: "coin", x, y, w, text: String(square), ...(tone ? { tone } : {}) };
}

export function stripsScene(ask: Ask): Scene {
  const strips = ask.term.parts.map((part) => (part.tokens ?? []).map(size));
  const bag = ask.term.board === "bag";
  const marked = (ask.term.marked ?? []).map(size);
  const farthest = Math.max(3, ...strips.flat());
  const smallest = least(ask, 26);
  // one free square beyond the last coin, unless it would begin a line of its own
  const last = (farthest + 1) % Math.max(4, Math.floor((ask.width - 16) / smallest)) === 0 ? farthest : farthest + 1;
  const pitch = Math.max(smallest, Math.min(48, Math.floor((ask.width - 16) / (last + 1))));
  const columns = Math.max(4, Math.min(last + 1, Math.floor((ask.width - 16) / pitch)));
  const lines = Math.ceil((last + 1) / columns);
  const pieces: Piece[] = [];
  const coins: Piece[] = [];
  const line = (strip: number, square: number): number => strip * lines + Math.floor(square / columns);
  const apart = (strip: number): number => (lines > 1 ? 14 * strip : 0);
  const middle = (strip: number, square: number) => ({ x: 8 + ((square % columns) + 0.5) * pitch, y: 12 + apart(strip) + line(strip, square) * (pitch + 26) + pitch / 2 });
  strips.forEach((tokens, strip) => {
    for (let square = 0; square <= last; square += 1) {
      const at = middle(strip, square);
      pieces.push({ id: `s${strip}-${square}`, kind: "square", x: at.x, y: at.y, w: pitch });
      pieces.push({ id: `n${strip}-${square}`, kind: "caption", x: at.x, y: at.y + pitch / 2 + 11, text: bag && square === 0 ? "bag" : String(square) });
    }
    tokens.forEach((square, token) => {
      const at = middle(strip, square);
      coins.push(coin(`c${strip}-${token}`, at.x, at.y, pitch, square, marked[strip] === square ? "marked" : undefined));
    });
    if (bag && marked[strip] === 0) coins.push(coin("bagged", middle(strip, 0).x, middle(strip, 0).y, pitch, 0, "marked"));
  });
  const all = slides(ask.moves).map((slide) => ({ ...slide, strip: slide.move.part ?? slide.strip }));
  const square = (strip: number, to: number) => ({ x: middle(strip, to).x - pitch / 2, y: middle(strip, to).y - pitch / 2 });
  // where two coins can come to one square, the first press says which coin goes
  const clash = new Set(all.map(({ strip, to }) => `${strip}-${to}`)).size < all.length;
  const going = all.filter(({ strip, token }) => ask.picked[0] === `coin:${strip}-${token}`);
  const targets = (clash ? going : all).map(({ move, strip, token, to }) => {
    const at = middle(strip, to);
    const ghost: Piece = { id: "ghost", kind: "ghost", x: at.x, y: at.y, w: pitch };
    return target(move, at.x - pitch / 2, at.y - pitch / 2, pitch, pitch, [`c${strip}-${token}`], [ghost]);
  });
  if (clash && going.length === 0) {
    for (const key of new Set(all.map(({ strip, token }) => `${strip}-${token}`))) {
      const mine = all.filter(({ strip, token }) => `${strip}-${token}` === key);
      const { strip, from } = mine[0] as (typeof mine)[number];
      targets.push({ id: `coin:${key}`, ...square(strip, from), w: pitch, h: pitch, label: `move the coin on ${from}`, pick: `coin:${key}`, leads: mine.map((each) => each.move.to), touches: [`c${key}`], marks: [] });
    }
  }
  for (const move of ask.moves) {
    if (move.action?.kind === "take-bag") targets.push(target(move, square(0, 0).x, square(0, 0).y, pitch, pitch, ["bagged"]));
  }
  return { width: 16 + columns * pitch, height: 12 + apart(strips.length - 1) + strips.length * lines * (pitch + 26) + 4, pieces: [...pieces, ...coins], targets };
}

export function starScene(ask: Ask): Scene {
  const strips = ask.term.parts.map((part) => (part.tokens ?? []).map(size));
  const shared = ask.term.board === "shared" ? size(ask.term.shared ?? 1) : 1;
  const longest = Math.max(2, ...strips.flat()) + 1;
  const room = Math.min(ask.width, 600, ask.height ?? 600) / 2 - 8;
  const pitch = Math.min(42, room / (longest + 0.8));
  if (shared !== 1 || strips.length < 3 || strips.length > 8 || pitch < least(ask, 24)) return combScene(ask, strips, shared, longest);
  const hub = Math.max(pitch, (pitch * strips.length) / 5.5);
  const turn = (strip: number): number => -Math.PI / 2 + (2 * Math.PI * strip) / strips.length;
  const end = hub * 0.6 + (longest + 0.5) * pitch;
  const reach = (along: (angle: number) => number): number => Math.max(hub, ...strips.map((_, strip) => end * along(turn(strip)) + pitch / 2));
  const center = { x: reach((angle) => -Math.cos(angle)), y: reach((angle) => -Math.sin(angle)) };
  const at = (strip: number, square: number) => {
    const angle = turn(strip);
    const far = square === 0 ? 0 : hub * 0.6 + square * pitch;
    return { x: center.x + far * Math.cos(angle), y: center.y + far * Math.sin(angle), angle };
  };
  const pieces: Piece[] = [{ id: "hub", kind: "hub", ...center, w: hub * 1.7 }];
  const coins: Piece[] = [];
  strips.forEach((tokens, strip) => {
    for (let square = 1; square <= longest; square += 1) {
      const there = at(strip, square);
      pieces.push({ id: `s${strip}-${square}`, kind: "square", x: there.x, y: there.y, w: pitch, tone: String((there.angle * 180) / Math.PI) });
    }
    tokens.forEach((square, token) => {
      const there = at(strip, square);
      coins.push(coin(`c${strip}-${token}`, there.x, there.y, pitch, square));
    });
  });
  const targets = slides(ask.moves).map(({ move, strip, token, to }): Target => {
    const there = at(strip, to);
    const inside = ask.coarse ? 0.68 : 0.52;
    const door = to === 0 ? { x: center.x + hub * inside * Math.cos(there.angle), y: center.y + hub * inside * Math.sin(there.angle) } : there;
    const w = to === 0 ? Math.max(least(ask, 22), hub * 0.55) : pitch;
    return target(move, door.x - w / 2, door.y - w / 2, w, w, [`c${strip}-${token}`], [{ id: "ghost", kind: "ghost", x: there.x, y: there.y, w: pitch }]);
  });
  return { width: center.x + reach(Math.cos), height: center.y + reach(Math.sin), pieces: [...pieces, ...coins], targets };
}

/** Common squares at the left, one line per strip. A common square is as high as the comb. */
function combScene(ask: Ask, strips: number[][], shared: number, longest: number): Scene {
  const pitch = Math.max(least(ask, 24), Math.min(44, Math.floor((ask.width - 16) / (longest + 1))));
  const step = pitch + 20;
  const columns = Math.max(3, Math.min(longest + 1 - shared, Math.floor((ask.width - 16) / pitch) - shared));
  const lines = Math.max(1, Math.ceil((longest + 1 - shared) / columns));
  const height = strips.length * lines * step;
  const lineOf = (strip: number, square: number): number => strip * lines + Math.floor(Math.max(0, square - shared) / columns);
  const at = (strip: number, square: number) =>
    square < shared
      ? { x: 8 + (square + 0.5) * pitch, y: 8 + height / 2 }
      : { x: 8 + (shared + ((square - shared) % columns) + 0.5) * pitch, y: 8 + (lineOf(strip, square) + 0.5) * step };
  const pieces: Piece[] = [];
  const coins: Piece[] = [];
  for (let square = 0; square < shared; square += 1) {
    pieces.push({ id: `common-${square}`, kind: "bar", x: 8 + square * pitch + 1, y: 8, w: pitch - 2, h: height, tone: "common" });
    pieces.push({ id: `common-n${square}`, kind: "caption", x: 8 + (square + 0.5) * pitch, y: height + 20, text: String(square) });
  }
  strips.forEach((tokens, strip) => {
    for (let square = shared; square <= longest; square += 1) {
      const there = at(strip, square);
      pieces.push({ id: `s${strip}-${square}`, kind: "square", x: there.x, y: there.y, w: pitch });
      if (lines > 1) pieces.push({ id: `n${strip}-${square}`, kind: "caption", x: there.x, y: there.y + pitch / 2 + 11, text: String(square) });
      else if (strip === strips.length - 1) pieces.push({ id: `n-${square}`, kind: "caption", x: there.x, y: height + 20, text: String(square) });
    }
    tokens.forEach((square, token) => {
      const there = at(strip, square);
      coins.push(coin(`c${strip}-${token}`, there.x, there.y, pitch, square));
    });
  });
  const targets = slides(ask.moves).map(({ move, strip, token, to }): Target => {
    const there = at(strip, to);
    const y = 8 + (lineOf(strip, to) + 0.5) * step;
    return target(move, there.x - pitch / 2, y - pitch / 2, pitch, pitch, [`c${strip}-${token}`], [{ id: "ghost", kind: "ghost", x: there.x, y: there.y, w: pitch }]);
  });
  return { width: 16 + (shared + columns) * pitch, height: height + 32, pieces: [...pieces, ...coins], targets };
}
