// A link read back is the link that was written.
import { expect, it } from "vitest";
import { annotated, link, parse } from "./route.svelte";

it("is inverse to itself", () => {
  const parameters = { position: "kayles: 7 5 + graph: {a>b, b>c}#a", play: "misere" };
  expect(parse(link("play", parameters))).toEqual({ page: "play", parameters });
});

it("leaves out what is not given", () => {
  expect(link("sequence", { game: "0.07", from: undefined, with: "", to: 0 })).toBe("#/sequence?game=0.07&to=0");
});

it("unknown pages are the first page", () => {
  expect(parse("#/nowhere?x=1").page).toBe("play");
  expect(parse("").page).toBe("play");
});

it("words of whoever sends a link stand in it, and go when they are taken away", () => {
  const plain = link("play", { position: "kayles: 7 5" });
  const told = annotated(plain, "A riddle", "Who wins & why?");
  expect(parse(told).parameters).toEqual({ position: "kayles: 7 5", title: "A riddle", note: "Who wins & why?" });
  expect(annotated(told)).toBe(plain);
});
