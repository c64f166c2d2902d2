// One game being played: the line of positions so far, whose turn it is, who answers. The server judges every position
// and chooses the opponent's moves; this only keeps the order of things. A newer request makes an older one void.
import { askPosition, askReply, overtaken, Refusal } from "../api/client";
import type { Move, PositionAnswer } from "../api/types";
import { still } from "../shell/theme.svelte";

export type Opponent = "perfect" | "random" | "human";
export type Side = 0 | 1;

export interface Step {
  view: PositionAnswer;
  turn: Side;
  /** The move that led here, and who made it. */
  last: Move | null;
}

const thinking = 450;
const showing = 750;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, still() ? 30 : milliseconds));
}

export class Match {
  steps = $state.raw<Step[]>([]);
  at = $state(0);
  opponent = $state<Opponent>("perfect");
  misere = $state(false);
  busy = $state(false);
  announced = $state<string | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  private round = 0;

  get step(): Step | null {
    return this.steps[this.at] ?? null;
  }

  get yours(): boolean {
    return !!this.step && !this.step.view.over && !this.busy && (this.opponent === "human" || this.step.turn === 0);
  }

  /** Who has won, once it is over: side 0 is you. */
  get winner(): Side | null {
    const step = this.step;
    if (!step?.view.over) return null;
    const next = step.view.winner ? step.view.winner === "next" : this.misere;
    return next ? step.turn : ((1 - step.turn) as Side);
  }

  async start(position: string, turn: Side = 0): Promise<void> {
    const round = this.begin();
    try {
      const view = await askPosition(position, this.misere);
      if (round !== this.round) return;
      this.steps = [{ view, turn, last: null }];
      this.at = 0;
      this.busy = false;
    } catch (error) {
      this.fail(error, round);
      if (round === this.round) this.steps = [];
      return;
    }
    await this.answer(round);
  }

  async move(move: Move): Promise<void> {
    if (!this.yours) return;
    const round = this.begin();
    if (await this.advance(move, round)) await this.answer(round);
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

  restart(): void {
    const first = this.steps[0];
    if (first) void this.start(first.view.position, first.turn);
  }

  /** Lets the opponent answer if it is its turn, as after a change of opponent. */
  resume(): void {
    void this.answer(this.begin());
  }

  private begin(): number {
    this.round += 1;
    this.busy = true;
    this.announced = null;
    this.refusal = null;
    return this.round;
  }

  private async answer(round: number): Promise<void> {
    const step = this.step;
    if (!step || step.view.over || step.view.refusal || step.turn === 0 || this.opponent === "human") {
      if (round === this.round) this.busy = false;
      return;
    }
    this.busy = true;
    try {
      const [reply] = await Promise.all([askReply(step.view.position, this.misere, this.opponent), pause(thinking)]);
      if (round !== this.round) return;
      this.announced = reply.to;
      await pause(showing);
      if (round !== this.round) return;
      if (await this.advance(reply, round)) this.busy = false;
    } catch (error) {
      this.fail(error, round);
    }
  }

  private async advance(move: Move, round: number): Promise<boolean> {
    const step = this.step;
    if (!step) return false;
    try {
      const view = await askPosition(move.to, this.misere);
      if (round !== this.round) return false;
      this.announced = null;
      this.steps = [...this.steps.slice(0, this.at + 1), { view, turn: (1 - step.turn) as Side, last: move }];
      this.at += 1;
      return true;
    } catch (error) {
      this.fail(error, round);
      return false;
    }
  }

  private fail(error: unknown, round: number): void {
    if (overtaken(error) || round !== this.round) return;
    this.busy = false;
    this.announced = null;
    this.refusal = error instanceof Refusal ? error : new Refusal(0, { message: String(error), column: null, way_out: null, code: "refused" });
  }
}
