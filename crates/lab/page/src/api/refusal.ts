// Why there is no answer, in the words of the engine.
import type { Problem } from "./types";

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
