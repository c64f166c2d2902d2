// The text of the tour. Written for a curious sixteen-year-old; every sentence is meant to stand before a mathematician.

export type Live =
  | { kind: "board"; position: string; help?: boolean; sum?: boolean }
  | { kind: "mex"; position: string }
  | { kind: "sum" }
  | { kind: "stripes"; game: string; to: number; start: number }
  | { kind: "scatter"; game: string; to: number };

export interface Step {
  title: string;
  headline: string;
  text: string[];
  try: string;
  live: Live;
  after: string[];
}

export const steps: Step[] = [
  {
    title: "P and N",
    headline: "Every position already has a winner",
    text: [
      "Ten stones. You and your opponent take turns, and each turn removes one, two or three. Whoever cannot move has lost. No dice, no hidden cards, and the same moves are open to both players: games like this are called impartial.",
      "Such a game cannot go on for ever, so we can reason from its end. No stones left: the player to move has lost, and the previous player has won. Call that a P-position. From one, two or three stones you can hand your opponent that lost position, so these are N-positions: the next player wins. From four, every move leads to an N-position. So four is P again.",
    ],
    try: "Take from ten stones. Can you always leave a multiple of four?",
    live: { kind: "board", position: "take(1..3): 10" },
    after: [
      "The whole rule is two sentences. A position is P if every move from it leads to an N-position; in particular if there is no move at all. It is N if at least one move leads to a P-position. Together they sort every position of every such game into one of the two classes, and there is never a third.",
    ],
  },
  {
    title: "Mex",
    headline: "From two letters to a number",
    text: [
      "Two letters tell who wins, but not what happens when several games are played side by side. For that every position gets a number, its value: the least whole number 0, 1, 2, … that is not the value of any of its options. This “minimum excluded” number is called the mex.",
      "A position without moves has nothing to exclude, so its value is 0. A position whose options have values 0, 1 and 3 has value 2.",
    ],
    try: "Press a position of the graph and see how its value comes about.",
    live: { kind: "mex", position: "kayles: 4" },
    after: [
      "Value 0 means exactly P. If the value is 0 then no option has value 0; if it is positive then 0 was excluded, so some option has it. The values say everything the letters said, and more.",
    ],
  },
  {
    title: "Nim-sum",
    headline: "Adding without carrying",
    text: [
      "Nim is played with heaps of stones: take as many as you like from one heap. A single heap of n has value n, for its options are 0, 1, …, n − 1. The surprise is what several heaps do together.",
      "Write the heap sizes in binary, one below the other, and count the ones in each column. A column with an odd number of ones gives 1, an even one gives 0; nothing is carried. The number you read off is the nim-sum. A position of Nim is P exactly when its nim-sum is 0.",
    ],
    try: "Change the heaps until every column is even.",
    live: { kind: "sum" },
    after: [
      "Why it works: a move changes one heap, so at least one of its binary digits, and then that column is no longer even. From sum 0 every move spoils the sum. And from a sum that is not 0 it can always be repaired, as step 5 shows.",
    ],
  },
  {
    title: "The theorem",
    headline: "Every impartial game is a Nim heap in disguise",
    text: [
      "Put several games on the table; a move is a move in one of them. Roland Sprague in 1935 and Patrick Grundy in 1939 found, independently, that the value of such a sum is the nim-sum of the values of its parts.",
      "So a row of pins with value 2 behaves in every sum just like a Nim heap of two stones. It may have other moves, even moves that raise its value, but these can be taken back at once by the opponent and change nothing.",
    ],
    try: "Two rows of pins and a Nim heap: one nim-sum decides.",
    live: { kind: "board", position: "kayles: 5 4 + nim: 3", sum: true },
    after: [
      "That is why this lab computes values and not only winners: to judge a sum of a hundred components it is enough to know each one alone.",
    ],
  },
  {
    title: "Optimal play",
    headline: "How to find the winning move",
    text: [
      "Suppose the nim-sum s is not 0. Look at its leftmost 1: that column decides. An odd number of components have a 1 there, so at least one has. Let g be its value. Then the nim-sum of g and s is smaller than g, because its highest changed digit goes from 1 to 0.",
      "A component of value g has an option of every smaller value: that is what mex means. So there is a move that brings it to just that smaller value, and then the total is 0. Your opponent must spoil it; you repair it again. At the end it is not you who runs out of moves.",
    ],
    try: "In Grundy's game a heap is split into two unequal ones. The winning moves are marked.",
    live: { kind: "board", position: "grundy: 8 6", help: true, sum: true },
    after: [
      "A common mistake is to look for the largest component. In Nim with heaps 1, 2, 2 the only winning move is in the smallest heap.",
    ],
  },
  {
    title: "Periods",
    headline: "Sequences that repeat, and sequences that nobody understands",
    text: [
      "Fix the rule and let the heap grow: the values form a nim-sequence. In Kayles, where one pin or two neighbors are knocked down, it repeats with period 12 from heap 71 on. Below that there are fourteen exceptions, the last at 70.",
      "How can one be sure for ever after finitely many values? If a move takes at most t pins and leaves at most two rows, and the sequence repeats for long enough, then each larger heap sees only values that repeat already. For Kayles it suffices to check up to heap 166.",
    ],
    try: "Move the slider until the columns become stripes. Which width is the period?",
    live: { kind: "stripes", game: "kayles", to: 480, start: 9 },
    after: [
      "For Grundy's game, only split into unequal parts, no period is known. Richard Guy asked whether every octal game whose code ends is periodic at last; that is open too. The lab keeps apart what it has computed, what it has only observed, and what is proved.",
    ],
  },
  {
    title: "Rare and common",
    headline: "Why billions of values can be computed",
    text: [
      "To find the value of a heap of Grundy's game one must look at every split: for a heap of a million, half a million of them. But values come in two families. Call a value rare if, after dropping its last binary digit, it has an even number of ones, and common otherwise. Two rare or two common values have a rare nim-sum; one of each has a common one.",
      "And rare values really are rare. Up to heap 49 million there are 1286 of them, from heap 1 on, and none at all between heap 82,860 and heap 47,461,861.",
    ],
    try: "Rare values have a color of their own. Zoom in at the left.",
    live: { kind: "scatter", game: "grundy", to: 100_000 },
    after: [
      "That is the key to speed. A common value can only be excluded by a split with one rare part, and there are few of those to try. So the least common candidate is found quickly; it only remains to check that every smaller rare number is excluded, and a few splits show that.",
      "If only finitely many heaps had rare values, Grundy's game would be periodic in the end. The record runs found so far do not decide it.",
    ],
  },
  {
    title: "Star sums",
    headline: "When the components touch",
    text: [
      "The theorem needs components that do not care about each other. What if they share something? In Star Nim each token stands on a strip of its own and moves towards square 0, but all strips end in the same square 0, and only one token may stand there.",
      "With two tokens, equal distances are lost for the player to move, as in Nim, except that (1, 1) is won and (0, 1) is lost. With three tokens, none of them on square 0 yet, the P-positions are exactly those of Nim. With four or more they are not, and in general no formula is known.",
    ],
    try: "Three tokens: make the nim-sum of the distances 0, while nobody stands in the middle.",
    live: { kind: "board", position: "star-nim: 3 4 5", help: true },
    after: [
      "The values are wilder than the winners. In the table of two tokens every row rises regularly in the end, but with a period that grows: 1, 3, 9, 36, 144, 720, 5040 for rows 1 to 7, and then 10,080. The Star Nim page shows the table; press a cell to play it.",
    ],
  },
];
