// The engine of the static page answers as the server does: every example of the description of the interface is sent to
// both, and the answers are equal, byte by byte but for the times of jobs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { command } from "./lab.js";

const root = new URL("../../../..", import.meta.url).pathname;
const description = JSON.parse(readFileSync(join(root, "docs/schema/openapi.json"), "utf8"));

let server;
let engine;
before(async () => {
  const started = await command();
  const opening = new URL(started.opening);
  server = { origin: opening.origin, token: opening.searchParams.get("token"), stop: started.stop };
  const assets = join(root, "site/assets");
  const name = readdirSync(assets).find((file) => file.endsWith(".wasm"));
  engine = (await WebAssembly.instantiate(readFileSync(join(assets, name)), {})).instance.exports;
});
after(() => server.stop());

function inBrowser(method, path, query, body) {
  const request = new TextEncoder().encode(JSON.stringify({ method, path, query, body, seed: 1, now: 1, today: 1 }));
  const place = engine.request(request.length);
  new Uint8Array(engine.memory.buffer, place, request.length).set(request);
  const at = engine.answer();
  const bytes = new Uint8Array(engine.memory.buffer, at, engine.length()).slice();
  const long = new DataView(bytes.buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + long)));
  return { ...head, headers: Object.fromEntries(head.headers), content: bytes.slice(4 + long) };
}

async function onServer(method, path, query, body) {
  const response = await fetch(`${server.origin}${path}${query ? `?${query}` : ""}`, {
    method, headers: { "X-Sprague-Token": server.token, ...(body ? { "Content-Type": "application/json" } : {}) }, ...(body ? { body } : {}),
  });
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
    const mine = inBrowser(method.toUpperCase(), address, query, body);
    const theirs = await onServer(method.toUpperCase(), address, query, body);
    assert.equal(mine.status, theirs.status);
    assert.equal(mine.kind, theirs.kind);
    for (const [name, value] of Object.entries(mine.headers)) assert.equal(value, theirs.headers.get(name), name);
    if (mine.kind === "application/json") assert.deepEqual(timeless(mine.content), timeless(theirs.content));
    else assert.deepEqual(mine.content, theirs.content);
    if (rank({ path, method }) === 0) {
      while (engine.advance(1 << 12, 2) === 1);
      for (let tries = 0; tries < 500; tries += 1) {
        const state = await (await fetch(`${server.origin}/api/jobs/1`, { headers: { "X-Sprague-Token": server.token } })).json();
        if (state.state === "done") break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
}
