// What only the static page does: it works from a sub-folder of a plain file server, asks nothing of any server, and says where
// larger questions are answered.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { files } from "./files.js";
import { command, open, play, site } from "./lab.js";

const onSite = { skip: site ? false : "it is about the static page" };

let lab;
before(async () => {
  if (site) lab = await open();
});
after(() => lab?.close());

test("a game is played without a server, and nothing but files is fetched", onSite, async () => {
  const page = await lab.page("");
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.locator(".game").first().waitFor();
  await page.goto(lab.address + play("kayles: 7 5", { teacher: "1" }));
  await page.locator(".target.won").first().waitFor({ timeout: 20_000 });
  await page.locator(".target.won .halo").first().click();
  await page.waitForFunction(() => /Your move/.test(document.querySelector(".said")?.textContent ?? ""), null, { timeout: 20_000 });
  assert.deepEqual(fetched.filter((path) => path.includes("/api/")), []);
  await page.close();
});

test("a job shows its values while it runs, and is cancelled", onSite, async () => {
  const page = await lab.page("#/sequence?game=grundy&to=1000");
  await page.locator("canvas[data-width]").first().waitFor({ timeout: 30_000 });
  await page.locator("select").first().selectOption("10000000");
  const job = page.locator("[data-job]", { hasText: "10,000,000" });
  await page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) > 10_000, null, { timeout: 60_000 });
  await job.getByRole("button", { name: /Cancel/ }).click();
  await job.getByText("cancelled").waitFor({ timeout: 10_000 });
  await page.close();
});

test("after the first visit the page works without a network", onSite, async () => {
  const context = await lab.context();
  const page = await lab.page("", { context });
  await page.locator(".game").first().waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (let tries = 0; !navigator.serviceWorker.controller && tries < 100; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await context.setOffline(true);
  await page.goto(lab.address + play("nim: 3 4 5", { teacher: "1" }));
  await page.reload();
  await page.locator(".target.won").first().waitFor({ timeout: 20_000 });
  const other = await lab.page("#/star", { context });
  await other.locator("canvas").first().waitFor({ timeout: 20_000 });
  await context.close();
});

test("a board stands in a frame of another origin, without the frame of the page", onSite, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sprague-frame-"));
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>Another page</title><iframe title="board" width="900" height="700" src="${lab.address}?embed=1${play("nim: 3 4 5")}"></iframe>`);
  const other = await files(folder, "/");
  const context = await lab.context();
  const page = await context.newPage();
  await page.goto(other.address);
  const board = page.frameLocator("iframe");
  await board.locator(".target").first().waitFor({ timeout: 20_000 });
  assert.equal(await board.locator("header").isVisible(), false);
  assert.equal(await board.getByLabel("Position").isVisible(), false);
  await board.locator(".target").first().click();
  await board.locator("[data-verdict]").first().waitFor({ timeout: 20_000 });
  await context.close();
  await other.stop();
  rmSync(folder, { recursive: true });
});

test("a whole game in a link opens on the other engine with the same moves", onSite, async () => {
  const server = await command();
  const context = await lab.context();
  const page = await context.newPage();
  const told = (of) => of.locator("[data-position]").getAttribute("data-position");
  await page.goto(server.opening + play("kayles: 7 5", { opponent: "human" }));
  for (let moves = 0; moves < 3; moves += 1) {
    const before = await told(page);
    await page.locator(".target").first().click();
    await page.waitForFunction((old) => document.querySelector("[data-position]").dataset.position !== old, before);
  }
  await page.waitForFunction(() => (decodeURIComponent(window.location.hash).match(/~/g) ?? []).length >= 2);
  const other = await lab.page(new URL(page.url()).hash);
  await other.locator("[data-position]").waitFor();
  assert.equal(await told(other), await told(page));
  await other.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await told(other), await told(page));
  await context.close();
  await other.close();
  await server.stop();
});

test("the page can be installed", onSite, async () => {
  const page = await lab.page("");
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  assert.ok(manifest.icons.length > 0 && manifest.start_url === "./");
  await page.close();
});

test("what is too large is refused with the way out", onSite, async () => {
  const page = await lab.page("#/sequence?game=grundy&to=100000000");
  await page.getByText(/use sprague lab or the command sprague on a machine of your own/).first().waitFor({ timeout: 20_000 });
  await page.close();
});

test("first paint within half a second, first move within a second and a half", onSite, async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  const start = await page.evaluate(() => performance.timeOrigin);
  await page.locator(".target").first().click();
  await page.waitForFunction(() => document.querySelector("[data-position]")?.dataset.position !== "nim: 5 4 3", null, { timeout: 20_000 });
  const moved = Date.now() - start;
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`first paint after ${Math.round(paint)} ms, first move after ${Math.round(moved)} ms`);
  if (process.env.TIMES) assert.ok(paint < 500 && moved < 1500, `${paint} ms, ${moved} ms`);
  await page.close();
});
