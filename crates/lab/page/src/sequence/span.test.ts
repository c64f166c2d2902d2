// Zooming never leaves the run, keeps the point under the pointer, and ends at a few heaps.
import { expect, it } from "vitest";
import { image, nothing, ramp, table } from "./ramp";
import { align, clip, clipColumns, counted, length, shift, shiftColumns, ticks, whole, zoom, zoomColumns, zoomRows } from "./span";

it("zooms about the point it is told", () => {
  const span = zoom({ from: 0, to: 999 }, 0.5, 0.5, 999);
  expect(span).toEqual({ from: 250, to: 749 });
});

it("stays inside the run and above a least length", () => {
  for (const factor of [1e-9, 0.1, 1, 10, 1e9]) {
    for (const at of [0, 0.3, 1]) {
      const span = zoom({ from: 40, to: 90 }, factor, at, 100);
      expect(span.from).toBeGreaterThanOrEqual(0);
      expect(span.to).toBeLessThanOrEqual(100);
      expect(length(span)).toBeGreaterThanOrEqual(16);
    }
  }
});

it("moves by shares and stops at the ends", () => {
  expect(shift({ from: 10, to: 29 }, 0.5, 100)).toEqual({ from: 20, to: 39 });
  expect(shift({ from: 90, to: 100 }, 5, 100)).toEqual({ from: 90, to: 100 });
  expect(shift({ from: 3, to: 9 }, -5, 100)).toEqual({ from: 0, to: 6 });
});

it("aligns to rows and clips to what is computed", () => {
  expect(align({ from: 25, to: 60 }, 12)).toEqual({ from: 24, to: 60 });
  expect(clip({ from: 5, to: 900 }, 100)).toEqual({ from: 5, to: 100 });
  expect(clip({ from: 500, to: 900 }, 100)).toEqual(whole(100));
});

it("colors rise in lightness", () => {
  const lightness = ([r, g, b]: [number, number, number]): number => 0.3 * r + 0.59 * g + 0.11 * b;
  for (let i = 1; i <= 20; i += 1) expect(lightness(ramp(i / 20))).toBeGreaterThan(lightness(ramp((i - 1) / 20)));
  expect(table(5)).toHaveLength(6);
});

it("cells without a heap are transparent", () => {
  globalThis.ImageData ??= class {
    constructor(readonly data: Uint8ClampedArray, readonly width: number, readonly height: number) {}
  } as unknown as typeof ImageData;
  const made = image(new Uint16Array([0, nothing, 3, 9]), 2, 2, 3);
  expect(made.data[3]).toBe(255);
  expect(made.data[7]).toBe(0);
  expect([...made.data.slice(8, 12)]).toEqual([...made.data.slice(12, 16)]);
});

it("a raster zooms both ways and keeps rows and columns", () => {
  let span = whole(10_000_000);
  let columns = { left: 0, across: 1024 };
  for (let i = 0; i < 40; i += 1) {
    span = zoomRows(span, 0.5, 0.3, 1024, 10_000_000);
    columns = zoomColumns(columns, 0.5, 0.3, 1024) ?? columns;
  }
  expect(Math.ceil(length(span) / 1024)).toBeGreaterThanOrEqual(6);
  expect(columns.across).toBe(8);
  expect(span.from % 1024).toBe(0);
  expect(zoomColumns({ left: 10, across: 600 }, 2, 0.5, 1024)).toBeNull();
  expect(shiftColumns({ left: 10, across: 8 }, -50, 100)).toEqual({ left: 0, across: 8 });
  expect(clipColumns({ left: 90, across: 50 }, 100)).toEqual({ left: 90, across: 10 });
  expect(clipColumns({ left: 200, across: 50 }, 100)).toEqual({ left: 0, across: 100 });
});

it("ticks are round numbers", () => {
  expect(ticks(0, 100, 4)).toEqual([0, 50, 100]);
  expect(ticks(3, 1024, 5)).toEqual([500, 1000]);
  expect(ticks(0, 3, 8)).toEqual([0, 1, 2, 3]);
});

it("numbers of a link are whole and not negative", () => {
  expect(counted("-5", 0, 40)).toBe(40);
  expect(counted("1.5", 0, 40)).toBe(40);
  expect(counted("", 1, 7)).toBe(7);
  expect(counted("12", 1, 7)).toBe(12);
});
