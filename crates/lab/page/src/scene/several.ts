// Moves that take from several heaps at once. They are chosen heap by heap: a press on a stone takes
// it and all behind it; another heap adds to that, another stone of the same heap changes it, and the same stone once more
// makes the move as it stands. Where nothing can be added the press makes the move at once.
import type { Move } from "../api/types";
import { said, size, target, words, type Ask, type Piece, type Target } from "./scene";
import { spot, type Row } from "./heaps";

/** How many go from each heap, by its place. */
type Takes = ReadonlyMap<number, number>;

/** What a move takes; nothing where it is another kind of move. */
function takes(move: Move): Takes | null {
  const action = move.action;
  if (action?.kind === "take-several") return new Map(action.takes.map((take) => [take.at, size(take.taken)]));
  return action?.kind === "take" ? new Map([[action.at, size(action.taken)]]) : null;
}

const sign = "several:";

function write(chosen: Takes): string {
  return sign + [...chosen].sort(([a], [b]) => a - b).map(([at, taken]) => `${at}=${taken}`).join(" ");
}

function read(picked: string | undefined): Takes {
  if (!picked?.startsWith(sign)) return new Map();
  return new Map(picked.slice(sign.length).split(" ").map((word) => word.split("=").map(Number) as [number, number]));
}

function within(small: Takes, large: Takes): boolean {
  return [...small].every(([at, taken]) => large.get(at) === taken);
}

export function severalTargets(ask: Ask, rows: Row[]): Target[] {
  const all = ask.moves.flatMap((move) => {
    const taken = takes(move);
    return taken ? [{ move, taken }] : [];
  });
  const chosen = read(ask.picked[0]);
  return rows.flatMap((row) => {
    const at = Number(row.key);
    return Array.from({ length: row.size }, (_, stone): Target[] => {
      const taken = row.size - stone;
      const wanted = new Map(chosen).set(at, taken);
      const leads = all.filter((each) => within(wanted, each.taken));
      const exact = leads.find((each) => each.taken.size === wanted.size);
      const again = chosen.get(at) === taken;
      const { x, y } = spot(row, 2 * stone + 1);
      const box = [x - row.pitch * 0.48, y - row.pitch * 0.575, row.pitch * 0.96, row.pitch * 1.15] as const;
      const touches = rows.flatMap((each) => each.names.slice(each.size - (wanted.get(Number(each.key)) ?? 0)));
      const id = `${row.key}/${2 * stone + 1}`;
      if (exact && (again || leads.length === 1)) return [{ ...target(exact.move, ...box, touches), id }];
      if (!leads.length || again) return [];
      const label = `take ${words(taken)} from ${words(row.size)}${chosen.size ? " as well" : ""}`;
      return [{ id, x: box[0], y: box[1], w: box[2], h: box[3], label, pick: write(wanted), leads: leads.map((each) => each.move.to), touches, marks: [] }];
    }).flat();
  });
}

/** What is chosen so far, as it stays on the board. */
export function severalBegun(ask: Ask, rows: Row[]): Piece[] {
  const chosen = read(ask.picked[0]);
  return rows.flatMap((row) => {
    const taken = chosen.get(Number(row.key)) ?? 0;
    return Array.from({ length: taken }, (_, i): Piece => ({ id: `chosen${row.key}-${i}`, kind: "ghost", ...spot(row, 2 * (row.size - 1 - i) + 1), w: row.pitch }));
  });
}

/** What can be done next, once something is chosen. */
export function severalPrompt(ask: Ask): string {
  const chosen = read(ask.picked[0]);
  const exact = ask.moves.find((move) => {
    const taken = takes(move);
    return taken?.size === chosen.size && within(chosen, taken);
  });
  return `Press a stone of another heap to take there too${exact ? `, or the same stone again to ${said(exact)}` : ""}.`;
}
