// Every view: accessible in both appearances, no wider than a phone, and large enough for a finger. A new view is a line in
// the list.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { eventually, open, play } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

const digraph = "graph: {a>b, a>c, b>c}#a";
/** Every view: its name, its address, what shows that it is there, and what is done on it first. */
const states = [
  ["gallery", "#/play", ".game svg"],
  ["front door", "#/play", ".front .target", async (page) => {
    await page.locator(".front .target[data-to='nim: 5 4'] .hit").first().click();
    const sure = page.getByRole("button", { name: "Make this move" });
    if (await sure.isVisible()) await sure.click();
    await page.locator(".front [data-verdict=gave-away]").waitFor();
  }],
  ["board", play("kayles: 7 4", { teacher: "1" }), "tfoot"],
  ["sent", play("kayles: 7 4", { opponent: "human", title: "A riddle", note: "Who wins, and how?" }), ".sent", (page) => page.getByText("Send it with a title and a note").click()],
  ["star board", play("star-nim: 3 4 5", { teacher: "1" }), ".target.won"],
  ["sum", play("nim: 3 + silver-dollar: [2,5] + chomp: 2x3 + rectangle: 2x3 + wythoff: 2 3"), ".target"],
  ["graph board", play(digraph, { opponent: "human" }), ".target"],
  ["coach", play("nim: 3 4 5", { moves: "5 4~4 4" }), "[data-verdict]", (page) => page.getByRole("button", { name: "What would have won?" }).click()],
  ["hints", play("nim: 3 4 5"), ".target", async (page) => {
    for (const name of ["Hint", "Hint: Which part?", "Hint: Which move?"]) await page.getByRole("button", { name, exact: true }).click();
  }],
  ["review", play("nim: 2 1", { opponent: "human", moves: "2~~" }), ".deciding"],
  ["question", play("nim: 3 4 5", { moves: "5 4~4 4" }), "[data-verdict]", (page) => page.locator("[aria-label=Settings] select").nth(1).selectOption("misere")],
  ["quotient", play("kayles: 12 9 5", { play: "misere", opponent: "human", teacher: "1" }), ".target", async (page) => {
    await page.getByRole("button", { name: "Show the misère quotient" }).click();
    await page.getByRole("img", { name: /The misère quotient/ }).waitFor();
  }],
  ["lecture", play("kayles: 9 5"), ".target", (page) => page.getByRole("button", { name: "Full screen" }).click()],
  ["wrong", play("kayles: 7 + nim: x"), ".wrong"],
  ["broken link", play("nim: 3 4 5", { moves: "9 9" }), ".notice"],
  ["sequence", "#/sequence?game=kayles&to=10000", "canvas[data-width]"],
  ["scatter", "#/sequence?game=grundy&to=10000&view=scatter", "canvas"],
  ["histogram", "#/sequence?game=grundy&to=10000&view=histogram", "[role=img]"],
  ["values", "#/sequence?game=grundy&to=10000&view=values", "tbody td"],
  ["study", "#/sequence?game=grundy&to=10000&rares=1&marks=1222+the+last+zero", "[data-lag]"],
  ["comparison", "#/sequence?game=kayles&with=0.07&to=1000", ".both canvas[data-width]"],
  ["too far", "#/sequence?game=grundy&to=100000000000", ".wrong"],
  ["graph", "#/graph?position=kayles%3A%204", ".node"],
  ["editor", `#/graph?${new URLSearchParams({ edit: "1", position: digraph })}`, ".editor [data-value]"],
  ["star", "#/star", "canvas"],
  ["tour", "#/learn?step=4", "tfoot"],
  ["tasks", "#/learn", ".tasks a"],
  ["maker", "#/learn?make=1", "form input", async (page) => {
    await page.getByRole("button", { name: "Make the link" }).click();
    await page.locator(".made .board svg").waitFor();
  }],
  ["task", "#/learn?task=sum", ".target"],
  ["columns", "#/learn?task=even", ".live .one"],
  ["exercise", "#/learn?task=mex", "form input"],
  ["sheet", "#/learn?sheet=1", "li .board svg"],
  ["automaton", "#/learn?automaton=31", "[data-generation='31']"],
  ["theory", "#/theory?at=1.8", "article h1"],
];

/** Goes from view to view on one page. */
async function eachView(page, look) {
  for (const refusal of ["400 (Bad Request)", "422 (Unprocessable"]) lab.expect(refusal);
  for (const [name, hash, sign, prepare] of states) {
    await page.goto(`${lab.address}#/nothing`);
    await page.goto(lab.address + hash);
    await page.locator(sign).first().waitFor();
    await prepare?.(page);
    await look(name);
    if (name === "lecture") await page.keyboard.press("Escape");
    if (name === "quotient") await page.getByRole("button", { name: "Close" }).click();
  }
}

test("axe finds nothing on any view, light and dark", async () => {
  const page = await lab.page("", { colorScheme: "light" });
  await page.evaluate(axe);
  await eachView(page, async (name) => {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.waitForTimeout(100);
      // only the colors are others in the dark
      const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
      const found = await page.evaluate((some) => window.axe.run({ exclude: [".picture"] }, { resultTypes: ["violations"], ...some }), rules);
      assert.deepEqual(found.violations.map((each) => `${name}, ${colorScheme}, ${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`), []);
    }
  });
  await page.close();
});

test("no view is wider than a phone, and everything to press is at least 32 px there", async () => {
  const page = await lab.page("", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await eachView(page, async (name) => {
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390, name);
    const small = await page.evaluate(() => [...document.querySelectorAll("main button, main select, main input, main a.button, main a[download], header a, header button, nav a, .target .hit, summary")].flatMap((each) => {
      const box = (each.matches("input[type=checkbox]") ? each.closest("label") : each).getBoundingClientRect();
      const shown = box.width > 0 && box.height > 0 && each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest(".hidden") && !each.matches(".skip");
      return shown && Math.min(box.width, box.height) < 31.5 ? [`${each.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`] : [];
    }));
    assert.deepEqual(small, [], name);
  });
  await page.close();
});

test("the view that was asked for is shown, though the one before is still at work", async () => {
  const page = await lab.page("");
  await page.goto("about:blank");
  // the browser is late to say that the address has changed, as on a machine that has much to do
  await page.addInitScript(() => {
    window.addEventListener("hashchange", (event) => {
      if (window.late) event.stopImmediatePropagation();
    });
  });
  await page.goto(`${lab.address}#/star`);
  await page.locator("canvas").first().waitFor();
  await page.evaluate(() => {
    window.late = true;
    window.location.hash = "#/graph?position=kayles%3A%204";
  });
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.waitForFunction(() => document.querySelector("[role=application]").getAttribute("aria-label").includes("rows 0 to 23"));
  await page.evaluate(() => {
    window.late = false;
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  });
  await page.locator(".node").first().waitFor();
  assert.match(page.url(), /#\/graph/);
  await page.close();
});

test("what a view has asked for is not asked any more when it is left", async () => {
  const page = await lab.page("");
  const open = new Set();
  await page.route(/\/api\/(?:position|move)$/, (route) => {
    open.add(route.request());
  });
  page.on("requestfailed", (request) => open.delete(request));
  await page.goto(lab.address + play("nim: 30 40 50", { opponent: "human", moves: "49 40 30~48 40 30~47 40 30" }));
  await eventually(() => assert.ok(open.size > 0, "nothing is asked"));
  await page.goto(`${lab.address}#/star`);
  await page.locator("canvas").first().waitFor();
  await eventually(() => assert.equal(open.size, 0, "questions that nobody waits for"));
  await page.close();
});
