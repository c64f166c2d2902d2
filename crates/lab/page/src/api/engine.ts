// The worker: the engine in WebAssembly (crates/wasm), one question after the other. Jobs run in slices in between, each
// about as long as a frame, so that no question waits long and a job can be cancelled at any time. What a job came to is
// kept (kept.ts): before the first question about jobs those that were kept are taken up, and their values when asked for.
import { Shelf } from "./kept";
import { load } from "./load";

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
  finished(): number;
  keep(job: number): number;
  restore(): number;
  fill(job: number): number;
}

const frame = 24;
const scope = self as unknown as { postMessage(message: Answered | { kept: true }, transfer: Transferable[]): void; onmessage: ((event: MessageEvent<Asked | { forget: number }>) => void) | null };

const source = new URL("../engine/engine.wasm", import.meta.url);
const shelf = new Shelf(source.pathname.split("/").pop() ?? "");
let instance: Promise<Exports> | null = null;
/** Under which names the jobs of this engine are kept, by their numbers. */
let kept = new Map<number, string>();
/** Those of them whose values have not been read yet. */
let unread = new Set<number>();
let recalled = false;

/** The engine, loaded when it is first asked for, and again where that failed. */
function start(): Promise<Exports> {
  instance ??= load(source, () => scope.postMessage({ kept: true }, [])).then((made) => {
    [kept, unread, recalled] = [new Map(), new Set(), false];
    return made.exports as unknown as Exports;
  }).catch((error: unknown) => {
    instance = null;
    throw error;
  });
  return instance;
}

const seconds = (): number => performance.now() / 1000;

function give(engine: Exports, bytes: Uint8Array): void {
  const place = engine.request(bytes.length);
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
}

function ask(engine: Exports, asked: Asked): Answered {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const request = new TextEncoder().encode(JSON.stringify({
    method: asked.method, path: asked.path, query: asked.query, body: asked.body, seed, now: seconds(), today: Date.now() / 1000,
  }));
  give(engine, request);
  const at = engine.answer();
  const bytes = new Uint8Array(engine.memory.buffer, at, engine.length());
  const long = new DataView(engine.memory.buffer, at, 4).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + long))) as { status: number; kind: string; headers: [string, string][] };
  const headers: [string, string][] = head.kind ? [["content-type", head.kind], ...head.headers] : head.headers;
  return { id: asked.id, status: head.status, headers, body: bytes.slice(4 + long).buffer };
}

/** Takes up what was kept, before a question that is about jobs. */
async function recall(engine: Exports, path: string): Promise<void> {
  if (!path.startsWith("/api/jobs")) return;
  if (!recalled) {
    recalled = true;
    for (const { key, head } of await shelf.heads()) {
      give(engine, new Uint8Array(head instanceof ArrayBuffer ? head : new ArrayBuffer(0)));
      const job = engine.restore();
      if (job) {
        kept.set(job, key);
        unread.add(job);
      } else await shelf.remove(key);
    }
  }
  const job = Number(/^\/api\/jobs\/(\d+)\//.exec(path)?.[1] ?? 0);
  const key = kept.get(job);
  if (key === undefined || !unread.delete(job)) return;
  give(engine, new Uint8Array((await shelf.values(key)) ?? new ArrayBuffer(0)));
  if (engine.fill(job)) return;
  // damaged: the engine has forgotten the job, and whoever asks starts it anew
  kept.delete(job);
  await shelf.remove(key);
}

/** Keeps what has ended. */
async function keep(engine: Exports): Promise<void> {
  for (let job = engine.finished(); job; job = engine.finished()) {
    const at = engine.keep(job);
    const bytes = new Uint8Array(engine.memory.buffer, at, engine.length()).slice();
    if (!bytes.length) continue;
    const values = 4 + new DataView(bytes.buffer).getUint32(0, true);
    const key = await shelf.put(bytes.slice(4, values).buffer, bytes.slice(values).buffer).catch(() => null);
    if (key) kept.set(job, key);
  }
}

/** What is answered where the engine cannot: a problem with its way out. */
function trouble(id: number, status: number, message: string, wayOut: string): Answered {
  const problem = { message, column: null, way_out: wayOut, code: status === 503 ? "busy" : "too-large" };
  return { id, status, headers: [["content-type", "application/json"]], body: new TextEncoder().encode(JSON.stringify({ error: problem })).buffer };
}

/** What is said where the engine broke off; it starts anew, and takes up again what was kept. */
function broken(id: number): Answered {
  instance = null;
  return trouble(id, 500, "The engine in the browser broke off; it was started again.", "Ask for less, or use `sprague lab`.");
}

function missing(id: number, error: unknown): Answered {
  const gone = error instanceof Error && error.message === "gone";
  if (gone) return trouble(id, 503, "This page is older than its engine.", "Load the page again: a newer version is there.");
  return trouble(id, 503, "The engine could not be loaded.", "The page goes on by itself when the network is back; a browser with WebAssembly is needed.");
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
  const asked = queue.shift();
  if (asked) {
    let answer: Answered;
    try {
      const engine = await start();
      try {
        await recall(engine, asked.path);
        answer = ask(engine, asked);
        working ||= asked.method !== "GET";
        const removed = asked.method === "DELETE" && answer.status === 204 ? kept.get(Number(asked.path.split("/").pop())) : undefined;
        if (removed !== undefined) await shelf.remove(removed);
      } catch {
        answer = broken(asked.id);
      }
    } catch (error) {
      answer = missing(asked.id, error);
    }
    scope.postMessage(answer, [answer.body]);
  } else if (working) {
    const before = performance.now();
    try {
      const engine = await start();
      working = engine.advance(slice, seconds()) === 1;
      const took = performance.now() - before;
      slice = working ? Math.min(1 << 22, Math.max(1 << 6, took < frame / 2 ? slice * 2 : took > frame * 2 ? slice >> 1 : slice)) : 1 << 10;
      await keep(engine);
    } catch {
      working = false;
      broken(0);
    }
  }
  awake = false;
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

void start().catch(() => undefined);
