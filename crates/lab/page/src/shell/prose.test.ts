// Sentences of the engine: one form of numbers, links for what is cited.
import { expect, it } from "vitest";
import { number, prose } from "./prose";

it("writes numbers in one form", () => {
  expect(number(1222)).toBe("1,222");
  expect(number("1000000000000000000")).toBe("1,000,000,000,000,000,000");
  expect(prose("the last 48 399 022, not 1222")).toEqual([{ kind: "text", text: "the last 48,399,022, not 1,222" }]);
  expect(prose("more than 268435456. Ask for less")).toEqual([{ kind: "text", text: "more than 268,435,456. Ask for less" }]);
  expect(prose("0.1234 has 2^1000 and x1234")).toEqual([{ kind: "text", text: "0.1234 has 2^1000 and x1234" }]);
});

it("links statements of the theory, one by one", () => {
  expect(prose("proved (theory 3.2, 3.4).")).toEqual([
    { kind: "text", text: "proved (" }, { kind: "theory", text: "theory 3.2", at: "3.2" }, { kind: "text", text: ", " },
    { kind: "theory", text: "3.4", at: "3.4" }, { kind: "text", text: ")." },
  ]);
  expect(prose("theory 4.1 C").map((span) => span.text)).toEqual(["theory 4.1 C"]);
  expect(prose("(theory P.5)")[1]).toEqual({ kind: "theory", text: "theory P.5", at: "P.5" });
});

it("links sequences and marks code", () => {
  expect(prose("A002188 is `grundy`")).toEqual([
    { kind: "oeis", text: "A002188", at: "A002188" }, { kind: "text", text: " is " }, { kind: "code", text: "grundy" },
  ]);
});
