// One way to the engine, which is a server or a worker in this browser: `#engine` is one or the other, chosen when the page
// is built (vite.config.ts). Every failure becomes a `Refusal` with the engine's own words, so that pages show one kind of
// error; requests that a newer one has overtaken are aborted and end silently in `Overtaken`.
import { followJob, send, token } from "#engine";
import { Refusal } from "./refusal";
import type {
  GameAnswer, GameEntry, MoveAnswer, PositionAnswer, Problem, ReplyAnswer, TeacherAnswer,
} from "./types";

export { followJob, Refusal };

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
  const response = await send(path, options);
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

export type Rival = "perfect" | "strong" | "casual" | "beginner" | "random";

export function askReply(position: string, misere: boolean, opponent: Rival, signal?: AbortSignal): Promise<ReplyAnswer> {
  return question("/api/reply", { position, misere, opponent, seed: null }, signal);
}

/** Whether one position is an option of another, and what the move did to the chances of the player who made it. */
export function askMove(position: string, to: string, misere: boolean, signal?: AbortSignal): Promise<MoveAnswer> {
  return question("/api/move", { position, to, misere }, signal);
}

const rules = new Map<string, Promise<{ title: string; rules: string } | null>>();

/** The name and the rule of a game, by the name that a term of a position has. */
export function askRules(game: string): Promise<{ title: string; rules: string } | null> {
  const known = rules.get(game);
  if (known) return known;
  const found = catalogue().then(async (games) => {
    const entry = games.find((each) => each.name === game || each.aliases.includes(game) || each.code === game);
    if (entry) return { title: entry.title, rules: entry.rules };
    const board = games.find((each) => !each.sequence && game.startsWith(each.name));
    if (board) return { title: board.title, rules: board.rules };
    const answer = await get<GameAnswer>("/api/game", { game });
    return { title: answer.game, rules: answer.rules };
  }).catch(() => {
    rules.delete(game);
    return null;
  });
  rules.set(game, found);
  return found;
}

/** Where a file can be fetched from. */
export function fileAddress(path: string, query: Record<string, string | number | boolean | null | undefined>): string {
  return path + search(query);
}
