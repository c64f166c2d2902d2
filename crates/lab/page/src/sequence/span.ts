// The part of a run that is looked at: an interval of heaps, and how it zooms and moves. Pure arithmetic on the drawing.

export interface Span {
  from: number;
  to: number;
}

const least = 16;

export function length(span: Span): number {
  return span.to - span.from + 1;
}

function hold(from: number, count: number, last: number): Span {
  const size = Math.max(1, Math.min(Math.round(count), last + 1));
  const start = Math.max(0, Math.min(Math.round(from), last + 1 - size));
  return { from: start, to: start + size - 1 };
}

/** Zooms about the point that lies `at` of the way through the span. */
export function zoom(span: Span, factor: number, at: number, last: number): Span {
  const size = Math.max(least, length(span) * factor);
  const fixed = span.from + at * length(span);
  return hold(fixed - at * size, size, last);
}

/** Moves by a share of the span's length. */
export function shift(span: Span, share: number, last: number): Span {
  return hold(span.from + share * length(span), length(span), last);
}

/** Starts the span at the beginning of a row of the raster, so that columns stay where they are. */
export function align(span: Span, width: number): Span {
  return { from: Math.floor(span.from / width) * width, to: span.to };
}

export function whole(last: number): Span {
  return { from: 0, to: Math.max(0, last) };
}

export function clip(span: Span, last: number): Span {
  return span.from > last ? whole(last) : { from: span.from, to: Math.min(span.to, Math.max(last, 0)) };
}

/** The columns of a raster that are looked at. */
export interface Columns {
  left: number;
  across: number;
}

const fewest = 8;

/** Zooms columns about the point that lies `at` of the way through them; null where that is all of them. */
export function zoomColumns(columns: Columns, factor: number, at: number, width: number): Columns | null {
  const across = Math.max(Math.min(fewest, width), Math.round(columns.across * factor));
  if (across >= width) return null;
  const left = Math.round(columns.left + at * (columns.across - across));
  return { left: Math.max(0, Math.min(left, width - across)), across };
}

export function shiftColumns(columns: Columns, by: number, width: number): Columns {
  return { left: Math.max(0, Math.min(Math.round(columns.left + by), width - columns.across)), across: columns.across };
}

/** Columns that were asked for, as far as a row has them. */
export function clipColumns(columns: Columns | null, width: number): Columns {
  if (!columns || columns.left >= width || columns.across < 1) return { left: 0, across: width };
  return { left: columns.left, across: Math.min(columns.across, width - columns.left) };
}

/** Zooms the rows of a raster; it keeps as many rows as make a picture. */
export function zoomRows(span: Span, factor: number, at: number, width: number, last: number): Span {
  const least = 6 * width;
  const size = length(span);
  const wanted = factor < 1 ? Math.max(size * factor, Math.min(least, size)) : size * factor;
  const first = span.from + at * (size - wanted);
  return hold(Math.floor(first / width) * width, Math.ceil(wanted / width) * width, last);
}

/** Round numbers between two, at most so many. */
export function ticks(from: number, to: number, most: number): number[] {
  const rough = Math.max(1, (to - from) / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= rough) ?? 10 * power;
  const found: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) found.push(tick);
  return found;
}

/** A number from a link: a whole one from `least` on, or what stands for it. */
export function counted(text: string | undefined, least: number, otherwise: number): number {
  const found = Number(text);
  return text !== undefined && text !== "" && Number.isInteger(found) && found >= least && found <= Number.MAX_SAFE_INTEGER ? found : otherwise;
}
