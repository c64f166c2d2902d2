// One game being played: the line of positions so far, whose turn it is, who answers. The engine judges every position
// and every move and chooses the opponent's moves; this only keeps the order of things. A newer request makes an older
// one void.
import { askMove, askPosition, askReply, overtaken, Refusal, type Rival } from "../api/client";
import type { Move, MoveAnswer, MoveVerdict, PositionAnswer, ReplyAnswer } from "../api/types";
import { heapsOf, nimMove, nimPosition, nimReply } from "./nim.js";
import { carryPlaces, keepNodes, newPlaces, standingOrder, typedOrders, type Places } from "../scene/names";
import { still } from "../shell/theme.svelte";
import { read, spell, spellings, write } from "./line";

export type Opponent = Rival | "human";
export type Side = 0 | 1;

export interface Step {
  view: PositionAnswer;
  turn: Side;
  /** The move that led here. */
  last: Move | null;
  /** What that move did to the chances of the player who made it; null where the engine does not know, undefined while it is asked. */
  verdict: MoveVerdict | null | undefined;
  /** Where the stones of each term stand. */
  places: Places[];
}

/** Who knows the rules, judges moves and answers them. */
export interface Referee {
  position(position: string, misere: boolean, signal: AbortSignal): Promise<PositionAnswer>;
  move(position: string, to: string, misere: boolean, signal: AbortSignal): Promise<MoveAnswer>;
  reply(position: string, misere: boolean, opponent: Rival, signal: AbortSignal): Promise<ReplyAnswer>;
}

/** The heaps of a small position of Nim, which is played without the engine; null for any other. */
function small(position: string, misere: boolean): number[] | null {
  const heaps = misere ? null : heapsOf(position);
  return heaps && heaps.length <= 8 && heaps.every((heap) => heap <= 20) ? heaps : null;
}

/** The engine; small positions of Nim are known here. */
const engine: Referee = {
  position: async (position, misere, signal) => {
    const heaps = small(position, misere);
    return heaps ? nimPosition(heaps) : askPosition(position, misere, signal);
  },
  move: async (position, to, misere, signal) => {
    const [before, after] = [small(position, misere), small(to, misere)];
    return before && after && nimPosition(before).moves.some((move) => heapsOf(move.to)?.join() === after.join()) ? nimMove(before, after) : askMove(position, to, misere, signal);
  },
  reply: askReply,
};

/** The friendly opponent of the front door, who needs no engine. */
export const friendly: Referee = {
  ...engine,
  reply: async (position, misere, opponent, signal) => {
    const heaps = small(position, misere);
    return heaps?.length ? nimReply(heaps) : askReply(position, misere, opponent, signal);
  },
};

const thinking = 450;
const showing = 750;
/** The most moves that are taken from a link, and how many of them are asked about at a time. */
const most = 500;
const abreast = 8;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, still() ? 30 : milliseconds));
}

function problem(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, { message: String(error), column: null, way_out: null, code: "refused" });
}

export class Match {
  steps = $state.raw<Step[]>([]);
  at = $state(0);
  opponent = $state<Opponent>("perfect");
  misere = $state(false);
  busy = $state(false);
  /** Whether the opponent waits to be told to go on, as where a finished game is looked at. */
  held = $state(false);
  announced = $state<Move | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** What is to be said of the link that the game was taken from. */
  note = $state("");
  private names = $state.raw<ReadonlyMap<string, string>>(new Map());
  private round = 0;
  /** Ends what is asked about a game that is put away. */
  private away = new AbortController();
  /** A move that was tried and not answered, for another try. */
  private tried: Move | null = null;

  constructor(private referee: Referee = engine) {}

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  get yours(): boolean {
    return !!this.step && !this.step.view.over && !this.drawn && !this.busy && (this.opponent === "human" || this.step.turn === 0);
  }

  /** The position in the words in which its games were typed. */
  get text(): string {
    return this.step ? this.spelled(this.step) : "";
  }

  /** The first position and the moves from there, for a link. */
  get line(): { position: string; moves: string; turn: Side; at: number | null } | null {
    const first = this.steps[0];
    if (!first) return null;
    return { position: this.spelled(first), moves: write(this.steps.map((step) => step.view.terms)), turn: first.turn, at: this.at === this.steps.length - 1 ? null : this.at };
  }

  /** Whether play goes round in circles: the position, with the same player to move, has come up for the third time. */
  get drawn(): boolean {
    const step = this.step;
    return !!step && this.steps.slice(0, this.at + 1).filter((other) => other.turn === step.turn && other.view.position === step.view.position).length >= 3;
  }

  /** Who has won, once it is over: side 0 is you. */
  get winner(): Side | null {
    const step = this.step;
    if (!step?.view.over) return null;
    const next = step.view.winner ? step.view.winner === "next" : this.misere;
    return next ? step.turn : ((1 - step.turn) as Side);
  }

  /** The name of a game as it was typed. */
  gameName(game: string): string {
    return this.names.get(game) ?? game;
  }

  private spelled(step: Step): string {
    // heaps in the order in which they stand, which is the one in which they were given
    const orders = step.view.terms.map((term, i) => standingOrder(term, step.places[i]));
    const terms = step.view.terms.map((term, i) => {
      const order = orders[i];
      return order ? { ...term, text: `${term.game}: ${order.map((part) => term.parts[part]?.size).join(" ")}` } : term;
    });
    return spell(orders.some(Boolean) ? terms.map((term) => term.text).join(" + ") : step.view.position, terms, this.names);
  }

  /** Sets the game up; with moves it is taken up where it was. Where that is refused, the game that was is left alone. */
  async start(position: string, turn: Side = 0, moves = "", at: number | null = null): Promise<boolean> {
    const round = this.begin();
    this.forget();
    try {
      const view = await this.referee.position(position, this.misere, this.away.signal);
      // some games are played so by their own rules
      if (view.play === "misere") this.misere = true;
      const steps = await this.replay(view, typedOrders(position, view.terms), turn, moves);
      if (round !== this.round) return false;
      this.names = spellings(position, view.terms);
      this.steps = steps;
      this.note = cut(view, moves, steps.length - 1);
      this.at = Math.min(at ?? steps.length - 1, steps.length - 1);
      this.held = at !== null;
      this.busy = false;
    } catch (error) {
      this.fail(error, round);
      return false;
    }
    if (!this.held) await this.answer(round);
    return true;
  }

  /** The steps of a game that stands in a link; it ends before the first move that the rules do not allow. */
  private async replay(start: PositionAnswer, orders: (number[] | null)[], turn: Side, moves: string): Promise<Step[]> {
    const texts = (read(start.terms, moves) ?? []).slice(0, most);
    const before = [start.position, ...texts];
    const round = this.round;
    const steps: Step[] = [{ view: start, turn, last: null, verdict: null, places: start.terms.map((term, i) => newPlaces(term, orders[i])) }];
    for (let first = 0; first < texts.length && steps.length === first + 1 && round === this.round; first += abreast) {
      const part = texts.slice(first, first + abreast);
      const [views, judged] = await Promise.all([
        Promise.all(part.map((text) => this.referee.position(text, this.misere, this.away.signal).catch(notAllowed))),
        Promise.all(part.map((text, i) => this.referee.move(before[first + i] ?? "", text, this.misere, this.away.signal).catch(notAllowed))),
      ]);
      for (let i = 0; i < part.length; i += 1) {
        const [view, judgement, step] = [views[i], judged[i], steps[first + i]];
        if (!view || !judgement || !step) break;
        steps.push(this.after(step, view, moveTo(step.view, view.position), judgement.verdict));
      }
    }
    return steps;
  }

  /** Puts the game away; an answer that is still on its way finds no table. */
  clear(): void {
    this.begin();
    this.forget();
    this.busy = false;
    this.steps = [];
    this.at = 0;
    this.note = "";
  }

  async move(move: Move): Promise<void> {
    if (!this.yours) return;
    const round = this.begin();
    this.held = false;
    this.note = "";
    this.tried = move;
    if (await this.advance(move, round, undefined)) await this.answer(round);
  }

  /** Back to where the same player was to move before. */
  undo(): void {
    this.begin();
    this.busy = false;
    do this.at = Math.max(0, this.at - 1);
    while (this.at > 0 && this.opponent !== "human" && this.step?.turn === 1);
  }

  redo(): void {
    const round = this.begin();
    this.busy = false;
    do this.at = Math.min(this.steps.length - 1, this.at + 1);
    while (this.at < this.steps.length - 1 && this.opponent !== "human" && this.step?.turn === 1);
    void this.answer(round);
  }

  /** Goes to a position of the game, to look at it or to play on from there. */
  go(at: number): void {
    this.begin();
    this.busy = false;
    this.held = true;
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
  }

  /** Shows a move at a position of the game for a moment, without making it. */
  async show(at: number, move: Move): Promise<void> {
    this.go(at);
    const round = this.round;
    await pause(showing / 2);
    if (round !== this.round) return;
    this.announced = move;
    await pause(3 * showing);
    if (round === this.round) this.announced = null;
  }

  restart(turn?: Side): void {
    const first = this.steps[0];
    if (first) void this.start(this.spelled(first), turn ?? first.turn);
  }

  /** Lets the opponent answer if it is its turn, as after a change of opponent. */
  resume(): void {
    this.held = false;
    void this.answer(this.begin());
  }

  /** Changes how the game ends. The moves stay; positions and moves are judged anew. */
  async change(misere: boolean): Promise<void> {
    const round = this.begin();
    const before = this.misere;
    this.misere = misere;
    try {
      const steps = this.steps;
      const [views, judged] = await Promise.all([
        Promise.all(steps.map((step) => this.referee.position(step.view.position, misere, this.away.signal))),
        Promise.all(steps.map((step, i) => (i === 0 ? null : this.referee.move(steps[i - 1]?.view.position ?? "", step.view.position, misere, this.away.signal).catch(() => null)))),
      ]);
      if (round !== this.round) return;
      if (views[0]?.play === "misere") this.misere = true;
      const refused = views[0]?.refusal;
      if (misere && refused && views[0]?.terms.some((term) => term.no_misere)) throw new Refusal(0, { message: refused, column: null, way_out: null, code: "refused" });
      this.steps = steps.map((step, i) => ({ ...step, view: views[i] ?? step.view, verdict: judged[i]?.verdict ?? null }));
      this.busy = false;
      if (!this.held) await this.answer(round);
    } catch (error) {
      if (round === this.round) this.misere = before;
      this.fail(error, round);
    }
  }

  /** Goes on after a refusal: with the move that was tried, where there is one. */
  again(): void {
    const move = this.tried;
    this.busy = false;
    if (move && this.yours) void this.move(move);
    else this.resume();
  }

  private forget(): void {
    this.away.abort();
    this.away = new AbortController();
  }

  private begin(): number {
    this.round += 1;
    this.tried = null;
    this.busy = true;
    this.announced = null;
    this.refusal = null;
    return this.round;
  }

  private async answer(round: number): Promise<void> {
    const step = this.step;
    if (!step || step.view.over || this.drawn || step.view.refusal || step.turn === 0 || this.opponent === "human" || this.held) {
      if (round === this.round) this.busy = false;
      return;
    }
    this.busy = true;
    try {
      const [reply] = await Promise.all([this.referee.reply(step.view.position, this.misere, this.opponent, this.away.signal), pause(thinking)]);
      if (round !== this.round) return;
      this.announced = reply;
      await pause(showing);
      if (round !== this.round) return;
      if (await this.advance(reply, round, reply.verdict)) this.busy = false;
    } catch (error) {
      this.fail(error, round);
    }
  }

  private after(step: Step, answer: PositionAnswer, last: Move, verdict: MoveVerdict | null | undefined): Step {
    const view = { ...answer, terms: answer.terms.map((term, i) => keepNodes(step.view.terms[i], term)) };
    const places = view.terms.map((term, i) => carryPlaces(step.view.terms[i], step.places[i], term, last.term === i ? last : null));
    return { view, turn: (1 - step.turn) as Side, last, verdict, places };
  }

  private async advance(move: Move, round: number, verdict: MoveVerdict | null | undefined): Promise<boolean> {
    const step = this.step;
    if (!step) return false;
    try {
      const view = await this.referee.position(move.to, this.misere, this.away.signal);
      if (round !== this.round) return false;
      this.announced = null;
      this.tried = null;
      const made = this.after(step, view, move, verdict);
      this.steps = [...this.steps.slice(0, this.at + 1), made];
      this.at += 1;
      if (verdict === undefined) void this.judge(step, made);
      return true;
    } catch (error) {
      this.fail(error, round);
      return false;
    }
  }

  /** Asks what a move did; the game goes on meanwhile. */
  private async judge(before: Step, made: Step): Promise<void> {
    const verdict = await this.referee.move(before.view.position, made.view.position, this.misere, this.away.signal).then((answer) => answer.verdict, () => null);
    this.steps = this.steps.map((step) => (step === made ? { ...step, verdict } : step));
  }

  private fail(error: unknown, round: number): void {
    if (overtaken(error) || round !== this.round) return;
    this.busy = false;
    this.announced = null;
    this.refusal = problem(error);
  }
}

/** Nothing where the engine refuses a move of a link; an engine that does not answer is another matter. */
function notAllowed(error: unknown): null {
  if (error instanceof Refusal && error.status >= 400 && error.status < 500) return null;
  throw error;
}

/** What is said where a link has moves that were not made. */
function cut(start: PositionAnswer, moves: string, made: number): string {
  const asked = read(start.terms, moves);
  if (asked && asked.length === made) return "";
  if (made === most) return `The link has more than ${most} moves; the game is taken up after these.`;
  return made === 0 ? "The moves of this link cannot be made here; the game starts anew." : `Move ${made + 1} of this link is not allowed; the game is taken up before it.`;
}

/** The move to a position, as the board tells it. */
function moveTo(view: PositionAnswer, to: string): Move {
  const term = view.terms.length > 1 ? null : 0;
  return view.moves.find((move) => move.to === to) ?? { to, term, part: null, words: `to ${to}`, action: null };
}
