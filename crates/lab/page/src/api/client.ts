// One way to the server. Every failure becomes a `Refusal` with the server's own words, so that pages show one kind of
// error; requests that a newer one has overtaken are aborted and end silently in `Overtaken`.
import type {
  GameEntry, PositionAnswer, Problem, ReplyAnswer, TeacherAnswer,
} from "./types";

export class Refusal extends Error {
  readonly status: number;
  readonly column: number | null;
  readonly wayOut: string | null;

  constructor(status: number, failure: Problem) {
    super(failure.message);
    this.status = status;
    this.column = failure.column;
    this.wayOut = failure.way_out;
  }
}

const unreachable: Problem = {
  message: "The lab does not answer.",
  column: null,
  way_out: "Is `sprague lab` still running? Start it again and reload this page.",
  code: "busy",
};

function token(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="sprague-token"]')?.content ?? "";
}

async function refusal(response: Response): Promise<Refusal> {
  const fallback: Problem = {
    message: `The lab answered ${response.status} ${response.statusText}.`, column: null, way_out: null, code: "refused",
  };
  try {
    const body = (await response.json()) as { error?: Partial<Problem> };
    return new Refusal(response.status, { ...fallback, ...body.error });
  } catch {
    return new Refusal(response.status, fallback);
  }
}

export async function ask(path: string, options: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, unreachable);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

export function overtaken(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export async function get<T>(path: string, query: Record<string, string | number | boolean | null | undefined> = {}, signal?: AbortSignal): Promise<T> {
  const response = await ask(path + search(query), signal ? { signal } : {});
  return (await response.json()) as T;
}

export function search(query: Record<string, string | number | boolean | null | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? "?" + new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString() : "";
}

/** A question asked by POST: it changes nothing on the server. */
export async function question<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  return (await response.json()) as T;
}

/** An order: it changes something, so it carries the token. */
export async function order<T>(method: "POST" | "DELETE", path: string, body?: unknown): Promise<T | null> {
  const response = await ask(path, {
    method,
    headers: { "X-Sprague-Token": token(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text ? (JSON.parse(text) as T) : null;
}

let games: Promise<GameEntry[]> | null = null;

/** The catalogue, asked once. */
export function catalogue(): Promise<GameEntry[]> {
  games ??= get<{ games: GameEntry[] }>("/api/games").then((answer) => answer.games);
  games.catch(() => (games = null));
  return games;
}

export function askPosition(position: string, misere: boolean, signal?: AbortSignal): Promise<PositionAnswer> {
  return question("/api/position", { position, misere }, signal);
}

export function askTeacher(position: string, misere: boolean, signal?: AbortSignal): Promise<TeacherAnswer> {
  return question("/api/teacher", { position, misere }, signal);
}

export function askReply(position: string, misere: boolean, opponent: "perfect" | "random", signal?: AbortSignal): Promise<ReplyAnswer> {
  return question("/api/reply", { position, misere, opponent, seed: null }, signal);
}
