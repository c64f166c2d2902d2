// One way to the engine, which is a server or a worker in this browser: `#engine` is one or the other, chosen when the page
// is built (vite.config.ts). Every failure becomes a `Refusal` with the engine's own words, so that pages show one kind of
// error; requests that a newer one has overtaken are aborted and end silently in `Overtaken`.
import { followJob, send, token } from "#engine";
import { Refusal } from "./refusal";
import type {
  GameAnswer, GameEntry, MoveAnswer, PositionAnswer, Problem, ReplyAnswer, TeacherAnswer, Term,
} from "./types";
import prebuilt from "../play/gallery.json";
import { rules as own } from "../words/en";

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

let here = new AbortController();

/** The page is left: what it has asked for and not been told is not asked any more. */
export function leave(): void {
  here.abort();
  here = new AbortController();
}

/** A question of the page that is shown. */
export function ask(path: string, options: RequestInit = {}): Promise<Response> {
  const { signal } = options;
  return beyond(path, { ...options, signal: signal ? AbortSignal.any([signal, here.signal]) : here.signal });
}

/** A question whose answer outlives the page that asks. */
async function beyond(path: string, options: RequestInit = {}): Promise<Response> {
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
  const response = await beyond(path, {
    method,
    headers: { "X-Sprague-Token": token(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text ? (JSON.parse(text) as T) : null;
}

/** What the engine says of its games and of some positions, written down when the page was made (browser/gallery.js). */
const { games, boards } = prebuilt as unknown as { games: GameEntry[]; boards: Record<string, Term[]> };

/** The catalogue: it is there before the engine. */
export function catalogue(): GameEntry[] {
  return games;
}

/** The boards of an example or of a task; null for any other position. */
export function boardsOf(position: string): Term[] | null {
  return boards[position] ?? null;
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

/** A rule in words of the board; undefined where this page has none. */
function rule(game: string): string | undefined {
  const [, base = game, told] = /^([a-z-]+)\((\d+)\)$/.exec(game) ?? [];
  return (own[game] ?? own[base])?.replace("{k}", told ?? "2");
}

/** The rule of a game of the catalogue. */
export function ruleOf(game: GameEntry): string {
  return rule(game.example.split(":")[0] ?? "") ?? game.rules;
}

const rules = new Map<string, Promise<{ title: string; rules: string } | null>>();

/** The name and the rule of a game, by the name that a term of a position has. */
export function askRules(game: string): Promise<{ title: string; rules: string } | null> {
  const known = rules.get(game);
  if (known) return known;
  const find = async (): Promise<{ title: string; rules: string }> => {
    const entry: GameEntry | undefined = games.find((each) => each.name === game || each.aliases.includes(game) || each.code === game);
    if (entry) return { title: entry.title, rules: ruleOf(entry) };
    const board = games.find((each) => !each.sequence && game.startsWith(each.name));
    if (board) return { title: board.title, rules: rule(game) ?? board.rules };
    const answer = (await (await beyond("/api/game" + search({ game }))).json()) as GameAnswer;
    return { title: answer.game, rules: answer.rules };
  };
  const found = find().catch(() => {
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
