// The engine of the static page under Node, as its worker drives it: the file of the site, questions over linear
// memory, jobs in slices that adapt to the time they take.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../../../..", import.meta.url).pathname;
const frame = 24;

/** The engine, or as it is sent with an ending of its own: .br or .gz. */
export function built(ending = "") {
  const assets = join(root, "site/assets");
  return readFileSync(join(assets, readdirSync(assets).find((file) => file.endsWith(`.wasm${ending}`))));
}

export async function start() {
  const { instance } = await WebAssembly.instantiate(built(), {});
  const engine = instance.exports;

  /** Sends a request; the head of what came back, and its content. */
  function ask(method, path, query = "", body = "", moment = {}) {
    const request = new TextEncoder().encode(JSON.stringify({ method, path, query, body, seed: 1, now: 1, today: 1, ...moment }));
    return raw(request);
  }

  function raw(request) {
    const place = engine.request(request.length);
    new Uint8Array(engine.memory.buffer, place, request.length).set(request);
    const at = engine.answer();
    const bytes = new Uint8Array(engine.memory.buffer, at, engine.length()).slice();
    const long = new DataView(bytes.buffer).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + long)));
    return { ...head, headers: Object.fromEntries(head.headers), content: bytes.slice(4 + long) };
  }

  /** What a document says. */
  function read(method, path, query, body) {
    const answer = ask(method, path, query, body);
    return { status: answer.status, document: JSON.parse(new TextDecoder().decode(answer.content)) };
  }

  /** Does all jobs to their end. */
  function work() {
    for (let slice = 1 << 10; ; ) {
      const before = performance.now();
      if (engine.advance(slice, before / 1000) !== 1) return;
      const took = performance.now() - before;
      slice = Math.min(1 << 22, Math.max(1 << 6, took < frame / 2 ? slice * 2 : took > frame * 2 ? slice >> 1 : slice));
    }
  }

  return { ask, raw, read, work, exports: engine };
}
