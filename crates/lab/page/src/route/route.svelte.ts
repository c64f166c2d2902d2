// Where the person is: a page and its parameters, kept in the hash so that every state has a link and the server needs
// to know nothing of it. `follow` changes the page and can be gone back from; `record` notes a state without a history
// entry.

export type PageName = "play" | "sequence" | "graph" | "star" | "learn" | "theory";
export type Parameters = Record<string, string>;

const pages: readonly PageName[] = ["play", "sequence", "graph", "star", "learn", "theory"];

export interface Route {
  page: PageName;
  parameters: Parameters;
}

export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const page = pages.find((name) => name === path) ?? "play";
  return { page, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

export function link(page: PageName, parameters: Record<string, string | number | null | undefined> = {}): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return `#/${page}${query ? `?${query}` : ""}`;
}

class Location {
  current = $state.raw<Route>({ page: "play", parameters: {} });

  constructor() {
    if (typeof window === "undefined") return;
    this.current = parse(window.location.hash);
    window.addEventListener("hashchange", () => {
      this.current = parse(window.location.hash);
    });
  }

  follow(hash: string): void {
    window.location.hash = hash;
  }

  record(hash: string): void {
    if (window.location.hash === hash) return;
    try {
      window.history.replaceState(null, "", hash);
    } catch {
      // some browsers take only so many states in a while; the next one is noted
    }
  }
}

export const location = new Location();
