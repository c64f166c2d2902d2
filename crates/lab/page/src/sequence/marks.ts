// Bookmarks of a run: heaps with notes, as they stand in the link.

export interface Mark {
  heap: number;
  note: string;
}

const between = "~";
const most = 40;

/** The marks of a link; what is none is left out. */
export function readMarks(text: string | undefined): Mark[] {
  const found = new Map<number, Mark>();
  for (const word of (text ?? "").split(between).slice(0, most)) {
    const [, heap, note = ""] = /^(\d{1,15})(?: (.*))?$/s.exec(word) ?? [];
    if (heap !== undefined) found.set(Number(heap), { heap: Number(heap), note: note.slice(0, 120) });
  }
  return [...found.values()].sort((a, b) => a.heap - b.heap);
}

/** The same as text. */
export function writeMarks(marks: Mark[]): string {
  return marks.map(({ heap, note }) => (note ? `${heap} ${note.replaceAll(between, "-")}` : `${heap}`)).join(between);
}
