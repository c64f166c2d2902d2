// The engine comes packed as an `.lzma` file (`xz --format=lzma`): a quarter smaller than what web servers make of it when
// they compress, since much of a program that is made of generic code is repeated far apart. Browsers unpack only what
// servers pack, so this is the decoder, in the words of the format: literals, matches, four distances that are repeated,
// each bit with a probability that learns.

const top = 2 ** 24;

/**
 * @param {Uint8Array} packed a file with one stream
 * @returns {Uint8Array} what was packed
 */
export function unpack(packed) {
  const properties = packed[0] ?? 255;
  const [lc, lp, pb] = [properties % 9, Math.floor(properties / 9) % 5, Math.floor(properties / 45)];
  if (packed.length < 18 || pb > 4) throw new Error("this is no packed file");
  // where the probabilities of each question lie
  let room = 0;
  const take = (/** @type {number} */ count) => (room += count) - count;
  const isMatch = take(12 << 4);
  const isRep = take(12);
  const isRep0 = take(12);
  const isRep1 = take(12);
  const isRep2 = take(12);
  const isLong = take(12 << 4);
  const slots = take(4 << 6);
  const places = take(128);
  const aligned = take(16);
  // choice, choice, then lengths below 8 and below 16 by position, and the others
  const lengths = take(2 + 2 * (16 << 3) + 256);
  const repLengths = take(2 + 2 * (16 << 3) + 256);
  const literals = take(0x300 << (lc + lp));
  const odds = new Uint16Array(room).fill(1024);

  let from = 13;
  let range = 0xffffffff;
  let code = 0;
  for (let byte = 0; byte < 5; byte += 1) code = ((code << 8) | (packed[from++] ?? 0)) >>> 0;

  const bit = (/** @type {number} */ at) => {
    const odd = odds[at];
    const bound = (range >>> 11) * odd;
    let found = 0;
    if (code < bound) {
      range = bound;
      odds[at] = odd + ((2048 - odd) >> 5);
    } else {
      range -= bound;
      code -= bound;
      odds[at] = odd - (odd >> 5);
      found = 1;
    }
    if (range < top) {
      if (from >= packed.length) throw new Error("the packed file is cut off");
      range = (range << 8) >>> 0;
      code = ((code << 8) | packed[from++]) >>> 0;
    }
    return found;
  };
  const tree = (/** @type {number} */ at, /** @type {number} */ bits) => {
    let number = 1;
    for (let left = bits; left > 0; left -= 1) number = (number << 1) | bit(at + number);
    return number - (1 << bits);
  };
  const reversed = (/** @type {number} */ at, /** @type {number} */ bits) => {
    let [place, number] = [1, 0];
    for (let turn = 0; turn < bits; turn += 1) {
      const next = bit(at + place);
      place = (place << 1) | next;
      number |= next << turn;
    }
    return number;
  };
  const even = (/** @type {number} */ bits) => {
    let number = 0;
    for (let left = bits; left > 0; left -= 1) {
      range >>>= 1;
      const next = code >= range ? 1 : 0;
      if (next) code -= range;
      number = (number << 1) | next;
      if (range < top) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | (packed[from++] ?? 0)) >>> 0;
      }
    }
    return number;
  };
  const length = (/** @type {number} */ at, /** @type {number} */ position) => {
    if (!bit(at)) return tree(at + 2 + (position << 3), 3);
    if (!bit(at + 1)) return 8 + tree(at + 2 + (16 << 3) + (position << 3), 3);
    return 16 + tree(at + 2 + 2 * (16 << 3), 8);
  };

  let out = new Uint8Array(8 * packed.length);
  let [at, state, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0, 0];
  for (;;) {
    if (at + 300 > out.length) {
      const longer = new Uint8Array(2 * out.length + 300);
      longer.set(out);
      out = longer;
    }
    const position = at & ((1 << pb) - 1);
    if (!bit(isMatch + (state << 4) + position)) {
      const before = at > 0 ? out[at - 1] : 0;
      const table = literals + 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        let match = out[at - rep0 - 1];
        while (symbol < 0x100) {
          const expected = (match >> 7) & 1;
          match <<= 1;
          const next = bit(table + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | next;
          if (next !== expected) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(table + symbol);
      out[at++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(isRep + state)) {
      if (bit(isRep0 + state)) {
        let distance = rep1;
        if (bit(isRep1 + state)) {
          distance = rep2;
          if (bit(isRep2 + state)) {
            distance = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = distance;
      } else if (!bit(isLong + (state << 4) + position)) {
        state = state < 7 ? 9 : 11;
        if (rep0 >= at) throw new Error("the packed file is damaged");
        out[at] = out[at - rep0 - 1];
        at += 1;
        continue;
      }
      count = length(repLengths, position);
      state = state < 7 ? 8 : 11;
    } else {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      count = length(lengths, position);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots + (Math.min(count, 3) << 6), 6);
      rep0 = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        rep0 = ((2 | (slot & 1)) << bits) >>> 0;
        if (slot < 14) rep0 += reversed(places + rep0 - slot, bits);
        else rep0 += even(bits - 4) * 16 + reversed(aligned, 4);
      }
      if (rep0 === 0xffffffff) return out.subarray(0, at);
    }
    if (rep0 >= at) throw new Error("the packed file is damaged");
    for (let left = count + 2; left > 0; left -= 1, at += 1) out[at] = out[at - rep0 - 1];
  }
}
