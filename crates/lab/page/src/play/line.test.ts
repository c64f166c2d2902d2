// A game that is written into a link and read back is the same game.
import { expect, it } from "vitest";
import { read, spell, spellings, write } from "./line";

const term = (label: string, game: string, text: string) => ({ label, game, text });

it("is read back as it was written", () => {
  const game = [
    [term("A", "nim", "nim: 5 4 3")], [term("A", "nim", "nim: 5 4 1")], [term("A", "nim", "nim: 4 4 1")], [term("A", "nim", "nim:")],
  ];
  expect(write(game)).toBe("5 4 1~4 4 1~~");
  expect(read(game[0] ?? [], write(game))).toEqual(["nim: 5 4 1", "nim: 4 4 1", "nim:"]);
});

it("a game of one move that takes everything", () => {
  const game = [[term("A", "nim", "nim: 3")], [term("A", "nim", "nim:")]];
  expect(read(game[0] ?? [], write(game))).toEqual(["nim:"]);
  expect(write([game[0] ?? []])).toBe("");
  expect(read(game[0] ?? [], "")).toEqual([]);
});

it("names the term of a sum, and of a graph the node alone", () => {
  const graph = "{a>b, b>c}";
  const game = [
    [term("A", "kayles", "kayles: 5"), term("B", "graph", `graph: ${graph}#a`)],
    [term("A", "kayles", "kayles: 5"), term("B", "graph", `graph: ${graph}#b`)],
    [term("A", "kayles", "kayles: 2 2"), term("B", "graph", `graph: ${graph}#b`)],
  ];
  expect(write(game)).toBe("B=#b~A=2 2");
  expect(read(game[0] ?? [], write(game))).toEqual([`kayles: 5 + graph: ${graph}#b`, `kayles: 2 2 + graph: ${graph}#b`]);
  expect(read(game[0] ?? [], "C=1")).toBeNull();
});

it("takes a row of squares that begins with a free one for what it is", () => {
  const game = [[term("A", "cram", "cram: 2x3")], [term("A", "cram", "cram: ###/#..")], [term("A", "cram", "cram: #../#..")]];
  expect(write(game)).toBe("###/#..~#../#..");
  expect(read(game[0] ?? [], write(game))).toEqual(["cram: ###/#..", "cram: #../#.."]);
});

it("keeps the words in which a rule was typed", () => {
  const terms = [term("A", "0.333", "0.333: 10"), term("B", "nim", "nim: 3")];
  const names = spellings("take(1..3): 10 + nim: 3", terms);
  expect(spell("0.333: 10 + nim: 3", terms, names)).toBe("take(1..3): 10 + nim: 3");
  expect(spell("0.333: 10", [terms[0] ?? term("", "", "")], new Map())).toBe("0.333: 10");
});
