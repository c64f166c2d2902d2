// Pictures of every page, light and dark, on a desk and on a phone, into browser/out: to be looked at.
import { mkdirSync } from "node:fs";
import { open, play } from "./lab.js";

const folder = new URL("./out/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const pages = [
  ["gallery", "#/play", ".game svg"],
  ["kayles", play("kayles: 9 5", { teacher: "1" }), "tfoot"],
  ["star-nim", play("star-nim: 3 4 6", { teacher: "1" }), ".target.won"],
  ["chomp", play("chomp: 4x6", { teacher: "1" }), ".target.won"],
  ["sum", play("kayles: 6 + grundy: 8 + silver-dollar: [2,5,8]", { teacher: "1" }), "tfoot"],
  ["sequence", "#/sequence?game=grundy&to=1000000&width=1024", "canvas[data-width]"],
  ["scatter", "#/sequence?game=grundy&to=100000&view=scatter", "canvas"],
  ["compare", "#/sequence?game=kayles&with=0.07&to=10000&width=68", "canvas[data-width]"],
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
    for (const [device, viewport] of [["desk", { width: 1280, height: 860 }], ["phone", { width: 390, height: 844 }]]) {
      const page = await lab.page(hash, { colorScheme, viewport, isMobile: device === "phone", hasTouch: device === "phone" });
      await page.locator(sign).first().waitFor({ timeout: 60_000 });
      await page.waitForTimeout(900);
      await page.screenshot({ path: `${folder}${name}-${colorScheme}-${device}.png` });
      await page.close();
    }
  }
}
await lab.close();
