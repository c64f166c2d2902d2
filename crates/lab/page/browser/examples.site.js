// The engine of the static page answers as the server does: every example of the description of the interface is sent to
// both, and the answers are equal, byte by byte but for the times of jobs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { start } from "./engine.js";
import { command } from "./lab.js";

const root = new URL("../../../..", import.meta.url).pathname;
const description = JSON.parse(readFileSync(join(root, "docs/schema/openapi.json"), "utf8"));

let server;
let engine;
before(async () => {
  const started = await command();
  const opening = new URL(started.opening);
  server = { origin: opening.origin, token: opening.searchParams.get("token"), stop: started.stop };
  engine = await start();
});
after(() => server.stop());

async function onServer(method, path, query, body) {
  const send = () => fetch(`${server.origin}${path}${query ? `?${query}` : ""}`, {
    method, headers: { "X-Sprague-Token": server.token, ...(body ? { "Content-Type": "application/json" } : {}) }, ...(body ? { body } : {}),
  });
  // while the engine works here, the server may close a connection that is kept
  const response = await send().catch(send);
  const content = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, kind: response.headers.get("content-type") ?? "", headers: response.headers, content };
}

/** What a document says, without what depends on the moment and on the place. */
function timeless(content) {
  const hide = (key, value) => (["elapsed_s", "rate", "eta_s", "created", "queue", "state", "done"].includes(key) ? 0 : value);
  return JSON.parse(new TextDecoder().decode(content), hide);
}

const operations = Object.entries(description.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
// the job of the examples comes first and goes last
const rank = ({ path, method }) => (method === "post" && path === "/api/jobs" ? 0 : method === "delete" ? 2 : 1);
operations.sort((one, other) => rank(one) - rank(other));

for (const { path, method, operation } of operations) {
  const ofServer = path === "/api/openapi.json" || path.endsWith("/events");
  test(`${method} ${path}`, { skip: ofServer ? "it is about the server" : false }, async () => {
    const given = (operation.parameters ?? []).map((parameter) => [parameter, parameter.schema.example ?? parameter.example]).filter(([, example]) => example !== undefined);
    const address = given.reduce((text, [{ name }, example]) => text.replace(`{${name}}`, String(example)), path);
    const query = new URLSearchParams(given.filter(([parameter]) => parameter.in === "query").map(([{ name }, example]) => [name, String(example)])).toString();
    const example = operation.requestBody?.content["application/json"].example;
    const body = example === undefined ? "" : JSON.stringify(example);
    const mine = engine.ask(method.toUpperCase(), address, query, body);
    const theirs = await onServer(method.toUpperCase(), address, query, body);
    assert.equal(mine.status, theirs.status);
    assert.equal(mine.kind, theirs.kind);
    for (const [name, value] of Object.entries(mine.headers)) assert.equal(value, theirs.headers.get(name), name);
    if (mine.kind === "application/json") assert.deepEqual(timeless(mine.content), timeless(theirs.content));
    else assert.deepEqual(mine.content, theirs.content);
    if (rank({ path, method }) === 0) {
      engine.work();
      for (let tries = 0; tries < 500; tries += 1) {
        const state = await (await fetch(`${server.origin}/api/jobs/1`, { headers: { "X-Sprague-Token": server.token } })).json();
        if (state.state === "done") break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
}

/** Values by the definition of a rule that takes so many tokens and may leave so many heaps: the bits of a code's digits. */
function byDefinition(digits, to) {
  const values = [0];
  for (let heap = 1; heap <= to; heap += 1) {
    const seen = new Set();
    digits.forEach((digit, taken) => {
      const left = heap - taken;
      if (left === 0 && digit & 1) seen.add(0);
      if (left > 0 && digit & 2) seen.add(values[left]);
      if (left > 1 && digit & 4) for (let part = 1; 2 * part <= left; part += 1) seen.add(values[part] ^ values[left - part]);
    });
    let mex = 0;
    while (seen.has(mex)) mex += 1;
    values.push(mex);
  }
  return values;
}

// Few rare heaps, many of them, none at all: each way of the engine, against the definition and, further out, against the
// command, whose own kernels are tested against the definition.
for (const game of ["0.16", "0.106", "0.156", "0.34", "0.007", "0.45", "4.7"]) {
  test(`the values of ${game} are those of the definition and of the command`, async () => {
    const far = 1 << 16;
    const body = JSON.stringify({ kind: "sequence", game, to: far });
    const { document: job } = engine.read("POST", "/api/jobs", "", body);
    engine.work();
    const near = engine.read("GET", `/api/jobs/${job.id}/values`, "from=0&to=1500").document.values;
    const [whole, digits] = game.split(".");
    assert.deepEqual(near, byDefinition([Number(whole), ...digits].map(Number), 1500));
    const last = `from=${far - 4000}&to=${far}`;
    const mine = engine.read("GET", `/api/jobs/${job.id}/values`, last).document.values;
    const theirs = await onServer("POST", "/api/jobs", "", body);
    const { id } = JSON.parse(new TextDecoder().decode(theirs.content));
    let values;
    for (let tries = 0; tries < 1500; tries += 1) {
      const answer = await onServer("GET", `/api/jobs/${id}/values`, last, "");
      values = JSON.parse(new TextDecoder().decode(answer.content)).values;
      if (values?.length === mine.length) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(mine, values);
  });
}

// What nobody should send: every path with content of the wrong kind. The engine refuses in words and goes on.
test("hostile questions are refused in words, and the engine goes on", () => {
  const deep = (open, close, count) => open.repeat(count) + close.repeat(count);
  const positions = ["", "\0", "kayles: \0 5", "kayles: 99999999999999999999999999", "nim: -1", "nim: 1e400", "x".repeat(100_000), deep("(", ")", 20_000), "nim: " + "3 ".repeat(20_000), "take(" + "1,".repeat(20_000) + "1): 5", "\u{202e}nim: 3", "grundy: 2^63", "0." + "7".repeat(5_000) + ": 9", "graph: " + deep("{", "}", 5_000), "chomp: 4000000000x4000000000"];
  const bodies = ["", "null", "[]", "0", "\"nim: 3\"", "{", "{\"position\":null}", "{\"position\":5}", "{\"position\":[[[]]]}", deep("[", "]", 100_000), deep("{\"a\":", "}", 50_000), "{\"position\":\"nim: 3\",\"position\":\"nim: 4\"}", "{\"kind\":\"sequence\",\"game\":\"nim\",\"to\":1e308}", "{\"kind\":\"period\",\"game\":\"0.16\",\"to\":-1}", ...positions.map((position) => JSON.stringify({ position }))];
  const queries = ["from=-1&to=5", "from=99999999999999999999", "to=NaN", "game=%00", "game=%ff%fe", "game=" + "%41".repeat(20_000), "row=-5&count=1e9", "%", "&&&==&", "a[b]=c", "game=0.16&game=0.16", ...positions.map((position) => `game=${encodeURIComponent(position)}`)];
  let asked = 0;
  for (const { path, method } of operations) {
    if (method === "delete") continue;
    const address = path.replace(/\{[^}]+\}/, "1");
    for (const question of method === "get" ? queries.map((query) => [query, ""]) : bodies.map((body) => ["", body])) {
      const { status, kind, content } = engine.ask(method.toUpperCase(), address, ...question);
      asked += 1;
      assert.ok(status < 500, `${method} ${path} ${question.join(" ").slice(0, 80)}: ${status}`);
      if (status < 400) continue;
      const { error } = JSON.parse(new TextDecoder().decode(content));
      assert.ok(kind === "application/json" && error.message.length > 0 && error.message.length < 2_000, `${method} ${path}: ${error.message.slice(0, 200)}`);
    }
  }
  for (const path of ["", "/", "/api", "/api/jobs/-1", "/api/jobs/99999999999999999999", "/api/\0", "/api/" + "x".repeat(100_000)]) assert.equal(Math.floor(engine.ask("GET", path).status / 100), 4, path.slice(0, 40));
  for (const bytes of [[], [0], [0xff, 0xfe], [...new TextEncoder().encode("{\"method\":\"GET\"")]]) assert.equal(engine.raw(Uint8Array.from(bytes)).status, 400);
  assert.ok(asked > 300, `${asked}`);
  assert.equal(engine.read("POST", "/api/position", "", JSON.stringify({ position: "nim: 3 4 5" })).status, 200);
});

test("ten thousand questions do not fill the memory", async () => {
  const fresh = await start();
  const question = (turn) => fresh.ask("POST", turn % 2 ? "/api/teacher" : "/api/position", "", JSON.stringify({ position: `kayles: ${1 + (turn % 9)} ${1 + (turn % 5)}` }));
  for (let turn = 0; turn < 500; turn += 1) question(turn);
  const before = fresh.exports.memory.buffer.byteLength;
  for (let turn = 0; turn < 10_000; turn += 1) question(turn);
  const grown = fresh.exports.memory.buffer.byteLength - before;
  assert.ok(grown <= 1 << 20, `${grown} bytes more`);
});
