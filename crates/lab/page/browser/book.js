// The pictures of the page in the README and in the book, into docs/pictures.
import { open, play } from "./lab.js";

const folder = new URL("../../../../docs/pictures/", import.meta.url).pathname;
const lab = await open();

async function take(name, hash, sign, prepare) {
  const page = await lab.page(hash, { viewport: { width: 1280, height: 760 } });
  await page.locator(sign).first().waitFor({ timeout: 60_000 });
  await prepare(page);
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${folder}${name}.png` });
  await page.close();
}

await take("lab-coach", play("kayles: 7 5", { moves: "7 3~5 3", opponent: "casual" }), "[data-verdict]", async (page) => {
  for (const name of ["Hint", "Hint: Which part?", "Hint: Which move?"]) await page.getByRole("button", { name, exact: true }).click();
});
await take("lab-raster", "#/sequence?game=kayles&to=10000", "canvas[data-width]", async (page) => {
  await page.getByRole("button", { name: "Look for a period" }).click();
  await page.getByRole("button", { name: /Wrap at/ }).click({ timeout: 60_000 });
  for (let i = 0; i < 6; i += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.evaluate(() => window.scrollTo(0, 250));
});
await take("lab-task", "#/learn?task=bouton", ".target", async (page) => {
  await page.locator(".target[data-to='nim: 5 4 1']").first().click();
  await page.getByText("Bouton found").waitFor();
});
const drawn = new URLSearchParams({ edit: "1", position: "graph: {a>b, a>c, b>c, b>d, c>d, d>e, c>e}#a" });
await take("lab-editor", `#/graph?${drawn}`, ".editor [data-value]", (page) => page.evaluate(() => window.scrollTo(0, 150)));
await lab.close();
