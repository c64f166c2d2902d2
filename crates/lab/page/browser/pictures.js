// Pictures of every page, light and dark, on a laptop, a phone and a projector, into browser/out: to be looked at.
import { mkdirSync } from "node:fs";
import { open, play } from "./lab.js";

const folder = new URL("./out/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const embedded = async (page) => {
  await page.goto(`${lab.address}?embed=1${new URL(page.url()).hash}`);
  await page.locator(".target, canvas[data-width]").first().waitFor();
};
const pages = [
  ["gallery", "#/play", ".game svg"],
  ["kayles", play("kayles: 9 5", { teacher: "1" }), "tfoot"],
  ["star-nim", play("star-nim: 3 4 6", { teacher: "1" }), ".target.won"],
  ["chomp", play("chomp: 4x6", { teacher: "1" }), ".target.won"],
  ["coach", play("nim: 3 4 5", { moves: "5 4~4 4" }), "[data-verdict]"],
  ["review", play("nim: 2 1", { opponent: "human", moves: "2~~" }), ".deciding"],
  ["large-heaps", play("nim: 3 3 3 3 3 3 3 3 3 3 3 3"), ".target"],
  ["strip", play("silver-dollar: [20,50,60]", { opponent: "human" }), ".target"],
  ["queen", play("wythoff: 20 30", { opponent: "human" }), ".target"],
  ["bar", play("chomp: 40x40", { opponent: "human" }), ".target"],
  ["sum", play("kayles: 6 + grundy: 8 + silver-dollar: [2,5,8]", { teacher: "1" }), "tfoot"],
  ["sequence", "#/sequence?game=grundy&to=1000000&width=1024", "canvas[data-width]"],
  ["scatter", "#/sequence?game=grundy&to=100000&view=scatter", "canvas"],
  ["compare", "#/sequence?game=kayles&with=0.07&to=10000&width=68", "canvas[data-width]"],
  ["period", "#/sequence?game=kayles&to=10000&width=12", "canvas[data-width]"],
  ["close", "#/sequence?game=grundy&to=1000000&width=1024&from=0&upto=12287&left=0&across=16", "canvas[data-width]"],
  ["tasks", "#/learn", ".tasks a"],
  ["task", "#/learn?task=row", ".target"],
  ["task-rare", "#/learn?task=rare", "canvas[data-to]"],
  ["theory", "#/theory?at=4.1", "article h1"],
  ["large-graph", "#/graph?position=kayles%3A%209", ".node"],
  ["graph", "#/graph?position=grundy%3A%207", ".node"],
  ["star", "#/star", "canvas"],
  ["learn", "#/learn?step=5", "tfoot"],
  ["wrong", play("kayles: 7 + nim: x"), ".wrong"],
  ["nim", play("nim: 3 4 5"), ".target"],
  ["digraph", play("graph: {a>b, a>c, b>c, b>d, c>d, c>e}#b", { opponent: "human" }), ".target"],
  ["rectangle", play("rectangle: 3x5 2x4"), ".target"],
  ["shared", play("shared: 5 3 2", { opponent: "human" }), "main .card"],
  ["too-large", play("nim: 1e18 7", { opponent: "human" }), "main .card"],
  ["hints", play("kayles: 7 5"), ".target", async (page) => {
    for (const name of ["Hint", "Hint: Which part?", "Hint: Which move?"]) await page.getByRole("button", { name, exact: true }).click();
  }],
  ["dialog", play("nim: 3 4 5", { moves: "5 4~4 4" }), "[data-verdict]", (page) => page.locator("[aria-label=Settings] select").nth(1).selectOption("misere")],
  ["quotient", play("kayles: 12 9 5", { play: "misere", opponent: "human", teacher: "1" }), ".target", async (page) => {
    await page.getByRole("button", { name: "Show the misère quotient" }).click();
    await page.getByRole("img", { name: /The misère quotient/ }).waitFor();
  }],
  ["lecture", play("kayles: 9 5"), ".target", (page) => page.getByRole("button", { name: "Full screen" }).click()],
  ["histogram", "#/sequence?game=grundy&to=100000&view=histogram", "[role=img]"],
  ["values", "#/sequence?game=grundy&to=1000&view=values", "tbody td"],
  ["difference", "#/sequence?game=kayles&with=0.07&to=10000&width=68", "canvas[data-width]", (page) => page.getByRole("region", { name: /^Difference of/ }).scrollIntoViewIfNeeded()],
  ["editor", `#/graph?${new URLSearchParams({ edit: "1", position: "graph: {a>b, a>c, b>c, b>d, c>d, d>e, c>e}#a" })}`, ".editor [data-value]"],
  ["task-columns", "#/learn?task=even", "tfoot"],
  ["task-stripes", "#/learn?task=stripes", "canvas"],
  ["task-mex", "#/learn?task=mex", "form input"],
  ["own", "#/learn?make=1", "form input"],
  ["sheet", "#/learn?sheet=1", "li .board svg"],
  ["too-far", "#/sequence?game=grundy&to=100000000000", ".wrong"],
  ["embed-board", play("kayles: 7 4"), ".target", embedded],
  ["embed-picture", "#/sequence?game=grundy&to=100000", "canvas[data-width]", embedded],
];
const wanted = process.argv.slice(2);
const lab = await open();
lab.expect("400 (Bad Request)");
for (const [name, hash, sign, prepare] of pages) {
  if (wanted.length && !wanted.includes(name)) continue;
  for (const colorScheme of ["light", "dark"]) {
    for (const [device, viewport] of [["laptop", { width: 1280, height: 720 }], ["phone", { width: 390, height: 844 }], ["projector", { width: 1920, height: 1080 }]]) {
      console.log(name, colorScheme, device);
      const page = await lab.page(hash, { colorScheme, viewport, isMobile: device === "phone", hasTouch: device === "phone" });
      await page.locator(sign).first().waitFor({ timeout: 60_000 });
      await prepare?.(page);
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${folder}${name}-${colorScheme}-${device}.png` });
      await page.close();
    }
  }
}
await lab.close();
