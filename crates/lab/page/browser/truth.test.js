// What the page must never say: each of these was wrong once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, play, site } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

const position = (page) => page.locator("[data-position]").getAttribute("data-position");

/** Makes the move to a position by pressing it, and waits until it stands there. */
async function make(page, to) {
  await page.locator(`.target[data-to='${to}']`).first().click();
  await page.locator(`[data-position='${to}']`).waitFor({ state: "attached" });
}

test("1: two games that differ at every heap are not shown as equal", async () => {
  const page = await lab.page("#/sequence?game=take(1)&with=split(2)&to=1000000&width=1001");
  const picture = page.getByRole("region", { name: /^Difference of/ });
  await page.waitForFunction(() => Number(document.querySelector("section[aria-label^='Difference of'] canvas[data-cells]")?.dataset.cells) > 1000);
  const canvas = picture.locator("canvas[data-cells]");
  await page.waitForFunction(() => document.querySelectorAll("[data-job]").length > 1 && [...document.querySelectorAll("[data-job]")].every((job) => !/running|queued/.test(job.innerText)));
  await page.waitForFunction(() => Number(document.querySelector("section[aria-label^='Difference of'] canvas[data-cells]")?.dataset.most) > 0);
  await canvas.hover({ position: { x: 300, y: 60 } });
  const told = await picture.locator(".told").innerText();
  assert.match(told, /: (?:100|9\d\.\d\d) % of them differ \(a cell holds/);
  await picture.getByRole("combobox").selectOption("max");
  await page.waitForFunction(() => document.querySelector("section[aria-label^='Difference of'] canvas[data-cells]").dataset.most !== "0");
  await canvas.hover({ position: { x: 320, y: 70 } });
  assert.match(await picture.locator(".told").innerText(), /greatest difference [1-9]/);
  await page.close();
});

test("2: of a game with a move that nobody can judge it is not said that nobody made a mistake", async () => {
  const page = await lab.page(play("chomp: 30x30", { opponent: "human" }));
  await make(page, "chomp: 30x1");
  await page.locator("p[data-verdict=unknown]").waitFor();
  await make(page, "chomp: 1");
  await page.locator("[data-summary]", { hasText: "No mistake is known. Of one move it is not known who wins." }).waitFor();
  assert.deepEqual(await page.locator("li[data-judged]").evaluateAll((all) => all.map((each) => each.dataset.judged)), ["unknown", "kept"]);
  await page.close();
});

test("2: a way to play that the engine refuses is not offered, and a link to it says why", async () => {
  const page = await lab.page(play("northcott: 2-7 0-3", { opponent: "human" }));
  await page.locator(".target").first().waitFor();
  const ways = page.locator("select", { has: page.locator("option[value=normal]") });
  assert.deepEqual(await ways.locator("option").evaluateAll((all) => all.map((each) => each.value)), ["normal"]);
  await page.goto(`${lab.address}${play("northcott: 2-7 0-3", { opponent: "human", play: "misere" })}`);
  await page.locator(".said", { hasText: "This game is not played under misère play." }).waitFor();
  assert.doesNotMatch(await page.locator("main").innerText(), /Nobody made a mistake|No move is left/);
  assert.equal(await page.locator(".target").count(), 0);
  await page.close();
});

test("3: a game of Cram is in its link", async () => {
  const page = await lab.page(play("cram: 2x3", { opponent: "human" }));
  await make(page, "cram: ###/#..");
  const next = await page.locator(".target").first().getAttribute("data-to");
  await make(page, next);
  await page.reload();
  await page.locator("[data-position]").waitFor({ state: "attached" });
  assert.equal(await position(page), next);
  assert.equal(await page.locator(".notice").count(), 0);
  await page.close();
});

test("4: the one winning move of Moore's Nim is made on the board", async () => {
  const page = await lab.page(play("moore(2): 7 5 3", { opponent: "human", teacher: "1" }));
  await page.locator(".target.won").first().waitFor();
  const before = await position(page);
  // the last press makes the move, and there is nothing more to press while the answer is on its way
  for (let presses = 0; presses < 20 && (await position(page)) === before; presses++) {
    await page
      .locator(".target.won .halo")
      .first()
      .click({ timeout: 5_000 })
      .catch(() => {});
  }
  await page.locator("[data-verdict=kept]").waitFor();
  await page.close();
});

test("4: boards inside a nearly disjunctive sum are drawn and played", async () => {
  const page = await lab.page(play("nearly(chomp, wythoff): [2x2] [2 1]", { opponent: "human" }));
  await page.locator(".board .queen").waitFor();
  assert.equal(await page.locator(".board .chocolate").count(), 3);
  await make(page, "nearly(chomp, wythoff): [2x2] [1 0]");
  await make(page, "nearly(chomp, wythoff): [2,1]! [1 0]");
  await page.close();
});

test("5: a job that nobody looks at any more stops, and what is looked at then is computed", async () => {
  // as far as the engine in the browser goes
  const far = site ? 30_000_000 : 100_000_000;
  const page = await lab.page(`#/sequence?game=grundy&to=${far}`);
  const long = page.locator("[data-job]", { hasText: far.toLocaleString("en") });
  await long.waitFor();
  await page.goto(`${lab.address}#/learn`);
  await page.locator(".tasks a").first().waitFor();
  await page.goto(`${lab.address}#/sequence?game=kayles&to=1000`);
  await page.locator("[data-job][data-state=done]", { hasText: "kayles" }).waitFor();
  await page.locator("[data-job][data-state=cancelled]", { hasText: far.toLocaleString("en") }).waitFor();
  await page.close();
});
