import { type Checkpoint, checkpointWords } from "../../domain/agencies/checkpoints.ts";
import { type CalendarDate, formatDate } from "../../domain/dates.ts";
import { INK } from "./ink.ts";
import { type Content, type Definition, ruler } from "./maker.ts";
import type { Pen } from "./pen.ts";
import { PAGE } from "./sheet.ts";
import { fitStyle, type Style, style } from "./type.ts";

// Building blocks of documents: text, letterhead, parties, facts and footer. closing.ts has the parts below
// the lines, table.ts the lines. Lengths are in points.

export const MARGIN = 42;
export const WIDTH = PAGE.width - 2 * MARGIN;
export const LANDSCAPE = PAGE.height - 2 * MARGIN;

export const LABEL = style(7.5, INK.faint);
export const VALUE = style(9);
export const STRONG = style(9, INK.text, "semibold");
export const SMALL = style(8, INK.quiet);
export const QUIET = style(9, INK.quiet);
const RUNNING_HEAD = style(8, INK.quiet);

/** Lays out one line. User input goes through `lines`. */
export const text = (words: string, look: Style, more: Content = {}): Content => ({
  text: words,
  noWrap: true,
  fontSize: look.size,
  bold: look.weight === "semibold",
  color: look.color,
  ...more,
});

/** Wraps text to a width, in at most `most` lines. The last one is cut with `…`. */
export const lines = (
  words: string,
  look: Style,
  width: number,
  most: number,
  more: Content = {},
): Content[] => ruler.split(words, look, width, most).map((line) => text(line, look, more));

/** Lays out paragraphs with their line breaks, in at most `most` lines. */
export function paragraphs(words: string, look: Style, width: number, most: number): Content[] {
  if (!words.trim()) return [];
  return words
    .split("\n", most)
    .flatMap((line) => (line.trim() ? lines(line, look, width, most) : [text(" ", look)]))
    .slice(0, most);
}

/** An area that a pen draws on. It can link to an address. */
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

/** Lays out parts side by side. Widths are in points; `*` takes the rest of the line. */
export const layOutColumns = (
  parts: [width: number | "*", content: Content[]][],
  gap = 0,
): Content => ({
  columns: parts.map(([width, stack]) => ({ width, stack })),
  columnGap: gap,
});

export interface Letterhead {
  name: string;
  /** Address and telephone, one per line. */
  facts: string[];
  gstin: string;
  hasLogo: boolean;
  /** The most lines for the name, and for the facts. */
  most?: number;
}

const LOGO = [120, 46];
const TITLES = 190;

/** The header of the first page: agency and document title, above a thick line. */
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

export const titles = (title: string, number: string, notes: Content[]): Content[] => [
  text(title, style(16, INK.text, "semibold")),
  ...lines(number, style(10.5, INK.text, "semibold"), TITLES, 1),
  ...notes,
];

/** A framed status. */
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
  /** Never cut: town, state, GSTIN. */
  facts: string[];
  gstin: string;
  contact: string;
}

/** Lays out the recipient. A long address is cut; the name never is, because Rule 46 requires it. */
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

/** Lays out labels and values, without blank ones. */
export function facts(
  rows: [label: string, words: string, more?: Content][],
  label: number,
  width: number,
): Content[] {
  return rows
    .filter(([, words]) => words)
    .map(([name, words, more]) => ({
      ...layOutColumns([
        [label, [text(name, LABEL, { margin: [0, 1.5, 0, 0] })]],
        [width - label, lines(words, VALUE, width - label, 3, more)],
      ]),
      margin: [0, 0, 0, 2.5],
    }));
}

/** A heading with the height of what must follow on the same page. */
export const heading = (words: string, needed: number): Content =>
  text(words, style(10, INK.text, "semibold"), { headlineLevel: needed, margin: [0, 9, 0, 4] });

/** Moves a heading to the next page if the height it needs is not left. */
export const breakBefore: Definition["breakBefore"] = ({ headlineLevel = 0, startPosition }) =>
  headlineLevel > (1 - startPosition.verticalRatio) * startPosition.pageInnerHeight;

/** Key figures side by side. */
export const figures = (rows: { label: string; amount: string; color: string }[]): Content => {
  const room = WIDTH / rows.length - 8;
  return {
    ...layOutColumns(
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

/**
 * Returns the footer: when the report was made, and the audit log's checkpoint, which can prove later that
 * the log is unchanged.
 */
export const formatFoot = ({
  generatedOn,
  head,
}: {
  generatedOn: CalendarDate;
  head: Checkpoint;
}) => `Generated on ${formatDate(generatedOn)} by bahi, ${checkpointWords(head)}`;

/** Returns the page setup shared by documents: header from page two on, and footer. */
export function pages(
  name: string,
  what: string,
  foot: string,
  width = WIDTH,
): Pick<Definition, "margins" | "header" | "footer"> {
  const half = width / 2;
  const line = (left: string, right: string, look: Style): Content =>
    layOutColumns([
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
