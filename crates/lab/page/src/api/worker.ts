// The engine as a worker in this browser, for the static page: the same requests and answers as the server's, without a
// server. The first screen does not need it (play/nim.js, play/gallery.json): the worker is started when it is asked, or when
// somebody begins to use the page.
import { saveBlob } from "../sequence/save";
import { pixelsOf } from "../board/picture";
import type { Answered, Asked } from "./engine";
import { connection } from "./connection.svelte";
import { Refusal } from "./refusal";
import type { Job } from "./types";

export const place = "browser";

const pace = 100;
/** How long a question may go unanswered, in milliseconds, before the worker is taken for dead. */
const patience = 60_000;
/** After how long the reader is told, and may start the worker again. */
const notable = 5_000;
const waiting = new Map<number, { resolve: (answer: Response) => void; reject: (error: unknown) => void }>();
let last = 0;
/** When the worker was last heard of, or asked after a silence; null until its engine is loaded. */
let heard: number | null = null;
let worker: Worker | null = null;
const early = new AbortController();
/** How long the first screen has the network for itself. */
const quiet = 3_000;

function wake(): void {
  worker ??= begin();
}
for (const sign of ["pointerdown", "keydown"]) window.addEventListener(sign, wake, { signal: early.signal, passive: true });
setTimeout(settle, quiet);

/** Keeps the files of the page; where a newer version of them has come, the reader may change over. */
async function stay(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register(new URL("./offline.js", document.baseURI));
  const offer = (newer: ServiceWorker | null): void => {
    if (newer?.state !== "installed" || !container.controller) return;
    connection.newer = () => {
      container.addEventListener("controllerchange", () => window.location.reload(), { once: true });
      newer.postMessage("take over");
    };
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => offer(coming));
  });
}

let settled = false;

/** The page is made to work without a network from the second visit on; with the engine, once that was used. */
function settle(): void {
  if (settled || !window.isSecureContext || !("serviceWorker" in navigator)) return;
  settled = true;
  void stay(navigator.serviceWorker).catch(() => undefined);
}

/** Starts the worker. */
function begin(): Worker {
  early.abort();
  const made = new Worker(new URL("./engine.ts", import.meta.url), { type: "module", name: "sprague" });
  made.onmessage = (event: MessageEvent<Answered | { kept: true }>) => {
    if ("kept" in event.data) return settle();
    const { id, status, headers, body } = event.data;
    const asked = waiting.get(id);
    waiting.delete(id);
    heard = performance.now();
    asked?.resolve(new Response(status === 204 ? null : body, { status, headers }));
  };
  made.onerror = (event) => {
    event.preventDefault();
    restart();
  };
  return made;
}

/** The worker is dead: whoever waits is told, the next question starts another one, and the pages ask again. */
function restart(): void {
  worker?.terminate();
  worker = null;
  connection.stuck = null;
  heard = null;
  const failure = new Refusal(0, { message: "The engine stopped. It is started again.", column: null, way_out: "This page goes on by itself.", code: "busy" });
  for (const asked of waiting.values()) asked.reject(failure);
  waiting.clear();
  connection.fail(answers);
}

setInterval(() => {
  const silent = waiting.size && heard !== null ? performance.now() - heard : 0;
  if (silent > patience) restart();
  else connection.stuck = silent > notable ? restart : null;
}, 1000);

/** Whether the engine answers. */
async function answers(): Promise<boolean> {
  try {
    return (await post("/api/games", {})).ok;
  } catch {
    return false;
  }
}

/** Nothing here needs to show who asks. */
export function token(): string {
  return "";
}

/** Sends a request and gives what came back, whatever its status. An engine that cannot be loaded is tried again. */
export async function send(path: string, options: RequestInit): Promise<Response> {
  const response = await post(path, options);
  if (response.status === 503) connection.fail(answers);
  return response;
}

function post(path: string, options: RequestInit): Promise<Response> {
  const [address, query] = path.split("?", 2);
  const id = (last += 1);
  const request: Asked = {
    id, method: options.method ?? "GET", path: address ?? path, query: query ?? "", body: typeof options.body === "string" ? options.body : "",
  };
  return new Promise((resolve, reject) => {
    const { signal } = options;
    const abort = (): void => {
      waiting.delete(id);
      worker?.postMessage({ forget: id });
      reject(new DOMException("overtaken", "AbortError"));
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort, { once: true });
    if (!waiting.size && heard !== null) heard = performance.now();
    waiting.set(id, { resolve, reject });
    worker ??= begin();
    worker.postMessage(request);
  });
}

/** Hears of a job whenever it has changed; returns what ends that. `onlost` is called where nothing more comes. */
export function followJob(id: string, onchange: (job: Job) => void, onlost: () => void): () => void {
  let before = "";
  let over = false;
  const look = async (): Promise<void> => {
    if (over) return;
    try {
      const response = await send(`/api/jobs/${encodeURIComponent(id)}`, {});
      if (over) return;
      if (!response.ok) return onlost();
      const job = (await response.json()) as Job;
      const now = `${job.state} ${job.done}`;
      if (now !== before) onchange(job);
      before = now;
      if (job.state === "queued" || job.state === "running") setTimeout(() => void look(), pace);
    } catch {
      if (!over) onlost();
    }
  };
  void look();
  return () => (over = true);
}

/** Links to files have no address here: the worker makes the file when one is pressed. */
async function save(path: string): Promise<void> {
  const png = /[?&]format=png/.test(path);
  const response = await send(png ? path.replace("format=png", "format=svg") : path, {});
  if (!response.ok) {
    const { error } = (await response.json()) as { error: { message: string; way_out: string | null } };
    window.alert([error.message, error.way_out].filter(Boolean).join(": "));
    return;
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "sprague";
  const content = await response.blob();
  if (!png) return saveBlob(content, named);
  const picture = await pixelsOf(content);
  if (picture) saveBlob(picture, named.replace(/svg$/, "png"));
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
  const path = link?.getAttribute("href");
  if (!path?.startsWith("/api/")) return;
  event.preventDefault();
  void save(path);
});
