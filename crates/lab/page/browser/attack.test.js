// What somebody does who wishes the page no good, or is only quick: links that make no sense, pages left before they are
// there, two presses at once, a database that is full.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { eventually, open, play, serverOnly, site } from "./lab.js";

let lab;
before(async () => {
  lab = await open();
});
after(() => lab.close());

const html = "<img src=x onerror=\"document.title='owned'\">";
const many = Array.from({ length: 3000 }, (_, i) => `${5000 - i}`).join("~");
const hostile = [
  play("nim: 3 4 5", { moves: "9 9 9~1" }), play("nim: 3 4 5", { moves: "5 4 1~~~~~" }), play("nim: 3 4 5", { moves: html }), play("nim: 3 4 5", { moves: "%%%", at: "99" }),
  play("nim: 3 4 5", { moves: "5 4 1", at: "-1", turn: "7", opponent: "nobody", play: "sideways", teacher: "yes" }), play("nim: 5000", { moves: many, opponent: "human" }),
  play(html), play(`nim: ${"9".repeat(400)}`), play("nim: " + "3 ".repeat(2000)), play("graph: {a>b}#c"), play("graph: {<b>x</b>>y}#<b>x</b>"), play("kayles: 3 + ".repeat(80) + "nim: 1"),
  "#/play?position", "#/play?position=%E0%A4%A", "#/play?position=nim%3A+3&position=nim%3A+4", "#/nowhere?x=1", "#//", "#/learn?task=nothing", "#/learn?step=99", "#/learn?step=-1", "#/learn?step=NaN",
  `#/learn?${new URLSearchParams({ task: "own", ask: "win", position: html, title: html, text: html })}`, `#/learn?${new URLSearchParams({ task: "own", ask: "who", position: "nim: 1e18 1e18" })}`,
  `#/learn?${new URLSearchParams({ task: "own", ask: "move", position: "nim: 1 2", title: "W".repeat(3000), text: "W".repeat(9000) })}`, play(`graph: {${"a".repeat(300)}>b}#${"a".repeat(300)}`, { opponent: "human" }),
  "#/sequence?game=kayles&to=1e30", "#/sequence?game=kayles&to=99999999999999999999", "#/sequence?game=kayles&to=1000&width=1e300", "#/sequence?game=kayles&to=1000&from=999999999999&upto=9999999999999",
  "#/sequence?game=kayles&to=1000&from=10&upto=5", "#/sequence?game=kayles&to=1000&left=5000&across=9e99", "#/sequence?game=kayles&to=1000&view=__proto__&show=constructor", `#/sequence?${new URLSearchParams({ game: html, with: html })}`,
  "#/sequence?game=kayles&to=1000&with=nothing-of-that-name", "#/star?row=1e30&column=-5&count=1e9&of=row&number=1e30", "#/star?of=nothing&number=NaN", `#/graph?${new URLSearchParams({ position: html, at: "-7", edit: "1" })}`, "#/graph?position=nim%3A+1e18", "#/theory?at=9999", `#/theory?${new URLSearchParams({ at: html })}`,
];

test("a link that makes no sense is answered in words", async () => {
  for (const code of ["400 (Bad Request)", "422 (Unprocessable", "413 (", "404 (Not Found)"]) lab.expect(code);
  const page = await lab.page("");
  for (const hash of hostile) {
    await page.evaluate((next) => (window.location.hash = next), hash);
    await page.waitForTimeout(60);
    await page.waitForFunction(() => (document.querySelector("main")?.innerText ?? "").trim().length > 20 && !document.querySelector("main [aria-busy=true]")).catch(() => assert.fail(`nothing is shown at ${hash.slice(0, 120)}`));
    await page.waitForTimeout(60);
    const text = await page.locator("main").innerText();
    assert.doesNotMatch(text, /invalid type|u64|usize|expected value|serde|undefined|NaN|\[object|Infinity/, `${hash.slice(0, 120)}: ${text.slice(0, 400)}`);
    assert.doesNotMatch(await page.title(), /^owned$/);
    assert.equal(await page.locator("main img[src=x]").count(), 0, hash.slice(0, 120));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${hash.slice(0, 120)} is wider than its window`);
  }
  await page.close();
});

// Node names and files of graphs come from others as links do, and so does every sentence about them: what the page makes of
// it is text. Whatever is HTML in it makes no element, has no handler and leads nowhere; the same in what it saves.
const payloads = ["\"><a href=\"javascript:document.title='owned'\">x</a>", html, "<script>document.title='owned'</script>", "<svg/onload=\"document.title='owned'\">", "</title><img src=x onerror=\"document.title='owned'\">", "{@html '<img src=x>'}", "&lt;img src=x onerror=document.title='owned'&gt;"].slice(0, process.env.SPRAGUE_ATTACK === "full" ? 7 : 2);

/** What a browser could be made to do by elements that no page of ours has. */
async function foreign(page) {
  return page.evaluate(() => [...document.querySelectorAll("*")].flatMap((element) => {
    const bad = [...element.attributes].filter(({ name, value }) => name.startsWith("on") || (["href", "src", "xlink:href", "action", "srcdoc"].includes(name) && /^\s*(javascript|data:text)/i.test(value)));
    const isForeign = (element.matches("img, iframe, object, embed, base") && element.getAttribute("src") === "x") || (element.matches("script") && !element.src && !/^(application|importmap)/.test(element.type));
    return bad.length || isForeign ? [element.outerHTML.slice(0, 200)] : [];
  }));
}

async function isHarmless(page, what) {
  assert.deepEqual(await foreign(page), [], what);
  assert.doesNotMatch(await page.title(), /^owned$/, what);
}

/** A picture in a file, read as a browser reads it alone: no script, no handler, no address but its own pixels. */
async function isPlainPicture(page, text, what) {
  const bad = await page.evaluate((file) => {
    const elements = [...new DOMParser().parseFromString(file, "image/svg+xml").querySelectorAll("*")];
    const active = elements.filter((element) => ["parsererror", "script", "foreignobject", "a", "img", "iframe", "animate", "set"].includes(element.localName.toLowerCase()));
    const handlers = elements.flatMap((element) => [...element.attributes]).filter(({ name, value }) => name.startsWith("on") || /href|src/.test(name) && !/^(#|data:image\/png)/.test(value));
    return [...active.map((element) => element.localName), ...handlers.map(({ name, value }) => `${name}=${value}`), ...(elements.length ? [] : ["nothing"])];
  }, text);
  assert.deepEqual(bad, [], what);
}

/** Graphs whose nodes have such names, as the page and files write them. */
const graphs = (payload) => {
  const name = JSON.stringify(payload);
  return [`graph: {${name}>b, b>c}#${name}`, `node-kayles: {${name}-b, b-c}`, `hackenbush: {ground-${name}, ${name}-c}`];
};

test("names of nodes in graphs are text on the board, in the game graph, in what is said and in saved files", async () => {
  for (const code of ["400 (Bad Request)", "422 (Unprocessable"]) lab.expect(code);
  const page = await lab.page("");
  let [boards, files, uploads] = [0, 0, 0];
  for (const payload of payloads) {
    for (const position of graphs(payload)) {
      for (const hash of [play(position, { opponent: "human" }), `#/graph?${new URLSearchParams({ position })}`, `#/graph?${new URLSearchParams({ position, edit: "1" })}`, `#/learn?${new URLSearchParams({ task: "own", ask: "move", position, title: payload, text: payload })}`]) {
        await page.evaluate((next) => (window.location.hash = next), hash);
        await page.waitForTimeout(60);
        await page.waitForFunction(() => (document.querySelector("main")?.innerText ?? "").trim().length > 20 && !document.querySelector("main [aria-busy=true]"));
        await page.waitForTimeout(60);
        await isHarmless(page, hash);
        boards += await page.locator("[data-position]").count();
      }
    }
    // the same names in a file that is handed in, and in what is drawn and saved
    const lines = [`digraph { ${JSON.stringify(payload)} -> b; b -> c }`, `${JSON.stringify(payload)} b\nb c\n`];
    const handed = site ? [] : await page.evaluate((texts) => Promise.all(texts.map(async (text) => {
      const answer = await fetch("api/graphs", { method: "POST", headers: { "Content-Type": "application/json", "X-Sprague-Token": document.querySelector('meta[name="sprague-token"]').content }, body: JSON.stringify({ text }) });
      return (await answer.json()).id ?? "";
    })), lines);
    uploads += handed.filter(Boolean).length;
    for (const position of [graphs(payload)[0], ...handed.filter(Boolean).map((id) => `graph: ${id}#${JSON.stringify(payload)}`)]) {
      for (const [hash, button] of [[play(position, { opponent: "human" }), "SVG"], [`#/graph?${new URLSearchParams({ position })}`, "Save SVG"]]) {
        await page.evaluate((next) => (window.location.hash = next), hash);
        const press = page.getByRole("button", { name: button, exact: true }).first();
        await press.waitFor().catch(async () => assert.fail(`${hash}: ${(await page.locator("main").innerText()).slice(0, 300)}`));
        await page.locator(hash.startsWith("#/graph") ? "svg[aria-label='Game graph']" : ".board svg").first().waitFor();
        const [download] = await Promise.all([page.waitForEvent("download"), press.click()]);
        await isPlainPicture(page, readFileSync(await download.path(), "utf8"), `${button} of ${position}`);
        await isHarmless(page, hash);
        files += 1;
      }
    }
  }
  assert.ok(boards > payloads.length && files >= 2 * payloads.length && (site || uploads > payloads.length), `${boards} boards, ${files} files, ${uploads} handed in`);
  await page.close();
  console.log(`attack | names of nodes that are HTML, in a browser | ${payloads.length * graphs("").length * 4 + files} | 0 elements, 0 handlers`);
});

/** Fields of answers that are sentences or names, wherever they stand. */
const spoken = new Set(["text", "name", "title", "words", "note", "notes", "reason", "reasons", "message", "error", "label", "refusal", "summary", "hint", "help", "caption", "about", "statement", "why", "explanation"]);

function poisoned(value, payload, key = "") {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, payload, key));
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, payload, name)]));
  return typeof value === "string" && spoken.has(key) ? `${value} ${payload}` : value;
}

test("whatever the sentences, notes and names of the server hold, the page shows it as text", serverOnly("the engine of the static page answers without requests; what it says goes the same ways"), async () => {
  for (const code of ["400 (Bad Request)", "422 (Unprocessable", "404 (Not Found)"]) lab.expect(code);
  let tries = 0;
  for (const payload of payloads) {
    const page = await lab.page("");
    let changed = 0;
    await page.route("**/api/**", async (route) => {
      const response = await route.fetch();
      const type = response.headers()["content-type"] ?? "";
      if (!type.includes("json")) return route.fulfill({ response });
      const answer = JSON.stringify(await response.json());
      const body = JSON.stringify(poisoned(JSON.parse(answer), payload));
      changed += Number(body !== answer);
      return route.fulfill({ response, body });
    });
    for (const hash of ["#/play", play("nim: 3 4 5", { opponent: "human" }), play("kayles: 5 7 + nim: 3"), play(graphs("a")[0]), play("nim: 3 4 x"), "#/sequence?game=kayles&to=1000", "#/star", `#/graph?${new URLSearchParams({ position: "nim: 2 1" })}`, "#/learn", "#/learn?task=bouton"]) {
      await page.evaluate((next) => (window.location.hash = next), hash);
      await page.waitForTimeout(400);
      await isHarmless(page, `${hash} with ${payload}`);
      tries += 1;
    }
    await eventually(() => assert.ok(changed > 3, `${changed} answers changed`));
    await page.close();
  }
  console.log(`attack | sentences and notes that are HTML, in a browser | ${tries} | 0 elements, 0 handlers`);
});

test("a link says which of its moves could not be made", async () => {
  const page = await lab.page(play("nim: 3 4 5", { opponent: "human", moves: "5 4 1~5 4 2~1" }));
  await page.getByText("Move 2 of this link is not allowed; the game is taken up before it.").waitFor();
  assert.equal(await page.locator("[data-position]").getAttribute("data-position"), "nim: 5 4 1");
  await page.locator(".target").first().click();
  await page.getByText("Move 2 of this link").waitFor({ state: "detached" });
  await page.close();
});

test("an engine that does not answer takes no moves out of a link", serverOnly("no request leaves the static page, so none can be cut off; there the engine dies as a whole (site.test.js)"), async () => {
  const page = await lab.page("#/learn");
  await page.locator(".tasks a").first().waitFor();
  let asked = 0;
  lab.expect("ERR_FAILED");
  await page.route("**/api/move", (route) => ((asked += 1) <= 3 ? route.abort() : route.continue()));
  await page.evaluate((hash) => (window.location.hash = hash), play("kayles: 3 3", { opponent: "human", moves: "3 2~3 1~3" }));
  await page.locator("[data-position='kayles: 3']").waitFor();
  assert.equal(await page.locator(".review li").count(), 3);
  await page.close();
});

test("who leaves a page before it is there comes back to what the address says", async () => {
  const context = await lab.context();
  const page = await lab.page("", { context });
  await page.locator(".game").first().waitFor();
  await page.evaluate(async (hash) => {
    window.location.hash = hash;
    await new Promise((resolve) => setTimeout(resolve, 0));
    window.location.hash = "#/play";
  }, play("kayles: 30 29"));
  await page.waitForTimeout(500);
  assert.equal(new URL(page.url()).hash, "#/play");
  assert.equal(await page.locator("[data-position]").count(), 0);
  await page.locator(".game").first().waitFor();
  // the same with two games and with Back and Forward
  for (const game of ["0.137", "kayles"]) await page.evaluate((hash) => (window.location.hash = hash), `#/sequence?game=${game}&to=1000`);
  await page.getByRole("region", { name: "Pictures of kayles" }).waitFor();
  await page.goBack();
  await page.getByRole("region", { name: "Pictures of 0.137" }).waitFor();
  await page.goForward();
  await page.getByRole("region", { name: "Pictures of kayles" }).waitFor();
  assert.match(page.url(), /game=kayles/);
  await context.close();
});

test("a double click is one move, and so is a key that is held", async () => {
  const page = await lab.page(play("nim: 9 8", { opponent: "human" }));
  const box = await page.locator(".target[data-to='nim: 9 3'] .hit").first().boundingBox();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(...at);
  await page.locator("[data-position='nim: 9 3']").waitFor();
  await page.waitForTimeout(80);
  // the hand presses again where it is; whatever lies there now
  await page.mouse.move(...(await page.locator(".target .hit").first().boundingBox().then((first) => [first.x + first.width / 2, first.y + first.height / 2])));
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(200);
  assert.equal(await page.locator("[data-position]").getAttribute("data-position"), "nim: 9 3");
  await page.locator(".target[data-to='nim: 9 2']").first().focus();
  await page.keyboard.down("Enter");
  await page.locator("[data-position='nim: 9 2']").waitFor();
  for (let i = 0; i < 5; i += 1) {
    await page.waitForTimeout(80);
    await page.keyboard.down("Enter");
  }
  await page.keyboard.up("Enter");
  assert.equal(await page.locator("[data-position]").getAttribute("data-position"), "nim: 9 2");
  await page.close();
});

test("two tabs keep the tasks of both", async () => {
  const context = await lab.context();
  const tabs = [await lab.page("#/learn?task=mex", { context }), await lab.page("#/learn?task=bouton", { context })];
  await tabs[1].locator(".target[data-to='nim: 5 4 1']").first().click();
  await tabs[1].getByText("That move wins.").waitFor();
  await tabs[0].locator("form input").fill("1");
  await tabs[0].getByRole("button", { name: "Check" }).click();
  await tabs[0].getByText("That is right.").waitFor();
  await tabs[0].goto(`${lab.address}#/learn`);
  await tabs[0].reload();
  await tabs[0].locator(".tasks .done").nth(1).waitFor();
  await context.close();
});

test("a browser whose storage is full or refused plays as well", async () => {
  const context = await lab.context();
  await context.addInitScript(() => {
    for (const name of ["setItem", "getItem"]) Storage.prototype[name] = () => { throw new DOMException("full", "QuotaExceededError"); };
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  const page = await lab.page("#/learn?task=bouton", { context });
  await page.locator(".target[data-to='nim: 5 4 1']").first().click();
  await page.getByText("That move wins.").waitFor();
  await page.getByRole("button", { name: /Switch to/ }).click();
  await page.goto(lab.address + play("nim: 1 2", { opponent: "human" }));
  await page.getByLabel(/Coach:/).uncheck();
  await page.locator(".target").first().click();
  await page.locator(".review li").first().waitFor();
  await context.close();
});
