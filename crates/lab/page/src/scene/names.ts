// Names of stones that outlive a move, and the places where they stand. A heap's stones keep their names when the heap is
// split or others are moved, so that the drawing can show what happens; who cannot be followed gets a new name. A slot is
// a heap of the first position with all its stones: what is left of it stays where it was.
import type { Move, Term } from "../api/types";
import { drawable, size } from "./scene";

let fresh = 0;

function make(count: number): string[] {
  return Array.from({ length: Math.min(count, drawable) }, () => `k${(fresh += 1)}`);
}

function sizes(term: Term): number[] {
  return term.parts.map((part) => (part.size === undefined ? 0 : size(part.size)));
}

/** The names of the stones of each part, and the slots they stand in. */
export interface Places {
  names: string[][];
  slots: string[][];
}

export function newNames(term: Term): string[][] {
  return sizes(term).map(make);
}

/** New places; `order` says in which order the parts stand. */
export function newPlaces(term: Term, order: number[] | null = null): Places {
  const names = newNames(term);
  return { names, slots: order ? order.map((part) => names[part] ?? []) : names };
}

const heaped: readonly string[] = ["heaps", "pins", "nim"];

/** The order in which the heaps of each term were typed; null where a term is no list of heaps, or was typed as it is written. */
export function typedOrders(typed: string, terms: Term[]): (number[] | null)[] {
  const told = typed.split("+");
  return terms.map((term, i) => {
    const body = told.length === terms.length && heaped.includes(term.board) ? (told[i] ?? "").split(":")[1]?.trim() : undefined;
    if (!body || !/^\d+( +\d+)*$/.test(body)) return null;
    const left = sizes(term).map((count, part) => ({ count, part }));
    const order: number[] = [];
    for (const count of body.split(/ +/).map(Number).filter((each) => each > 0)) {
      const found = left.findIndex((each) => each.count === count);
      if (found < 0) return null;
      order.push(...left.splice(found, 1).map((each) => each.part));
    }
    return left.length || order.every((part, k) => part === k) ? null : order;
  });
}

/** The parts of a term in the order in which they stand on the board; null where that is the order in which it is written. */
export function standingOrder(term: Term, places: Places | undefined): number[] | null {
  if (!places || !heaped.includes(term.board)) return null;
  const at = (part: number): [number, number] => {
    const name = places.names[part]?.[0] ?? "";
    const slot = places.slots.findIndex((each) => each.includes(name));
    return [slot < 0 ? places.slots.length : slot, places.slots[slot]?.indexOf(name) ?? 0];
  };
  const order = term.parts.map((_, part) => part).sort((a, b) => at(a)[0] - at(b)[0] || at(a)[1] - at(b)[1]);
  return order.every((part, k) => part === k) ? null : order;
}

/** The names for `after`, which `move` made out of `before`. */
export function carryNames(before: Term, names: string[][], after: Term, move: Move | null): string[][] {
  const pool: { size: number; names: string[] }[] = [];
  sizes(before).forEach((count, i) => {
    const mine = names[i] ?? [];
    const action = move?.part === i ? move.action : null;
    if (action && "left" in action && action.kind !== "break") {
      const left = action.left.map(size);
      const first = action.kind === "knock" ? [action.first, count - action.first - action.count] : left;
      let at = 0;
      first.forEach((part, k) => {
        pool.push({ size: part, names: mine.slice(at, at + part) });
        at += part + (k === 0 && "taken" in action ? size(action.taken) : 0);
      });
    } else pool.push({ size: count, names: mine });
  });
  return sizes(after).map((count) => {
    const found = pool.findIndex((heap) => heap.size === count);
    if (found < 0) return make(count);
    const [heap] = pool.splice(found, 1);
    const kept = heap?.names ?? [];
    return kept.length === Math.min(count, drawable) ? kept : [...kept, ...make(count - kept.length)];
  });
}

/** The places for `after`: stones stay in their slots, and what is new comes at the end. */
export function carryPlaces(before: Term | undefined, places: Places | undefined, after: Term, move: Move | null): Places {
  if (!before || !places || before.board !== after.board || before.game !== after.game) return newPlaces(after);
  const names = carryNames(before, places.names, after, move);
  const slots = places.slots.map((slot) => [...slot]);
  for (const mine of names) {
    const home = slots.find((slot) => mine.some((name) => slot.includes(name)));
    const strangers = mine.filter((name) => !slots.some((slot) => slot.includes(name)));
    if (home) home.push(...strangers);
    else if (strangers.length) slots.push(strangers);
  }
  return { names, slots };
}

/** A graph whose nodes or edges are taken: what is left of it stays where it was drawn. */
export function keepNodes(before: Term | undefined, after: Term): Term {
  if (before?.board !== "network" || !before.graph || !after.graph || before.game !== after.game) return after;
  const places = new Map(before.graph.nodes.map((node) => [node.name, node]));
  if (!after.graph.nodes.every((node) => places.has(node.name))) return after;
  const { width, height } = before.graph;
  return { ...after, graph: { ...after.graph, width, height, nodes: after.graph.nodes.map((node) => places.get(node.name) ?? node) } };
}
