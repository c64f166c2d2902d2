// Colors of values: from deep blue over teal to yellow, rising in lightness, so that the order is seen without color too.

const stops: [number, number, number][] = [[24, 22, 60], [38, 64, 120], [22, 116, 130], [62, 164, 118], [160, 205, 92], [250, 236, 130]];

export type Color = [number, number, number];

export function ramp(share: number): Color {
  const place = Math.max(0, Math.min(1, share)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(place));
  const rest = place - i;
  const [a, b] = [stops[i] as Color, stops[i + 1] as Color];
  return [0, 1, 2].map((k) => Math.round((a[k] ?? 0) + rest * ((b[k] ?? 0) - (a[k] ?? 0)))) as Color;
}

/** The least share of the colors that a number other than 0 has where 0 and the rest must be told apart. */
export const apart = 0.3;

/** One packed color per value, little-endian as in image data; what is not 0 begins at a share of the colors. */
export function table(most: number, least = 0): Uint32Array {
  const packed = new Uint32Array(most + 1);
  for (let value = 0; value <= most; value += 1) {
    const [r, g, b] = ramp(value === 0 ? 0 : least + (1 - least) * Math.pow(value / most, 0.8));
    packed[value] = (255 << 24) | (b << 16) | (g << 8) | r;
  }
  return packed;
}

/** Whether white is easier to read on a color than black. */
export function dark(tone: Color): boolean {
  const [r, g, b] = tone.map((part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Color;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 0.179;
}

export const nothing = 65535;

/** Cells of values as an image; cells without a heap stay transparent. */
export function image(cells: Uint16Array, columns: number, rows: number, most: number, least = 0): ImageData {
  const colors = table(Math.max(1, most), least);
  const data = new Uint32Array(columns * rows);
  for (let i = 0; i < data.length; i += 1) {
    const value = cells[i] ?? nothing;
    data[i] = value === nothing ? 0 : (colors[Math.min(value, most)] ?? 0);
  }
  return new ImageData(new Uint8ClampedArray(data.buffer), columns, rows);
}
