// Sums whose components are moved together. A move is chosen board by board: a press chooses what is done there, another
// board adds to it, another place of the same board changes it, and the same place once more makes the move as it stands.
// Where nothing can be added the press makes the move at once. In an ordinal sum every move is in one component.
import type { InnerTerm, JointMove, Move } from "../api/types";
import { framesScene } from "./frames";
import { said, type Ask, type Scene, type Target } from "./scene";

const sign = "joint:";

/** What is chosen so far: the move of each component by its key, and the first half of one in the component at hand. */
interface Chosen {
  moves: [number, string][];
  at: number;
  half: string | null;
}

function read(picked: string | undefined): Chosen {
  return picked?.startsWith(sign) ? (JSON.parse(picked.slice(sign.length)) as Chosen) : { moves: [], at: -1, half: null };
}

function write(chosen: Chosen): string {
  return sign + JSON.stringify(chosen);
}

/** What a move does in each component, by its key. */
function steps(move: Move, inside: InnerTerm[]): ReadonlyMap<number, JointMove> {
  const of = (part: number) => inside.filter((component) => component.first <= part).length - 1;
  if (move.action?.kind === "joint") return new Map(move.action.moves.map((step) => [of(step.part), step]));
  return move.action && move.part !== null ? new Map([[of(move.part), { part: move.part, action: move.action }]]) : new Map();
}

const key = (step: JointMove): string => JSON.stringify(step);

export function compoundScene(ask: Ask, draw: (ask: Ask) => Scene): Scene {
  const inside = ask.term.inside ?? [];
  const all = ask.moves.map((move) => {
    const does = steps(move, inside);
    return { move, does, keys: new Map([...does].map(([at, step]) => [at, key(step)])) };
  });
  const chosen = read(ask.picked[0]);
  const agreeing = (wanted: [number, string][]) => all.filter(({ keys }) => wanted.every(([at, name]) => keys.get(at) === name));
  const drawn = framesScene(ask, draw, (component, i) => {
    const others = chosen.moves.filter(([at]) => at !== i);
    const mine = chosen.moves.find(([at]) => at === i)?.[1];
    const own = new Map<string, Move>();
    for (const { does } of agreeing(others)) {
      const step = does.get(i);
      if (!step) continue;
      const part = step.action.kind === "take-several" ? null : step.part - component.first;
      own.set(key(step), { to: key(step), term: 0, part, words: null, action: step.action });
    }
    const taken = mine === undefined ? undefined : own.get(mine);
    return {
      moves: [...own.values()],
      title: `${component.term.game}${taken ? `: ${said(taken)}` : ""}`,
      marked: taken !== undefined,
      picked: chosen.at === i && chosen.half !== null ? [chosen.half] : [],
      whole: (target): Target => {
        if (!target.move) return target.pick === undefined ? target : { ...target, pick: write({ moves: others, at: i, half: target.pick }) };
        const name = target.move.to;
        const wanted: [number, string][] = [...others, [i, name]];
        const leads = agreeing(wanted);
        const exact = leads.find(({ does }) => does.size === wanted.length);
        const only = leads.length === 1 ? leads[0] : undefined;
        if (exact && (only || mine === name)) return { ...target, move: exact.move };
        const { move: _, ...rest } = target;
        return { ...rest, pick: write({ moves: wanted, at: i, half: null }), leads: leads.map(({ move }) => move.to) };
      },
    };
  });
  if (!chosen.moves.length) return drawn;
  const exact = agreeing(chosen.moves).find(({ does }) => does.size === chosen.moves.length);
  const prompt = exact ? `Choose a move on another board as well, or press the same place once more to ${said(exact.move)}.` : "Choose a move on each other board too.";
  return { ...drawn, prompt };
}
