// The pictures beside curated links, into public/shown, and those of the games, into shown, which are for whoever shows links:
// `npm run shown`, where one has changed (src/words/en.ts). With names only those games.
import { mkdirSync, readFileSync } from "node:fs";
import { open, play } from "./lab.js";

const folder = new URL("../public/shown/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const words = readFileSync(new URL("../src/words/en.ts", import.meta.url), "utf8");
const curated = [...words.matchAll(/\{ id: "([^"]+)", title: [^\n]*?, link: "([^"]+)" \}/g)].map(([, id, link]) => ({ id, link }));
const wide = 640;
const wanted = process.argv.slice(2);
const lab = await open();
for (const { id, link } of curated) {
  if (wanted.length && !wanted.includes(id)) continue;
  const scale = 0.8;
  const page = await lab.page(link, { viewport: { width: 1280, height: 860 }, deviceScaleFactor: scale, colorScheme: "light" });
  const clip = { width: wide / scale, height: (wide * 0.525) / scale };
  if (link.includes("teacher=1")) {
    await page.getByRole("button", { name: "Show the misère quotient" }).click({ timeout: 60_000 });
    const picture = page.getByRole("img", { name: /The misère quotient/ });
    await picture.waitFor();
    const box = await picture.boundingBox();
    await page.screenshot({ path: `${folder}${id}.jpg`, type: "jpeg", quality: 72, clip: { x: box.x + (box.width - clip.width) / 2, y: Math.max(box.y + 90, 60), ...clip } });
  } else if (link.includes("automaton")) {
    const picture = page.locator(".picture img");
    await picture.waitFor();
    await page.waitForTimeout(500);
    const box = await picture.boundingBox();
    await page.screenshot({ path: `${folder}${id}.jpg`, type: "jpeg", quality: 72, fullPage: true, clip: { x: box.x + (box.width - clip.width) / 2, y: box.y + (box.height - clip.height) / 2, ...clip } });
  } else {
    await page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells ?? document.querySelector("canvas")?.dataset.to) > 900, null, { timeout: 120_000 });
    if (link.includes("sequence")) await page.waitForFunction(() => [...document.querySelectorAll("[data-job]")].every((job) => /done|cancelled/.test(job.dataset.state)), null, { timeout: 120_000 });
    await page.waitForTimeout(1500);
    const box = await page.locator("canvas").first().boundingBox();
    const [x, y] = [box.x + (link.includes("sequence") ? Math.min(46, box.width - clip.width) : 30), box.y + (link.includes("star") ? 30 : 8)];
    await page.screenshot({ path: `${folder}${id}.jpg`, type: "jpeg", quality: 72, fullPage: true, clip: { x, y, width: Math.min(clip.width, box.width - (x - box.x)), height: Math.min(clip.height, box.height - (y - box.y)) } });
  }
  console.log(id);
  await page.close();
}
// every game on its board, with its name and its rule
const boards = new URL("../shown/", import.meta.url).pathname;
mkdirSync(boards, { recursive: true });
const { games } = JSON.parse(readFileSync(new URL("../src/play/gallery.json", import.meta.url), "utf8"));
for (const { name, example } of games) {
  if (wanted.length && !wanted.includes(name)) continue;
  const page = await lab.page("", { viewport: { width: 640, height: 336 }, deviceScaleFactor: 0.75, colorScheme: "light" });
  await page.goto(`${lab.address}?embed=1${play(example, { opponent: "human" })}`);
  await page.locator(".boards .board svg .piece").first().waitFor({ state: "attached" });
  await page.evaluate(() => document.querySelectorAll(".status, .tools, .coach, .target").forEach((each) => (each.style.display = "none")));
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${boards}play-${name}.jpg`, type: "jpeg", quality: 60 });
  await page.close();
}
await lab.close();
