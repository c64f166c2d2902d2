// A graph whose nodes or edges are taken, at the coordinates the server sends: nodes and edges are pressed where they lie.
// The ground of Hackenbush is a line, and an edge to it goes straight down.
import type { Move } from "../api/types";
import { least, target, type Ask, type Piece, type Scene, type Target } from "./scene";
import { cardsScene } from "./walk";

const radius = 14;

interface End {
  x: number;
  y: number;
}

export function networkScene(ask: Ask): Scene {
  const graph = ask.term.graph;
  if (!graph) return cardsScene(ask);
  const scale = Math.min(1.25, Math.max(0.55, (ask.width - 16) / Math.max(1, graph.width)));
  const ground = graph.nodes.findIndex((node) => node.name === "ground");
  const width = graph.width * scale;
  const at = (i: number): End => ({ x: (graph.nodes[i]?.x ?? 0) * scale, y: (graph.nodes[i]?.y ?? 0) * scale });
  const pieces: Piece[] = [];
  if (ground >= 0) pieces.push({ id: "ground", kind: "bar", x: 6, y: at(ground).y - 3, w: width - 12, h: 10 });
  const total = new Map<string, number>();
  const key = (a: number, b: number) => `${a}-${b}`;
  for (const [a, b] of graph.edges) total.set(key(a, b), (total.get(key(a, b)) ?? 0) + 1);
  const drawn = new Map<string, number>();
  /** Middles of the drawn edges with the same ends. */
  const middles = new Map<string, { id: string; x: number; y: number }[]>();
  for (const [a, b] of graph.edges) {
    const count = drawn.get(key(a, b)) ?? 0;
    drawn.set(key(a, b), count + 1);
    const id = `l${key(a, b)}-${count}`;
    const shift = count - ((total.get(key(a, b)) ?? 1) - 1) / 2;
    let [from, to] = [at(a), at(b)];
    let bend = 44 * shift;
    let middle: End;
    if (a === b) {
      const reach = 30 + 10 * count;
      const top = a === ground ? { x: width / 2 + (count + 1) * 44 * (count % 2 ? -1 : 1), y: from.y } : from;
      pieces.push({ id, kind: "link", x: top.x, y: top.y, dx: 0, dy: 0, w: reach });
      middle = { x: top.x, y: top.y - reach };
    } else {
      if (a === ground || b === ground) {
        const free = a === ground ? to : from;
        [from, to] = [free, { x: free.x + 16 * shift, y: at(ground).y }];
        bend *= 0.5;
      }
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      const far = Math.hypot(dx, dy) || 1;
      pieces.push({ id, kind: "link", x: from.x, y: from.y, dx, dy, w: bend });
      middle = { x: from.x + dx / 2 + (bend * -dy) / far / 2, y: from.y + dy / 2 + (bend * dx) / far / 2 };
    }
    middles.set(key(a, b), [...(middles.get(key(a, b)) ?? []), { id, ...middle }]);
  }
  graph.nodes.forEach((node, i) => {
    if (i !== ground) pieces.push({ id: `v${i}`, kind: "dot", ...at(i), w: Math.max(2 * radius, Math.min(node.width, 60)), h: 2 * radius, text: node.name });
  });
  return { width, height: graph.height * scale, pieces, targets: ask.moves.flatMap((move) => targets(move, ask, middles, at)) };
}

/** The name as the notation writes it, bare or in quotes. */
function bare(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replace(/\\(["\\])/g, "$1") : name;
}

function targets(move: Move, ask: Ask, middles: Map<string, { id: string; x: number; y: number }[]>, at: (i: number) => End): Target[] {
  const graph = ask.term.graph;
  if (move.action?.kind !== "pick" || !graph) return [];
  const index = new Map(graph.nodes.map((node, i) => [node.name, i]));
  const ends = /^("(?:[^"\\]|\\.)*"|[^-"]+)(?:-("(?:[^"\\]|\\.)*"|[^-"]+))?$/.exec(move.action.name);
  if (!ends) return [];
  const a = index.get(bare(ends[1] ?? ""));
  if (a === undefined) return [];
  if (ends[2] === undefined) {
    const side = least(ask, 2 * radius + 4);
    const near = graph.edges.flatMap(([from, to]) => (from === a ? [to] : to === a ? [from] : []));
    return [target(move, at(a).x - side / 2, at(a).y - side / 2, side, side, [`v${a}`, ...near.map((i) => `v${i}`)])];
  }
  const b = index.get(bare(ends[2])) ?? -1;
  const side = least(ask, 26);
  const among = middles.get(`${a}-${b}`) ?? middles.get(`${b}-${a}`) ?? [];
  return among.map(({ id, x, y }) => ({ ...target(move, x - side / 2, y - side / 2, side, side, [id]), dot: true }));
}
