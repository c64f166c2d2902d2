// What only the static page does: it works from a sub-folder of a plain file server, asks nothing of any server, and says where
// larger questions are answered.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { files } from "./files.js";
import { command, eventually, listen, open, play, site } from "./lab.js";

const onSite = { skip: site ? false : "it is about the static page" };

/** Until the engine lies in the browser's cache. */
const engineKept = (page) => eventually(async () => assert.equal(await page.evaluate(async () => (await (await caches.open("engines-of-sprague")).keys()).length), 1));

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
  await page.locator(".target.won").first().waitFor();
  await page.locator(".target.won .halo").first().click();
  await page.waitForFunction(() => /Your move/.test(document.querySelector(".said")?.textContent ?? ""));
  assert.deepEqual(fetched.filter((path) => path.includes("/api/")), []);
  await page.close();
});

test("a job shows its values while it runs, and is cancelled", onSite, async () => {
  // as far as the engine in the browser goes, so that it is not over before somebody cancels it
  const page = await lab.page("#/sequence?game=grundy&to=30000000");
  const job = page.locator("[data-job]", { hasText: "30,000,000" });
  await page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) > 10_000);
  await job.getByRole("button", { name: /Cancel/ }).click();
  await job.getByText("cancelled").waitFor();
  await page.close();
});

test("after the first visit the page works without a network", onSite, async () => {
  const context = await lab.context();
  const page = await lab.page(play("kayles: 7 5"), { context });
  await page.locator(".target").first().waitFor();
  await engineKept(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (let tries = 0; !navigator.serviceWorker.controller && tries < 600; tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await context.setOffline(true);
  await page.goto(lab.address + play("nim: 3 4 5", { teacher: "1" }));
  await page.reload();
  await page.locator(".target.won").first().waitFor();
  const other = await lab.page("#/star", { context });
  await other.locator("canvas").first().waitFor();
  await context.close();
});

test("what was computed is there after a reload, and what is damaged is computed anew", onSite, async () => {
  const context = await lab.context();
  const page = await lab.page("#/sequence?game=0.156&to=100000", { context });
  // each row says whether its job was computed on this visit or kept from an earlier one
  const done = (from) => page.locator(`[data-state=done][data-from=${from}]`, { hasText: "values to" }).first().waitFor();
  const look = () => page.evaluate(() => document.querySelector("canvas")?.toDataURL() ?? "");
  const drawn = () => page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) > 90_000);
  const same = () => eventually(async () => assert.ok((await look()) === picture, "another picture"));
  const facts = page.getByRole("region", { name: "What is known" });
  await page.getByRole("button", { name: "Look for a period" }).click();
  await done("computed");
  await facts.getByText("proved", { exact: true }).waitFor();
  await drawn();
  // until nothing changes any more
  let picture = await look();
  await eventually(async () => {
    await page.waitForTimeout(500);
    const before = picture;
    picture = await look();
    assert.ok(picture === before, "the picture still changes");
  });
  const summary = await facts.innerText();
  const entries = () => page.evaluate(() => new Promise((resolve) => {
    indexedDB.open("sprague").onsuccess = (event) => (event.target.result.transaction("heads").objectStore("heads").getAll().onsuccess = (found) => resolve(found.target.result.map(({ key, bytes }) => ({ key, bytes }))));
  }));
  await eventually(async () => assert.equal((await entries()).length, 2));
  const kept = await entries();
  assert.deepEqual(kept.map(({ key }) => key.replace(/^engine-\S+\.wasm /, "")).sort(), ["period 1000000 0.156", "sequence 100000 0.156"]);
  // as many bytes as values of two bytes take, and not many more
  assert.ok(kept.every(({ bytes }) => bytes < 210_000));

  await page.reload();
  await done("kept");
  await drawn();
  await facts.getByText("proved", { exact: true }).waitFor();
  await same();
  await eventually(async () => assert.equal(await facts.innerText(), summary));
  assert.equal(await page.locator("[data-job][data-from=computed]").count(), 0, "it was computed again");

  // one bit of the values
  await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open("sprague").onsuccess = (event) => {
      const values = event.target.result.transaction("values", "readwrite").objectStore("values");
      values.openCursor().onsuccess = (found) => {
        const cursor = found.target.result;
        new Uint8Array(cursor.value)[12345] ^= 1;
        cursor.update(cursor.value).onsuccess = resolve;
      };
    };
  }));
  lab.expect("404");
  await page.reload();
  await done("computed");
  await drawn();
  await same();

  // what another engine kept is not used, and goes; what is no entry at all does no harm
  await page.evaluate(() => new Promise((resolve) => {
    indexedDB.open("sprague").onsuccess = (event) => {
      const heads = event.target.result.transaction("heads", "readwrite").objectStore("heads");
      heads.getAll().onsuccess = (found) => {
        for (const entry of found.target.result) {
          heads.put({ ...entry, key: entry.key.replace(/^\S+/, "engine-older.wasm") });
          heads.delete(entry.key);
        }
        const own = found.target.result[0].key.split(" ")[0];
        heads.put({ key: `${own} sequence 5 nothing` }).onsuccess = resolve;
      };
    };
  }));
  await page.reload();
  await done("computed");
  await eventually(async () => assert.deepEqual((await entries()).map(({ key }) => key.replace(/^\S+ /, "")), ["sequence 100000 0.156"]));

  // what is removed from the list is removed from the database
  await page.locator("[data-job]").getByRole("button", { name: /Remove/ }).click();
  await eventually(async () => assert.equal((await entries()).length, 0));
  await context.close();
});

test("a browser that keeps nothing, or has no room, computes as well", onSite, async () => {
  const refused = 'Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("refused", "SecurityError"); } });';
  const full = 'IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };';
  for (const [script, databases] of [[refused, []], [full, ["sprague"]]]) {
    const context = await lab.context();
    // the worker's own database is meant, so it stands before the worker's script
    await context.route("**/engine-*.js", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: script + (await response.text()) });
    });
    const page = await lab.page("#/sequence?game=kayles&to=10000", { context });
    await page.locator("[data-state=done]").first().waitFor();
    await page.waitForFunction(() => Number(document.querySelector("canvas")?.dataset.cells) > 0);
    await page.getByRole("button", { name: "Look for a period" }).click();
    await page.getByRole("region", { name: "What is known" }).getByText("proved", { exact: true }).waitFor();
    assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), databases);
    await context.close();
  }
});

test("a board and a picture stand in frames of another origin, without the frame of the page", onSite, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sprague-frame-"));
  const frame = (title, hash) => `<iframe title="${title}" width="700" height="560" src="${lab.address}?embed=1${hash.replaceAll("&", "&amp;")}"></iframe>`;
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>Another page</title>${frame("board", play("nim: 3 4 5"))}${frame("picture", "#/sequence?game=kayles&to=1000")}${frame("graph", "#/graph?position=grundy%3A%206")}${frame("star", "#/star")}`);
  const other = await files(folder, "/");
  const context = await lab.context();
  const page = await context.newPage();
  await page.goto(other.address);
  const board = page.frameLocator("iframe[title=board]");
  await board.locator(".target").first().waitFor();
  for (const name of ["Other game", "Full screen", "Explain this position", "Play", "SVG", "Copy link"]) assert.equal(await board.getByRole("button", { name, exact: true }).filter({ visible: true }).count(), 0, name);
  for (const part of ["header", "select", "input", ".side"]) assert.equal(await board.locator(part).filter({ visible: true }).count(), 0, part);
  await board.locator(".target").first().click();
  await board.locator("[data-verdict]").first().waitFor();
  await board.getByRole("button", { name: "Undo" }).click();
  // one picture each, and nothing to fill in
  for (const [title, sign] of [["picture", "canvas[data-width]"], ["graph", ".node"], ["star", "canvas"]]) {
    const inside = page.frameLocator(`iframe[title=${title}]`);
    await inside.locator(sign).first().waitFor();
    for (const part of ["header", "h1", "input", "select", "[role=tablist]", "[aria-label=Jobs]", "[aria-label=Position]"]) assert.equal(await inside.locator(part).filter({ visible: true }).count(), 0, `${title}: ${part}`);
    assert.ok(await inside.locator("html").evaluate((root) => root.scrollWidth <= root.clientWidth), `${title} is wider than its frame`);
  }
  // the whole page is a link away, with the moves that were made
  const [alone] = await Promise.all([context.waitForEvent("page"), board.getByRole("link", { name: "Open in a page of its own" }).click()]);
  await alone.locator("header").waitFor();
  assert.doesNotMatch(alone.url(), /embed/);
  assert.match(alone.url(), /position=nim/);
  await context.close();
  await other.stop();
  rmSync(folder, { recursive: true });
});

test("an engine that dies is started again, and the page says so", onSite, async () => {
  lab.expect("dead");
  const context = await lab.context();
  await context.addInitScript(listen);
  const page = await lab.page(play("kayles: 5 4", { opponent: "human" }), { context });
  const heard = () => page.waitForFunction(() => window.heard.has("The engine has stopped; it is being started again."));
  await page.locator(".target").first().waitFor();
  await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error("dead"); }));
  await heard();
  await page.evaluate(() => window.heard.clear());
  await page.getByText("The engine has stopped").waitFor({ state: "detached" });
  await page.locator(".target[data-to='kayles: 4 4']").first().click();
  await page.locator("[data-position='kayles: 4 4']").waitFor();
  // one that falls silent can be started again after some seconds, and the move that was tried is made
  await page.workers()[0].evaluate(() => self.close());
  await page.locator(".target[data-to='kayles: 4 3']").first().click();
  await page.getByRole("button", { name: "Start it again" }).click();
  await page.locator("[data-position='kayles: 4 3']").waitFor();
  await page.getByText("The engine has stopped").waitFor({ state: "detached" });
  // by itself that happens after a minute
  await page.clock.install();
  await page.workers()[0].evaluate(() => self.close());
  await page.locator(".target").first().click();
  await page.clock.runFor(70_000);
  await eventually(async () => assert.ok((await page.evaluate(() => [...window.heard])).some((said) => /The engine has stopped; it is being started again\.|The engine stopped\./.test(said)) || (await page.getByText("The engine stopped.").count()) > 0));
  await page.clock.resume();
  await page.getByText("The engine has stopped").waitFor({ state: "detached" });
  await context.close();
});

test("an engine that cannot be loaded is told, and loaded when it can be", onSite, async () => {
  for (const words of ["404 (Not Found)", "ERR_FAILED", "blocked by Playwright"]) lab.expect(words);
  for (const [answer, words] of [[{ status: 404, body: "" }, "This page is older than its engine."], [null, "The engine could not be loaded."]]) {
    const context = await lab.context({ serviceWorkers: "block" });
    let broken = true;
    await context.route("**/engine-*.wasm*", (route) => (!broken ? route.continue() : answer ? route.fulfill(answer) : route.abort()));
    const page = await lab.page(play("kayles: 5 4", { opponent: "human" }), { context });
    await page.getByText(words).first().waitFor();
    broken = false;
    await page.locator(".target").first().waitFor();
    await context.close();
  }
});

test("page and engine are of one version, also while a new one comes", onSite, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sprague-versions-"));
  cpSync(new URL("../../../../site", import.meta.url), folder, { recursive: true });
  // a server that lets browsers keep what they have for a while, as most do
  const server = await files(folder, "/", 0, { "Cache-Control": "max-age=600" });
  const context = await lab.context();
  const page = await context.newPage();
  const version = () => page.evaluate(() => document.title.includes("new") ? "new" : document.querySelector("meta[name=version]")?.content ?? "old");
  const ready = () => page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (let tries = 0; !navigator.serviceWorker.controller && tries < 600; tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await page.goto(server.address + play("kayles: 5 4", { opponent: "human" }));
  await page.locator(".target").first().waitFor();
  await ready();
  await engineKept(page);
  // the next version: another page, and an engine of another name
  const [engine, script] = ["wasm", "js"].map((end) => readdirSync(join(folder, "assets")).find((name) => name.startsWith("engine-") && name.endsWith(end)));
  const edit = (file, change) => writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
  renameSync(join(folder, "assets", engine), join(folder, "assets/engine-next.wasm"));
  renameSync(join(folder, "assets", script), join(folder, "assets/engine-next.js"));
  for (const name of readdirSync(join(folder, "assets")).filter((file) => file.endsWith(".js"))) edit(`assets/${name}`, (text) => text.replaceAll(engine, "engine-next.wasm").replaceAll(script, "engine-next.js"));
  const main = readdirSync(join(folder, "assets")).find((name) => /^index-.*\.js$/.test(name));
  renameSync(join(folder, "assets", main), join(folder, "assets/index-next.js"));
  edit("index.html", (text) => text.replaceAll(main, "index-next.js").replace("<title>", '<meta name="version" content="new"><title>'));
  for (const name of readdirSync(join(folder, "assets")).filter((file) => file.endsWith(".js"))) edit(`assets/${name}`, (text) => text.replaceAll(main, "index-next.js"));
  edit("offline.js", (text) => text.replaceAll(engine, "engine-next.wasm").replaceAll(script, "engine-next.js").replaceAll(main, "index-next.js").replace(/version = "\w+"/, 'version = "next"'));
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByRole("button", { name: "Change over" }).waitFor();
  // until then the old page has the old engine, also in parts that it loads later, although the server has neither
  const other = await context.newPage();
  await other.goto(server.address + play("kayles: 5 4", { opponent: "human" }));
  await other.locator(".target").first().waitFor();
  await page.evaluate(() => (window.location.hash = "#/star"));
  await page.locator("canvas").first().waitFor();
  assert.equal(await version(), "old");
  await page.getByRole("button", { name: "Change over" }).click();
  await page.waitForFunction(() => document.querySelector("meta[name=version]")?.content === "new");
  await page.locator("canvas").first().waitFor();
  // the other tab goes on as it was
  await other.locator(".target").first().click();
  await other.locator(".review li").first().waitFor();
  assert.ok(await other.evaluate(async (file) => (await fetch(file)).ok, `./assets/${main}`), "the files of the old version are gone");
  await server.stop();
  await page.reload();
  assert.equal(await version(), "new");
  await page.locator("canvas").first().waitFor();
  await context.close();
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

test("a link that is copied has a page with its own title and picture, and that page leads on", onSite, async () => {
  const context = await lab.context({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await lab.page(play("nim: 3 4 5", { opponent: "casual" }), { context });
  await page.locator(".target").first().waitFor();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const sent = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(sent, `${lab.address}see/play-nim.html`);
  const text = await (await fetch(sent)).text();
  assert.match(text, /og:title" content="Play Nim"/);
  const picture = new URL(/og:image" content="([^"]+)"/.exec(text)[1], sent).href;
  assert.ok((await fetch(picture)).ok, picture);
  const other = await context.newPage();
  await other.goto(sent);
  await other.locator("[data-position='nim: 5 4 3']").waitFor({ state: "attached" });
  // what was played on is sent as it is
  await page.locator(".target").first().click();
  await page.locator(".review li").first().waitFor();
  await page.getByRole("button", { name: "Copy link" }).click();
  await eventually(async () => assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#\/play.*moves=/));
  await context.close();
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
  await page.getByText(/use sprague lab or the command sprague on a machine of your own/).first().waitFor();
  await page.close();
});

test("first paint within half a second, first move within a second and a half", onSite, async () => {
  const page = await lab.page(play("nim: 3 4 5"));
  const start = await page.evaluate(() => performance.timeOrigin);
  await page.locator(".target").first().click();
  await page.waitForFunction(() => document.querySelector("[data-position]")?.dataset.position !== "nim: 5 4 3");
  const moved = Date.now() - start;
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`first paint after ${Math.round(paint)} ms, first move after ${Math.round(moved)} ms`);
  if (process.env.TIMES) assert.ok(paint < 500 && moved < 1500, `${paint} ms, ${moved} ms`);
  await page.close();
});

test("the first visit loads nothing twice, and no engine before somebody plays", onSite, async () => {
  const folder = new URL("../../../../site", import.meta.url).pathname;
  const server = await files(folder, "/", 0, {}, { bytesPerSecond: 100_000_000, delay: 0 });
  const context = await lab.context();
  const page = await context.newPage();
  await page.goto(server.address);
  await page.locator(".front .target").first().waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForTimeout(500);
  const twice = () => server.sent.files.filter((file, i) => file.startsWith("assets/") && server.sent.files.indexOf(file) !== i);
  assert.deepEqual(twice(), []);
  assert.deepEqual(server.sent.files.filter((file) => file.includes("engine-")).map((file) => file.replace(/^.*\./, "")), ["js"]);
  assert.ok(server.sent.bytes < 400_000, `${server.sent.bytes} bytes`);
  // then it comes once, packed
  await page.locator(".front .target").first().click();
  await engineKept(page);
  assert.deepEqual(server.sent.files.filter((file) => file.endsWith(".wasm")).length, 1);
  assert.deepEqual(twice(), []);
  await context.close();
  await server.stop();
});

test("opened as a file, the page says what to do instead", onSite, async () => {
  const context = await lab.context();
  const page = await context.newPage();
  await page.goto(new URL("../../../../site/index.html", import.meta.url).href);
  await page.getByText("this page needs a web server").waitFor();
  await context.close();
});
