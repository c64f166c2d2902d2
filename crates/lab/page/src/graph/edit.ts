// A graph that is being drawn: nodes with places, arrows between them, and its text in the notation.
import type { Term } from "../api/types";

export interface Node {
  name: string;
  x: number;
  y: number;
}

export interface Sketch {
  nodes: Node[];
  /** Arrows, by the places of their ends in the list of nodes. */
  arrows: [number, number][];
  start: number;
}

/** The ground that is drawn on; as wide as there is room, so that nodes stay as large as a fingertip. */
export const room = { width: 720, height: 420 };

export function setRoom(width: number): void {
  room.width = Math.max(320, Math.min(720, Math.round(width)));
}

/** The first name that is free: a, b, …, z, a2, … */
export function freeName(nodes: Node[]): string {
  for (let round = 1; ; round += 1) {
    for (const letter of "abcdefghijklmnopqrstuvwxyz") {
      const name = round === 1 ? letter : `${letter}${round}`;
      if (!nodes.some((node) => node.name === name)) return name;
    }
  }
}

export function addNode(sketch: Sketch, x: number, y: number): Sketch {
  const hold = (at: number, most: number): number => Math.round(Math.max(26, Math.min(most - 26, at)));
  return { ...sketch, nodes: [...sketch.nodes, { name: freeName(sketch.nodes), x: hold(x, room.width), y: hold(y, room.height) }] };
}

export function moveNode(sketch: Sketch, node: number, x: number, y: number): Sketch {
  const hold = (at: number, most: number): number => Math.round(Math.max(26, Math.min(most - 26, at)));
  return { ...sketch, nodes: sketch.nodes.map((each, i) => (i === node ? { ...each, x: hold(x, room.width), y: hold(y, room.height) } : each)) };
}

export function removeNode(sketch: Sketch, node: number): Sketch {
  const shift = (i: number): number => (i > node ? i - 1 : i);
  return {
    nodes: sketch.nodes.filter((_, i) => i !== node),
    arrows: sketch.arrows.filter(([from, to]) => from !== node && to !== node).map(([from, to]) => [shift(from), shift(to)]),
    start: sketch.start === node ? 0 : shift(sketch.start),
  };
}

/** Draws an arrow, or takes it away where it is. */
export function toggleArrow(sketch: Sketch, from: number, to: number): Sketch {
  if (from === to) return sketch;
  const there = sketch.arrows.some(([a, b]) => a === from && b === to);
  return { ...sketch, arrows: there ? sketch.arrows.filter(([a, b]) => a !== from || b !== to) : [...sketch.arrows, [from, to]] };
}

/** The position at a node; null where no arrow touches it, for then the notation has no place for it. */
export function position(sketch: Sketch, at = sketch.start): string | null {
  const node = sketch.nodes[at];
  if (!node || !sketch.arrows.some((arrow) => arrow.includes(at))) return null;
  const name = (i: number): string => sketch.nodes[i]?.name ?? "";
  return `graph: {${sketch.arrows.map(([from, to]) => `${name(from)}>${name(to)}`).join(", ")}}#${node.name}`;
}

/** Nodes that no arrow leads to: what can be reached from them is everything. */
export function sources(sketch: Sketch): number[] {
  return sketch.nodes.flatMap((_, i) => (sketch.arrows.some(([from]) => from === i) && !sketch.arrows.some(([, to]) => to === i) ? [i] : []));
}

/** A graph of the engine, at its own places. */
export function fromTerm(term: Term): Sketch | null {
  const graph = term.graph;
  if (!graph) return null;
  const scale = Math.min(1.3, (room.width - 80) / Math.max(1, graph.width), (room.height - 80) / Math.max(1, graph.height));
  const [left, top] = [(room.width - graph.width * scale) / 2, (room.height - graph.height * scale) / 2];
  const nodes = graph.nodes.map((node) => ({ name: node.name, x: Math.round(left + node.x * scale), y: Math.round(top + node.y * scale) }));
  return { nodes, arrows: graph.edges.map(([from, to]) => [from, to]), start: Math.max(0, nodes.findIndex((node) => node.name === term.parts[0]?.node)) };
}
