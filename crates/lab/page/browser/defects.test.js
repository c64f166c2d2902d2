// Defects that were found by looking at the page, each in the words of who found it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { eventually, open, play, saved, serverOnly, tabTo } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

const laptop = { viewport: { width: 1280, height: 720 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const drawn = (page) => page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) > 0);

test("1: a value of Star Nim that is not in the window is not called N, and the window follows", async () => {
  const page = await lab.page("#/star?count=20");
  await page.waitForFunction(() => document.querySelector("canvas")?.dataset.cells === "400");
  await page.locator("[role=application]").focus();
  for (let i = 0; i < 25; i += 1) {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
  }
  const cell = page.getByRole("region", { name: "Cell" });
  await cell.getByRole("heading", { name: "(25, 25)" }).waitFor();
  await cell.getByText("P-position").waitFor();
  assert.match(await cell.innerText(), /value 0/);
  assert.match(await page.locator("[role=application]").getAttribute("aria-label"), /rows 6 to 25, columns 6 to 25/);
  await page.close();
});

test("2: the teacher does not say that a component must change, and one component has no table of bits", async () => {
  const page = await lab.page(play("kayles: 7 5", { teacher: "1" }));
  const told = page.getByRole("region", { name: "Coach" });
  await told.locator("tfoot").waitFor();
  const text = await told.innerText();
  assert.doesNotMatch(text, /must change/);
  // the winning moves of kayles: 7 5 are in both rows
  const moves = await told.locator(".won").allInnerTexts();
  assert.ok(moves.some((move) => move.includes("of 7")) && moves.some((move) => move.includes("of 5")), moves.join());
  await page.goto(lab.address + play("kayles: 7", { teacher: "1" }));
  await page.locator("[data-position='kayles: 7']").waitFor();
  await told.locator("table").waitFor({ state: "detached" });
  await told.locator(".won").first().waitFor();
  await page.close();
});

for (const [position, to, after] of [["grundy: 5000", "grundy: 3000 2000", "grundy: 3000 2000"], ["kayles: 500", "kayles: 300 198", "kayles: 300 198"]]) {
  test(`3: every move of ${position} can be made`, async () => {
    const page = await lab.page(play(position, { opponent: "human" }));
    await page.locator("summary", { hasText: "All moves" }).click();
    await page.getByLabel(/Type the position/).fill(to);
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.locator(`[data-position='${after}']`).waitFor();
    await page.close();
  });
}

test("4: the felt is as high as its board", async () => {
  const page = await lab.page(play("nim: 3 3 3 3 3 3 3 3 3 3 3 3"));
  await page.locator(".target").first().waitFor();
  await eventually(async () => {
    const [felt, board] = await page.evaluate(() => [document.querySelector(".boards").clientHeight, document.querySelector(".board svg").clientHeight]);
    assert.ok(felt < board + 120, `${felt} px of felt for a board of ${board} px`);
  });
  await page.close();
});

test("5: a raster of ten million heaps that is enlarged fills its frame, down to the numbers", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=10000000&width=1024");
  await page.waitForFunction(() => document.body.innerText.includes("heaps 0 to 10,000,000") && Number(document.querySelector("canvas")?.dataset.cells) > 100_000);
  for (let i = 0; i < 16; i += 1) await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) < 200);
  const height = await page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    copy.drawImage(canvas, 0, 0);
    const data = copy.getImageData(Math.floor(canvas.width / 2), 0, 1, canvas.height).data;
    let painted = 0;
    for (let y = 0; y < canvas.height; y += 1) painted += data[4 * y + 3] > 200 ? 1 : 0;
    return painted / canvas.height;
  });
  assert.ok(height > 0.6, `${Math.round(100 * height)} % of the frame are painted`);
  await page.close();
});

test("6: the values that are seen are those that are saved", async () => {
  const page = await lab.page("#/sequence?game=kayles&to=1000000&view=values&from=500000&upto=500999");
  await page.getByText("heaps 500,000 to 500,999").waitFor();
  const lines = (await saved(page, "CSV")).toString().trim().split("\n");
  assert.equal(lines.length, 1001);
  assert.match(lines[1], /^500000,\d+$/);
  await page.close();
});

test("7: what is proved is not called unproved, and is there after a reload", async () => {
  const page = await lab.page("#/sequence?game=0.16&to=10000");
  await page.getByRole("button", { name: "Look for a period" }).click();
  const facts = page.getByRole("region", { name: "What is known" });
  await facts.getByText("proved", { exact: true }).waitFor();
  await eventually(async () => {
    assert.doesNotMatch(await facts.innerText(), /Nothing is proved/);
    assert.match(await facts.innerText(), /149,459/);
  });
  await page.reload();
  await facts.getByText("proved", { exact: true }).waitFor();
  assert.match(await facts.innerText(), /149,459/);
  await page.close();
});

test("8: a link is copied without a secure context, and on a phone", async () => {
  const context = await lab.context({ ...phone, permissions: ["clipboard-read"] });
  const page = await lab.page("", { context });
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await page.goto(lab.address + play("nim: 1 2"));
  await page.reload();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const bare = await lab.page("", { context });
  const pasted = await bare.evaluate(() => navigator.clipboard.readText());
  assert.match(pasted, /position=nim/);
  await context.close();
});

for (const position of ["silver-dollar: [20,50,60]", "star-nim: 20 30 40", "wythoff: 20 30", "chomp: 40x40"]) {
  test(`9: ${position} has a board that is seen as a whole`, async () => {
    const page = await lab.page(play(position, { opponent: "human" }), laptop);
    await page.locator(".target").first().waitFor();
    const [inner, outer] = await page.evaluate(() => [document.querySelector(".board svg").clientWidth, document.querySelector(".board").clientWidth]);
    assert.ok(inner <= outer, `a board of ${inner} px in ${outer} px`);
    await page.close();
  });
}

test("10: step 7 of the tour is done by keyboard, and the digit of step 2 stands in the middle", async () => {
  const page = await lab.page("#/learn?step=7");
  await page.locator(".live canvas[data-to='100000']").waitFor();
  await tabTo(page, "button[aria-label^='Zoom in']");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => Number(document.querySelector(".live canvas").dataset.to) < 60_000);
  await page.goto(`${lab.address}#/learn?step=2`);
  const free = page.locator(".cells span").filter({ hasNot: page.locator(".seen") });
  await free.first().waitFor();
  const off = await page.evaluate(() => [...document.querySelectorAll(".cells span")].map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const [box, text] = [cell.getBoundingClientRect(), range.getBoundingClientRect()];
    return Math.abs(box.top + box.height / 2 - (text.top + text.height / 2));
  }));
  assert.ok(off.every((each) => each < 1.5), off.join());
  await page.close();
});

test("11: the wheel scrolls the page over a raster and over the heat map, which fit a laptop", async () => {
  for (const hash of ["#/sequence?game=kayles&to=10000", "#/star"]) {
    const page = await lab.page(hash, laptop);
    await drawn(page);
    const box = await page.locator("canvas").first().boundingBox();
    await page.mouse.move(box.x + 100, box.y + 60);
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => window.scrollY > 50);
    assert.ok(box.height <= 720 - 60, `a picture of ${box.height} px`);
    await page.close();
  }
  const page = await lab.page(play("star-nim: 6 7 8"), laptop);
  await page.locator(".target").first().waitFor();
  const board = await page.locator(".board svg").boundingBox();
  assert.ok(board.height <= 720 - 200, `a board of ${board.height} px`);
  await page.close();
});

test("12: the panel of a graph stays in its card, and names can be read", async () => {
  const page = await lab.page(`#/graph?${new URLSearchParams({ position: "graph: {start>middle, start>left, start>right, left>middle, right>middle, middle>end}#start" })}`);
  await page.locator("ul .button").first().waitFor();
  const over = await page.evaluate(() => Math.max(...[...document.querySelectorAll("section[aria-label=Position] *")].map((each) => each.getBoundingClientRect().right)) - document.querySelector("section[aria-label=Position]").getBoundingClientRect().right);
  assert.ok(over <= 0, `${over} px`);
  await page.goto(`${lab.address}#/graph?position=kayles%3A%209`);
  await page.locator("[aria-label='Graph of kayles: 9'] svg[role=group]").waitFor();
  const size = await page.evaluate(() => {
    const text = document.querySelector("section[aria-label^='Graph of'] svg text");
    return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  });
  assert.ok(size >= 9.5, `letters of ${size} px`);
  await page.close();
});

test("13: what is nearly a position is offered, an empty field says something, and nobody is sent to a terminal", async () => {
  lab.expect("400 (Bad Request)");
  const page = await lab.page("");
  for (const typed of ["nim 3 4 5", "3 4 5"]) {
    await page.locator("input.notation").fill(typed);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "nim: 3 4 5" }).waitFor();
    assert.doesNotMatch(await page.locator(".wrong").innerText(), /sprague/);
  }
  await page.locator("input.notation").fill("");
  await page.keyboard.press("Enter");
  await page.getByText("Type a position").waitFor();
  await page.locator("input.notation").fill("qqqqq: 3");
  await page.keyboard.press("Enter");
  await page.getByText("gallery").waitFor();
  await page.locator("input.notation").fill("nim 3 4 5");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "nim: 3 4 5" }).click();
  await page.locator("[data-position='nim: 5 4 3']").waitFor();
  await page.close();
});

test("14: numbers in a link that make no sense are not shown as the parser's words", async () => {
  for (const hash of ["#/sequence?game=kayles&to=-5", "#/star?row=-5"]) {
    const page = await lab.page(hash);
    await drawn(page);
    assert.doesNotMatch(await page.locator("main").innerText(), /invalid|u64|usize|integer/);
    await page.close();
  }
});

test("15: a page goes on when the lab was started again", serverOnly("there is no lab to start again; the worker is started again in site.test.js"), async () => {
  lab.expect("ERR_CONNECTION_REFUSED");
  lab.expect("403 (Forbidden)");
  lab.expect("ERR_INCOMPLETE_CHUNKED_ENCODING");
  const context = await lab.context();
  const learn = await lab.page("#/learn?step=3", { context });
  await learn.locator(".live tfoot").waitFor();
  const sequence = await lab.page("#/sequence?game=kayles&to=1000", { context });
  await drawn(sequence);
  await lab.restart();
  // another tab opens the address that the new lab printed, and so the browser gets the new cookie
  const fresh = await lab.page("#/play", { context });
  await fresh.locator(".game").first().waitFor();
  await learn.bringToFront();
  await learn.getByRole("button", { name: "One more in heap 1" }).click();
  await learn.locator(".live tfoot td", { hasText: "5" }).first().waitFor();
  await sequence.bringToFront();
  await sequence.getByRole("button", { name: "Look for a period" }).click();
  await sequence.getByRole("region", { name: "What is known" }).getByText("proved", { exact: true }).waitFor();
  assert.doesNotMatch(await sequence.locator("main").innerText(), /X-Sprague-Token/);
  await context.close();
});

test("16: a job that another tab removed is asked for again", serverOnly("each tab of the static page has an engine and jobs of its own"), async () => {
  lab.expect("404 (Not Found)");
  const context = await lab.context();
  const page = await lab.page("#/sequence?game=lasker&to=4321", { context });
  await drawn(page);
  const other = await lab.page("#/sequence?game=kayles&to=1000", { context });
  const job = other.locator("[data-job]", { hasText: "4,321" });
  await job.getByRole("button", { name: /Remove/ }).click();
  await job.waitFor({ state: "detached" });
  await page.bringToFront();
  await page.getByRole("tab", { name: "values" }).click();
  await page.locator("tbody td").first().waitFor();
  await page.waitForTimeout(300);
  assert.doesNotMatch(await page.locator("main").innerText(), /there is no job/);
  await context.close();
});

test("17: rules stay as they are typed, titles say the rule, and what is cited can be followed", async () => {
  const page = await lab.page(play("take(1..3): 10", { opponent: "human" }));
  await page.locator(".target").first().waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /0\.333/);
  assert.equal(await page.locator("input.notation").inputValue(), "take(1..3): 10");
  await page.goto(`${lab.address}#/sequence?game=take(1..3)&to=1000`);
  await page.getByText("take(1..3)", { exact: true }).first().waitFor();
  await page.goto(`${lab.address}#/play`);
  await page.locator(".game").nth(20).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /Thesis/);
  await page.goto(`${lab.address}#/sequence?game=grundy&to=1000`);
  await page.getByRole("link", { name: "A002188" }).waitFor();
  const facts = page.getByRole("region", { name: "What is known" });
  await facts.getByRole("link", { name: "theory 4.6" }).waitFor();
  assert.match(await facts.innerText(), /48,399,022/);
  assert.doesNotMatch(await facts.innerText(), /\d \d{3}\b/);
  await facts.getByRole("link", { name: "theory 4.6" }).click();
  await page.getByRole("heading", { name: /^4\.6/ }).waitFor();
  await page.close();
});

test("a page of the theory has every statement that the engine cites", () => {
  const page = readFileSync(new URL("../../../../docs/theory.md", import.meta.url), "utf8");
  for (const at of ["1.8", "2.2", "4.6", "P.5"]) assert.match(page, new RegExp(`^### ${at.replace(".", "\\.")} `, "m"));
});
