// How long a first visit of the static page takes on a slow network, 1.6 Mbit/s with 150 ms before each answer, and a
// processor four times as slow: the network is slowed down in the server, so that workers feel it as well, the page's thread
// by Chromium. With OLD=FOLDER another build of the page is measured in the same run, turn by turn.
import { files } from "./files.js";
import { launch, play } from "./lab.js";

const site = new URL("../../../../site", import.meta.url).pathname;
const slow = { bytesPerSecond: 1_600_000 / 8, delay: 150 };
const rounds = Number(process.env.ROUNDS ?? 3);

/** One visit by a new browser: what is waited for, in ms, and what was sent, in bytes. */
async function visit(folder, hash, looks) {
  const server = await files(folder, "/", 0, {}, slow);
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const found = {};
  const start = performance.now();
  await page.goto(server.address + hash, { waitUntil: "commit" });
  for (const [name, look] of looks) {
    found[name] = (await look(page, server)) ?? performance.now() - start;
  }
  await browser.close();
  await server.stop();
  return found;
}

const there = (selector) => async (page) => void (await page.locator(selector).first().waitFor({ timeout: 60_000 }));
/** What was sent when nothing has been sent for three seconds. */
const sent = async (page, server) => {
  for (let before = -1; before !== server.sent.bytes; ) {
    before = server.sent.bytes;
    await page.waitForTimeout(3000);
  }
  return server.sent.bytes;
};
const visits = [
  ["", [["gallery with pictures", there(".game svg .piece")], ["first visit, bytes", sent]]],
  [play("nim: 3 4 5", { opponent: "human" }), [
    ["Nim board playable", there(".target")],
    // in the page itself, from the press to the sentence
    ["verdict after a move", (page) => page.locator(".target").first().evaluate((target) => new Promise((resolve) => {
      const start = performance.now();
      const seen = () => document.querySelector("[data-verdict]") && requestAnimationFrame(() => resolve(performance.now() - start));
      new MutationObserver(seen).observe(document.body, { subtree: true, childList: true, attributes: true });
      target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }))],
  ]],
  [play("kayles: 7 5", { opponent: "human" }), [["Kayles board playable", there(".target")], ["with the engine, bytes", sent]]],
];
const wanted = { "gallery with pictures": 1500, "first visit, bytes": 700_000, "Nim board playable": 4500, "verdict after a move": 150 };

async function measure(folder) {
  const found = {};
  for (const [hash, looks] of visits) Object.assign(found, await visit(folder, hash, looks));
  return found;
}

async function table() {
  const folders = [site, ...(process.env.OLD ? [process.env.OLD] : [])];
  const least = folders.map(() => ({}));
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, folder] of folders.entries()) {
      for (const [name, value] of Object.entries(await measure(folder))) least[i][name] = Math.min(least[i][name] ?? Infinity, value);
    }
  }
  const say = (name, value) => (name.endsWith("bytes") ? `${Math.round(value / 1000)} kB` : `${(value / 1000).toFixed(2)} s`);
  console.log(`1.6 Mbit/s, 150 ms, processor four times as slow; the least of ${rounds} visits${process.env.OLD ? ", and of the page before" : ""}`);
  for (const [name, value] of Object.entries(least[0])) {
    const old = least[1]?.[name];
    console.log(`${name.padEnd(24)} ${say(name, value).padStart(8)}${old ? `; before ${say(name, old)}, ${(value / old).toFixed(2)} times` : ""}${wanted[name] ? `; wanted: at most ${say(name, wanted[name])}` : ""}`);
  }
}

await table();
