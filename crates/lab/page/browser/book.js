// The pictures of the page in the README and in the book, into docs/pictures.
import { open, play } from "./lab.js";

const folder = new URL("../../../../docs/pictures/", import.meta.url).pathname;
const lab = await open();

const wanted = process.argv.slice(2);

async function take(name, hash, sign, prepare = async () => {}, { wait = 800, ...options } = {}) {
  if (wanted.length && !wanted.includes(name)) return;
  const page = await lab.page(hash, { viewport: { width: 1280, height: 760 }, ...options });
  await page.locator(sign).first().waitFor({ timeout: 60_000 });
  await prepare(page);
  await page.waitForTimeout(wait);
  await page.screenshot({ path: `${folder}${name}.png` });
  await page.close();
}

await take("lab-door", "#/play", ".front .target", async (page) => {
  await page.locator(".front .target[data-to='nim: 5 4']").first().click();
  await page.locator(".front [data-verdict=gave-away]").waitFor();
  await page.waitForTimeout(2500);
});
await take("lab-coach", play("kayles: 7 5", { moves: "7 3~5 3", opponent: "casual" }), "[data-verdict]", async (page) => {
  for (const name of ["Hint", "Hint: Which part?", "Hint: Which move?"]) await page.getByRole("button", { name, exact: true }).click();
});
await take("lab-raster", "#/sequence?game=kayles&to=10000&width=12&from=0&upto=167", "canvas[data-width]", async (page) => {
  await page.getByRole("button", { name: "Look for a period" }).click();
  await page.getByRole("button", { name: /Wrap at/ }).waitFor({ timeout: 60_000 });
  await page.evaluate(() => window.scrollTo(0, 250));
});
await take("lab-task", "#/learn?task=bouton", ".target", async (page) => {
  await page.locator(".target[data-to='nim: 5 4 1']").first().click();
  await page.getByText("Bouton found").waitFor();
});
await take("lab-explained", play("nim: 3 4 5", { opponent: "human", teacher: "1" }), ".board .tone-band", undefined, { viewport: { width: 1280, height: 860 } });
await take("lab-study", "#/sequence?game=grundy&to=20000&width=128&rares=1&marks=1222+the+last+zero", "[data-lag]", (page) => page.evaluate(() => window.scrollTo(0, 520)), { viewport: { width: 1280, height: 960 } });
const drawn = new URLSearchParams({ edit: "1", position: "graph: {a>b, a>c, b>c, b>d, c>d, d>e, c>e}#a" });
await take("lab-editor", `#/graph?${drawn}`, ".editor [data-value]", (page) => page.evaluate(() => window.scrollTo(0, 150)));
await take("lab-review", play("nim: 3 4 5", { opponent: "human", moves: "5 4~4 4~4 3~3 3~3~~" }), ".deciding", undefined, { viewport: { width: 1280, height: 860 } });
await take("lab-columns", "#/learn?task=even", ".live .one", undefined, { viewport: { width: 860, height: 560 }, reducedMotion: "no-preference", wait: 820 });
await take("lab-lecture", play("star-nim: 3 4 6"), ".target", async (page) => {
  for (const name of ["Hint", "Hint: Which part?", "Hint: Which move?", "Full screen"]) await page.getByRole("button", { name, exact: true }).click();
});
await take("lab-difference", "#/sequence?game=kayles&with=0.7&to=10000&width=96", ".both canvas[data-width]", (page) => page.getByRole("region", { name: /^Difference of/ }).scrollIntoViewIfNeeded());
await take("lab-phone", play("kayles: 9 5", { opponent: "casual" }), ".target", async (page) => {
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.locator(".target .hit").nth(3).tap();
  await page.getByRole("button", { name: "Make this move" }).waitFor();
}, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
await lab.close();
