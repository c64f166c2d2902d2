// What may have been meant by a position that cannot be read: `nim 3 4 5` and `3 4 5` are `nim: 3 4 5`.

/** Texts that may have been meant, the likeliest first. */
export function candidates(text: string): string[] {
  const plain = text.trim().replace(/[,;]\s*/g, " ").replace(/\s+/g, " ");
  const found: string[] = [];
  if (/^\d+( \d+)*$/.test(plain)) found.push(`nim: ${plain}`);
  const named = /^([A-Za-z][A-Za-z0-9'’ -]*?)\s*:?\s+(\[?\d.*)$/.exec(text.trim());
  if (named) {
    const name = (named[1] ?? "").toLowerCase().replace(/['’]/g, "").replace(/\s+/g, "-");
    const rest = named[2] ?? "";
    for (const heaps of [rest, rest.replace(/[,;]\s*/g, " ")]) for (const game of [name, name.replace(/s-game$|-game$/, "")]) found.push(`${game}: ${heaps}`);
  }
  return [...new Set(found)].filter((each) => each !== text);
}

/** The first candidate that the engine can read. */
export async function suggestion(text: string, reads: (text: string) => Promise<unknown>): Promise<string | null> {
  for (const candidate of candidates(text)) {
    try {
      await reads(candidate);
      return candidate;
    } catch {
      continue;
    }
  }
  return null;
}

/** A game as its name is written or typed: letters and digits alone. */
const bare = (text: string): string => text.toLowerCase().replace(/['’]/g, "").replace(/[^a-z0-9.()]+/g, " ").trim();

/** A position where only a game was named: its example, or a code with two heaps. */
export function example(text: string, games: readonly { name: string; title: string; aliases: string[]; code: string | null; example: string }[]): string | null {
  const typed = bare(text);
  if (!typed || text.includes(":")) return null;
  const found = games.find((game) => [game.name, game.title, ...game.aliases, game.code ?? ""].some((name) => bare(name) === typed));
  if (found) return found.example;
  return /^\d+\.[0-9a-f]+(\.\.\.)?$/.test(text.trim()) ? `${text.trim()}: 9 6` : null;
}
