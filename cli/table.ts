import { formatInr, type RupeeSum, sumInPaise, toDecimal } from "../domain/money.ts";
import { type Output, oneLine } from "./output.ts";

export interface Column<Row> {
  title: string;
  text(row: Row): string;
  /** The cell in CSV: a plain number without signs or groups. */
  plain?(row: Row): string;
  align?: "right";
  /** The least width when shortened. Without it, the column is never shortened. */
  minWidth?: number;
  /**
   * On a narrow terminal, the column with the highest number is dropped first. Without it, the column
   * always stays.
   */
  dropOrder?: number;
  /** Dropped before any column is shortened. */
  dropFirst?: boolean;
  /** On a narrow terminal, printed in full below its row. */
  below?: boolean;
}

export const rupeesColumn = <Row>(
  title: string,
  amount: (row: Row) => RupeeSum | undefined,
  spare?: number,
): Column<Row> => ({
  title,
  text: (row) => ifAny(amount(row), formatInr),
  plain: (row) => ifAny(amount(row), (sum) => toDecimal(sumInPaise(sum))),
  align: "right",
  ...(spare && { dropOrder: spare }),
});

const ifAny = (sum: RupeeSum | undefined, words: (sum: RupeeSum) => string) =>
  sum === undefined ? "" : words(sum);

const GAP = "  ";

/** Formats rows with headers, shortened to the terminal's width. Not shortened if stdout is no terminal. */
export function table<Row>(rows: Row[], columns: Column<Row>[], output: Output): string {
  const screen = process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
  const all = measure(rows, columns);
  const fits = sumWidths(all.map(({ width }) => width)) <= screen;
  const below = all.filter(({ column }) => column.below && !fits);
  const { shown, widths } = fitColumns(
    all.filter((one) => !below.includes(one)),
    screen,
  );
  const left = columns.length - shown.length - below.length;
  if (left) output.note(`(${left} of ${columns.length} columns left out: the terminal is narrow)`);

  const line = (texts: string[]) =>
    texts
      .map((text, i) => pad(text, widths[i] ?? 0, shown[i]?.column.align))
      .join(GAP)
      .trimEnd();
  const title = output.paint.dim(line(shown.map(({ column }) => column.title)));
  const lines = rows.flatMap((_, n) => [
    line(shown.map(({ texts }) => texts[n] ?? "")),
    ...below.map(({ texts }) => `${GAP}${texts[n] ?? ""}`),
  ]);
  return [title, ...lines].join("\n");
}

/** Formats labels and values, one pair per line. */
export function list(pairs: [label: string, value: string][], { paint }: Output): string {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs
    .map(([label, value]) => `${paint.dim(label.padEnd(width))}${GAP}${oneLine(value)}`)
    .join("\n");
}

interface Measured<Row> {
  column: Column<Row>;
  texts: string[];
  width: number;
}

function measure<Row>(rows: Row[], columns: Column<Row>[]): Measured<Row>[] {
  return columns.map((column) => {
    const texts = rows.map((row) => oneLine(column.text(row)));
    return {
      column,
      texts,
      width: Math.max(...[column.title, ...texts].map(cells)),
    };
  });
}

/**
 * Fits columns on the screen: drops those to drop first, then shortens the widest that allow it. If that is
 * not enough, drops another column and starts again.
 */
function fitColumns<Row>(
  all: Measured<Row>[],
  screen: number,
): { shown: Measured<Row>[]; widths: number[] } {
  const widths = all.map(({ width }) => width);
  let over = sumWidths(widths) - screen;
  if (over > 0 && all.some(({ column }) => column.dropFirst)) {
    const early = all.filter(({ column }) => column.dropFirst);
    const most = Math.max(...early.map(({ column }) => column.dropOrder ?? 0));
    const goes = ({ column }: Measured<Row>) =>
      column.dropFirst && (column.dropOrder ?? 0) === most;
    return fitColumns(
      all.filter((one) => !goes(one)),
      screen,
    );
  }
  while (over > 0) {
    const room = (i: number) =>
      (widths[i] ?? 0) - (all[i]?.column.minWidth ?? Number.POSITIVE_INFINITY);
    const cuttable = widths.map((_, i) => i).filter((i) => room(i) > 0);
    const widest = cuttable.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0];
    if (widest === undefined) return leaveOneOut(all, widths, screen);
    widths[widest] = (widths[widest] ?? 0) - 1;
    over--;
  }
  return { shown: all, widths };
}

const sumWidths = (widths: number[]) =>
  widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);

function leaveOneOut<Row>(all: Measured<Row>[], widths: number[], screen: number) {
  const spare = Math.max(...all.map(({ column }) => column.dropOrder ?? 0));
  if (spare === 0) return { shown: all, widths };
  return fitColumns(
    all.filter(({ column }) => column.dropOrder !== spare),
    screen,
  );
}

function pad(text: string, width: number, align?: "right"): string {
  const cut = cells(text) > width ? cutTo(text, width) : text;
  const blanks = " ".repeat(Math.max(0, width - cells(cut)));
  return align ? blanks + cut : cut + blanks;
}

function cutTo(text: string, width: number): string {
  let cut = "";
  for (const { segment } of new Intl.Segmenter("en").segment(text)) {
    if (cells(cut + segment) > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/**
 * Returns the width in terminal cells. A Devanagari syllable has fewer cells than characters. Bun 1.4.5
 * counts a spacing vowel sign (`\p{Mc}`) as zero, but wcwidth, which terminals use, counts it as one.
 */
function cells(text: string): number {
  return Bun.stringWidth(text) + (text.match(/\p{Mc}/gu)?.length ?? 0);
}
