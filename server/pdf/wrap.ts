/** Measures a text. Widths of words and spaces add up. */
export type Measure = (text: string) => number;

/** More letters than any line can hold, so that a long text is never measured whole. */
const MOST_LETTERS = 400;

/** Replaces line breaks and control characters, which fonts draw as boxes. */
export const toOneLine = (text: string) =>
  text.replace(/(?! [^\s\p{Cc}])[\s\p{Cc}]+/gu, " ").trim();

/** Wraps a text to a width, in at most `most` lines. The last one is cut with `…`. A long word is broken. */
export function wrapLines(text: string, measure: Measure, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest && lines.length < most) {
    const line = splitHead(rest, measure, width);
    const isCut = lines.length === most - 1 && line.length < rest.length;
    lines.push(isCut ? cut(rest, measure, width) : line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** Returns as many whole words as fit, or the part of the first word that fits. */
function splitHead(text: string, measure: Measure, width: number): string {
  const blank = measure(" ");
  let filled = 0;
  let end = 0;
  for (const { 0: word, index } of text.slice(0, MOST_LETTERS).matchAll(/[^ ]+/g)) {
    filled += index ? blank : 0;
    filled += measureWord(word, measure, width - filled);
    if (filled > width) break;
    end = index + word.length;
  }
  return text.slice(0, end) || longest(text, (part) => measure(part) <= width);
}

/** Returns Infinity as soon as its beginning does not fit, because shaping costs up to 80 µs a letter. */
function measureWord(word: string, measure: Measure, room: number): number {
  for (let n = BEGINNING; n < word.length; n *= 2) {
    if (measure(word.slice(0, n)) > room) return Number.POSITIVE_INFINITY;
  }
  return measure(word);
}

const BEGINNING = 32;

const cut = (text: string, measure: Measure, width: number) =>
  `${longest(text, (part) => measure(`${part}…`) <= width)}…`;

const graphemes = new Intl.Segmenter("en-IN", { granularity: "grapheme" });

/** Returns the longest prefix that passes, with at least one letter, so that a loop always advances. */
function longest(text: string, passes: (part: string) => boolean): string {
  const ends = Array.from(
    graphemes.segment(text.slice(0, MOST_LETTERS)),
    ({ index, segment }) => index + segment.length,
  );
  const isPassed = (end: number) => passes(text.slice(0, ends[end]).trimEnd());
  // In doubling steps from the start: most of a long word is never measured.
  let [low, high] = [0, ends.length - 1];
  for (let end = 1; end < high; end *= 2) {
    if (isPassed(end)) low = end;
    else high = end - 1;
  }
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isPassed(middle)) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, ends[low]).trimEnd();
}
