import { INK } from "./ink.ts";
import { lines, text, WIDTH } from "./kit.ts";
import { type Content, ruler } from "./maker.ts";
import { type Style, style } from "./type.ts";

export interface Column<Row> {
  head: string;
  text(row: Row): string;
  /** Smaller text below the cell. */
  note?(row: Row): string;
  color?(row: Row): string;
  /** Drawn instead of text, as wide as a legend's square. */
  draw?(row: Row): Content;
  /** Left-aligned. Numbers are right-aligned. */
  isLeft?: boolean;
  /** The cell in the totals row. */
  total?: string;
}

const HEAD = style(7, INK.quiet, "semibold");
const SIZES = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5];
/** Below this size, the wide column becomes narrower too. */
const LEGIBLE = 6;
const GAP = 9;
const SQUARE = 6;

/**
 * Lays out rows across pages, with the header repeated on each. Columns are as wide as their content,
 * except the `wide` one, which wraps in the remaining width. If less than `room` remains, the type of the
 * others shrinks.
 */
export function table<Row>(
  columns: Column<Row>[],
  rows: Row[],
  { wide, room, width = WIDTH }: { wide: Column<Row>; room: number; width?: number },
): Content {
  const hasRoom = (size: number) => restAt(size) >= (size > LEGIBLE ? room : room * 0.6);
  const size = SIZES.find(hasRoom) ?? (SIZES.at(-1) as number);
  const cell = style(size);
  const strong = style(size, INK.text, "semibold");
  const note = style(Math.min(7, size - 1), INK.faint);
  const hasTotal = columns.some(({ total }) => total);
  const padding = 2.5;

  function widthAt(column: Column<Row>, size: number): number {
    if (column.draw) return SQUARE;
    const words = rows.map((row) => ruler.width(column.text(row), style(size)));
    const total = ruler.width(column.total ?? "", style(size, INK.text, "semibold"));
    return Math.max(ruler.width(column.head, HEAD), total, ...words);
  }
  function restAt(size: number): number {
    const others = columns.filter((column) => column !== wide);
    return others.reduce((left, column) => left - widthAt(column, size) - GAP, width);
  }

  const rest = Math.max(restAt(size), 40);
  const place = ({ isLeft }: Column<Row>): Content => (isLeft ? {} : { alignment: "right" });

  function body(column: Column<Row>, row: Row): Content {
    if (column.draw) return column.draw(row);
    if (column === wide) return { stack: lines(column.text(row), style(8.5), rest, 30) };
    const look: Style = column.color ? { ...cell, color: column.color(row) } : cell;
    const figure = text(column.text(row), look, place(column));
    const below = column.note?.(row);
    return below ? { stack: [figure, text(below, note, place(column))] } : figure;
  }

  const heads = columns.map((column) => text(column.head, HEAD, place(column)));
  const sums = columns.map((column) => text(column.total ?? "", strong, place(column)));
  const all = [
    heads,
    ...rows.map((row) => columns.map((column) => body(column, row))),
    ...(hasTotal ? [sums] : []),
  ];
  const isThick = (n: number) => n === 1 || n === all.length || (hasTotal && n === all.length - 1);
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map((column) => (column === wide ? rest : widthAt(column, size))),
      body: all,
    },
    layout: {
      hLineWidth: (n: number) => (n === 0 ? 0 : isThick(n) ? 0.8 : 0.4),
      hLineColor: (n: number) => (isThick(n) ? INK.text : INK.line),
      vLineWidth: () => 0,
      paddingLeft: (n: number) => (n === 0 ? 0 : GAP),
      paddingRight: () => 0,
      paddingTop: () => padding,
      paddingBottom: () => padding,
    },
  };
}
