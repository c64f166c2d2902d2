// What the coach says of moves, in words. The verdicts are the engine's.
import type { TeacherAnswer, Term, MoveVerdict } from "../api/types";
import { said, size, words } from "../scene/scene";
import type { Step } from "./match.svelte";

export const signs: Record<MoveVerdict, string> = { kept: "✓", "gave-away": "✗", "lost-anyway": "·" };
export const meanings: Record<MoveVerdict, string> = { kept: "kept the win", "gave-away": "gave the win away", "lost-anyway": "was lost anyway" };

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
  }
}

/** The last move that changed who wins; null where nobody erred. */
export function decidingMistake(steps: Step[]): number | null {
  const at = steps.map((step) => step.verdict).lastIndexOf("gave-away");
  return at < 0 ? null : at;
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
