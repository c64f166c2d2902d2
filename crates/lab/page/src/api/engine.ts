// The worker: the engine in WebAssembly (crates/wasm), one question after the other. Jobs run in slices in between, each
// about as long as a frame, so that no question waits long and a job can be cancelled at any time.
import { unpack } from "./unpack.js";

export interface Asked {
  id: number;
  method: string;
  path: string;
  query: string;
  body: string;
}

export interface Answered {
  id: number;
  status: number;
  headers: [string, string][];
  body: ArrayBuffer;
}

interface Exports {
  memory: WebAssembly.Memory;
  request(length: number): number;
  answer(): number;
  length(): number;
  advance(slice: number, seconds: number): number;
}

const frame = 24;
const scope = self as unknown as { postMessage(message: Answered, transfer: Transferable[]): void; onmessage: ((event: MessageEvent<Asked | { forget: number }>) => void) | null };

const compiled: Promise<WebAssembly.Module> = fetch(new URL("../engine/engine.lzma", import.meta.url)).then(async (response) => WebAssembly.compile(unpack(new Uint8Array(await response.arrayBuffer()))));
let instance: Promise<Exports> = start();

async function start(): Promise<Exports> {
  return (await WebAssembly.instantiate(await compiled, {})).exports as unknown as Exports;
}

const seconds = (): number => performance.now() / 1000;

function ask(engine: Exports, asked: Asked): Answered {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const request = new TextEncoder().encode(JSON.stringify({
    method: asked.method, path: asked.path, query: asked.query, body: asked.body, seed, now: seconds(), today: Date.now() / 1000,
  }));
  const place = engine.request(request.length);
  new Uint8Array(engine.memory.buffer, place, request.length).set(request);
  const at = engine.answer();
  const bytes = new Uint8Array(engine.memory.buffer, at, engine.length());
  const long = new DataView(engine.memory.buffer, at, 4).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + long))) as { status: number; kind: string; headers: [string, string][] };
  const headers: [string, string][] = head.kind ? [["content-type", head.kind], ...head.headers] : head.headers;
  return { id: asked.id, status: head.status, headers, body: bytes.slice(4 + long).buffer };
}

/** What is said where the engine broke off; it starts anew, without its jobs. */
function broken(id: number): Answered {
  instance = start();
  const problem = { message: "The engine in the browser broke off; it was started again.", column: null, way_out: "Ask for less, or use `sprague lab`.", code: "too-large" };
  return { id, status: 500, headers: [["content-type", "application/json"]], body: new TextEncoder().encode(JSON.stringify({ error: problem })).buffer };
}

const queue: Asked[] = [];
const turn = new MessageChannel();
let slice = 1 << 10;
let working = false;
let awake = false;

function wake(): void {
  if (awake) return;
  awake = true;
  turn.port2.postMessage(null);
}

turn.port1.onmessage = async () => {
  const engine = await instance;
  awake = false;
  const asked = queue.shift();
  if (asked) {
    let answer: Answered;
    try {
      answer = ask(engine, asked);
      working ||= asked.method !== "GET";
    } catch {
      answer = broken(asked.id);
    }
    scope.postMessage(answer, [answer.body]);
  } else if (working) {
    const before = performance.now();
    try {
      working = engine.advance(slice, seconds()) === 1;
    } catch {
      working = false;
      broken(0);
    }
    const took = performance.now() - before;
    slice = working ? Math.min(1 << 22, Math.max(1 << 6, took < frame / 2 ? slice * 2 : took > frame * 2 ? slice >> 1 : slice)) : 1 << 10;
  }
  if (queue.length || working) wake();
};

scope.onmessage = (event) => {
  const { data } = event;
  if ("forget" in data) {
    const place = queue.findIndex((asked) => asked.id === data.forget);
    if (place >= 0) queue.splice(place, 1);
    return;
  }
  queue.push(data);
  wake();
};
