// The front door: a game on the first screen, its reason, and the first minute of a student, a teacher and a researcher,
// counted in presses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { heapsOf, nimMove, nimPosition, nimReply, nimTable, nimWinning } from "../src/play/nim.js";
import { asking, kept, told } from "./gallery.js";
import { command, open, play, serverOnly, tabTo } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

test("what is shown before the engine answers is what the engine says", serverOnly("both engines give the same answers (examples.site.js)"), async (context) => {
  const server = await command();
  context.after(() => server.stop());
  const found = await told(server);
  const ask = await asking(server);
  assert.deepEqual(JSON.parse(readFileSync(kept, "utf8")), found, "`npm run gallery` writes it anew");
  // Nim without an engine is Nim with one
  for (const position of ["nim: 5 4 3", "nim: 4 4 1", "nim: 7", "nim: 6 6", "nim: 3 2 1 1", "nim:"]) {
    const heaps = heapsOf(position);
    const { schema: _, ...view } = await ask("position", { position, misere: false });
    assert.deepEqual(JSON.parse(JSON.stringify(nimPosition(heaps))), view, position);
    const { schema: __, ...lesson } = await ask("teacher", { position, misere: false });
    if (heaps.length > 1) assert.deepEqual(nimTable(heaps), lesson.nim_sum, position);
    const to = (moves) => [...new Set(moves.map((move) => move.to))].sort();
    assert.deepEqual(to(nimWinning(heaps)), to(lesson.winning_moves), position);
    for (const move of nimPosition(heaps).moves) {
      const { schema: ___, ...judged } = await ask("move", { position, to: move.to, misere: false });
      assert.deepEqual(nimMove(heaps, heapsOf(move.to)), judged, `${position} to ${move.to}`);
    }
    const replies = heaps.length ? Array.from({ length: 40 }, () => nimReply(heaps).to) : [];
    assert.deepEqual(replies.filter((reply) => !nimPosition(heaps).moves.some((move) => move.to === reply)), [], position);
  }
  assert.deepEqual(["nim: 3 x", "kayles: 3", "nim: 3 4 + nim: 1", "3 4"].map(heapsOf), [null, null, null, null]);
});

/** A page that counts what is pressed. */
async function counted(hash, options) {
  const page = await lab.page(hash, options);
  let presses = 0;
  return {
    page,
    press: async (locator) => {
      presses += 1;
      await locator.click();
    },
    presses: () => presses,
  };
}

test("a student: verdict and reason within three presses, a task within two", async () => {
  const { page, press, presses } = await counted("");
  const start = Date.now();
  await press(page.locator(".front .target[data-to='nim: 5 4']").first());
  await page.locator(".front [data-verdict=gave-away]").getByText("You gave it away. Here is why").waitFor();
  await page.locator(".front tfoot").waitFor();
  assert.match(await page.locator(".front .why").innerText(), /You could have won: take 2 from 3\./);
  assert.ok(presses() <= 3);
  if (process.env.TIMES) assert.ok(Date.now() - start < 20_000);
  // from there again, and better
  await page.waitForFunction(() => /Your move/.test(document.querySelector("[data-front]").textContent));
  await page.getByRole("button", { name: "Try again from here" }).click();
  await page.locator(".front .target[data-to='nim: 5 4 1']").first().click();
  await page.locator(".front [data-verdict=kept]").waitFor();
  const before = presses();
  await press(page.getByRole("link", { name: /^Continue with task 2/ }));
  await page.getByRole("heading", { name: "Ten stones", exact: true }).waitFor();
  await page.locator(".live .target").first().waitFor();
  assert.ok(presses() - before <= 2);
  await page.close();
});

test("a teacher: an exercise of one's own, with a title, within two presses of the first screen", async () => {
  const { page, press, presses } = await counted("");
  await press(page.getByRole("link", { name: "For teachers: make an exercise" }));
  await page.getByLabel("Title").fill("Homework 3");
  await page.getByLabel("Position").fill("kayles: 5");
  await press(page.getByRole("button", { name: "Make the link" }));
  await page.getByRole("link", { name: "Homework 3" }).waitFor();
  assert.ok(presses() <= 2);
  await page.getByRole("link", { name: "Homework 3" }).click();
  await page.getByRole("heading", { name: "Homework 3" }).first().waitFor();
  await page.locator(".live .target").first().waitFor();
  assert.match(await page.title(), /Homework 3/);
  await page.close();
});

test("a researcher: the picture of a period within two presses", async () => {
  const { page, press, presses } = await counted("");
  await press(page.getByRole("link", { name: /Kayles turns into stripes/ }));
  await page.waitForFunction(() => document.querySelector("canvas[data-width='12']")?.dataset.cells > 900);
  assert.ok(presses() <= 2);
  await page.close();
});

test("the front door is played by keyboard, won, and the win counts as the first task", async () => {
  const page = await lab.page("");
  await page.locator(".front .target").first().waitFor();
  await tabTo(page, ".front .target");
  for (let moves = 0; moves < 20 && (await page.locator("[data-front='']").count()); moves += 1) {
    // by keys alone: to the target that leaves an even number in every column, if there is one
    const aim = await page.evaluate(() => {
      const sum = (to) => to.replace("nim:", "").split(" ").filter(Boolean).reduce((all, heap) => all ^ Number(heap), 0);
      const all = [...document.querySelectorAll(".front .target")];
      const best = all.find((each) => sum(each.dataset.to) === 0) ?? all[0];
      best?.focus();
      return best?.dataset.to ?? null;
    });
    if (aim === null) break;
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("[data-front]").dataset.front !== "" || (/Your move/.test(document.querySelector("[data-front]").textContent) && document.querySelector(".front .target")));
  }
  await page.locator("[data-front='0']").waitFor();
  await page.getByText("1 of 17 done").waitFor();
  await page.reload();
  await page.getByText("1 of 17 done").waitFor();
  await page.close();
});

test("the field takes the bare name of a game and completes it; who chooses a game meets an opponent who errs", async () => {
  for (const [typed, position] of [["nim", "nim: 5 4 3"], ["Dawson's Kayles", "dawsons-kayles: 9 6"], ["0.137", /9 6$/], ["Grundy's game", "grundy: 9 5"]]) {
    const page = await lab.page("");
    await page.locator("input.notation").fill(typed);
    await page.keyboard.press("Enter");
    await page.locator("[data-position]").waitFor({ state: "attached" });
    assert.match(await page.locator("[data-position]").getAttribute("data-position"), typeof position === "string" ? new RegExp(`^${position}$`) : position);
    assert.equal(await page.getByLabel("Opponent").inputValue(), "casual");
    await page.close();
  }
  const page = await lab.page("");
  assert.ok((await page.locator("datalist option").count()) >= 40);
  await page.locator(".game", { hasText: "Chomp" }).first().click();
  await page.locator(".target").first().waitFor();
  assert.equal(await page.getByLabel("Opponent").inputValue(), "casual");
  // no manual of the notation in a player's rule
  await page.goto(lab.address + play("moore(2): 7 5 3"));
  await page.getByText("Take as many stones as you like from each of up to 2 rows").waitFor();
  await page.close();
});
