// Marks come out of a link as they went in, whatever a note says; what is no mark is left out.
import { expect, it } from "vitest";
import { readMarks, writeMarks } from "./marks";

it("marks survive their link", () => {
  const marks = [{ heap: 7, note: "" }, { heap: 1222, note: "the last zero: 0, so far" }, { heap: 5000, note: "a & b = c? #1" }];
  expect(readMarks(writeMarks(marks))).toEqual(marks);
  expect(readMarks(writeMarks([{ heap: 3, note: "a~b" }]))).toEqual([{ heap: 3, note: "a-b" }]);
});

it("what is no mark is left out, and the last of two is kept", () => {
  for (const text of [undefined, "", "x", "-3 no", "1.5", "~~"]) expect(readMarks(text), text).toEqual([]);
  expect(readMarks("9 old~2~9 new~z")).toEqual([{ heap: 2, note: "" }, { heap: 9, note: "new" }]);
  expect(readMarks(Array.from({ length: 100 }, (_, i) => `${i}`).join("~"))).toHaveLength(40);
});
