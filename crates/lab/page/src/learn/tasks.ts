// Tasks to discover the theory with: play first, name later. Every answer is checked by the engine; nothing here knows a
// solution. A task that a teacher made stands in its link.
import type { Parameters } from "../route/route.svelte";

/** What is to be done. */
export type Goal =
  /** Win the game; the opponent is perfect, or a friendly one who errs. */
  | { kind: "win"; position: string; misere?: boolean; second?: boolean; friendly?: boolean }
  /** Make a move that wins. */
  | { kind: "move"; position: string; misere?: boolean }
  /** Say who wins. */
  | { kind: "who"; position: string; misere?: boolean }
  /** Say the value. */
  | { kind: "value"; position: string }
  /** Make all columns even. */
  | { kind: "even" }
  /** Find the width at which the values become stripes. */
  | { kind: "stripes"; game: string; to: number }
  /** Say the period that the engine proves. */
  | { kind: "period"; game: string }
  /** Name a heap of rare value. */
  | { kind: "rare"; game: string; to: number };

export interface Task {
  id: string;
  title: string;
  /** What to do, without the words of the theory. */
  ask: string;
  goal: Goal;
  /** What it is called, once it is done. */
  name: string;
  /** Where the theory says more. */
  theory?: string;
}

export const tasks: Task[] = [
  {
    id: "door", title: "Three rows", ask: "Take as many stones as you like from one row. Whoever takes the last stone of all wins. Beat an opponent who makes mistakes.", goal: { kind: "win", position: "nim: 3 4 5", friendly: true },
    name: "This game is Nim. Each position is won or lost before the next move is made: there is no luck in it, only mistakes.", theory: "1.2",
  },
  {
    id: "four", title: "Ten stones", ask: "Take one, two or three stones. Whoever cannot move has lost. Win from ten stones.", goal: { kind: "win", position: "take(1..3): 10" },
    name: "You always left a multiple of four: whatever the opponent takes, you can complete it to four. A position that is lost for the player to move is called a P-position, every other one an N-position.", theory: "3.1",
  },
  {
    id: "mirror", title: "Two equal heaps", ask: "Take any number of stones from one heap. This time the opponent begins. Win.", goal: { kind: "win", position: "nim: 5 5", second: true },
    name: "You mirrored every move. Two equal heaps are a P-position, and so is any game put beside a copy of itself.", theory: "1.9",
  },
  {
    id: "row", title: "A row of pins", ask: "Knock down one pin, or two neighbors. Win from a row of nine. Where must the first ball go?", goal: { kind: "win", position: "kayles: 9" },
    name: "From the middle you leave two equal rows, and then you mirror. This game is Kayles.", theory: "3.3",
  },
  {
    id: "bouton", title: "Three heaps", ask: "Take any number of stones from one heap. Find a move after which the opponent is lost.", goal: { kind: "move", position: "nim: 3 4 5" },
    name: "Only one move wins. Bouton found in 1901 which positions are lost: those in which every binary column has an even number of ones.", theory: "2.1",
  },
  {
    id: "even", title: "Columns", ask: "Write the heaps in binary, one below the other. Change the heaps until every column has an even number of ones; keep at least three heaps.", goal: { kind: "even" },
    name: "The numbers of odd columns make up the nim-sum. It is 0 exactly in the P-positions of Nim.", theory: "1.7",
  },
  {
    id: "mex", title: "The least number missing", ask: "Each position gets a number: the least of 0, 1, 2, … that none of its options has. No move: 0. Which number has a row of four pins? (One pin has 1, two have 2, three have 3; two rows have the nim-sum of their numbers.)", goal: { kind: "value", position: "kayles: 4" },
    name: "That number is the mex, the minimum excluded, of the values of the options. It is called the Sprague-Grundy value.", theory: "1.3",
  },
  {
    id: "sum", title: "Two games at once", ask: "A move is a move in one of the two games. Find a move that wins.", goal: { kind: "move", position: "kayles: 5 + nim: 3" },
    name: "The value of a sum is the nim-sum of the values: that is the theorem of Sprague and Grundy. A row of five pins behaves like a Nim heap of its value.", theory: "1.6",
  },
  {
    id: "misere", title: "The last stone loses", ask: "Now whoever cannot move wins: do not take the last stone. Win from these heaps.", goal: { kind: "win", position: "nim: 2 3 4", misere: true },
    name: "Under misère play you follow the same strategy until only heaps of one would be left, and then leave an odd number of them.", theory: "2.2",
  },
  {
    id: "chomp", title: "Poisoned chocolate", ask: "Bite a square: all squares below and to the right go with it. Whoever has to eat the poisoned square has lost. Win from three rows of four.", goal: { kind: "win", position: "chomp: 3x4" },
    name: "The first player wins every rectangle of more than one square: if biting the last corner does not win, the opponent has an answer, and you could have made that move yourself. Strategy stealing shows that a winning move exists and does not say which.", theory: "10.1",
  },
  {
    id: "stripes", title: "Stripes", ask: "The values of rows of pins, wrapped into lines. Find a width at which the columns become stripes.", goal: { kind: "stripes", game: "kayles", to: 480 },
    name: "The least such width is the period. The values of Kayles repeat for ever with period 12, from heap 71 on, which is proved by looking at finitely many.", theory: "3.3",
  },
  {
    id: "dawson", title: "A longer period", ask: "Two neighbors are knocked down, never one alone. After how many heaps do the values repeat? Look at the picture and find the number.", goal: { kind: "period", game: "dawsons-kayles" },
    name: "This is Dawson's Kayles. Its values repeat with period 34 from heap 53 on.", theory: "3.2",
  },
  {
    id: "grundy", title: "Unequal parts", ask: "Split a heap into two unequal ones. Is a heap of ten won or lost for the player who must move?", goal: { kind: "who", position: "grundy: 10" },
    name: "This is Grundy's game. Nobody knows whether its values ever repeat.", theory: "4.1",
  },
  {
    id: "rare", title: "A rare heap", ask: "The values of Grundy's game fall into two families, and one of them is rare. Name a heap between 100 and 100,000 of the rare family: it stands out in the picture.", goal: { kind: "rare", game: "grundy", to: 100_000 },
    name: "Values that have an even number of ones, apart from their last binary digit, are rare. That they are so few is why billions of values can be computed.", theory: "4.5",
  },
  {
    id: "star", title: "One square for all", ask: "Each token moves towards square 0 on its own strip, and only one token may stand there. Find a move that wins.", goal: { kind: "move", position: "star-nim: 3 4 6" },
    name: "This is Star Nim. With three tokens, none of them on square 0, the lost positions are those of Nim. With four they are not.", theory: "7.2",
  },
  {
    id: "rectangle", title: "Breaking chocolate", ask: "Break a rectangle along a line into two unequal parts. Win from three by five.", goal: { kind: "win", position: "rectangle: 3x5" },
    name: "This is Grundy's game in two dimensions. Schrage found how its values follow from those of one dimension.", theory: "5.2",
  },
  {
    id: "coins", title: "Coins on a strip", ask: "Slide a coin to the left; coins do not jump or share a square. Find a move that wins.", goal: { kind: "move", position: "silver-dollar: [2,5,8,9]" },
    name: "The gaps between pairs of coins are Nim heaps in disguise.", theory: "6.2",
  },
];

const kept = "sprague-tasks";

/** The tasks that were done on this machine. */
export function done(): Set<string> {
  try {
    return new Set(JSON.parse(window.localStorage.getItem(kept) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

export function keep(ids: ReadonlySet<string>): void {
  try {
    // another tab may have done others meanwhile
    window.localStorage.setItem(kept, JSON.stringify([...new Set([...done(), ...ids])]));
  } catch {
    return;
  }
}

const kinds = ["win", "move", "who", "value"] as const;
export type OwnKind = (typeof kinds)[number];

/** A task that somebody made, from its link; null where the link names none. */
export function own(parameters: Parameters): Task | null {
  const position = parameters["position"];
  const kind = kinds.find((each) => each === parameters["ask"]);
  if (parameters["task"] !== "own" || !position || !kind) return null;
  const misere = parameters["play"] === "misere";
  const goal: Goal = kind === "value" ? { kind, position } : { kind, position, misere };
  return { id: `own ${kind} ${misere ? "misere " : ""}${position}`, title: parameters["title"] || "An exercise", ask: parameters["text"] || usual[kind], goal, name: "" };
}

/** What is asked where the teacher wrote nothing. */
export const usual: Record<OwnKind, string> = {
  win: "Win this game against a perfect opponent.", move: "Find a move that wins.", who: "Who wins with best play: the player to move, or the other one?", value: "What is the value of this position?",
};
