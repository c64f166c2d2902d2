// Jobs: what the server computes for longer than a moment. The list is the server's; each running job is followed by its
// stream of events, so that progress is seen as it happens.
import { followJob, get, order, overtaken, Refusal } from "../api/client";
import type { Job, JobList } from "../api/types";

export function ended(job: Job): boolean {
  return job.state === "done" || job.state === "failed" || job.state === "cancelled";
}

class Jobs {
  list = $state.raw<Job[]>([]);
  loaded = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  /** The jobs that were removed on this page; nobody starts them again by himself. */
  removed = new Set<string>();
  /** The jobs that were cancelled on this page. */
  cancelled = new Set<string>();
  /** The jobs that were not over when this page first heard of them; the others are kept from earlier. */
  private computed = new Set<string>();
  /** The jobs that this page began. */
  private begun = new Set<string>();
  private streams = new Map<string, () => void>();

  constructor() {
    // what other pages did meanwhile
    if (typeof document === "undefined") return;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.loaded) void this.load();
    });
    window.addEventListener("focus", () => {
      if (this.loaded) void this.load();
    });
  }

  find(id: string | null): Job | null {
    return this.list.find((job) => job.id === id) ?? null;
  }

  async load(): Promise<void> {
    try {
      const answer = await get<JobList>("/api/jobs");
      for (const job of answer.jobs) this.note(job);
      this.list = answer.jobs;
      this.loaded = true;
      this.refusal = null;
      for (const job of answer.jobs) if (!ended(job)) this.watch(job.id);
    } catch (error) {
      if (!overtaken(error)) this.refusal = error as Refusal;
    }
  }

  async start(kind: Job["kind"], game: string, to: number): Promise<Job> {
    const wanted = kind === "sequence" ? { kind, game, to } : kind === "star-row" ? { kind, row: to } : { kind, game, limit: to };
    const job = (await order<Job>("POST", "/api/jobs", wanted)) as Job;
    if (!this.find(job.id)) this.begun.add(job.id);
    this.put(job);
    if (!ended(job)) this.watch(job.id);
    return job;
  }

  /** A job goes on though another one is looked at. */
  keep(id: string | null): void {
    if (id !== null) this.begun.delete(id);
  }

  /** Nobody looks at what a job computes: one that this page began stops. */
  abandon(id: string | null): void {
    const job = this.find(id);
    if (job && !ended(job) && this.begun.has(job.id)) void this.drop(job);
  }

  /** Cancels a job that runs, removes one that has ended. */
  async drop(job: Job): Promise<void> {
    if (!ended(job)) this.cancelled.add(job.id);
    try {
      const answer = await order<Job>("DELETE", `/api/jobs/${encodeURIComponent(job.id)}`);
      if (!answer) this.removed.add(job.id);
      if (answer) this.put(answer);
      else this.list = this.list.filter((other) => other.id !== job.id);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) this.list = this.list.filter((other) => other.id !== job.id);
      else this.refusal = error as Refusal;
    }
  }

  /** Whether what a job came to is kept from earlier, or was computed while this page looked on. */
  from(job: Job): "kept" | "computed" {
    return this.computed.has(job.id) ? "computed" : "kept";
  }

  private note(job: Job): void {
    if (!this.find(job.id) && !ended(job)) this.computed.add(job.id);
  }

  private put(job: Job): void {
    this.note(job);
    this.list = this.find(job.id) ? this.list.map((other) => (other.id === job.id ? job : other)) : [job, ...this.list];
  }

  /** Another page has removed the job. */
  gone(id: string): void {
    this.list = this.list.filter((other) => other.id !== id);
  }

  private watch(id: string): void {
    if (this.streams.has(id)) return;
    const close = followJob(
      id,
      (job) => {
        this.put(job);
        if (!ended(job)) return;
        close();
        this.streams.delete(id);
      },
      () => {
        this.streams.delete(id);
        const job = this.find(id);
        if (job && !ended(job)) setTimeout(() => void this.load(), 1500);
      },
    );
    this.streams.set(id, close);
  }
}

export const jobs = new Jobs();

/** What went wrong with a question about a job; where the job is gone, the list is told, and there is nothing to say. */
export function failure(error: unknown, id: string): string {
  if (error instanceof Refusal && error.status === 404) {
    jobs.gone(id);
    return "";
  }
  return error instanceof Error ? error.message : String(error);
}
