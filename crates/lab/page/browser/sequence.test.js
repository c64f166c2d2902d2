// Sequences: values at once, pictures that follow the slider and the wheel, jobs that can be watched and cancelled.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, open, saved, serverOnly, site } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

const drawn = (page) => page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) > 0);

/** A few pixels of the first canvas: enough to see that something was drawn, and that it changed. */
const pixels = (page) => page.evaluate(() => {
  const canvas = document.querySelector("canvas");
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const data = copy.getImageData(0, 0, canvas.width, canvas.height).data;
  let sum = 0;
  const tones = new Set();
  for (let i = 0; i < data.length; i += 404) {
    sum = (sum * 31 + data[i] + 7 * data[i + 1]) % 1000003;
    tones.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
  }
  return { sum, tones: tones.size };
});

test("the first values are there before the run is", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=100000");
  await page.locator("[aria-label='First values'] li").first().waitFor();
  const values = await page.locator("[aria-label='First values'] li span").allInnerTexts();
  assert.deepEqual(values.slice(0, 14).map(Number), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1]);
  await page.close();
});

test("the raster changes with its width, by slider, number and link", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=10000&width=100");
  await drawn(page);
  const before = await pixels(page);
  assert.ok(before.tones > 3, "the raster is empty");
  await page.getByLabel("Width: how many heaps to a row").fill("12");
  await page.waitForFunction(() => document.querySelector("canvas").dataset.width === "12");
  await eventually(async () => assert.notEqual((await pixels(page)).sum, before.sum));
  assert.match(page.url(), /width=12/);
  await page.getByLabel("Width as a number").fill("34");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("canvas").dataset.width === "34");
  await page.close();
});

test("zooming goes from the whole run to single values and back", async () => {
  const page = await lab.page("#/sequence?game=grundy&to=100000&width=30");
  await drawn(page);
  for (let i = 0; i < 11; i += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => /heaps 0 to \d{3}, columns 0 to 7\b/.test(document.body.innerText));
  const link = page.url();
  await page.getByRole("button", { name: "Whole run" }).click();
  await page.waitForFunction(() => document.body.innerText.includes("heaps 0 to 100,000"));
  const box = await page.locator("canvas").first().boundingBox();
  await page.mouse.move(box.x + 150, box.y + 100);
  await page.mouse.wheel(0, -600);
  await page.waitForTimeout(200);
  assert.ok(await page.evaluate(() => document.body.innerText.includes("heaps 0 to 100,000")), "the wheel zooms without being asked to");
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator("[role=application]").focus();
  const again = await page.locator("canvas").first().boundingBox();
  await page.mouse.move(again.x + 150, again.y + 100);
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(() => !document.body.innerText.includes("heaps 0 to 100,000"));
  await page.locator("[role=application]").press("-");
  // what is seen stands in the link
  await page.goto(link);
  await page.reload();
  await page.waitForFunction(() => /heaps 0 to \d{3}, columns 0 to 7\b/.test(document.body.innerText));
  await page.close();
});

test("scatter, histogram and values", async () => {
  const page = await lab.page("#/sequence?game=grundy&to=20000");
  await drawn(page);
  await page.getByRole("tab", { name: "scatter" }).click();
  await page.getByText("rare values").first().waitFor();
  // the legend may be there before the picture
  await eventually(async () => assert.ok((await pixels(page)).tones > 2));
  await page.getByRole("tab", { name: "histogram" }).click();
  await page.waitForFunction(() => /Histogram of grundy: [1-9]/.test(document.querySelector("[role=img]")?.getAttribute("aria-label") ?? ""));
  await page.getByRole("tab", { name: "values" }).click();
  await page.locator("tbody td").first().waitFor();
  assert.deepEqual((await page.locator("tbody tr").nth(1).locator("td").allInnerTexts()).map(Number), [0, 2, 1, 3, 2, 1, 3, 2, 4, 3]);
  await page.close();
});

test("what is known is told with its grounds", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=10000");
  await page.getByRole("button", { name: "Look for a period" }).click();
  const facts = page.getByRole("region", { name: "What is known" });
  await facts.getByText("proved", { exact: true }).waitFor();
  assert.match(await facts.innerText(), /12\s+from 71 on/);
  await page.close();
});

test("two games side by side, and where they first differ", async () => {
  const page = await lab.page("#/sequence?game=kayles&with=0.07&to=1000");
  const told = page.getByRole("region", { name: "Comparison" });
  await told.waitFor();
  assert.match(await told.innerText(), /first differ at heap 1\b/);
  await page.waitForFunction(() => document.querySelectorAll("canvas[data-width]").length === 3);
  // the third picture is the difference: heap 1 has values 1 and 0
  const difference = page.getByRole("region", { name: /^Difference of/ });
  // one set of controls moves all three
  assert.equal(await page.getByRole("button", { name: "Zoom in" }).count(), 1);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => new Set([...document.querySelectorAll("canvas[data-width]")].map((canvas) => canvas.dataset.rows)).size === 1 && /from=|upto=/.test(location.hash));
  await difference.locator("canvas[data-cells]").first().waitFor();
  await page.close();
});

test("a period that is a theorem is the first width", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=1000");
  await page.locator("canvas[data-width='12']").first().waitFor();
  await page.goto(`${lab.address}#/sequence?game=grundy&to=1000`);
  await page.locator("canvas[data-width='32']").first().waitFor();
  await page.close();
});

test("the raster wraps at the period, counts zeros, and is read at a cell", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=10000");
  await drawn(page);
  await page.getByRole("button", { name: "Look for a period" }).click();
  await page.getByRole("button", { name: "Wrap at the period 12" }).click();
  await page.waitForFunction(() => document.querySelector("canvas").dataset.width === "12");
  assert.match(page.url(), /width=12/);
  await page.getByLabel("A cell shows").selectOption("zeros");
  await page.waitForFunction(() => new URLSearchParams(location.hash.split("?")[1]).get("show") === "zeros");
  await page.getByLabel("A cell shows").selectOption("mean");
  for (let i = 0; i < 8; i += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => Number(document.querySelector("canvas").dataset.cells) < 100);
  const box = await page.locator("canvas").first().boundingBox();
  await page.mouse.move(box.x + 70, box.y + 30);
  await page.getByText("heap 0: value 0").waitFor();
  const [png] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "this view as PNG" }).click()]);
  assert.match(png.suggestedFilename(), /^kayles-raster-0-to-\d+\.png$/);
  const [svg] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "as SVG" }).click()]);
  assert.match(svg.suggestedFilename(), /\.svg$/);
  await page.close();
});

test("the scatter tells what lies under the pointer", async () => {
  const page = await lab.page("#/sequence?game=grundy&to=1000&view=scatter&from=0&upto=99");
  await page.locator("canvas[data-to='99']").waitFor();
  const box = await page.locator("canvas").first().boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height - 40);
  for (let y = box.height - 30; y > 20 && !/heap/.test(await page.locator(".told").innerText()); y -= 12) await page.mouse.move(box.x + box.width * 0.5, box.y + y);
  assert.match(await page.locator(".told").innerText(), /^heap \d+: value \d+/);
  await page.close();
});

test("a finger reads a cell, and scrolls the page over every picture", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=1000&width=12", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await drawn(page);
  // away from the bar below, which lies over the page
  await page.locator("canvas").first().evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
  const box = await page.locator("canvas").first().boundingBox();
  await page.touchscreen.tap(box.x + 150, box.y + 100);
  await page.locator(".told", { hasText: /heap/ }).waitFor();
  for (const hash of ["#/sequence?game=kayles&to=1000&view=scatter", "#/star"]) {
    await page.goto(lab.address + hash);
    await page.locator("[role=application] canvas").first().waitFor();
    assert.equal(await page.locator("[role=application] canvas").first().evaluate((canvas) => getComputedStyle(canvas).touchAction), "pan-y");
  }
  await page.close();
});

test("a long job is started, watched and cancelled, and stays in the list", async () => {
  const page = await lab.page(`#/sequence?game=split(2, diff%3E%3D3)&to=${site ? 10000000 : 100000000}`);
  const row = page.locator("[data-state='running']", { hasText: "split(2" }).first();
  await row.waitFor();
  const first = Number(await row.locator("progress").getAttribute("value"));
  await eventually(async () => assert.ok(Number(await row.locator("progress").getAttribute("value")) > first, "it does not go on"));
  await row.getByRole("button", { name: /Cancel/ }).click();
  await page.locator("[data-state='cancelled']", { hasText: "split(2" }).first().waitFor();
  if (!site) {
    // another tab has the same list
    const other = await lab.page("#/sequence?game=kayles&to=1000");
    await other.locator("[data-state='cancelled']", { hasText: "split(2" }).first().waitFor();
    await other.close();
  }
  await page.locator("[data-state='cancelled']", { hasText: "split(2" }).first().getByRole("button", { name: /Remove/ }).click();
  await page.locator("[data-state='cancelled']", { hasText: "split(2" }).waitFor({ state: "detached" });
  // what was removed here is not computed again by itself
  await page.getByRole("button", { name: "Compute them again" }).waitFor();
  assert.equal(await page.locator("[data-state='running']", { hasText: "split(2" }).count(), 0);
  await page.close();
});

test("a bad rule is shown at its character", async () => {
  lab.expect("400 (Bad Request)");
  const page = await lab.page("#/sequence?game=kayles&to=1000");
  await drawn(page);
  await page.getByLabel("Game").fill("take(1..x)");
  await page.keyboard.press("Enter");
  await page.locator(".wrong mark").waitFor();
  assert.equal(await page.locator(".wrong mark").innerText(), "x");
  await page.close();
});

test("everything that can be saved can be fetched", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=1000");
  await drawn(page);
  for (const title of ["b-file", "CSV", "SVG", "PNG"]) {
    assert.ok((await saved(page, title)).length > 500, title);
  }
  await page.close();
});

test("widths worth a look are counted, and one of them is taken", async () => {
  const page = await lab.page("#/sequence?game=0.156&to=10000");
  const study = page.getByRole("region", { name: "Look closer" });
  // the period of 0.156 is 349
  await study.locator("[data-lag='349']").click();
  await page.locator("canvas[data-width='349']").first().waitFor();
  assert.match(page.url(), /width=349/);
  assert.match(await study.innerText(), /Counted, not proved/);
  await page.close();
});

test("a value or a pattern is found, and its first heap is looked at from near by", async () => {
  lab.expect("400 (Bad Request)");
  const page = await lab.page("#/sequence?game=grundy&to=10000");
  await drawn(page);
  const study = page.getByRole("region", { name: "Look closer" });
  const field = study.getByLabel("Find a value or a pattern");
  await field.fill("0");
  await study.getByRole("button", { name: "Find", exact: true }).click();
  // theory 4.4: heap 0 and 41 others, the last 1222
  await study.locator("[data-places='42']").waitFor();
  assert.match(await study.innerText(), /It occurs 42 times, the last at heap 1,222; first at/);
  await field.fill("0 0 0 1 0 2");
  await field.press("Enter");
  await study.locator("[data-places='1']").waitFor();
  await field.fill("1 two");
  await field.press("Enter");
  await study.getByText("neither a value nor").waitFor();
  await field.fill("2 1 * 2");
  await field.press("Enter");
  const first = study.locator(".list button").first();
  const heap = (await first.innerText()).replaceAll(",", "");
  await first.click();
  await page.waitForFunction((at) => new RegExp(`heaps [\\d,]+ to [\\d,]+`).test(document.body.innerText) && Number(new URLSearchParams(location.hash.split("?")[1]).get("upto")) >= at, Number(heap));
  await page.close();
});

test("bookmarks with notes stand in the link", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=1000");
  await drawn(page);
  const study = page.getByRole("region", { name: "Look closer" });
  await study.getByLabel("Heap", { exact: true }).fill("70");
  await study.getByLabel("Note, kept in the link").fill("the last exception");
  await study.getByRole("button", { name: "Keep" }).click();
  await study.locator("[data-mark='70']").waitFor();
  await page.reload();
  await study.locator("[data-mark='70']", { hasText: "the last exception" }).waitFor();
  await study.locator("[data-mark='70']").getByRole("button", { name: /remove/ }).click();
  await study.locator("[data-mark='70']").waitFor({ state: "detached" });
  assert.doesNotMatch(page.url(), /marks=/);
  await page.close();
});

test("a sequence beside itself, moved by its period, differs exactly where the period has not begun", async () => {
  const page = await lab.page("#/sequence?game=kayles&with=kayles&lag=12&to=1000");
  const told = page.locator("[data-differ]");
  await told.waitFor();
  // the last of the exceptions of the period 12 is heap 70
  assert.equal(await told.getAttribute("data-differ"), "16");
  await told.getByText("Last: heap 70").waitFor();
  await page.goto(`${lab.address}#/sequence?game=kayles&with=0.07&to=1000`);
  await page.getByText(/The values differ at [\d,]+ of 1,001 heaps\./).waitFor();
  await page.close();
});

test("a raster shows binary places, the nim-sum with the row below, and rare heaps", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=1000&width=12&show=below");
  const canvas = page.locator("canvas[data-show='below']").first();
  await page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) > 900);
  // from row 6 on each heap is like the one a row below
  await page.goto(`${lab.address}#/sequence?game=kayles&to=1000&width=12&show=below&from=72&upto=995`);
  await page.waitForFunction(() => document.querySelector("canvas[data-show='below']")?.dataset.most === "0" && Number(document.querySelector("canvas").dataset.cells) > 800);
  await canvas.waitFor();
  await page.getByLabel("A cell shows").selectOption("bit1");
  await page.waitForFunction(() => document.querySelector("canvas")?.dataset.show === "bit1" && document.querySelector("canvas").dataset.most === "10000");
  assert.match(page.url(), /show=bit1/);
  await page.goto(`${lab.address}#/sequence?game=grundy&to=10000`);
  await drawn(page);
  await page.getByLabel("mark rare heaps").check();
  await page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.rares) > 100);
  assert.match(page.url(), /rares=1/);
  await page.getByText(/Where to look/).waitFor();
  await page.close();
});

test("ten million values of Grundy's game are on the screen within three seconds of asking", serverOnly("the browser takes longer; that its values are seen while they come is in site.test.js"), async () => {
  const page = await lab.page("#/sequence?game=grundy&to=1000");
  await drawn(page);
  const start = Date.now();
  await page.locator("select").first().selectOption("10000000");
  await page.waitForFunction(() => document.body.innerText.includes("heaps 0 to 10,000,000") && Number(document.querySelector("canvas")?.dataset.cells) > 100_000, null, { timeout: 120_000 });
  const taken = (Date.now() - start) / 1000;
  console.log(`raster of 10^7 values: ${taken.toFixed(2)} s`);
  if (process.env.TIMES) assert.ok(taken < 3, `${taken} s`);
  await page.close();
});
