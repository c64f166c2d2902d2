// Pictures of every page, light and dark, on a laptop, a phone and a projector, into browser/out: to be looked at.
import { mkdirSync } from "node:fs";
import { open, play } from "./lab.js";

const folder = new URL("./out/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
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
];
const wanted = process.argv.slice(2);
const lab = await open();
lab.expect("400 (Bad Request)");
for (const [name, hash, sign] of pages) {
  if (wanted.length && !wanted.includes(name)) continue;
  for (const colorScheme of ["light", "dark"]) {
    for (const [device, viewport] of [["laptop", { width: 1280, height: 720 }], ["phone", { width: 390, height: 844 }], ["projector", { width: 1920, height: 1080 }]]) {
      const page = await lab.page(hash, { colorScheme, viewport, isMobile: device === "phone", hasTouch: device === "phone" });
      await page.locator(sign).first().waitFor({ timeout: 60_000 });
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${folder}${name}-${colorScheme}-${device}.png` });
      await page.close();
    }
  }
}
await lab.close();
