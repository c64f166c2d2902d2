// What the page says in English of its own accord: the front door, the rules in words of the board, curated links. Another
// language is another file with the same names; what the engine says is the engine's.

/** The first screen. */
export const door = {
  title: "Two players, one board, no luck.",
  rule: "Take as many stones as you like from one row. Whoever takes the last stone of all wins.",
  yours: "Your move.",
  theirs: "Your opponent is thinking…",
  won: "You win!",
  lost: "Your opponent took the last stone.",
  why: "You gave it away. Here is why",
  kept: "You are winning now, whatever your opponent does.",
  anyway: "You could not win there: every move loses against good play. Wait for a mistake.",
  /** Why a move gave the win away. */
  reason: "Split every row into 4s, 2s and 1s, as below. After a winning move each column has an even number of ones. Yours left an odd one.",
  refuted: (words: string): string => `Your opponent could now ${words}, and keep every column even to the end.`,
  better: (words: string): string => `You could have won: ${words}.`,
  again: "Try again from here",
  fresh: "New game",
  start: "Let your opponent begin",
  next: (title: string): string => `Continue with task 2: ${title}`,
  unsure: "Pick a stone: it goes, with all stones to its right. Your opponent makes mistakes, too.",
};

/** The way through the tasks, on the first screen. */
export const path = {
  title: "Find out how to win",
  text: "Seventeen small tasks. You play, and what you find gets its name afterwards.",
  progress: (done: number, all: number): string => `${done} of ${all} done`,
  all: "All tasks",
  tour: "The tour in eight steps",
  teacher: "For teachers: make an exercise",
};

/** What people send each other: a link, what it shows, and what to look at. */
export interface Shown {
  id: string;
  title: string;
  caption: string;
  link: string;
}

export const curated: Shown[] = [
  { id: "star-far", title: "Star Nim from far away", caption: "600 by 600 values. Two tokens that share one square make this weave; every row rises regularly in the end, with periods into the millions.", link: "#/star?count=600" },
  { id: "kayles-stripes", title: "Kayles turns into stripes", caption: "Rows of 12: from heap 71 on every column has one color for ever. That is a theorem.", link: "#/sequence?game=kayles&to=1000&width=12" },
  { id: "grundy-bands", title: "The bands of Grundy's game", caption: "A hundred thousand heaps. Rare values have a color of their own, and they are few. Nobody knows whether it ever repeats.", link: "#/sequence?game=grundy&to=100000&view=scatter" },
  { id: "dawson-stripes", title: "Dawson's Kayles, 34 wide", caption: "Two neighbors at a time instead of one or two: the stripes need rows of 34.", link: "#/sequence?game=dawsons-kayles&to=2000&width=34" },
  { id: "ulam-warburton", title: "A snowflake that counts Nim", caption: "The Ulam-Warburton automaton: a cell is born beside exactly one other. Its births are those of the lost positions of three-heap Nim, four arms against three.", link: "#/learn?automaton=63" },
  { id: "misere-kayles", title: "Kayles where the last pin loses", caption: "The misère quotient: every sum of rows lands in one of these boxes, and the box says who wins.", link: "#/play?position=kayles%3A+12+9+5&play=misere&opponent=human&teacher=1" },
];

/** The rule of a game, in words of its board; `{k}` is the number in its name. */
export const rules: Record<string, string> = {
  nim: "Take as many stones as you like from one row.",
  kayles: "Knock down one pin, or two that stand side by side.",
  rims: "Knock down any number of pins that stand side by side.",
  "dawsons-kayles": "Knock down two pins that stand side by side; a pin alone stays.",
  "dawsons-chess": "Knock down a pin together with the pins beside it, on both sides.",
  officers: "Knock down one pin, but not one that stands alone.",
  treblecross: "Knock down three pins that stand side by side.",
  guiles: "Knock down a pin that stands alone, or two side by side that are a whole row or lie inside one.",
  lasker: "Take as many stones as you like from one row, or cut a row in two.",
  grundy: "Cut a row of stones into two rows of different lengths.",
  "couples-are-forever": "Cut a row of at least three stones in two. Pairs stay together.",
  "thesis-c": "Cut a row of stones in two.",
  "thesis-d": "Cut a row of stones into two of different lengths; a row of two may also be cut into single stones.",
  "thesis-f": "Cut a row of stones into two whose lengths differ by at least 2.",
  "thesis-g": "Cut a row of stones into two whose lengths differ by at least 3.",
  "thesis-h": "Cut a row of stones into three, all of different lengths.",
  "thesis-i": "Cut a row of stones into three that are not all equally long.",
  "thesis-j": "Cut a row of stones into three.",
  rectangle: "Break a bar of chocolate along a line into two parts that are not equal.",
  "silver-dollar": "Slide a coin to the left, as far as you like. Coins do not jump over each other or share a square.",
  star: "Slide a coin towards the middle. Coins do not jump; only one of all may stand on the square in the middle.",
  "star-nim": "Move a token along its ray towards the middle. Only one of all tokens may stand on the square in the middle.",
  shared: "Move a token down its strip. The first {k} squares belong to both strips, and tokens never share or pass a square there.",
  chomp: "Bite a square: it goes with all squares below it and to its right. Leave the poisoned one to your opponent.",
  "bogus-nim": "Take as many stones as you like from one row, or put stones from the bank back on a row.",
  wythoff: "Move the queen as far as you like to the left, up, or diagonally to the left and up. Who brings her to the corner wins.",
  rook: "Move the rook as far as you like, to the left or up.",
  bishop: "Move the bishop as far as you like, diagonally to the left and up.",
  king: "Move the king one square to the left, up, or diagonally between.",
  knight: "Move the knight towards the corner: two squares to one edge and one square to either side.",
  moore: "Take as many stones as you like from each of up to {k} rows, and from at least one.",
  "coins(mock-turtles)": "Turn one, two or three coins. The rightmost of them must go from heads to tails.",
  "coins(turning-turtles)": "Turn one coin or two. The rightmost of them must go from heads to tails.",
  "coins(ruler)": "Turn any number of neighboring coins. The rightmost of them must go from heads to tails.",
  "coins(twins)": "Turn exactly two coins. The right one must go from heads to tails.",
  "coins(triplets)": "Turn exactly three coins. The rightmost of them must go from heads to tails.",
  welter: "Move a coin to any empty square on its left; it may pass others.",
  euclid: "Take the smaller row from the larger one, once or several times. Who empties a row wins.",
  fibonacci: "Take stones: at first not all, and later at most twice as many as were taken last.",
  staircase: "Move as many coins as you like from one step to the step below. Coins that leave the lowest step are gone.",
  "star-welter": "Move a coin of a strip to any smaller empty square; it may pass others. All strips share square 0, which holds one coin.",
  "star-hexad": "Move a coin of a strip to any smaller empty square; the squares of its six coins still add up to 21 or more. All strips share square 0.",
  nimble: "Move a coin to any square on its left. Coins may pass and share squares.",
  northcott: "Slide one of the two pieces of a row towards the other, as far as you like without jumping.",
  dollar: "Slide a coin to an empty square on its left, or into the bag; or take the bag with the dollar in it.",
  "node-kayles": "Take a point together with all its neighbors.",
  "arc-kayles": "Take a line together with all lines that meet it.",
  cram: "Put a domino on two free squares side by side.",
  hackenbush: "Cut a line. What no longer hangs on the ground falls off.",
  "treblecross-board": "Put an X on a free square. Who goes within two squares of another X loses.",
  notakto: "Put an X on a free square. A board with three in a row is dead; who kills the last board loses.",
  selective: "Move on as many of the boards as you like, at least on one.",
  conjunctive: "Move on every board. As soon as one of them is over, the game is.",
  continued: "Move on every board that is not over. The last one to be over ends the game.",
  ordinal: "Move on one board. All boards below it are gone.",
  graph: "Move along an arrow.",
};

/** What the coach says beside the verdicts. */
export const coach = {
  title: "Coach",
  judging: "Coach: judge each move as it is made",
  would: "What would have won?",
  answer: "Show the answer to it",
  again: "Try again from here",
  answered: (words: string): string => `It is answered by: ${words}.`,
  missed: (words: string[]): string => `${words.length === 1 ? "This would have won" : "These would have won"}: ${words.join("; ")}.`,
  hint: (what: "who" | "part" | "move" | "why", first: boolean): string => (first ? "Hint" : `Hint: ${{ who: "Who wins?", part: "Which part?", move: "Which move?", why: "Why?" }[what]}`),
  numbers: "The numbers behind it",
  stripes: "See it in the stripes",
  explain: "Explain this position",
  hide: "Hide the explanation",
  over: "The game is over. Undo to look at a position before.",
};

/** What a researcher asks of a run. */
export const study = {
  title: "Look closer",
  waiting: "When all values are there.",
  few: "There are too few values.",
  widths: "Widths worth a look",
  compared: (count: string, from: string, to: string): string => `At so many of ${count} heaps (${from} to ${to}) the value so far on is equal. Counted, not proved.`,
  find: "Find a value or a pattern",
  pattern: "3, or 1 2 * 4",
  search: "Find",
  places: (count: string, many: number, last: string): string => (many === 0 ? "It does not occur." : many === 1 ? "It occurs once, at heap" : `It occurs ${count} times, the last at heap ${last}; first at`),
  beside: (a: string, b: string, lag: number): string => (lag ? `${a} at heap n, ${b} at heap n + ${lag}` : `${a} and ${b}, heap by heap`),
  differ: (differ: string, compared: string, none: boolean): string => (none ? `All ${compared} heaps that were compared have equal values.` : `The values differ at ${differ} of ${compared} heaps.`),
  moved: "Moved by",
  differAt: (lag: number): string => (lag ? `, moved by ${lag}, differ` : " differ"),
  first: "First",
  last: "Last",
  greatest: "Farthest apart",
  heap: (heap: string): string => `heap ${heap}`,
  against: (a: string, b: string): string => `${a} against ${b}`,
  marks: "Bookmarks",
  markHeap: "Heap",
  markNote: "Note, kept in the link",
  keep: "Keep",
  remove: "remove",
};

/** What a cell of a raster shows, beside the number itself. */
export const cell = {
  mean: "mean value",
  max: "greatest value",
  zeros: "zeros",
  rare: "rare heaps",
  below: "nim-sum with the heap one row on",
  bit: (worth: number): string => `the ${worth}s of the values in binary`,
  marked: "mark rare heaps",
  apart: { differ: "the part of heaps that differ", max: "the greatest difference", xor: "the greatest nim-sum" },
};

/** Where to look first, in the picture of a game. */
export const captions: Record<string, string> = {
  grundy: "Where to look: the rare heaps, which come ever more seldom. Mark them below the picture: they crowd at the top and thin out. All others have common values, which rise slowly. Nobody has seen a period.",
  kayles: "Where to look: rows of 12, the period. The first six rows still hold 14 exceptions; from heap 71 on every column has one color for ever.",
  "dawsons-kayles": "Where to look: rows of 34, the period; from heap 53 on every row is like the one above it.",
};

/** A row of Star Nim as a plot. */
export const starRow = {
  title: (row: number): string => `Row ${row}`,
  what: "G(a, b) against b, seen along the diagonal: a dot on the middle line is a value equal to its column.",
  label: (row: number, columns: string, least: string, most: string): string => `Row ${row} of Star Nim to column ${columns}: the value less the column lies between ${least} and ${most}.`,
  columns: "Columns",
  told: (column: string, value: string): string => `column ${column}: value ${value}`,
};

/** The Ulam-Warburton automaton. */
export const automaton = {
  title: "Ulam-Warburton automaton",
  rule: "A square comes to life when exactly one of its four neighbors is alive.",
  alt: (generation: string, cells: string): string => `The automaton after generation ${generation}: ${cells} live squares`,
  nim: "Beside Nim",
  generation: "Generation",
  grow: "Let it grow",
  stop: "Stop",
  cells: "live squares",
  born: "born last",
  triples: (tokens: string): string => `lost positions of Nim with three heaps, in order, of ${tokens} tokens`,
  why: "From generation 1 on, three times the births are four times the lost positions: both grow by the same rule, the automaton with four arms, Nim with three.",
  theory: "Theory 2.5",
  look: "Where to look: stop at 1, 3, 7, 15, 31, 63, 127. The picture is a square then, full of smaller copies of itself.",
};

/** The list of jobs. */
export const jobList = {
  done: "done in",
  kept: "kept from an earlier visit; it took",
};

/** The board in a cell of a notebook. */
export const notebook = {
  yours: "Your move.",
  theirs: "The other side moves.",
  won: "You have won.",
  lost: "You have lost.",
  back: "Back",
  again: "New game",
  reply: (move: string): string => `The other side: ${move}.`,
};
