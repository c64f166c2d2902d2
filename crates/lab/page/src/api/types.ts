// The shapes of the server's answers. The page computes no mathematics: what is drawn stands in these.

/** An integer that may exceed 2^53 comes as text. */
export type Count = string | number;

export type BoardKind =
  | "heaps" | "pins" | "nim" | "strips" | "star" | "chocolate" | "rectangles"
  | "wythoff" | "bank" | "graph" | "shared" | "nearly";

export interface GameEntry {
  name: string;
  title: string;
  group: string;
  board: BoardKind;
  example: string;
  rules: string;
  known: string[];
  oeis: string | null;
  sequence: boolean;
  code: string | null;
}

export interface GameAnswer {
  game: string;
  canonical: string;
  code: string | null;
  names: string[];
  standard_form: string | null;
  first_cousin: string | null;
  rules: string;
  known: string[];
  oeis: string | null;
  example: string;
  sequence: boolean;
}

/** One part of a term; which fields are there depends on the board. */
export interface Part {
  size?: Count;
  tokens?: Count[];
  rows?: Count[];
  sides?: Count[];
  game?: string;
  heaps?: Count[];
  owner?: boolean;
  node?: string;
}

export interface DrawnGraph {
  nodes: { name: string; x: number; y: number; width: number; height: number; reachable: boolean }[];
  edges: [number, number][];
  width: number;
  height: number;
}

export interface Term {
  label: string;
  text: string;
  game: string;
  board: BoardKind;
  parts: Part[];
  bank?: Count | null;
  shared?: Count | null;
  graph?: DrawnGraph | null;
}

export type Action =
  | { kind: "take" | "split" | "take-and-split"; heap: Count; taken: Count; left: Count[]; at?: number | null }
  | { kind: "knock"; heap: Count; first: number; count: number; taken: Count; left: Count[]; at?: number | null }
  | { kind: "slide"; strip: number; token: number; from: Count; to: Count }
  | { kind: "bite"; row: number; column: number }
  | { kind: "break"; rectangle: Count[]; along: number; at: Count; left: Count[][] }
  | { kind: "take-several"; takes: { heap: Count; at: number; taken: Count }[] }
  | { kind: "add"; heap: Count; added: Count; left: Count[] }
  | { kind: "walk"; node: string };

export interface Move {
  to: string;
  term: number | null;
  part: number | null;
  words: string | null;
  action: Action | null;
}

export interface PositionAnswer {
  position: string;
  play: "normal" | "misere";
  over: boolean;
  winner: "previous" | "next" | null;
  refusal: string | null;
  terms: Term[];
  moves: Move[];
  moves_total: Count | null;
  truncated: boolean;
}

export interface ReplyAnswer extends Move {
  outcome_before: "P" | "N" | null;
  winning: boolean | null;
}

export interface TeacherComponent {
  term: number;
  part?: number | null;
  text: string;
  value: Count | null;
  reason: string | null;
  theorems: string[];
}

export interface NimSum {
  bits: number;
  rows: { text: string; value: Count; binary: string; carries: boolean }[];
  sum: Count;
  binary: string;
  deciding_bit: number | null;
}

export interface TeacherAnswer {
  position: string;
  play: "normal" | "misere";
  outcome: "P" | "N";
  value: Count | null;
  misere_value: Count | null;
  components: TeacherComponent[];
  nim_sum: NimSum | null;
  winning_moves: Move[];
  winning_moves_total: Count | null;
  truncated: boolean;
  headline: string;
  reason: string[];
}

export interface PeriodResult {
  period: number | null;
  preperiod: number | null;
  saltus: number | null;
  proved: boolean;
  theorem: string | null;
  computed_to: number;
  words: string[];
  certificate?: boolean;
}

export interface RowResult {
  row: number;
  first_column: number | null;
  period: number | null;
  proved: boolean;
  words: string[];
}

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface Job {
  id: string;
  kind: "sequence" | "period" | "prove" | "star-row";
  game: string;
  /** The last heap, or the row. */
  to: number;
  state: JobState;
  done: number;
  total: number | null;
  stage: string | null;
  rate: number | null;
  eta_s: number | null;
  elapsed_s: number;
  created: number;
  bytes: number;
  error: string | null;
  result: PeriodResult | RowResult | null;
}

export interface JobList {
  jobs: Job[];
  queue: { running: number; queued: number; most_queued: number };
}

export interface ValuesAnswer {
  from: number;
  to: number;
  values: number[];
}

export interface RasterHead {
  from: number;
  to: number;
  width: number;
  columns: number;
  rows: number;
  all_rows: number;
  heaps_per_cell: number;
  max: number;
  exact: boolean;
  done: number;
}

export interface ScatterHead {
  from: number;
  to: number;
  columns: number;
  rows: number;
  layers: 1 | 2;
  top: number;
  largest: number;
  done: number;
}

export interface HistogramAnswer {
  from: number;
  to: number;
  /** Value, how many heaps have it, how many of these are rare. */
  counts: [number, number, number][];
  beyond: number;
  layers: 1 | 2;
}

export interface SummaryAnswer {
  game: string;
  to: number;
  max: number | null;
  argmax: number | null;
  zero_count: number;
  zeros: number[];
  last_zeros: number[];
  records: [number, number][];
  space: { mask: string; type: 0 | 1; words: string } | null;
  rare_count: number | null;
  last_rare: [number, number] | null;
  rares: [number, number][];
  status: string[];
}

export interface CompareAnswer {
  a: string;
  b: string;
  to: number;
  same_game: boolean;
  first_difference: number | null;
  around: { from: number; a: number[]; b: number[] } | null;
}

export interface GraphNode {
  id: number;
  position: string;
  label: string[];
  outcome: "P" | "N";
  value: number | null;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface GraphAnswer {
  position: string;
  play: "normal" | "misere";
  nodes: GraphNode[];
  edges: { from: number; to: number; winning: boolean; points: [number, number][] }[];
  width: number;
  height: number;
}

export interface TableHead {
  row0: number;
  col0: number;
  rows: number;
  cols: number;
  max: number;
}

export interface ApiFailure {
  message: string;
  column: number | null;
  way_out: string | null;
}
