// The pictures beside curated links, into public/shown: `npm run shown`, where a picture has changed (src/words/en.ts).
import { mkdirSync, readFileSync } from "node:fs";
import { open } from "./lab.js";

const folder = new URL("../public/shown/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const words = readFileSync(new URL("../src/words/en.ts", import.meta.url), "utf8");
const curated = [...words.matchAll(/\{ id: "([^"]+)", title: [^\n]*?, link: "([^"]+)" \}/g)].map(([, id, link]) => ({ id, link }));
const wide = 640;
const lab = await open();
for (const { id, link } of curated) {
  const scale = 0.8;
  const page = await lab.page(link, { viewport: { width: 1280, height: 860 }, deviceScaleFactor: scale, colorScheme: "light" });
  const clip = { width: wide / scale, height: (wide * 0.525) / scale };
  if (link.includes("teacher=1")) {
    await page.getByRole("button", { name: "Show the misère quotient" }).click({ timeout: 60_000 });
    const picture = page.getByRole("img", { name: /The misère quotient/ });
    await picture.waitFor();
    const box = await picture.boundingBox();
    await page.screenshot({ path: `${folder}${id}.jpg`, type: "jpeg", quality: 72, clip: { x: box.x + (box.width - clip.width) / 2, y: Math.max(box.y + 90, 60), ...clip } });
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
await lab.close();
