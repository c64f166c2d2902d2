// Pictures as the server sends them: cells as 16-bit numbers, and a header that says what they are.
import { ask, search } from "../api/client";

export interface Cells<Head> {
  head: Head;
  cells: Uint16Array;
}

export async function cells<Head>(path: string, header: string, query: Record<string, string | number>, signal: AbortSignal): Promise<Cells<Head>> {
  const response = await ask(path + search(query), { signal });
  const body = await response.arrayBuffer();
  const told = response.headers.get(header);
  if (!told) throw new Error(`the answer has no ${header}`);
  return { head: JSON.parse(told) as Head, cells: new Uint16Array(body) };
}

/** Runs one request at a time; of those asked for meanwhile only the last is run. */
export class Latest {
  private running = false;
  private next: (() => Promise<void>) | null = null;

  run(work: () => Promise<void>): void {
    this.next = work;
    if (!this.running) void this.drain();
  }

  private async drain(): Promise<void> {
    this.running = true;
    while (this.next) {
      const work = this.next;
      this.next = null;
      await work();
    }
    this.running = false;
  }
}
