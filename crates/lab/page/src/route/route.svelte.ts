// Where the person is: a page and its parameters, kept in the hash so that every state has a link and the server needs
// to know nothing of it. `follow` changes the page and can be gone back from; `record` notes a state without a history
// entry. The browser says that the address has changed only some time after it has: whoever notes a state meanwhile would
// write the page that is left over the one that was asked for, so what is noted then is dropped.

export type PageName = "play" | "sequence" | "graph" | "star" | "learn" | "theory";
export type Parameters = Record<string, string>;

const pages: readonly PageName[] = ["play", "sequence", "graph", "star", "learn", "theory"];

export interface Route {
  page: PageName;
  parameters: Parameters;
}

export function parse(hash: string): Route {
  const [path = "", ...rest] = hash.replace(/^#\/?/, "").split("?");
  const query = rest.join("?");
  const page = pages.find((name) => name === path) ?? "play";
  return { page, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

export function link(page: PageName, parameters: Record<string, string | number | null | undefined> = {}): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `#/${page}${query ? `?${query}` : ""}`;
}

/** An address with a title and a note of whoever sends it. */
export function annotated(hash: string, title = "", note = ""): string {
  const { page, parameters } = parse(hash);
  return link(page, { ...parameters, title, note });
}

class Location {
  current = $state.raw<Route>({ page: "play", parameters: {} });
  /** The address as this page knows it. */
  private known = "";

  constructor() {
    if (typeof window === "undefined") return;
    this.take();
    window.addEventListener("hashchange", () => this.take());
  }

  private take(): void {
    this.known = window.location.hash;
    this.current = parse(this.known);
  }

  follow(hash: string): void {
    window.location.hash = hash;
  }

  record(state: string): void {
    // what somebody wrote to a link stays in it
    const { title, note } = this.current.parameters;
    const hash = title || note ? annotated(state, title, note) : state;
    if (hash === this.known || window.location.hash !== this.known || parse(hash).page !== this.current.page) return;
    try {
      window.history.replaceState(null, "", hash);
      this.known = window.location.hash;
    } catch {
      // some browsers take only so many states in a while; the next one is noted
    }
  }
}

export const location = new Location();
