import { type Checkpoint, checkpointWords } from "../../domain/agencies/checkpoints.ts";
import { type CalendarDate, formatDate } from "../../domain/dates.ts";
import { INK } from "./ink.ts";
import { type Content, type Definition, ruler } from "./maker.ts";
import type { Pen } from "./pen.ts";
import { PAGE } from "./sheet.ts";
import { fitStyle, type Style, style } from "./type.ts";

// What documents are put together from: text, letterhead, parties and facts, the foot. closing.ts has what
// stands below the lines of an account, table.ts the lines. Lengths are points.

export const MARGIN = 42;
/** Of what stands between the margins. */
export const WIDTH = PAGE.width - 2 * MARGIN;
/** The same of a page on its side. */
export const LANDSCAPE = PAGE.height - 2 * MARGIN;

export const LABEL = style(7.5, INK.faint);
export const VALUE = style(9);
export const STRONG = style(9, INK.text, "semibold");
export const SMALL = style(8, INK.quiet);
export const QUIET = style(9, INK.quiet);
const RUNNING_HEAD = style(8, INK.quiet);

/** On one line, as it is. Everything that a user wrote goes through `lines`. */
export const text = (words: string, look: Style, more: Content = {}): Content => ({
  text: words,
  noWrap: true,
  fontSize: look.size,
  bold: look.weight === "semibold",
  color: look.color,
  ...more,
});

/** As many lines as it takes at a width, at most `most`: the last is cut with `…`. */
export const lines = (
  words: string,
  look: Style,
  width: number,
  most: number,
  more: Content = {},
): Content[] => ruler.split(words, look, width, most).map((line) => text(line, look, more));

/** Paragraphs, each line of them as it was written, at most `most` lines in all. */
export function paragraphs(words: string, look: Style, width: number, most: number): Content[] {
  if (!words.trim()) return [];
  return words
    .split("\n", most)
    .flatMap((line) => (line.trim() ? lines(line, look, width, most) : [text(" ", look)]))
    .slice(0, most);
}

/** A place of a size that a pen draws in, and that may lead to an address. */
export const drawing = (
  width: number,
  height: number,
  draw: (pen: Pen) => void,
  more: Content & { link?: string } = {},
): Content => {
  const { link, ...others } = more;
  return { canvas: [{ type: "rect", x: 0, y: 0, w: width, h: height, draw, link }], ...others };
};

export const rule = (
  thickness: number,
  color: string,
  width = WIDTH,
  more: Content = {},
): Content => drawing(width, thickness, (pen) => pen.box(color, 0, 0, width, thickness), more);

export const space = (height: number): Content => ({
  text: "",
  margin: [0, 0, 0, height],
  fontSize: 0,
});

/** Side by side: a width in points each; the rest of the line is for the one without. */
export const beside = (parts: [width: number | "*", content: Content[]][], gap = 0): Content => ({
  columns: parts.map(([width, stack]) => ({ width, stack })),
  columnGap: gap,
});

export interface Letterhead {
  name: string;
  /** Address and telephone, line by line. */
  facts: string[];
  gstin: string;
  hasLogo: boolean;
  /** Lines of the name, and of facts. */
  most?: number;
}

const LOGO = [120, 46];
const TITLES = 190;

/** Who writes, and what: on a first page. A thick line ends it. */
export function letterhead(
  { name, facts, gstin, hasLogo, most = 10 }: Letterhead,
  titles: Content[],
  width = WIDTH,
): Content[] {
  const room = width - TITLES - 20 - (hasLogo ? 134 : 0);
  const written = [
    ...lines(name, style(14, INK.text, "semibold"), room, most),
    ...facts.flatMap((fact) => lines(fact, SMALL, room, 2)).slice(0, most),
    ...(gstin ? lines(`GSTIN ${gstin}`, style(8.5, INK.text, "semibold"), room, 1) : []),
  ];
  const logo: Content = { image: "logo", fit: LOGO, margin: [0, 3, 0, 0] };
  return [
    {
      columns: [
        ...(hasLogo ? [{ width: "auto", stack: [logo], margin: [0, 0, 14, 0] }] : []),
        { width: "*", stack: written },
        { width: TITLES, stack: titles, alignment: "right" },
      ],
    },
    rule(1.4, INK.text, width, { margin: [0, 10, 0, 12] }),
  ];
}

/** What a document is called, its number, and what else stands below. */
export const titles = (title: string, number: string, notes: Content[]): Content[] => [
  text(title, style(16, INK.text, "semibold")),
  ...lines(number, style(10.5, INK.text, "semibold"), TITLES, 1),
  ...notes,
];

/** A state that a document is marked with, in a frame. */
export function mark(word: string, color: string): Content {
  const look = style(8, color, "semibold");
  const width = ruler.width(word, look) + 14;
  const draw = (pen: Pen) => {
    pen.box(color, 0, 0, width, 15);
    pen.box("#ffffff", 0.9, 0.9, width - 1.8, 13.2);
    pen.put(pen.type.line(word, look), 7, 10.4);
  };
  return drawing(width, 15, draw, { margin: [0, 4, 0, 0] });
}

export interface Party {
  label: string;
  name: string;
  address: string;
  /** Which are never cut: town, state, GSTIN. */
  facts: string[];
  gstin: string;
  contact: string;
}

/** Whom it is for. Of a long address there is a beginning; a name is whole, as Rule 46 wants it. */
export function party(
  { label, name, address, facts, gstin, contact }: Party,
  width: number,
): Content[] {
  return [
    text(label, LABEL),
    ...lines(name, style(10.5, INK.text, "semibold"), width, 10),
    ...paragraphs(address, VALUE, width, 10),
    ...facts.flatMap((fact) => lines(fact, VALUE, width, 2)),
    ...(gstin ? lines(`GSTIN ${gstin}`, STRONG, width, 1) : []),
    ...lines(contact, SMALL, width, 2),
  ];
}

/** Labels and what they say, of those that say something. */
export function facts(
  rows: [label: string, words: string, more?: Content][],
  label: number,
  width: number,
): Content[] {
  return rows
    .filter(([, words]) => words)
    .map(([name, words, more]) => ({
      ...beside([
        [label, [text(name, LABEL, { margin: [0, 1.5, 0, 0] })]],
        [width - label, lines(words, VALUE, width - label, 3, more)],
      ]),
      margin: [0, 0, 0, 2.5],
    }));
}

/** Of a part of a report, with what must stand below it on the same page. */
export const heading = (words: string, needed: number): Content =>
  text(words, style(10, INK.text, "semibold"), { headlineLevel: needed, margin: [0, 9, 0, 4] });

/** Takes a heading over to the next page where the room that it needs is not left. */
export const breakBefore: Definition["breakBefore"] = ({ headlineLevel = 0, startPosition }) =>
  headlineLevel > (1 - startPosition.verticalRatio) * startPosition.pageInnerHeight;

/** Key figures side by side. */
export const figures = (rows: { label: string; amount: string; color: string }[]): Content => {
  const room = WIDTH / rows.length - 8;
  return {
    ...beside(
      rows.map(({ label, amount, color }) => [
        room,
        [
          text(label, LABEL),
          text(amount, fitStyle(ruler, amount, style(14, color, "semibold"), room)),
        ],
      ]),
      8,
    ),
    margin: [0, 0, 0, 10],
  };
};

/** When a report was made, and how far the audit log had come: who keeps it can prove the log later. */
export const formatFoot = ({
  generatedOn,
  head,
}: {
  generatedOn: CalendarDate;
  head: Checkpoint;
}) => `Generated on ${formatDate(generatedOn)} by bahi, ${checkpointWords(head)}`;

/** What the pages of a document have in common: the running head of the later ones, and the foot of each. */
export function pages(
  name: string,
  what: string,
  foot: string,
  width = WIDTH,
): Pick<Definition, "margins" | "header" | "footer"> {
  const half = width / 2;
  const line = (left: string, right: string, look: Style): Content =>
    beside([
      [half, lines(left, look, half, 1)],
      [half, lines(right, look, half, 1, { alignment: "right" })],
    ]);
  return {
    margins: [MARGIN, MARGIN + 8, MARGIN, 54],
    header: (page) =>
      page > 1 ? { ...line(name, what, RUNNING_HEAD), margin: [MARGIN, 28, MARGIN, 0] } : undefined,
    footer: (page, pages) => ({
      stack: [
        rule(0.4, INK.line, width),
        { ...line(`Page ${page} of ${pages}`, foot, style(7, INK.faint)), margin: [0, 5, 0, 0] },
      ],
      margin: [MARGIN, 16, MARGIN, 0],
    }),
  };
}
