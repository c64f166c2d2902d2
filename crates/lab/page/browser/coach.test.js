// The coach: what is played, what each move did, hints in steps, the review, and a whole game in a link.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, open, play, tabTo } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

const settled = (page) => page.waitForFunction(() => /Your move|win/.test(document.querySelector(".said")?.textContent ?? ""));
const position = (page) => page.locator("[data-position]").getAttribute("data-position");

async function make(page, to) {
  await page.locator(`.target[data-to='${to}']`).first().click();
  await page.waitForFunction((from) => document.querySelector("[data-position]").dataset.position !== from, "nothing");
  await settled(page);
}

test("the table names the games and their rules, and boards of a sum carry their letters", async () => {
  const page = await lab.page(play("kayles: 5 + nim: 3 + chomp: 2x3"));
  await page.locator(".rules dt", { hasText: "Kayles" }).waitFor();
  const rules = await page.locator(".rules").innerText();
  for (const words of ["A", "B", "C", "Nim", "Chomp", "Take as many stones as you like from one row."]) assert.ok(rules.includes(words), words);
  assert.deepEqual(await page.locator(".term .letter").allInnerTexts(), ["A", "B", "C"]);
  await page.close();
});

test("every move is judged, and what would have won is told when asked", async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  await make(page, "nim: 5 4 1");
  await page.locator("[data-verdict=kept]").waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.locator("[data-position='nim: 5 4 3']").waitFor();
  await make(page, "nim: 5 4");
  await page.locator("[data-verdict=gave-away]").waitFor();
  // asked after the opponent's move, which sets the coach anew
  await page.locator(".reply").waitFor();
  const told = page.getByText("This would have won: take 2 from 3.");
  const ask = page.getByRole("button", { name: "What would have won?" });
  await eventually(async () => {
    if (await ask.isVisible()) await ask.click({ timeout: 3_000 });
    assert.ok(await told.isVisible());
  });
  await page.goto(lab.address + play("nim: 1 1"));
  await page.locator(".target").first().click();
  await page.locator("[data-verdict=lost-anyway]").waitFor();
  await page.close();
});

test("hints come in steps: who, which part, which move, why", async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  await page.locator(".target").first().waitFor();
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByText("You can win from here.").waitFor();
  assert.equal(await page.locator(".target.won").count(), 0);
  await page.getByRole("button", { name: "Hint: Which part?" }).click();
  await page.getByText("A winning move is in the heap of 3.").waitFor();
  await page.getByRole("button", { name: "Hint: Which move?" }).click();
  await page.getByText("Take 2 from 3.").waitFor();
  await page.locator(".target.won").waitFor();
  await page.getByRole("button", { name: "Hint: Why?" }).click();
  await page.locator("tfoot .bits").waitFor();
  await page.close();
});

test("the review marks the deciding mistake, and one plays on from there", async () => {
  const page = await lab.page(play("nim: 2 1", { opponent: "human" }));
  await page.locator(".target[data-to='nim: 2']").first().click();
  await page.locator("[data-position='nim: 2']").waitFor();
  await page.locator(".target[data-to='nim:']").first().click();
  await page.getByText("The game in review").waitFor();
  await page.getByText("Move 1 decided the game.").waitFor();
  const mistake = page.locator(".review .deciding button");
  assert.match(await mistake.innerText(), /take 1 from 1/);
  await mistake.click();
  await page.locator("[data-position='nim: 2 1']").waitFor();
  await page.locator(".target[data-to='nim: 1 1']").first().click();
  await page.locator("[data-position='nim: 1 1']").waitFor();
  await page.locator("[data-verdict=kept]").waitFor();
  await page.close();
});

test("what answers a mistake is shown on the board, and one tries again from there; a slider goes through the game", async () => {
  const page = await lab.page(play("nim: 3 4 5", { opponent: "human", moves: "5 4~4 4~4 3~3 3~3~~" }));
  await page.locator(".deciding").waitFor();
  const slider = page.getByLabel("Position of the game");
  assert.equal(await slider.getAttribute("aria-valuetext"), "At the end: Player 2 has won");
  // the bar: the first player was winning before the first move, the second one ever after
  assert.deepEqual(await page.locator(".along .bar span").evaluateAll((all) => all.map((each) => each.classList.contains("win0"))), [true, ...Array(6).fill(false)]);
  await slider.focus();
  await page.keyboard.press("Home");
  await page.locator("[data-position='nim: 5 4 3']").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await page.locator("[data-position='nim: 5 4']").waitFor({ state: "attached" });
  assert.equal(await slider.getAttribute("aria-valuetext"), "After move 1 of 6: Player 2 wins with best play");
  await page.getByRole("button", { name: "Show the answer to it" }).click();
  await page.getByText("It is answered by: take 1 from 5.").waitFor();
  await page.getByRole("button", { name: "Try again from here" }).click();
  await page.locator("[data-position='nim: 5 4 3']").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "The final position" }).click();
  await page.locator("[data-position='nim:']").waitFor({ state: "attached" });
  await page.close();
});

test("a beginner can be beaten, and every level answers", async () => {
  const page = await lab.page(play("kayles: 3"));
  await page.locator(".target").first().waitFor();
  for (const level of ["strong", "casual", "beginner", "random", "perfect"]) {
    await page.getByLabel("Opponent").selectOption(level);
    await page.locator(".target").first().click();
    await page.locator(".review li").first().waitFor();
    await settled(page);
    // the first pin of three leaves two, and one more move: every level answers it
    assert.ok((await page.locator(".review li").count()) >= 2, level);
    await page.getByRole("button", { name: "Restart" }).click();
    await page.locator("[data-position='kayles: 3']").waitFor();
  }
  await page.close();
});

test("heaps keep their places when they shrink", async () => {
  const page = await lab.page(play("nim: 5 4 3", { opponent: "human" }));
  await page.locator(".target").first().waitFor();
  const left = (page) => page.evaluate(() => [...document.querySelectorAll(".board .stone")].map((stone) => Math.round(stone.getBoundingClientRect().left)).sort((a, b) => a - b));
  const before = await left(page);
  // the first heap becomes the smallest
  await page.locator(".target[data-to='nim: 4 3 1']").first().click();
  await page.locator("[data-position='nim: 4 3 1']").waitFor();
  await eventually(async () => assert.deepEqual(await left(page), [before[0], ...before.slice(5)]));
  await page.close();
});

test("heaps stand in the order in which they were given, in the link too", async () => {
  const page = await lab.page(play("nim: 3 5 4", { opponent: "human" }));
  await page.locator(".target").first().waitFor();
  const heaps = () => page.evaluate(() => [...document.querySelectorAll(".board .caption")].map((each) => ({ left: each.getBoundingClientRect().left, size: Number(each.textContent) })).filter(({ size }) => size > 0).sort((a, b) => a.left - b.left).map(({ size }) => size));
  assert.deepEqual(await heaps(), [3, 5, 4]);
  await page.locator(".target[data-to='nim: 4 3 1']").first().click();
  await page.locator("[data-position='nim: 4 3 1']").waitFor();
  await eventually(async () => assert.deepEqual(await heaps(), [3, 1, 4]));
  assert.match(decodeURIComponent(page.url()), /position=nim:\+3\+5\+4&/);
  await page.reload();
  await page.locator("[data-position='nim: 4 3 1']").waitFor();
  assert.deepEqual(await heaps(), [3, 1, 4]);
  assert.equal(await page.locator("input.notation").inputValue(), "nim: 3 1 4");
  await page.close();
});

test("a cut in two presses shows the first one", async () => {
  const page = await lab.page(play("thesis-j: 7", { opponent: "human" }));
  await page.locator(".target").first().click();
  await page.getByText("Now choose where it ends.").waitFor();
  assert.equal(await page.locator(".piece.cut").count(), 1);
  await page.close();
});

test("the whole game is in the link: reload, Back and another browser keep it", async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  await make(page, "nim: 5 4 1");
  const there = await position(page);
  const link = page.url();
  assert.match(link, /moves=/);
  await page.reload();
  await settled(page);
  assert.equal(await position(page), there);
  assert.equal(await page.locator(".review li").count(), 2);
  await page.getByRole("link", { name: "Star Nim" }).first().click();
  await page.getByRole("heading", { name: "Star Nim" }).waitFor();
  await page.goBack();
  await settled(page);
  assert.equal(await position(page), there);
  const other = await lab.page(link.slice(lab.address.length));
  await settled(other);
  assert.equal(await position(other), there);
  await other.getByRole("button", { name: "Undo" }).click();
  assert.equal(await position(other), "nim: 5 4 3");
  await page.close();
  await other.close();
});

test("a typing error leaves the game alone", async () => {
  lab.expect("400 (Bad Request)");
  const page = await lab.page(play("nim: 3 4 5"));
  await make(page, "nim: 5 4 1");
  await page.locator(".review li").nth(1).waitFor();
  const there = await position(page);
  await page.locator("input.notation").first().fill("nim: 3 x");
  await page.keyboard.press("Enter");
  await page.locator(".wrong mark").waitFor();
  assert.equal(await position(page), there);
  assert.equal(await page.locator(".review li").count(), 2);
  await page.close();
});

test("changing to misère play asks, and keeps the moves", async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  await make(page, "nim: 5 4 1");
  await page.locator(".review li").nth(1).waitFor();
  const there = await position(page);
  await page.locator("[aria-label=Settings] select").nth(1).selectOption("misere");
  await page.getByRole("alertdialog").waitFor();
  assert.equal(await page.locator(".status .badge").innerText(), "normal: who cannot move loses");
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByText("misère: who cannot move wins").waitFor();
  assert.equal(await position(page), there);
  assert.equal(await page.locator(".review li").count(), 2);
  assert.match(page.url(), /play=misere/);
  await page.close();
});

test("the opponent's move is announced in words", async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  await page.locator(".target").first().waitFor();
  await tabTo(page, ".target");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /Opponent: take \d+ from \d+\. Your move\./.test(document.querySelector("[role=status][data-heard]")?.textContent ?? ""));
  await page.close();
});

test("a board is saved, shown large and printed", async () => {
  const page = await lab.page(play("kayles: 7 4"));
  await page.locator(".target").first().waitFor();
  const [svg] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
  assert.equal(svg.suggestedFilename(), "kayles-7-4.svg");
  const [png] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG" }).click()]);
  assert.equal(png.suggestedFilename(), "kayles-7-4.png");
  await page.getByRole("button", { name: "Full screen" }).click();
  await page.locator(".felt.large").waitFor();
  // a large board is seen as a whole, whatever its form
  for (const position of ["star-nim: 3 4 6", "chomp: 4x6", "wythoff: 7 7", "nim: 3 4 5"]) {
    await page.keyboard.press("Escape");
    await page.goto(lab.address + play(position, { opponent: "human" }));
    await page.locator(`.target`).first().waitFor();
    await page.getByRole("button", { name: "Full screen" }).click();
    await page.locator(".felt.large").waitFor();
    await eventually(async () => {
      const [board, room] = await page.evaluate(() => [document.querySelector(".felt.large .board svg").getBoundingClientRect(), document.querySelector(".felt.large .boards").getBoundingClientRect()].map(({ top, bottom, left, right }) => ({ top, bottom, left, right })));
      assert.ok(board.top >= room.top - 1 && board.bottom <= room.bottom + 1 && board.left >= room.left - 1 && board.right <= room.right + 1, `${position}: ${JSON.stringify({ board, room })}`);
      assert.ok(board.bottom <= 860);
    });
  }
  await page.keyboard.press("Escape");
  await page.close();
});

test("under misère play a sum of heaps walks through the quotient of its game", async () => {
  const page = await lab.page(play("kayles: 12 9 5", { play: "misere", opponent: "human", teacher: "1" }));
  await page.getByRole("button", { name: "Show the misère quotient" }).click();
  const picture = page.getByRole("img", { name: /The misère quotient of kayles: 12 9 5/ });
  await picture.waitFor();
  const [width, height] = await picture.evaluate(async (image) => [(await image.decode(), image.naturalWidth), image.naturalHeight]);
  assert.ok(width > 500 && height > 500, `${width} x ${height}`);
  await page.getByRole("button", { name: "Close" }).click();
  await picture.waitFor({ state: "detached" });
  await page.close();
});
