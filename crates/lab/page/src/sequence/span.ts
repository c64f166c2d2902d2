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
