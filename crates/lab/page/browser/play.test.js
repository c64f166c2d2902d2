// Whole games against the perfect opponent, won by following the teacher; the ways to move, to go back and to come back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { follow, open, play, tabTo } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

const games = [
  ["Grundy's game", "grundy: 9 5", {}],
  ["Kayles", "kayles: 7 4", {}],
  ["Silver Dollar", "silver-dollar: [2,5,6,8,10]", {}],
  ["Star Nim", "star-nim: 3 4 5", {}],
  ["Chomp", "chomp: 3x4", {}],
  ["rectangles", "rectangle: 3x5", {}],
  ["misère Nim", "nim: 3 4 5", { play: "misere" }],
  ["a sum of three games", "kayles: 5 + nim: 3 + grundy: 6", {}],
  ["Wythoff's game", "wythoff: 4 6", {}],
  ["a game graph", "graph: {a>b, a>c, b>c, b>d, c>d, c>e}#b", {}],
];

for (const [name, position, more] of games) {
  test(`${name} is won from an N-position by following the teacher`, async () => {
    const page = await lab.page(play(position, { ...more, teacher: "1" }));
    const moves = await follow(page);
    assert.ok(moves > 0);
    assert.equal(await page.locator("[data-winner]").getAttribute("data-winner"), "0");
    assert.match(await page.locator(".said").innerText(), /^You win/);
    await page.close();
  });
}

test("from a P-position the perfect opponent wins", async () => {
  const page = await lab.page(play("nim: 1 2 3", {}));
  for (let i = 0; i < 8 && !(await page.locator("[data-winner='0'],[data-winner='1']").count()); i += 1) {
    const old = await page.locator("[data-position]").getAttribute("data-position");
    await page.locator(".target").first().click();
    await page.waitForFunction((was) => document.querySelector("[data-position]").dataset.position !== was && /Your move|win/.test(document.querySelector(".said").textContent), old);
  }
  assert.equal(await page.locator("[data-winner]").getAttribute("data-winner"), "1");
  await page.close();
});

test("undo, redo and restart", async () => {
  const page = await lab.page(play("nim: 3 4 5", { opponent: "human" }));
  const now = () => page.locator("[data-position]").getAttribute("data-position");
  await page.locator(".target").first().click();
  await page.waitForFunction(() => document.querySelector(".said").textContent.startsWith("Player 2"));
  const after = await now();
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await now(), "nim: 5 4 3");
  await page.getByRole("button", { name: "Redo" }).click();
  assert.equal(await now(), after);
  await page.getByRole("button", { name: "Restart" }).click();
  await page.waitForFunction(() => document.querySelector("[data-position]").dataset.position === "nim: 5 4 3");
  await page.close();
});

test("the teacher is hidden until asked, then shows the nim-sum with its deciding bit", async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  await page.locator(".target").first().waitFor();
  assert.equal(await page.locator(".target.won").count(), 0);
  await page.getByRole("button", { name: "Explain this position" }).click();
  await page.locator(".target.won").first().waitFor();
  assert.equal(await page.locator("tfoot .bits").innerText(), "010");
  assert.equal(await page.locator("tfoot .deciding").innerText(), "1");
  await page.getByRole("button", { name: "Hide the explanation" }).click();
  assert.equal(await page.locator(".target.won").count(), 0);
  await page.close();
});

test("what is explained is drawn at the board: binary columns under the heaps, with the place that decides", async () => {
  const page = await lab.page(play("nim: 3 4 5", { opponent: "human" }));
  await page.locator(".target").first().waitFor();
  assert.equal(await page.locator(".board .digit").count(), 0);
  await page.getByRole("button", { name: "Explain this position" }).click();
  await page.locator(".board .tone-band").waitFor();
  assert.deepEqual(await page.locator(".board .digit").allTextContents().then((all) => all.map((text) => text.trim()).sort().join("")), "000000111111");
  await page.getByRole("button", { name: "Hide the explanation" }).click();
  await page.locator(".board .digit").first().waitFor({ state: "detached" });
  await page.close();
});

test("gaps and coins alone have their numbers on the board, and a heap has its place in its period", async () => {
  const page = await lab.page(play("silver-dollar: [2,5,6,8,10]", { opponent: "human", teacher: "1" }));
  await page.locator(".board .badge").first().waitFor();
  assert.deepEqual((await page.locator(".board .badge").allTextContents()).map((text) => text.trim()), ["2", "0", "1"]);
  assert.equal(await page.locator(".board .bracket").count(), 2);
  // the numbers change with the position
  await page.locator(".target[data-to='silver-dollar: [1,5,6,8,10]']").first().click();
  await page.waitForFunction(() => [...document.querySelectorAll(".board .badge")].map((each) => each.textContent.trim()).join() === "1,0,1");
  await page.goto(lab.address + play("kayles: 100 9", { opponent: "human", teacher: "1" }));
  await page.locator(".board g.stripe").waitFor({ state: "attached" });
  await page.getByText("Where the values come from").click();
  await page.getByRole("link", { name: "See it in the stripes" }).click();
  await page.locator("canvas[data-width='12']").first().waitFor();
  await page.locator("[data-mark='100']").waitFor();
  await page.close();
});

test("every state has a link", async () => {
  const page = await lab.page(play("kayles: 7", { opponent: "human", play: "misere" }));
  await page.locator(".target").nth(2).click();
  await page.waitForFunction(() => document.querySelector(".said").textContent.startsWith("Player 2"));
  const link = page.url().slice(lab.address.length);
  const position = await page.locator("[data-position]").getAttribute("data-position");
  const other = await lab.page(link);
  await other.locator("[data-position]").waitFor();
  assert.equal(await other.locator("[data-position]").getAttribute("data-position"), position);
  assert.match(await other.locator(".said").innerText(), /^Player 2/);
  assert.equal(await other.locator("select").nth(1).inputValue(), "misere");
  await page.close();
  await other.close();
});

test("a game is chosen, typed and won with the keyboard alone", async () => {
  const page = await lab.page("");
  await page.locator(".game").first().waitFor();
  await tabTo(page, "input.notation");
  await page.keyboard.type("nim: 1 2 4");
  await page.keyboard.press("Enter");
  await page.locator(".target").first().waitFor();
  await tabTo(page, "[aria-expanded='false']");
  await page.keyboard.press("Enter");
  await page.locator(".target.won").first().waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await tabTo(page, ".target");
  for (let i = 0; i < 8; i += 1) {
    await page.waitForFunction(() => document.querySelector("[data-winner='0'],[data-winner='1']") ?? (document.querySelector(".target.won") && document.activeElement.matches(".target")));
    if (await page.locator("[data-winner='0'],[data-winner='1']").count()) break;
    const old = await page.locator("[data-position]").getAttribute("data-position");
    for (let k = 0; k < 20 && !(await page.evaluate(() => document.activeElement.matches(".target.won"))); k += 1) await page.keyboard.press(k < 10 ? "ArrowRight" : "ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForFunction((was) => document.querySelector("[data-position]").dataset.position !== was && /Your move|win/.test(document.querySelector(".said").textContent), old);
  }
  assert.equal(await page.locator("[data-winner]").getAttribute("data-winner"), "0");
  await page.close();
});

test("bad notation is shown at its character", async () => {
  lab.expect("400 (Bad Request)");
  const page = await lab.page("");
  await page.locator("input.notation").fill("kayles: 7 + nim: x");
  await page.keyboard.press("Enter");
  await page.locator(".wrong").waitFor();
  assert.equal(await page.locator(".wrong mark").innerText(), "x");
  assert.match(await page.locator(".wrong").innerText(), /At character 18/);
  assert.equal(await page.locator("input.notation").getAttribute("aria-invalid"), "true");
  await page.close();
});

test("a position too large to draw is played by typing where a move leads", async () => {
  const page = await lab.page(play("nim: 1e18 7", { opponent: "human" }));
  await page.locator("summary", { hasText: "All moves" }).click();
  await page.getByLabel(/Type the position a move leads to/).fill("nim: 7 7");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.locator("[data-position='nim: 7 7']").waitFor();
  assert.match(await page.locator(".said").innerText(), /^Player 2/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), "the page is wider than its window");
  await page.close();
});

test("the teacher writes values beside the heaps", async () => {
  const page = await lab.page(play("kayles: 9 4", { teacher: "1" }));
  await page.locator("svg text", { hasText: "9 · value 4" }).waitFor();
  await page.locator("svg text", { hasText: "4 · value 1" }).waitFor();
  await page.goto(lab.address + play("star-nim: 3 4 5", { teacher: "1" }));
  await page.locator(".term", { hasText: "value" }).waitFor();
  await page.close();
});

test("a board is played by touch on a phone", async () => {
  const page = await lab.page(play("kayles: 9", { teacher: "1" }), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator(".target.won").first().waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), "the page is wider than the phone");
  const sizes = await page.locator(".target .hit").evaluateAll((all) => all.map((hit) => hit.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)));
  assert.ok(sizes.every((size) => size >= 32), `targets of ${Math.min(...sizes)} px`);
  await page.locator(".target.won .hit").first().tap();
  // a finger first sees what it would do
  await page.getByRole("button", { name: "Make this move" }).waitFor();
  assert.equal(await page.locator("[data-position]").getAttribute("data-position"), "kayles: 9");
  assert.ok(await page.locator(".piece.lit").count(), "nothing shows the move");
  await page.getByRole("button", { name: "Make this move" }).tap();
  await page.waitForFunction(() => document.querySelector("[data-position]").dataset.position !== "kayles: 9");
  await page.close();
});
