// Starts the real command and the real browser for a test file; with SITE=1 it is the static page instead, served by a plain
// file server below a sub-folder, whose engine runs in the browser (`make site`). Every page listens for errors on the console and for
// violations of the content security policy; `close` fails if there were any that the test did not expect.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserPath } from "./chromium.js";
import { files } from "./files.js";

/** How long anything is waited for, in milliseconds: no assertion about speed, only an end to waiting. */
const patience = 60_000;
const root = new URL("../../../..", import.meta.url).pathname;
const flags = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** The command that the tests take. */
export function program() {
  const folder = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const found = [process.env.SPRAGUE, join(folder, "release/sprague"), join(folder, "debug/sprague")].find((path) => path && existsSync(path));
  assert.ok(found, "no sprague command: build it first, or name it in SPRAGUE");
  return found;
}

/** Whether the tests run against the static page. */
export const site = Boolean(process.env.SITE);
/** The option of a test that is about the server alone, with the reason why. */
export const serverOnly = (reason) => ({ skip: site ? reason : false });

/** The command, with a folder of its own for what it keeps, its address, and the one with the token that opens it. */
export async function command(folder = mkdtempSync(join(tmpdir(), "sprague-lab-")), port = 0) {
  if (process.env.LAB) return { ...addresses(process.env.LAB), stop: async () => {} };
  const page = process.env.PAGE ?? join(root, "crates/lab/page/dist");
  const more = port ? ["--port", String(port)] : [];
  const child = spawn(program(), ["lab", "--no-open", "--data", folder, "--page", page, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const line = text.split("\n")[0];
      if (text.includes("\n")) resolve(line.trim());
    });
    child.on("exit", (code) => reject(new Error(`the lab ended with ${code}`)));
  });
  // a test that fails before it stops its lab ends all the same, and the lab with it
  process.once("exit", () => child.kill());
  child.unref();
  child.stdout.unref();
  const end = async () => {
    child.ref();
    child.removeAllListeners("exit");
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  };
  const stop = async () => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Ends the lab and starts another one at the same port, with a token of its own. */
  const restart = async () => {
    await end();
    return command(folder, Number(new URL(printed).port));
  };
  return { ...addresses(printed), stop, restart };
}

/** The static page, at the address of a sub-folder. */
async function served() {
  const { address, stop } = await files(join(root, "site"), "/games/sprague/");
  return { address, opening: address, stop };
}

/** A new browser shows the token once; the server takes it out of the address again. */
function addresses(printed) {
  const url = new URL(printed);
  return { address: `${url.origin}/`, opening: url.href };
}

/** A real browser. */
export function launch() {
  const executablePath = browserPath();
  assert.ok(executablePath, "no chromium: `make page-tools` installs Debian's, or name one in CHROMIUM");
  return chromium.launch({ executablePath, args: flags });
}

export async function open() {
  let server = site ? await served() : await command();
  const browser = await launch();
  const complaints = [];
  const expected = [];

  async function page(hash, options = {}) {
    const { context, ...more } = options;
    const made = await (context ?? browser).newPage(context ? undefined : { viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...more });
    made.setDefaultTimeout(patience);
    await made.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
    });
    made.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(`${message.text()} ${message.location().url}`);
    });
    made.on("pageerror", (error) => complaints.push(String(error)));
    made.on("request", (request) => {
      if (!request.url().startsWith(server.address) && !request.url().startsWith("blob:") && !request.url().startsWith("data:")) complaints.push(`foreign request ${request.url()}`);
    });
    await made.goto(server.opening + hash);
    assert.ok(!made.url().includes("token="), "the token is gone from the address");
    return made;
  }

  /** The browser itself reports an answer with an error status; a test that provokes one says so. */
  function expect(part) {
    expected.push(part);
  }

  async function close() {
    await browser.close();
    await server.stop();
    assert.deepEqual(complaints.filter((text) => !expected.some((part) => text.includes(part))), [], "errors on the console");
  }

  async function restart() {
    server = await server.restart();
  }

  /** Pages of one context share their cookies, as tabs of one browser do. */
  async function context(options = {}) {
    const made = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
    made.setDefaultTimeout(patience);
    return made;
  }

  return { page, context, expect, restart, close, address: server.address };
}

/** Until an assertion holds: what comes a little later, on a machine that has much to do, is no failure. */
export async function eventually(assertion) {
  for (const end = performance.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** In a page: notes each sentence that a screen reader is told, however short it stands, in `window.heard`. */
export function listen() {
  window.heard = new Set();
  new MutationObserver(() => document.querySelectorAll("[role=status]").forEach((each) => window.heard.add(each.textContent.trim()))).observe(document, { subtree: true, childList: true, characterData: true });
}

export function play(position, more = {}) {
  return `#/play?${new URLSearchParams({ position, ...more })}`;
}

/** Plays the marked winning moves with the mouse until the game is over; returns the number of moves made. */
export async function follow(page, most = 60) {
  for (let made = 0; made < most; made += 1) {
    await page.waitForFunction(() => document.querySelector("[data-winner='0'],[data-winner='1'],.target.won"));
    if (await page.locator("[data-winner='0'],[data-winner='1']").count()) return made;
    const before = await page.locator("[data-position]").getAttribute("data-position");
    await page.locator(".target.won .halo").first().click();
    await page.waitForFunction((old) => document.querySelector("[data-position]")?.getAttribute("data-position") !== old, before);
    await page.waitForFunction(() => /Your move|win/.test(document.querySelector(".said")?.textContent ?? ""));
  }
  throw new Error("the game does not end");
}

/** The content of the file that a link saves. */
export async function saved(page, title) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: title, exact: true }).click()]);
  return readFileSync(await download.path());
}

/** Presses Tab until what is focused matches. */
export async function tabTo(page, selector, most = 120) {
  for (let i = 0; i < most; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}
