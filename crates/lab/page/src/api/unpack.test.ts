// The text below, packed by `xz --format=lzma --lzma1=preset=9e,lc=4,pb=0`.
import { expect, test } from "vitest";
import { unpack } from "./unpack.js";

const packed = Buffer.from(
  "BAAAAAT//////////wA1mQ8UCZO2Rs+YH9ZD1/qy+C3Q+e/2P4wLInHpQ40nBxvfbiqXnyHTQXgHS7VHUPazo5n/UVKDQJrr03EiAVkNyNOn3M" +
  "7/BX/r04URsa91bcVG72vZCAqI6RCvtp63EJ5VsD+fGkQJ+C6eb0wVJEA0LyIIV1h6zQOZfMhT9aMqNlng6Gv3zzxbdFYZ6uIpQmrjORw04gLS" +
  "naSa22n3VTtpytpkhEq4/V8GsnW2oqR5tIxP/iRhEt+N45l1sAF8h7g1hRN89LRDkg2knWSwpGMMJMeW55GYAYJLoJ7rdlYTGon/WsBriciMdR" +
  "7lvihvfIVQvPweokK6FqDgO4+mvGsr8bOP///s5AAA",
  "base64",
);
const text = Buffer.concat([Buffer.from(`${"kayles 5 7, ".repeat(40)}grundy, ${"kayles 5 7, ".repeat(3)}`), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))]);

test("what xz packed is unpacked", () => {
  expect(Buffer.from(unpack(packed))).toEqual(text);
});

test("a file that is cut off, damaged or none is refused", () => {
  for (const length of [0, 1, 17, 30, packed.length - 6]) expect(() => unpack(packed.subarray(0, length))).toThrow();
  expect(() => unpack(Buffer.alloc(100, 255))).toThrow();
  const other = Buffer.from(packed);
  other[0] = 255;
  expect(() => unpack(other)).toThrow();
});
