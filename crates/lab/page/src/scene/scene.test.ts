// Known boards: how many places there are to press, that every move has one, and that pieces keep their names.
import { describe, expect, it } from "vitest";
import type { Action, BoardKind, Move, Part, Term } from "../api/types";
import { scene } from "./draw";
import type { Scene } from "./scene";
import { worked } from "./work";
import { carryNames, carryPlaces, keepNodes, newNames, newPlaces, standingOrder, typedOrders, type Places } from "./names";

function term(board: BoardKind, parts: Part[], more: Partial<Term> = {}): Term {
  return { label: "A", text: board, game: board, board, parts, ...more };
}

function move(action: Action, part: number | null = 0): Move {
  const words = JSON.stringify(action);
  return { to: words, term: 0, part, words, action };
}

function draw(which: Term, moves: Move[], width = 700, picked: string[] = []) {
  return scene({ term: which, moves, width, picked, names: newNames(which) });
}

function splits(n: number): Move[] {
  return Array.from({ length: Math.ceil(n / 2) - 1 }, (_, i) => move({ kind: "split", heap: n, at: 0, taken: 0, left: [n - 1 - i, i + 1] }));
}

function knocks(n: number): Move[] {
  return [1, 2].flatMap((count) =>
    Array.from({ length: n - count + 1 }, (_, first) => move({ kind: "knock", heap: n, first, count, taken: count, left: [first, n - first - count].filter(Boolean) })));
}

describe("heaps in the order in which they were given", () => {
  const nim = term("nim", [{ size: 5 }, { size: 4 }, { size: 3 }]);

  it("are read from what was typed", () => {
    expect(typedOrders("nim: 3 4 5", [nim])).toEqual([[2, 1, 0]]);
    expect(typedOrders("nim: 5 4 3", [nim])).toEqual([null]);
    expect(typedOrders("nim: 3 0 5 4", [nim])).toEqual([[2, 0, 1]]);
    // another list, or none
    for (const typed of ["nim: 3 4 6", "nim: 3 4", "nim: 3 4 5 5", "3 4 5", "nim: 3^1 4 5"]) expect(typedOrders(typed, [nim]), typed).toEqual([null]);
    expect(typedOrders("kayles: 1 2 + nim: 4 5 3", [term("pins", [{ size: 2 }, { size: 1 }]), nim])).toEqual([[1, 0], [1, 0, 2]]);
    expect(typedOrders("silver-dollar: [2,5]", [term("tokens", [{ tokens: [2, 5] }])])).toEqual([null]);
  });

  it("stand in it, also after moves", () => {
    const start = newPlaces(nim, [2, 1, 0]);
    expect(standingOrder(nim, start)).toEqual([2, 1, 0]);
    expect(start.slots.map((slot) => slot.length)).toEqual([3, 4, 5]);
    const after = term("nim", [{ size: 4 }, { size: 3 }, { size: 1 }]);
    const places = carryPlaces(nim, start, after, move({ kind: "take", heap: 5, at: 0, taken: 4, left: [1] }, 0));
    expect(standingOrder(after, places)).toEqual([1, 0, 2]);
    expect(standingOrder(nim, newPlaces(nim))).toBeNull();
  });
});

describe("the working at the board", () => {
  const texts = (drawn: Scene, kind: string) => drawn.pieces.filter((piece) => piece.kind === kind).map((piece) => piece.text);
  const bits = { rows: ["101", "100", "011"], sum: "010", deciding: 1 };

  it("binary columns stand under the heaps, the deciding place in a band", () => {
    const nim = term("nim", [{ size: 5 }, { size: 4 }, { size: 3 }]);
    const wide = worked(draw(nim, []), nim, { bits });
    expect(texts(wide, "digit")).toHaveLength(12);
    for (const [i, row] of bits.rows.entries()) {
      const label = wide.pieces.find((piece) => piece.id === `label-${i}`);
      const digits = wide.pieces.filter((piece) => piece.id.startsWith(`bit${i}-`));
      expect(digits.map((piece) => piece.text).join("")).toBe(row);
      expect(digits.every((piece) => piece.x === label?.x && piece.y > label.y)).toBe(true);
    }
    const sum = wide.pieces.filter((piece) => piece.id.startsWith("bits-"));
    expect(sum.map((piece) => piece.text).join("")).toBe("010");
    const band = wide.pieces.find((piece) => piece.id === "band");
    const decides = wide.pieces.filter((piece) => piece.id.endsWith("-1") && piece.kind === "digit");
    expect(decides).toHaveLength(4);
    for (const piece of decides) expect(piece.y > (band?.y ?? 0) && piece.y < (band?.y ?? 0) + (band?.h ?? 0)).toBe(true);
    // heaps one below the other have their digits beside them
    const narrow = worked(draw(nim, [], 280), nim, { bits });
    const rows = [0, 1, 2].map((i) => narrow.pieces.filter((piece) => piece.id.startsWith(`bit${i}-`)));
    expect(rows.map((row) => new Set(row.map((piece) => piece.y)).size)).toEqual([1, 1, 1]);
    expect(new Set(rows.map((row) => row[0]?.x)).size).toBe(1);
  });

  it("gaps stand between their coins, strip by strip, and a coin alone has its number", () => {
    const strips = term("tokens", [{ tokens: [2, 5, 6, 8, 10] }, { tokens: [5, 6] }]);
    const plain = draw(strips, []);
    const drawn = worked(plain, strips, {
      rows: [{ label: "token 2 alone", value: 2, from: [2] }, { label: "gap 5–6", value: 0, from: [5, 6] }, { label: "gap 8–10", value: 1, from: [8, 10] }, { label: "gap 5–6", value: 0, from: [5, 6] }],
    });
    expect(texts(drawn, "badge")).toEqual(["2", "0", "1", "0"]);
    const at = (id: string) => drawn.pieces.find((piece) => piece.id === id);
    expect(at("work2")?.x).toBeCloseTo(((at("c0-3")?.x ?? 0) + (at("c0-4")?.x ?? 0)) / 2);
    // the second strip has a gap of its own
    expect(at("work3")?.y).toBeGreaterThan((at("c0-0")?.y ?? 0) + 20);
    expect(drawn.targets).toEqual(plain.targets);
  });

  it("pairs that lie over other coins are arcs, and what is below moves down with its targets", () => {
    const welter = term("tokens", [{ tokens: [1, 4, 7, 8] }]);
    const moves = [move({ kind: "slide", strip: 0, token: 0, from: 1, to: 0 })];
    const plain = draw(welter, moves);
    const drawn = worked(plain, welter, { rows: [{ label: "pair", value: 3, from: [1, 8] }, { label: "pair", value: 2, from: [4, 7] }] });
    const down = (drawn.pieces.find((piece) => piece.id === "c0-0")?.y ?? 0) - (plain.pieces.find((piece) => piece.id === "c0-0")?.y ?? 0);
    expect(down).toBeGreaterThan(0);
    expect(drawn.targets[0]?.y).toBe((plain.targets[0]?.y ?? 0) + down);
  });

  it("heads that count together are ringed, each once, and steps and coins have their numbers", () => {
    const star = term("star", [{ tokens: [3] }, { tokens: [4] }, { tokens: [2, 5, 7] }]);
    const drawn = worked(draw(star, []), star, { rows: [{ label: "heads 3 4 2 as Star Nim", value: 1, from: [3, 4, 2] }, { label: "tail gap 5–7", value: 1, from: [5, 7] }] });
    expect(drawn.pieces.filter((piece) => piece.kind === "ghost").map((piece) => piece.id)).toEqual(["head-c0-0", "head-c1-0", "head-c2-0"]);
    expect(texts(drawn, "badge")).toEqual(["1"]);
    const stairs = term("stairs", [{ size: 3 }, { size: 1 }, { size: 4 }]);
    const steps = worked(draw(stairs, []), stairs, { rows: [{ label: "step 1", value: 3, from: [1] }, { label: "step 3", value: 4, from: [3] }] });
    expect(texts(steps, "badge")).toEqual(["3", "4"]);
    const coins = term("coins", [{ coins: "HT" }, { coins: "TH" }]);
    const turned = worked(draw(coins, []), coins, { rows: [{ label: "head at 1, 1", value: 2, from: [1, 1] }] });
    expect(turned.pieces.find((piece) => piece.id === "work0")?.x).toBe(turned.pieces.find((piece) => piece.id === "c1-1")?.x);
    // two coins on one square have a number each
    const nimble = term("strips", [{ tokens: [4, 4] }]);
    expect(texts(worked(draw(nimble, []), nimble, { rows: [4, 4].map((value) => ({ label: "coin", value, from: [4] })) }), "badge")).toEqual(["4", "4"]);
  });

  it("a gap across two lines of a strip has an end at either coin", () => {
    const strip = term("tokens", [{ tokens: [2, 14] }]);
    const drawn = worked(draw(strip, [], 300), strip, { rows: [{ label: "gap 2–14", value: 11, from: [2, 14] }] });
    expect(drawn.pieces.filter((piece) => piece.kind === "bracket").map((piece) => piece.dy)).toEqual([0, 0]);
    expect(texts(drawn, "badge")).toEqual(["11"]);
  });

  it("a row that belongs to no piece is not drawn", () => {
    const strips = term("tokens", [{ tokens: [2, 5] }]);
    for (const from of [[], [3], [2, 9], [1, 2, 5], ["x"]]) expect(texts(worked(draw(strips, []), strips, { rows: [{ label: "x", value: 1, from }] }), "badge")).toEqual([]);
    expect(worked(draw(strips, []), strips, null).pieces).toHaveLength(draw(strips, []).pieces.length);
  });
});

describe("coins, stairs, tokens", () => {
  const turn = (rows: number[], columns: number[]): Move => move({ kind: "turn", rows, columns });

  it("coins are chosen one by one, and every set can be reached", () => {
    const moves = [[0], [2], [0, 2], [1, 2]].map((columns) => turn([0], columns));
    const board = term("coins", [{ coins: "HTH" }]);
    const first = draw(board, moves).targets;
    expect(first.map((each) => each.id).sort()).toEqual(["t0-0", "t0-1", "t0-2"]);
    const reached = new Set<string>();
    for (const one of first) {
      if (one.move) reached.add(one.move.to);
      else for (const two of draw(board, moves, 700, [one.pick ?? ""]).targets) if (two.move) reached.add(two.move.to);
    }
    expect([...reached].sort()).toEqual(moves.map((each) => each.to).sort());
  });

  it("rows and columns are turned together", () => {
    const moves = [turn([0, 1], [0, 1]), turn([1], [1])];
    const board = term("coins", [{ coins: "HT" }, { coins: "TH" }]);
    const chosen = draw(board, moves, 700, ["turn:0-0 0-1 1-0"]);
    expect(chosen.targets.map((each) => each.move?.to)).toEqual([moves[0]?.to]);
    expect(draw(board, moves, 700, ["turn:1-1"]).targets.find((each) => each.id === "t1-1")?.move?.to).toBe(moves[1]?.to);
  });

  it("the k-th coin from the top takes k coins down", () => {
    const moves = [1, 2, 3].map((count) => move({ kind: "descend", step: 2, count }, 1));
    const drawn = draw(term("stairs", [{ size: 1 }, { size: 3 }]), moves);
    expect(drawn.targets.map((each) => each.touches.length)).toEqual([1, 2, 3]);
    expect(drawn.pieces.filter((piece) => piece.kind === "stone")).toHaveLength(4);
  });

  it("where two tokens can come to one square, the token is pressed first", () => {
    const slide = (token: number, from: number, to: number) => move({ kind: "slide", strip: 0, token, from, to });
    const moves = [slide(0, 2, 0), slide(1, 4, 0), slide(1, 4, 3)];
    const board = term("tokens", [{ tokens: [2, 4] }]);
    expect(draw(board, moves).targets.map((each) => each.pick)).toEqual(["coin:0-0", "coin:0-1"]);
    expect(draw(board, moves, 700, ["coin:0-1"]).targets).toHaveLength(2);
    const free = term("tokens", [{ tokens: [2, 4] }], { marked: [4] });
    expect(draw(free, [slide(1, 4, 3)]).targets[0]?.move).toBeDefined();
    expect(draw(free, []).pieces.filter((piece) => piece.tone === "marked")).toHaveLength(1);
  });

  it("the bag is taken where it stands, and a limit is told", () => {
    const bag = draw(term("bag", [{ tokens: [3] }], { marked: [0] }), [move({ kind: "take-bag" })]);
    expect(bag.targets).toHaveLength(1);
    expect(bag.pieces.some((piece) => piece.text === "bag")).toBe(true);
    const limited = draw(term("nim", [{ size: 5 }], { limit: 2 }), []);
    expect(limited.pieces.some((piece) => piece.text === "at most 2 may be taken now")).toBe(true);
  });
});

describe("heaps", () => {
  it("a heap of Grundy's game is cut at every gap but its middle, from either side", () => {
    const drawn = draw(term("heaps", [{ size: 8 }]), splits(8));
    expect(drawn.targets).toHaveLength(6);
    expect(drawn.targets.every((target) => target.move && target.marks[0]?.kind === "cut")).toBe(true);
  });

  it("a row of n pins has n single pins and n-1 pairs", () => {
    const drawn = draw(term("pins", [{ size: 5 }]), knocks(5));
    expect(drawn.targets).toHaveLength(9);
    expect(drawn.targets.filter((target) => target.touches.length === 2)).toHaveLength(4);
    expect(new Set(drawn.targets.map((target) => target.id)).size).toBe(9);
  });

  it("taking k stones is pressing the k-th from the end", () => {
    const moves = [1, 2, 3].map((taken) => move({ kind: "take", heap: 3, at: 0, taken, left: taken < 3 ? [3 - taken] : [] }));
    const drawn = draw(term("nim", [{ size: 3 }]), moves);
    expect(drawn.targets.map((target) => target.touches.length)).toEqual([3, 2, 1]);
  });

  it("Lasker's Nim has stones and gaps to press, each with one meaning", () => {
    const moves = [...[1, 2, 3, 4].map((taken) => move({ kind: "take", heap: 4, at: 0, taken, left: taken < 4 ? [4 - taken] : [] })),
      move({ kind: "split", heap: 4, at: 0, taken: 0, left: [3, 1] }), move({ kind: "split", heap: 4, at: 0, taken: 0, left: [2, 2] })];
    const drawn = draw(term("heaps", [{ size: 4 }]), moves);
    expect(drawn.targets).toHaveLength(7);
    expect(drawn.targets.every((target) => target.move)).toBe(true);
  });

  it("a split in three is two presses and reaches every move", () => {
    const moves = [[4, 1, 1], [3, 2, 1], [2, 2, 2]].map((left) => move({ kind: "split", heap: 6, at: 0, taken: 0, left }));
    const board = term("heaps", [{ size: 6 }]);
    const first = draw(board, moves).targets;
    const reached = new Set<string>();
    for (const one of first) {
      if (one.move) reached.add(one.move.to);
      else for (const two of draw(board, moves, 700, [one.pick ?? ""]).targets) reached.add(two.move?.to ?? "");
    }
    expect([...reached].sort()).toEqual(moves.map((each) => each.to).sort());
  });

  it("a huge heap is a card and has nothing to press", () => {
    const drawn = draw(term("nim", [{ size: "1000000000000000000" }]), []);
    expect(drawn.pieces.some((piece) => piece.kind === "card")).toBe(true);
    expect(drawn.targets).toEqual([]);
  });

  it("stays within a phone", () => {
    for (const n of [1, 9, 30, 100]) expect(draw(term("pins", [{ size: n }, { size: 7 }]), [], 340).width).toBeLessThanOrEqual(348);
  });
});

describe("other boards", () => {
  it("coins are slid to free squares", () => {
    const moves = [move({ kind: "slide", strip: 0, token: 0, from: 2, to: 1 }), move({ kind: "slide", strip: 0, token: 0, from: 2, to: 0 })];
    const drawn = draw(term("strips", [{ tokens: [2, 5] }]), moves);
    expect(drawn.targets.map((target) => target.touches)).toEqual([["c0-0"], ["c0-0"]]);
  });

  it("each strip of a star has its own way into the middle", () => {
    const moves = [0, 1, 2].map((strip) => move({ kind: "slide", strip, token: 0, from: 3, to: 0 }, strip));
    const drawn = draw(term("star", [{ tokens: [3] }, { tokens: [3] }, { tokens: [3] }]), moves);
    expect(new Set(drawn.targets.map((target) => `${Math.round(target.x)},${Math.round(target.y)}`)).size).toBe(3);
  });

  it("a bite takes all squares below and to the right", () => {
    const drawn = draw(term("chocolate", [{ rows: [4, 4, 2] }]), [move({ kind: "bite", row: 2, column: 2 })]);
    expect(drawn.targets[0]?.touches).toEqual(["q0-2-2", "q0-2-3", "q0-2-4", "q0-3-2"]);
    expect(drawn.pieces.filter((piece) => piece.kind === "poison")).toHaveLength(1);
  });

  it("a rectangle breaks along rows and columns", () => {
    const moves = [move({ kind: "break", rectangle: [2, 3], along: 1, at: 1, left: [] }), move({ kind: "break", rectangle: [2, 3], along: 0, at: 1, left: [] })];
    const marks = draw(term("rectangles", [{ sides: [2, 3] }]), moves).targets.map((target) => target.marks[0]);
    expect(marks[0]?.dx).toBe(0);
    expect(marks[1]?.dy).toBe(0);
  });

  it("the queen goes three ways", () => {
    const moves = [move({ kind: "take", heap: 2, at: 0, taken: 1, left: [1] }, 0), move({ kind: "take", heap: 1, at: 1, taken: 1, left: [] }, 1), move({ kind: "take-several", takes: [{ heap: 2, at: 0, taken: 1 }, { heap: 1, at: 1, taken: 1 }] }, null)];
    const drawn = draw(term("wythoff", [{ size: 2 }, { size: 1 }]), moves);
    expect(drawn.targets.map((target) => target.touches[0])).toEqual(["q1-1", "q2-0", "q1-0"]);
  });

  it("boards stand inside a nearly disjunctive sum as they do alone", () => {
    const inside = [{ first: 0, term: term("chocolate", [{ rows: [2, 2] }]) }, { first: 1, term: term("wythoff", [{ size: 2 }, { size: 1 }]) }];
    const moves = [move({ kind: "bite", row: 2, column: 2 }, 0), move({ kind: "take", heap: 2, at: 0, taken: 2, left: [] }, 1), move({ kind: "take-several", takes: [{ heap: 2, at: 0, taken: 1 }, { heap: 1, at: 1, taken: 1 }] }, 1)];
    const drawn = draw(term("nearly", [{ game: "chomp: 2x2", heaps: [] }, { game: "wythoff: 2 1", heaps: [] }], { inside }), moves);
    expect(drawn.targets.map((target) => target.move)).toEqual(moves);
    expect(drawn.pieces.filter((piece) => piece.kind === "chocolate")).toHaveLength(3);
    expect(drawn.pieces.some((piece) => piece.kind === "queen")).toBe(true);
  });

  it("a move on several boards is chosen board by board", () => {
    const take = (heap: number, taken: number) => ({ kind: "take" as const, heap, at: 0, taken, left: heap > taken ? [heap - taken] : [] });
    const inside = [{ first: 0, term: term("nim", [{ size: 2 }]) }, { first: 1, term: term("nim", [{ size: 1 }]) }];
    const joint = (...moves: { part: number; action: ReturnType<typeof take> }[]) => move({ kind: "joint", moves }, null);
    const [one, two, other] = [{ part: 0, action: take(2, 1) }, { part: 0, action: take(2, 2) }, { part: 1, action: take(1, 1) }];
    const sum = term("compound", [{ game: "nim", heaps: [2], owner: false }, { game: "nim", heaps: [1], owner: false }], { inside });
    const selective = [joint(one), joint(two), joint(other), joint(one, other), joint(two, other)];
    const begin = draw(sum, selective);
    // every place begins a move, and none makes one yet
    expect(begin.targets.every((target) => !target.move && target.pick)).toBe(true);
    const first = begin.targets[0];
    const chosen = draw(sum, selective, 700, [first?.pick ?? ""]);
    expect(chosen.prompt).toMatch(/another board as well/);
    const again = chosen.targets.find((target) => target.id === first?.id);
    expect(again?.move?.action?.kind === "joint" && again.move.action.moves).toHaveLength(1);
    const both = chosen.targets.find((target) => target.id.startsWith("1|"));
    expect(both?.move?.action?.kind === "joint" && both.move.action.moves).toHaveLength(2);
    // where all boards are moved, the first choice alone makes nothing
    const conjunctive = [joint(one, other), joint(two, other)];
    const half = draw(sum, conjunctive, 700, [draw(sum, conjunctive).targets.find((target) => target.id.startsWith("1|"))?.pick ?? ""]);
    expect(half.prompt).toBe("Choose a move on each other board too.");
    expect(half.targets.filter((target) => target.id.startsWith("0|")).map((target) => target.move?.to).sort()).toEqual(conjunctive.map(({ to }) => to).sort());
  });

  it("several boards of squares stand side by side, each with its own places", () => {
    const moves = [move({ kind: "fill", squares: [[1, 1]] }, 0), move({ kind: "fill", squares: [[1, 1]] }, 1)];
    const drawn = draw(term("squares", [{ squares: ["##", "#X"] }, { squares: ["##", "##"] }]), moves);
    expect(drawn.targets.map((target) => target.touches)).toEqual([["b0-q1-1"], ["b1-q1-1"]]);
    expect(drawn.targets[1]?.x).toBeGreaterThan(drawn.targets[0]?.x ?? 0);
    expect(drawn.pieces.filter((piece) => piece.kind === "cross")).toHaveLength(1);
  });

  it("the rook is told as one part with two heaps", () => {
    const moves = [move({ kind: "take", heap: 2, at: 0, taken: 1, left: [1] }), move({ kind: "take", heap: 1, at: 1, taken: 1, left: [] })];
    const drawn = draw(term("wythoff", [{ size: 2 }, { size: 1 }], { game: "rook" }), moves);
    expect(drawn.targets.map((target) => target.touches[0])).toEqual(["q1-1", "q2-0"]);
    expect(drawn.pieces.some((piece) => piece.kind === "rook")).toBe(true);
  });

  it("a node of a graph stays where it was when others go", () => {
    const node = (name: string, x: number) => ({ name, x, y: 10, width: 28, height: 28, reachable: true });
    const drawn = (nodes: ReturnType<typeof node>[]) => term("network", [{ nodes: nodes.length }], { graph: { nodes, edges: [], width: 300, height: 60 } });
    const [before, after] = [drawn([node("a", 10), node("b", 90), node("c", 200)]), drawn([node("a", 40), node("c", 70)])];
    expect(keepNodes(before, after).graph?.nodes.map(({ x }) => x)).toEqual([10, 200]);
    expect(keepNodes(before, drawn([node("a", 40), node("d", 70)])).graph?.nodes.map(({ x }) => x)).toEqual([40, 70]);
    expect(keepNodes(undefined, after)).toBe(after);
  });
});

describe("places", () => {
  const takes = (parts: number[], part: number, taken: number) => move({ kind: "take", heap: parts[part] ?? 0, at: part, taken, left: (parts[part] ?? 0) > taken ? [(parts[part] ?? 0) - taken] : [] }, part);

  it("a heap that shrinks leaves all others where they are", () => {
    const [before, after] = [term("nim", [{ size: 5 }, { size: 4 }, { size: 3 }]), term("nim", [{ size: 4 }, { size: 3 }, { size: 1 }])];
    const start = newPlaces(before);
    const next = carryPlaces(before, start, after, takes([5, 4, 3], 0, 4));
    const at = (which: Term, places: Places) => new Map(scene({ term: which, moves: [], width: 700, picked: [], names: places.names, slots: places.slots }).pieces.filter((piece) => piece.kind === "stone").map((piece) => [piece.id, `${piece.x},${piece.y}`]));
    const [old, now] = [at(before, start), at(after, next)];
    expect(now.size).toBe(8);
    for (const [id, place] of now) expect(old.get(id)).toBe(place);
  });

  it("pins that are left stand where they stood", () => {
    const [before, after] = [term("pins", [{ size: 6 }]), term("pins", [{ size: 3 }, { size: 1 }])];
    const start = newPlaces(before);
    const next = carryPlaces(before, start, after, move({ kind: "knock", heap: 6, first: 1, count: 2, taken: 2, left: [3, 1] }));
    const x = (which: Term, places: Places) => scene({ term: which, moves: [], width: 700, picked: [], names: places.names, slots: places.slots }).pieces.filter((piece) => piece.kind === "pin").map((piece) => piece.x).sort((a, b) => a - b);
    const all = x(before, start);
    expect(x(after, next)).toEqual([all[0], all[3], all[4], all[5]]);
  });

  it("targets for a finger are at least 32 pixels in both directions and do not overlap", () => {
    const board = term("pins", [{ size: 9 }]);
    const drawn = scene({ term: board, moves: knocks(9), width: 340, picked: [], names: newNames(board), coarse: true });
    expect(drawn.targets).toHaveLength(17);
    for (const target of drawn.targets) expect(Math.min(target.w, target.h)).toBeGreaterThanOrEqual(32);
    for (const [i, a] of drawn.targets.entries()) {
      for (const b of drawn.targets.slice(i + 1)) expect(a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01 || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01).toBe(true);
    }
  });

  it("every board has targets for a finger", () => {
    const take = (heap: number, part: number) => [1, 2].map((taken) => move({ kind: "take", heap, at: part, taken, left: [heap - taken] }, part));
    const boards: [Term, Move[]][] = [
      [term("nim", [{ size: 5 }, { size: 3 }]), take(5, 0)],
      [term("bank", [{ size: 5 }], { bank: 3 }), [...take(5, 0), move({ kind: "add", heap: 5, added: 2, left: [7] })]],
      [term("strips", [{ tokens: [2, 9] }]), [move({ kind: "slide", strip: 0, token: 0, from: 2, to: 1 })]],
      [term("star", [{ tokens: [3] }, { tokens: [3] }, { tokens: [3] }]), [0, 1, 2].map((strip) => move({ kind: "slide", strip, token: 0, from: 3, to: 0 }, strip))],
      [term("chocolate", [{ rows: [12, 12] }]), [move({ kind: "bite", row: 2, column: 2 })]],
      [term("rectangles", [{ sides: [3, 9] }]), [move({ kind: "break", rectangle: [3, 9], along: 1, at: 4, left: [] }), move({ kind: "break", rectangle: [3, 9], along: 0, at: 1, left: [] })]],
      [term("wythoff", [{ size: 12 }, { size: 8 }]), [move({ kind: "take", heap: 12, at: 0, taken: 1, left: [11] }, 0)]],
      [term("nearly", [{ heaps: [3, 2], game: "nim" }], { inside: [{ first: 0, term: term("nim", [{ size: 3 }, { size: 2 }]) }] }), take(3, 0)],
      [term("squares", [{ squares: ["####", "####"] }]), [move({ kind: "fill", squares: [[1, 1], [1, 2]] }), move({ kind: "fill", squares: [[1, 2], [2, 2]] })]],
      [term("squares", [{ squares: ["###################"] }]), [move({ kind: "fill", squares: [[1, 9]] })]],
    ];
    for (const [which, moves] of boards) {
      const drawn = scene({ term: which, moves, width: 340, picked: [], names: newNames(which), coarse: true });
      expect(drawn.targets.length, which.board).toBeGreaterThan(0);
      for (const target of drawn.targets) expect(Math.min(target.w, target.h), which.board).toBeGreaterThanOrEqual(32);
    }
  });

  it("long strips go on in the next line", () => {
    const drawn = draw(term("strips", [{ tokens: [20, 50, 60] }]), [], 700);
    expect(drawn.width).toBeLessThanOrEqual(700);
    expect(drawn.pieces.filter((piece) => piece.kind === "coin")).toHaveLength(3);
  });
});

describe("names of stones", () => {
  it("are kept through a split and by the heaps beside", () => {
    const before = term("heaps", [{ size: 5 }, { size: 2 }]);
    const after = term("heaps", [{ size: 4 }, { size: 2 }, { size: 1 }]);
    const names = newNames(before);
    const kept = carryNames(before, names, after, move({ kind: "split", heap: 5, at: 0, taken: 0, left: [4, 1] }));
    expect(kept[0]).toEqual(names[0]?.slice(0, 4));
    expect(kept[1]).toEqual(names[1]);
    expect(kept[2]).toEqual(names[0]?.slice(4));
  });

  it("of knocked pins are gone, the others stay on their sides", () => {
    const before = term("pins", [{ size: 6 }]);
    const after = term("pins", [{ size: 3 }, { size: 1 }]);
    const names = newNames(before);
    const kept = carryNames(before, names, after, move({ kind: "knock", heap: 6, first: 1, count: 2, taken: 2, left: [3, 1] }));
    expect(kept[1]).toEqual([names[0]?.[0]]);
    expect(kept[0]).toEqual(names[0]?.slice(3));
  });
});

describe("networks and squares", () => {
  const nodes = ["a", "b", "ground"].map((name, i) => ({ name, x: 40 * i + 20, y: 60 * i + 20, width: 30, height: 28, reachable: true }));
  const graph = { nodes, edges: [[0, 1], [0, 1], [1, 1], [1, 2]] as [number, number][], width: 140, height: 180 };
  const board = term("network", [{ nodes: 3, edges: 4 }], { graph });

  it("an edge is pressed at its middle, each of several with the same ends", () => {
    const picks = ["a-b", "b-b", "b-ground"].map((name) => move({ kind: "pick", name }));
    const drawn = draw(board, picks);
    expect(drawn.targets.map((target) => target.touches[0])).toEqual(["l0-1-0", "l0-1-1", "l1-1-0", "l1-2-0"]);
    expect(new Set(drawn.targets.map((target) => target.id)).size).toBe(4);
    expect(drawn.pieces.filter((piece) => piece.kind === "link")).toHaveLength(4);
    expect(drawn.pieces.filter((piece) => piece.kind === "dot")).toHaveLength(2);
  });

  it("a node is pressed where it lies, and its neighbors light up with it", () => {
    const drawn = draw(board, [move({ kind: "pick", name: "a" })]);
    expect(drawn.targets[0]?.touches).toEqual(["v0", "v1", "v1"]);
  });

  it("names in quotes are found", () => {
    const quoted = term("network", [{ nodes: 2, edges: 1 }], { graph: { ...graph, nodes: nodes.slice(0, 2).map((node, i) => ({ ...node, name: i ? "x-y" : 'a "b"' })), edges: [[0, 1]] } });
    const drawn = draw(quoted, [move({ kind: "pick", name: '"a \\"b\\""-"x-y"' }), move({ kind: "pick", name: '"x-y"' })]);
    expect(drawn.targets.map((target) => target.touches[0])).toEqual(["l0-1-0", "v1"]);
  });

  it("a domino lies on the side that two squares share, an X on its square", () => {
    const fill = (...squares: [number, number][]) => move({ kind: "fill", squares });
    const cram = draw(term("squares", [{ squares: ["##.", ".##"] }]), [fill([1, 1], [1, 2]), fill([1, 2], [2, 2])]);
    expect(cram.pieces.filter((piece) => piece.kind === "square")).toHaveLength(4);
    expect(cram.targets.map((target) => target.touches)).toEqual([["q1-1", "q1-2"], ["q1-2", "q2-2"]]);
    const row = draw(term("squares", [{ squares: ["#X###"] }]), [fill([1, 5])]);
    expect(row.pieces.filter((piece) => piece.kind === "cross")).toHaveLength(1);
    expect(row.targets[0]?.marks[0]?.kind).toBe("cross");
  });

  it("what is too large is written on a card", () => {
    expect(draw(term("network", [{ nodes: 900, edges: 1200 }]), []).pieces[0]?.text).toContain("900");
    expect(draw(term("squares", [{ squares: ["#".repeat(99)] }]), []).pieces[0]?.text).toBe("1 × 99 squares");
  });
});
