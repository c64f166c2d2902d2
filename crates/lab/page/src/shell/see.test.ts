// Pages that are sent: one for each game and curated link, with nothing unescaped, and found again from what is seen.
import { expect, it } from "vitest";
import prebuilt from "../play/gallery.json";
import { curated } from "../words/en";
import { sentFor, sentPage, sentPages } from "./see";

const pages = sentPages(prebuilt.games);

it("there is one for each curated link and each game, of different names", () => {
  expect(pages).toHaveLength(curated.length + prebuilt.games.length);
  expect(new Set(pages.map((each) => each.id)).size).toBe(pages.length);
  for (const each of pages) {
    expect(each.id).toMatch(/^[a-z0-9-]+$/);
    expect(each.text.length, each.id).toBeGreaterThan(10);
    expect(sentFor(each.link, pages), each.id).toBe(each);
  }
});

it("a page has its title, its sentence and its picture, and leads on", () => {
  const hostile = { id: "x", title: '"><script>', text: "a & <b>", link: '#/play?position="><x', picture: "shown/x.jpg" };
  const page = sentPage(hostile, "https://example.org/");
  expect(page).not.toMatch(/<script|<b>|<x/);
  expect(page).toContain('<meta property="og:image" content="https://example.org/shown/x.jpg" />');
  expect(page).toContain("https://example.org/see/x.html");
  expect(sentPage(hostile)).toContain('content="../shown/x.jpg"');
});

it("what was played on, or looks otherwise, has no such page", () => {
  const named = (hash: string) => sentFor(hash, pages)?.id ?? null;
  expect(named("#/play?position=nim%3A+3+4+5")).toBe("play-nim");
  expect(named("#/play?position=nim%3A+3+4+5&opponent=strong")).toBe("play-nim");
  expect(named("#/play?position=nim%3A+3+4+5&moves=5+4")).toBeNull();
  expect(named("#/play?position=nim%3A+3+4+5&play=misere")).toBeNull();
  expect(named("#/sequence?game=kayles&to=1000&view=raster&width=12")).toBe("kayles-stripes");
  expect(named("#/sequence?game=kayles&to=1000&view=raster&width=12&from=0&upto=99")).toBeNull();
  expect(named("#/learn")).toBeNull();
});
