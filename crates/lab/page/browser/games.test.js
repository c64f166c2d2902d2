// Every game of the gallery, on its board. The board offers every move that the engine lists, and each of them can be
// pressed where it lies and come to by keys; whole games that are drawn by lot survive their link, a reload, undo and review.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, play } from "./lab.js";

let lab;
let games = [];
before(async () => {
  lab = await open();
  const page = await lab.page("");
  await page.locator(".game").first().waitFor();
  games = await page.locator(".game").evaluateAll((links) => links.map((link) => new URLSearchParams(link.getAttribute("href").split("?")[1]).get("position")));
  await page.close();
});
after(() => lab.close());

/** In the page: presses what begins a move until every target was seen; what it leads to, by pointer and by keys. */
async function offered() {
  const flush = () => new Promise((resolve) => setTimeout(resolve));
  const targets = () => [...document.querySelectorAll(".boards .target")];
  /** Whether some place of the target is not covered by another one. */
  const free = (target) => {
    const hit = target.querySelector(".hit");
    hit.scrollIntoView({ block: "center", inline: "center" });
    const box = hit.getBoundingClientRect();
    for (const x of [0.5, 0.2, 0.8, 0.05, 0.95]) {
      for (const y of [0.5, 0.2, 0.8, 0.05, 0.95]) {
        if (document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)?.closest(".target") === target) return true;
      }
    }
    return false;
  };
  /** Which targets the arrow keys come to, from those that Tab comes to. */
  const keyed = () => {
    const found = new Set(targets().filter((target) => target.getAttribute("tabindex") === "0"));
    for (const target of found) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        target.focus();
        target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        if (document.activeElement?.classList.contains("target")) found.add(document.activeElement);
      }
    }
    return found;
  };
  const press = async (id) => {
    targets().find((target) => target.dataset.target === id).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    await flush();
  };
  const again = async () => {
    [...document.querySelectorAll("button")].find((button) => button.textContent === "Choose again")?.click();
    await flush();
  };
  const [pointer, keys, seen] = [new Set(), new Set(), new Set()];
  const ways = [[]];
  for (const way of ways) {
    await again();
    for (const id of way) await press(id);
    const reached = keyed();
    for (const target of targets()) {
      const { to, target: id, pick } = target.dataset;
      if (to !== undefined) {
        if (free(target)) pointer.add(to);
        if (reached.has(target)) keys.add(to);
      } else if (!seen.has(pick) && free(target) && reached.has(target)) {
        seen.add(pick);
        ways.push([...way, id]);
      }
    }
  }
  await again();
  return { pointer: [...pointer], keys: [...keys] };
}

/** In the page: what the engine lists. */
async function listed() {
  const section = document.querySelector("section[aria-label=Moves]");
  section.querySelector("details").open = true;
  for (let more = true; more; await new Promise((resolve) => setTimeout(resolve))) {
    const button = [...section.querySelectorAll("button")].find((each) => each.textContent === "Show more");
    button?.click();
    more = !!button;
  }
  return [...section.querySelectorAll("li button")].map((button) => button.dataset.to);
}

/** In the page: plays moves drawn by lot, by pressing targets, until the game is over; the positions that came. */
async function random([seed, most]) {
  let state = seed;
  const lot = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const until = async (ready) => {
    for (const end = performance.now() + 60_000; !ready(); await new Promise((resolve) => setTimeout(resolve, 5))) if (performance.now() > end) throw new Error("nothing happens");
  };
  const now = () => document.querySelector("[data-position]").dataset.position;
  const over = () => document.querySelector("[data-winner='0'],[data-winner='1']") !== null;
  const found = [now()];
  for (let pressed = 0; pressed < 12 * most && found.length <= most && !over(); pressed += 1) {
    await until(() => over() || document.querySelector(".boards .target"));
    const targets = [...document.querySelectorAll(".boards .target")];
    const target = targets[lot(targets.length)];
    const { to, pick } = target.dataset;
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    if (pick !== undefined) {
      await new Promise((resolve) => setTimeout(resolve));
      continue;
    }
    await until(() => now() === to);
    found.push(now());
    await until(() => over() || document.querySelector(".boards .target"));
  }
  return found;
}

/** In the page: presses Undo or Redo until it can be pressed no more; the positions that came. */
async function walked(name) {
  const button = () => [...document.querySelectorAll("button")].find((each) => each.textContent === name);
  const found = [document.querySelector("[data-position]").dataset.position];
  while (!button().disabled) {
    button().click();
    await new Promise((resolve) => setTimeout(resolve));
    found.push(document.querySelector("[data-position]").dataset.position);
  }
  return found;
}

/** Shows a position to two people, on a page that is used again and again. */
async function table(page, position) {
  await page.evaluate((hash) => (window.location.hash = hash), play(position, { opponent: "human" }));
  await page.locator("section[aria-label=Moves]").waitFor();
  await page.locator(".boards .target").first().waitFor();
}

async function clean(options) {
  const page = await lab.page("#/theory", options);
  await page.locator("h1,h2,h3").first().waitFor();
  return page;
}

const screens = { laptop: {}, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } };
for (const [screen, options] of Object.entries(screens)) test(`the board on a ${screen} offers every move that the engine lists, by pointer and by keys`, async () => {
  const missing = [];
  const page = await clean(options);
  for (const position of games) {
    await table(page, position);
    const moves = await page.evaluate(listed);
    const { pointer, keys } = await page.evaluate(offered);
    const [unpressed, unkeyed] = [pointer, keys].map((found) => moves.filter((to) => !found.includes(to)));
    if (!moves.length || unpressed.length || unkeyed.length) missing.push({ position, moves: moves.length, unpressed: unpressed.length, unkeyed: unkeyed.length, first: unpressed[0] ?? unkeyed[0] });
    await page.evaluate(() => (window.location.hash = "#/theory"));
    await page.locator("section[aria-label=Moves]").waitFor({ state: "detached" });
  }
  await page.close();
  assert.deepEqual(missing, []);
});

test("a whole game drawn by lot survives its link, undo and review", async () => {
  const page = await clean();
  for (const [i, position] of games.entries()) {
    await table(page, position);
    const played = await page.evaluate(random, [i + 1, 60]);
    assert.ok(played.length > 1, position);
    const last = played[played.length - 1];
    await page.reload();
    await page.waitForFunction((wanted) => document.querySelector("[data-position]")?.dataset.position === wanted, last).catch(async () => assert.fail(`${position}: the link ${page.url()} does not lead to ${last}: ${await page.locator(".notice").allInnerTexts()}`));
    assert.deepEqual(await page.locator(".notice").allInnerTexts(), [], position);
    const review = page.locator("ol[aria-label='Moves so far'] > li");
    assert.equal(await review.count(), played.length - 1, position);
    assert.deepEqual(await page.evaluate(walked, "Undo"), played.toReversed(), position);
    assert.deepEqual(await page.evaluate(walked, "Redo"), played, position);
    const at = (played.length - 1) >> 1;
    await review.nth(at).locator("button").click();
    assert.equal(await page.locator("[data-position]").getAttribute("data-position"), played[at], position);
    await page.evaluate(() => (window.location.hash = "#/theory"));
    await page.locator("section[aria-label=Moves]").waitFor({ state: "detached" });
  }
  await page.close();
});
