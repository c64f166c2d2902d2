// The board for a cell of a notebook: a frame of its own, whose engine is the kernel. The frame asks its parent by
// messages; the notebook's side of it is `_widget.py` of the package for Python.
import { mount } from "svelte";
import type { PositionAnswer, MoveAnswer, ReplyAnswer } from "../api/types";
import { Refusal } from "../api/refusal";
import { Match, type Opponent, type Referee } from "../play/match.svelte";
import Notebook from "./Notebook.svelte";
import "../look.css";

/** What the notebook writes into the frame. */
interface Start {
  position: string;
  misere: boolean;
  opponent: Opponent;
  first: boolean;
}

let asked = 0;
const waiting = new Map<number, { done: (answer: unknown) => void; failed: (problem: unknown) => void }>();

addEventListener("message", (event: MessageEvent<{ id?: number; status?: number; answer?: unknown }>) => {
  const { id, status, answer } = event.data;
  const asker = id === undefined ? undefined : waiting.get(id);
  if (id === undefined || !asker) return;
  waiting.delete(id);
  if (status === 200) asker.done(answer);
  else asker.failed(new Refusal(status ?? 0, (answer as { error: ConstructorParameters<typeof Refusal>[1] }).error));
});

function ask<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  asked += 1;
  const id = asked;
  return new Promise<T>((done, failed) => {
    waiting.set(id, { done: done as (answer: unknown) => void, failed });
    signal.addEventListener("abort", () => {
      waiting.delete(id);
      failed(new DOMException("overtaken", "AbortError"));
    });
    parent.postMessage({ id, path, body }, "*");
  });
}

const kernel: Referee = {
  position: (position, misere, signal) => ask<PositionAnswer>("/api/position", { position, misere }, signal),
  move: (position, to, misere, signal) => ask<MoveAnswer>("/api/move", { position, to, misere }, signal),
  reply: (position, misere, opponent, signal) => ask<ReplyAnswer>("/api/reply", { position, misere, opponent, seed: null }, signal),
};

const target = document.getElementById("app");
const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}") as Start;
if (target) {
  const match = new Match(kernel);
  match.opponent = start.opponent;
  match.misere = start.misere;
  mount(Notebook, { target, props: { match, start } });
  const tell = (): void => parent.postMessage({ height: Math.ceil(target.getBoundingClientRect().height) }, "*");
  new ResizeObserver(tell).observe(target);
}
