// Nim as the front door plays it, before any engine is there. The nim-sum below is the only mathematics of this page: the
// heaps XORed together. Every other answer is the engine's, and these are its answers too, word for word: a test compares them
// (browser/door.test.js). Heaps stand in descending order, as the engine writes them.

/** The sizes of the heaps of a position of Nim; null for anything else. */
export function heapsOf(position) {
  const found = /^\s*nim\s*:\s*((?:\d{1,2}\s+)*\d{1,2})?\s*$/.exec(position);
  if (!found) return null;
  return sorted((found[1] ?? "").split(/\s+/).filter(Boolean).map(Number));
}

function sorted(heaps) {
  return heaps.filter((heap) => heap > 0).sort((a, b) => b - a);
}

function text(heaps) {
  return ["nim:", ...heaps].join(" ");
}

/** The nim-sum: whoever leaves 0 wins (theory 2.1). */
export function nimSum(heaps) {
  return heaps.reduce((sum, heap) => sum ^ heap, 0);
}

function movesOf(heaps) {
  return heaps.flatMap((heap, part) =>
    Array.from({ length: heap }, (_, k) => {
      const left = heap - k - 1;
      return {
        to: text(sorted(heaps.map((size, i) => (i === part ? left : size)))), term: 0, part, words: `take ${k + 1} from ${heap}`,
        action: { kind: "take", heap, at: part, taken: k + 1, left: left ? [left] : [] },
      };
    }));
}

/** A position with its ways to move. */
export function nimPosition(heaps) {
  const moves = movesOf(heaps);
  return {
    position: text(heaps), play: "normal", over: heaps.length === 0, winner: heaps.length ? null : "previous", refusal: null,
    terms: [{ label: "A", text: text(heaps), game: "nim", board: "nim", parts: heaps.map((size) => ({ size })) }],
    moves, moves_total: String(new Set(moves.map((move) => move.to)).size), truncated: false,
  };
}

/** What a move did to the chances of who made it. */
export function nimMove(before, after) {
  const won = nimSum(before) !== 0;
  const winning = nimSum(after) === 0;
  return { to: text(after), outcome_before: won ? "N" : "P", winning, verdict: winning ? "kept" : won ? "gave-away" : "lost-anyway" };
}

/** The moves that win. */
export function nimWinning(heaps) {
  return movesOf(heaps).filter((move) => nimSum(heapsOf(move.to) ?? []) === 0);
}

/** A friendly opponent's move: the winning one as often as not, otherwise any. `chance` gives numbers from 0 to 1. */
export function nimReply(heaps, chance = Math.random) {
  const all = movesOf(heaps);
  const winning = chance() < 0.5 ? nimWinning(heaps) : [];
  const from = winning.length ? winning : all;
  const move = from[Math.min(from.length - 1, Math.floor(chance() * from.length))];
  return { ...move, ...nimMove(heaps, heapsOf(move.to) ?? []) };
}

/** The heaps in binary, one below the other, and their nim-sum, as the engine's teacher writes them. */
export function nimTable(heaps) {
  const sum = nimSum(heaps);
  const bits = Math.max(1, sum.toString(2).length, ...heaps.map((heap) => heap.toString(2).length));
  const binary = (value) => value.toString(2).padStart(bits, "0");
  const top = sum ? sum.toString(2).length - 1 : null;
  return {
    bits, sum: String(sum), binary: binary(sum), deciding_bit: top,
    rows: heaps.map((heap) => ({ text: `nim: ${heap}`, value: String(heap), binary: binary(heap), carries: top !== null && ((heap >> top) & 1) === 1 })),
  };
}
