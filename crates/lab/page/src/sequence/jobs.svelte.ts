// Jobs: what the server computes for longer than a moment. The list is the server's; each running job is followed by its
// stream of events, so that progress is seen as it happens.
import { get, order, Refusal } from "../api/client";
import type { Job, JobList } from "../api/types";

export function ended(job: Job): boolean {
  return job.state === "done" || job.state === "failed" || job.state === "cancelled";
}

class Jobs {
  list = $state.raw<Job[]>([]);
  loaded = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  private streams = new Map<string, EventSource>();

  find(id: string | null): Job | null {
    return this.list.find((job) => job.id === id) ?? null;
  }

  async load(): Promise<void> {
    try {
      const answer = await get<JobList>("/api/jobs");
      this.list = answer.jobs;
      this.loaded = true;
      this.refusal = null;
      for (const job of answer.jobs) if (!ended(job)) this.watch(job.id);
    } catch (error) {
      this.refusal = error as Refusal;
    }
  }

  async start(kind: Job["kind"], game: string, to: number): Promise<Job> {
    const wanted = kind === "sequence" ? { kind, game, to } : kind === "star-row" ? { kind, row: to } : { kind, game, limit: to };
    const job = (await order<Job>("POST", "/api/jobs", wanted)) as Job;
    this.put(job);
    if (!ended(job)) this.watch(job.id);
    return job;
  }

  /** Cancels a job that runs, removes one that has ended. */
  async drop(job: Job): Promise<void> {
    try {
      const answer = await order<Job>("DELETE", `/api/jobs/${encodeURIComponent(job.id)}`);
      if (answer) this.put(answer);
      else this.list = this.list.filter((other) => other.id !== job.id);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) this.list = this.list.filter((other) => other.id !== job.id);
      else this.refusal = error as Refusal;
    }
  }

  private put(job: Job): void {
    this.list = this.find(job.id) ? this.list.map((other) => (other.id === job.id ? job : other)) : [job, ...this.list];
  }

  private watch(id: string): void {
    if (this.streams.has(id)) return;
    const stream = new EventSource(`/api/jobs/${encodeURIComponent(id)}/events`);
    this.streams.set(id, stream);
    const close = (): void => {
      stream.close();
      this.streams.delete(id);
    };
    stream.onmessage = (event: MessageEvent<string>) => {
      const job = JSON.parse(event.data) as Job;
      this.put(job);
      if (ended(job)) close();
    };
    stream.onerror = () => {
      close();
      const job = this.find(id);
      if (job && !ended(job)) setTimeout(() => void this.load(), 1500);
    };
  }
}

export const jobs = new Jobs();
