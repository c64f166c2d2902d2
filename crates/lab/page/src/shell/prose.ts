// Sentences of the engine as they are shown: numbers in one form, code in its own letters, and links where a sentence
// cites the theory or a sequence of the OEIS.

/** A number with its digits in threes: 48,399,022. */
export function number(count: number | string): string {
  const text = String(count);
  return text.length > 3 ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
}

export type Span = { kind: "text" | "code"; text: string } | { kind: "theory" | "oeis"; text: string; at: string };

const cited = /`[^`]*`|theory (?:\d+|[A-Z])\.\d+(?: [A-Z]\b)?(?:(?:, | and |; )(?:\d+|[A-Z])\.\d+(?: [A-Z]\b)?)*|\bA\d{6}\b|\b\d{1,3}(?:[ \u2009\u202f]\d{3})+\b|(?<![\w.^,-])\d{4,}(?!\w|\^|\.\d)/g;
const statement = /(?:\d+|[A-Z])\.\d+(?: [A-Z]\b)?/g;

/** The parts of a sentence. */
export function prose(sentence: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  const plain = (text: string): void => {
    const last = spans[spans.length - 1];
    if (!text) return;
    if (last?.kind === "text") last.text += text;
    else spans.push({ kind: "text", text });
  };
  for (const found of sentence.matchAll(cited)) {
    plain(sentence.slice(end, found.index));
    const text = found[0];
    end = found.index + text.length;
    if (text.startsWith("`")) spans.push({ kind: "code", text: text.slice(1, -1) });
    else if (text.startsWith("A")) spans.push({ kind: "oeis", text, at: text });
    else if (text.startsWith("theory")) theory(text);
    else plain(number(text.replace(/[ \u2009\u202f]/g, "")));
  }
  plain(sentence.slice(end));
  return spans;

  function theory(text: string): void {
    let from = 0;
    for (const one of text.matchAll(statement)) {
      const to = one.index + one[0].length;
      if (from === 0) spans.push({ kind: "theory", text: text.slice(0, to), at: one[0] });
      else {
        plain(text.slice(from, one.index));
        spans.push({ kind: "theory", text: one[0], at: one[0] });
      }
      from = to;
    }
  }
}
