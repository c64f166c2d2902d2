// The engine as a server: `sprague lab`, which serves this page too.
import { connection } from "./connection.svelte";
import type { Job, Problem } from "./types";
import { Refusal } from "./refusal";

export const place = "server";

const unreachable: Problem = {
  message: "The lab does not answer.",
  column: null,
  way_out: "Is `sprague lab` still running? This page goes on by itself when it answers again.",
  code: "busy",
};

const restarted: Problem = {
  message: "The lab was started again.",
  column: null,
  way_out: "Open the address that it printed; this page goes on by itself then.",
  code: "refused",
};

function meta(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>('meta[name="sprague-token"]');
}

/** What requests carry that change something. */
export function token(): string {
  return meta()?.content ?? "";
}

/** Takes up the token of a lab that was started again, from the page that it serves; whether there is one. */
async function renew(): Promise<"new" | "same" | "none"> {
  try {
    const response = await fetch("/", { cache: "no-store" });
    const found = /name="sprague-token" content="([^"]+)"/.exec(response.ok ? await response.text() : "")?.[1];
    const mine = meta();
    if (!found || !mine) return "none";
    if (found === mine.content) return "same";
    mine.content = found;
    return "new";
  } catch {
    return "none";
  }
}

async function once(path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    connection.fail(async () => (await renew()) !== "none");
    throw new Refusal(0, unreachable);
  }
}

/** Sends a request and gives what came back, whatever its status. */
export async function send(path: string, options: RequestInit): Promise<Response> {
  let response = await once(path, options);
  if (response.status === 403) {
    const found = await renew();
    if (found === "new") {
      const headers = new Headers(options.headers);
      if (headers.has("X-Sprague-Token")) headers.set("X-Sprague-Token", token());
      response = await once(path, { ...options, headers });
      if (response.ok) connection.back();
    } else if (found === "none") {
      connection.fail(async () => (await renew()) !== "none");
      throw new Refusal(403, restarted);
    }
  }
  return response;
}

/** Hears of a job whenever it has changed; returns what ends that. `onlost` is called where nothing more comes. */
export function followJob(id: string, onchange: (job: Job) => void, onlost: () => void): () => void {
  const stream = new EventSource(`/api/jobs/${encodeURIComponent(id)}/events`);
  stream.onmessage = (event: MessageEvent<string>) => onchange(JSON.parse(event.data) as Job);
  stream.onerror = () => {
    stream.close();
    onlost();
  };
  return () => stream.close();
}
