// What may have been meant by what was typed.
import { expect, it } from "vitest";
import { candidates, suggestion } from "./suggest";

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
