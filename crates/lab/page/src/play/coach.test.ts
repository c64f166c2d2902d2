// The coach's words.
import { expect, it } from "vitest";
import type { PositionAnswer, TeacherAnswer, MoveVerdict } from "../api/types";
import { decidingMistake, hint, sentence, summary, winners } from "./coach";
import type { Step } from "./match.svelte";

function step(verdict: MoveVerdict | null | undefined, more: Partial<PositionAnswer> = {}): Step {
  const view: PositionAnswer = { position: "nim: 5 4 3", play: "normal", over: false, winner: null, refusal: null, terms: [{ label: "A", text: "nim: 5 4 3", game: "nim", board: "nim", parts: [{ size: 5 }, { size: 4 }, { size: 3 }] }], moves: [], moves_total: null, truncated: false, ...more };
  return { view, turn: 0, last: null, verdict, places: [] };
}

const lesson: TeacherAnswer = {
  position: "nim: 5 4 3", play: "normal", outcome: "N", value: "2", misere_value: null, components: [], nim_sum: null, working: null, winning_moves_total: "1", truncated: false, headline: "", reason: [],
  winning_moves: [{ to: "nim: 5 4 1", term: 0, part: 2, words: "take 2 from 3", action: { kind: "take", heap: 3, at: 2, taken: 2, left: [1] } }],
};

it("gives hints in steps", () => {
  expect(hint(lesson, step(null), 0)).toBe("You can win from here.");
  expect(hint(lesson, step(null), 1)).toBe("A winning move is in the heap of 3.");
  expect(hint(lesson, step(null), 2)).toBe("Take 2 from 3.");
  expect(hint({ ...lesson, outcome: "P", winning_moves: [] }, step(null), 2)).toMatch(/^No move wins/);
});

it("finds the move that decided", () => {
  expect(decidingMistake([step(null), step("kept"), step("lost-anyway"), step("gave-away"), step("kept")])).toBe(3);
  expect(decidingMistake([step(null), step("kept")])).toBeNull();
});

it("says of a finished game no more than is known", () => {
  expect(summary([step(null), step("kept"), step("lost-anyway")])).toMatch(/^Nobody made a mistake/);
  expect(summary([step(null), step(null), step(null)])).toMatch(/not known/);
  expect(summary([step(null), step("kept"), step(null)])).toBe("No mistake is known. Of one move it is not known who wins.");
  expect(summary([step(null), step("gave-away"), step("kept")])).toBe("Move 1 decided the game.");
  expect(summary([step(null), step("gave-away"), step(null)])).toMatch(/^Move 1 gave the win away. Of one move after it/);
  expect(summary([step(null), step("kept"), step(undefined)])).toBe("The moves are being judged.");
});

it("speaks to the player", () => {
  expect(sentence("gave-away", "You")).toBe("That move gave the win away.");
  expect(sentence("gave-away", "Opponent")).toBe("Opponent gave the win away.");
});

it("tells who wins along a game, from the verdicts alone", () => {
  const turns = (...verdicts: (MoveVerdict | null)[]): Step[] => verdicts.map((verdict, i) => ({ ...step(verdict), turn: (i % 2) as 0 | 1 }));
  // player 0 keeps the win, player 1 could not do anything, player 0 gives it away, player 1 keeps it
  expect(winners(turns(null, "kept", "lost-anyway", "gave-away", "kept"))).toEqual([0, 0, 0, 1, 1]);
  expect(winners(turns(null, null))).toEqual([null, null]);
});
