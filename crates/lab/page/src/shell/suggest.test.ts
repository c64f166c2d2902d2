// What may have been meant by what was typed.
import { expect, it } from "vitest";
import { candidates, example, suggestion } from "./suggest";

it("adds what is missing", () => {
  expect(candidates("nim 3 4 5")[0]).toBe("nim: 3 4 5");
  expect(candidates("3 4 5")).toEqual(["nim: 3 4 5"]);
  expect(candidates("3, 4, 5")).toEqual(["nim: 3 4 5"]);
  expect(candidates("chomp 3x4")).toContain("chomp: 3x4");
  expect(candidates("Grundy's game 7 5")).toContain("grundy: 7 5");
  expect(candidates("kayles: 7 + nim: x")).toEqual([]);
});

it("offers only what can be read", async () => {
  const reads = async (text: string): Promise<void> => {
    if (text !== "grundy: 7 5") throw new Error("unknown");
  };
  expect(await suggestion("grundys game 7 5", reads)).toBe("grundy: 7 5");
  expect(await suggestion("foo 7", reads)).toBeNull();
});

it("takes the bare name of a game", () => {
  const games = [{ name: "dawsons-kayles", title: "Dawson's Kayles", aliases: ["dawson-kayles"], code: "0.07", example: "dawsons-kayles: 9 6" }];
  for (const typed of ["Dawson's Kayles", "dawsons kayles", "dawson-kayles", "0.07"]) expect(example(typed, games), typed).toBe("dawsons-kayles: 9 6");
  expect(example("0.137", games)).toBe("0.137: 9 6");
  expect(example("dawsons-kayles: 4", games)).toBeNull();
  expect(example("3 4 5", games)).toBeNull();
  expect(example("", games)).toBeNull();
});
