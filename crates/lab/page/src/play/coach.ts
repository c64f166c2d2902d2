// What the coach says of moves, in words. The verdicts are the engine's.
import type { TeacherAnswer, TeacherComponent, Term, MoveVerdict } from "../api/types";
import { said, size, words } from "../scene/scene";
import type { Work } from "../scene/work";
import { link } from "../route/route.svelte";
import type { Step } from "./match.svelte";

export const signs: Record<MoveVerdict, string> = { kept: "✓", "gave-away": "✗", "lost-anyway": "·", "kept-draw": "=", "gave-draw-away": "✗" };
export const meanings: Record<MoveVerdict, string> = { kept: "kept the win", "gave-away": "gave the win away", "lost-anyway": "was lost anyway", "kept-draw": "kept the draw", "gave-draw-away": "gave the draw away" };

/** The verdict on a move as a sentence. */
export function sentence(verdict: MoveVerdict, who: string): string {
  const mine = who === "You";
  switch (verdict) {
    case "kept":
      return mine ? "Your move kept the win." : `${who} kept the win.`;
    case "gave-away":
      return mine ? "That move gave the win away." : `${who} gave the win away.`;
    case "lost-anyway":
      return mine ? "That position was lost anyway: no move wins there." : `${who} had no winning move.`;
    case "kept-draw":
      return mine ? "Your move kept the draw: nobody can force a win here." : `${who} kept the draw.`;
    case "gave-draw-away":
      return mine ? "That move gave the draw away." : `${who} gave the draw away.`;
  }
}

export const unknown = "It is not known who wins here, so the move is not judged.";

/** Who wins each position of a game with best play, side 0 or 1, by what the engine said of the moves; null where it did not. */
export function winners(steps: Step[]): (0 | 1 | null)[] {
  return steps.map((step, i) => {
    const mover = (1 - step.turn) as 0 | 1;
    if (step.verdict === "kept-draw") return null;
    if (step.verdict) return step.verdict === "kept" ? mover : step.turn;
    const next = steps[i + 1]?.verdict;
    if (next === "kept-draw" || next === "gave-draw-away") return null;
    if (next) return next === "lost-anyway" ? ((1 - step.turn) as 0 | 1) : step.turn;
    return null;
  });
}

/** The last move that changed who wins; null where none is known to have. */
export function decidingMistake(steps: Step[]): number | null {
  const verdicts = steps.map((step) => step.verdict);
  const at = Math.max(verdicts.lastIndexOf("gave-away"), verdicts.lastIndexOf("gave-draw-away"));
  return at < 0 ? null : at;
}

/** What is said of a finished game: nothing beyond what the engine knows of each move. */
export function summary(steps: Step[]): string {
  const made = steps.slice(1);
  if (made.some((step) => step.verdict === undefined)) return "The moves are being judged.";
  const deciding = decidingMistake(steps);
  const unjudged = (some: Step[]): number => some.filter((step) => step.verdict === null).length;
  const after = unjudged(steps.slice((deciding ?? 0) + 1));
  const moves = (count: number): string => (count === 1 ? "one move" : `${count} moves`);
  const gave = deciding !== null && made[deciding - 1]?.verdict === "gave-draw-away" ? "draw" : "win";
  if (deciding !== null) return after ? `Move ${deciding} gave the ${gave} away. Of ${moves(after)} after it, it is not known who wins.` : `Move ${deciding} decided the game.`;
  if (after === made.length) return "Who erred is not known: the engine does not find out who wins these positions.";
  if (after) return `No mistake is known. Of ${moves(after)} it is not known who wins.`;
  if (made.some((step) => step.verdict === "kept-draw")) return "Nobody made a mistake: the game is a draw.";
  return "Nobody made a mistake: the game was decided before the first move.";
}

/** How far a hint goes: who wins, which part, which move, why. */
export const hints = ["who", "part", "move", "why"] as const;
export type Hint = (typeof hints)[number];

function part(term: Term, index: number | null): string {
  const here = index === null ? undefined : term.parts[index];
  if (here?.size !== undefined && term.parts.length > 1) return `the ${term.board === "pins" ? "row" : "heap"} of ${words(size(here.size))}`;
  if (here?.tokens && term.parts.length > 1) return `strip ${(index ?? 0) + 1}`;
  return "";
}

/** What a hint says. */
export function hint(lesson: TeacherAnswer, step: Step, far: number): string {
  if (lesson.outcome === "draw") return far === 0 ? "Nobody can force a win here: play can go on for ever." : "No move wins. Choose one after which your opponent cannot win either.";
  if (lesson.outcome === "P") return far === 0 ? "Whoever must move here loses against good play. Make it hard, and wait for a mistake." : "No move wins. Leave as many moves as you can: the opponent may err.";
  if (far === 0) return "You can win from here.";
  const best = lesson.winning_moves[0];
  if (!best) return "There is a winning move, but it is not listed.";
  const others = lesson.winning_moves.length > 1 || lesson.truncated ? " It is not the only one." : "";
  const term = step.view.terms[best.term ?? 0];
  const board = step.view.terms.length > 1 && term ? `board ${term.label}` : "";
  const where = [term ? part(term, best.part) : "", board].filter(Boolean).join(" on ");
  if (far === 1) return where ? `A winning move is in ${where}.${others}` : `A winning move is on this board.${others}`;
  return `${said(best)}.${others}`.replace(/^./, (letter) => letter.toUpperCase());
}

/** What of an explanation is drawn at the board of a term: the engine's numbers, at the parts that they belong to. */
export function workOf(lesson: TeacherAnswer, term: number, terms: Term[]): Work | null {
  const board = terms[term];
  if (!board) return null;
  const mine = lesson.components.flatMap((component, i) => (component.term === term ? [{ component, row: lesson.nim_sum?.rows[i] }] : []));
  const apart = mine.length === board.parts.length;
  const sum = lesson.nim_sum;
  const heaps = apart && ["heaps", "pins", "nim"].includes(board.board);
  // the columns of a sum run through all its boards: they stand in the table alone
  const bits = terms.length === 1 && heaps && sum && sum.rows.length > 1 && sum.bits <= 12 && mine.every(({ row }) => row)
    ? { rows: mine.map(({ row }) => row?.binary ?? ""), sum: sum.binary, deciding: sum.deciding_bit === null ? -1 : sum.bits - 1 - sum.deciding_bit } : null;
  const rows = heaps ? [] : mine.flatMap(({ component }) => component.working?.rows ?? []);
  const stripes = heaps ? mine.map(({ component }) => stripe(component)) : [];
  return { bits, rows, stripes };
}

/** Where a heap falls in the period that its value rests on. */
function stripe({ working }: TeacherComponent): { heap: number; place: number; period: number } | null {
  const [heap, period] = working?.rows ?? [];
  if (heap?.label !== "n" || !period?.label.startsWith("period")) return null;
  const [n, p] = [Number(heap.value), Number(period.value)];
  return Number.isSafeInteger(n) && p > 0 ? { heap: n, place: n % p, period: p } : null;
}

/** The picture of a game in rows of its period, with the heap ringed; null where there is none to see. */
export function stripesLink(component: TeacherComponent): string | null {
  const found = stripe(component);
  const game = component.text.split(":")[0] ?? "";
  if (!found || found.heap >= 1_000_000 || found.period > 4096) return null;
  const to = [1_000, 10_000, 100_000, 1_000_000].find((each) => each > found.heap);
  return link("sequence", { game, to, width: found.period, marks: String(found.heap) });
}
