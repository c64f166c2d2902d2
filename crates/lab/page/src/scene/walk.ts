// A game graph to walk on, at the coordinates the server sends, and cards for what is too large to draw.
import type { Count } from "../api/types";
import { target, words, type Ask, type Piece, type Scene } from "./scene";

const radius = 18;

export function walkScene(ask: Ask): Scene {
  const graph = ask.term.graph;
  if (!graph) return cardsScene(ask);
  const scale = Math.min(1.4, Math.max(0.6, (ask.width - 48) / Math.max(1, graph.width)));
  const at = (i: number) => ({ x: 24 + (graph.nodes[i]?.x ?? 0) * scale, y: 24 + (graph.nodes[i]?.y ?? 0) * scale });
  const here = ask.term.parts[0]?.node ?? "";
  // a move to the same node is a sign beside it
  const pieces: Piece[] = graph.edges.filter(([from, to]) => from === to).map(([from]) => {
    const { x, y } = at(from);
    return { id: `e${from}-${from}`, kind: "text", x: x + Math.max(radius, (graph.nodes[from]?.width ?? 0) / 2) + 4, y: y - radius / 2, text: "↻" };
  });
  // moves in both directions lie side by side
  const both = new Set(graph.edges.map(([from, to]) => `${to}-${from}`));
  pieces.push(...graph.edges.filter(([from, to]) => from !== to).map(([from, to]): Piece => {
    const aside = both.has(`${from}-${to}`) ? 6 : 0;
    const [p, q] = [at(from), at(to)];
    const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const [sx, sy] = [(-(q.y - p.y) / length) * aside, ((q.x - p.x) / length) * aside];
    const a = { x: p.x + sx, y: p.y + sy };
    const b = { x: q.x + sx, y: q.y + sy };
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
    return {
      id: `e${from}-${to}`, kind: "edge", x: a.x + ux * radius, y: a.y + uy * radius, dx: b.x - a.x - ux * (2 * radius + 5), dy: b.y - a.y - uy * (2 * radius + 5),
      tone: graph.nodes[from]?.name === here ? "live" : graph.nodes[from]?.reachable ? "" : "far",
    };
  }));
  graph.nodes.forEach((node, i) =>
    pieces.push({ id: `v${i}`, kind: "dot", ...at(i), w: Math.max(2 * radius, node.width), h: 2 * radius, text: node.name, tone: node.name === here ? "here" : node.reachable ? "" : "far" }));
  const index = new Map(graph.nodes.map((node, i) => [node.name, i]));
  const from = index.get(here) ?? -1;
  const targets = ask.moves.flatMap((move) => {
    const to = move.action?.kind === "walk" ? index.get(move.action.node) : undefined;
    if (to === undefined) return [];
    const there = at(to);
    const w = Math.max(2 * radius, graph.nodes[to]?.width ?? 0);
    return [target(move, there.x - w / 2, there.y - radius, w, 2 * radius, [`v${to}`, `e${from}-${to}`])];
  });
  return { width: 48 + graph.width * scale, height: 48 + graph.height * scale, pieces, targets };
}

/** Rows of a bar, equal ones together. */
function rowsInWords(rows: Count[]): string {
  const groups: { row: Count; count: number }[] = [];
  for (const row of rows) {
    const last = groups[groups.length - 1];
    if (last?.row === row) last.count += 1;
    else groups.push({ row, count: 1 });
  }
  const shown = groups.slice(0, 3).map(({ row, count }) => (count > 1 ? `${count} × ${words(row)}` : words(row)));
  return shown.join(", ") + (groups.length > 3 ? ", …" : "");
}

/** Parts as numbers on cards; the list of moves beside the board says what can be done. */
export function cardsScene(ask: Ask): Scene {
  const texts = ask.term.parts.map((part) =>
    part.size !== undefined ? words(part.size)
      : part.tokens ? `[${part.tokens.map(words).join(", ")}]`
      : part.sides ? part.sides.map(words).join(" × ")
      : part.rows ? rowsInWords(part.rows)
      : part.heaps ? `${part.game}: ${part.heaps.map(words).join(" ")}`
      : part.coins !== undefined ? part.coins
      : part.squares ? `${part.squares.length} × ${part.squares[0]?.length ?? 0} squares`
      : part.nodes !== undefined ? `${words(part.nodes)} nodes, ${words(part.edges ?? 0)} edges`
      : (part.node ?? ""));
  const pieces: Piece[] = [];
  let x = 8;
  let y = 8;
  texts.forEach((text, i) => {
    const w = Math.min(ask.width - 16, Math.max(72, 11 * text.length + 28));
    if (x > 8 && x + w > ask.width - 8) {
      x = 8;
      y += 80;
    }
    pieces.push({ id: `card-${i}`, kind: "card", x, y, w, h: 64, text });
    x += w + 16;
  });
  return { width: ask.width, height: y + 76, pieces, targets: [] };
}
