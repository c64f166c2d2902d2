// Light, dark, or as the system says. The choice is an attribute of the root element; all colors follow from it.

export type Theme = "system" | "light" | "dark";

const key = "sprague-theme";

function stored(): Theme {
  try {
    const value = window.localStorage.getItem(key);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

class Look {
  theme = $state<Theme>("system");
  /** Counts changes of appearance; canvases redraw when it moves. */
  version = $state(0);

  constructor() {
    if (typeof window === "undefined") return;
    this.apply(stored());
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (this.version += 1));
  }

  get dark(): boolean {
    void this.version;
    return this.theme === "dark" || (this.theme === "system" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  }

  toggle(): void {
    this.apply(this.dark ? "light" : "dark");
    try {
      window.localStorage.setItem(key, this.theme);
    } catch {
      return;
    }
  }

  private apply(theme: Theme): void {
    this.theme = theme;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    this.version += 1;
  }
}

export const look = new Look();

/** A color of the style sheet as the canvas wants it: red, green, blue. */
export function color(name: string): [number, number, number] {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return [Number(parts[0] ?? 0), Number(parts[1] ?? 0), Number(parts[2] ?? 0)];
}

export function still(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
