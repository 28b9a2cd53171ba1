import { type LineFigures, lineFigures } from "../../../domain/gst.ts";
import { type Invoice, type InvoiceItem, taxesOf, toLine } from "../../../domain/invoices.ts";
import { groupIndian, type Paise, toDecimal } from "../../../domain/money.ts";
import { style, WIDTH } from "../opening.ts";
import { INK, LEFT, RIGHT, type Sheet } from "../sheet.ts";
import type { Line, Style } from "../type.ts";
import type { Flow } from "./flow.ts";

// The lines of an invoice: Rule 46 of the CGST Rules asks for each one's HSN or SAC, taxable value, and
// rate and amount of each tax.

interface Row {
  item: InvoiceItem;
  figures: LineFigures;
}

interface Column {
  head: string;
  text(row: Row): string;
  /** Below it, smaller. */
  note?(row: Row): string;
}

const HEAD = style(7, INK.quiet, "semibold");
const TEXT = style(8.5, INK.text);
const NOTE = style(7, INK.faint);
const SIZES = [8.5, 8, 7.5, 7, 6.5, 6, 5.5];
const LEADING = 11;
const GAP = 9;
const NUMBER_WIDTH = 20;
/** What a description has at least, in points. */
const DESCRIPTION = 118;

/** The table of items, over as many pages as it takes; each begins with the names of the columns. */
export async function drawItems(flow: Flow, invoice: Invoice): Promise<void> {
  const rows = invoice.items.map((item) => ({
    item,
    figures: lineFigures(toLine(item), invoice.gstMode),
  }));
  const table = layTable(flow.sheet, columnsOf(invoice, rows), rows);
  drawTableHead(flow, table);
  for (const [n, row] of rows.entries()) await drawRow(flow, table, row, n + 1);
  flow.sheet.box(INK.strong, LEFT, flow.y, WIDTH, 0.6);
}

function columnsOf(invoice: Invoice, rows: Row[]): Column[] {
  const share = invoice.gstMode === "IGST" ? 1 : 2;
  const taxes = taxesOf(invoice).map(({ name, part }) => ({
    head: name,
    text: amount(part),
    note: ({ item }: Row) => percent(item.taxPct / share),
  }));
  const isDiscounted = ({ item }: Row) => item.discountPct > 0;
  const discount: Column = {
    head: "Discount",
    text: (row) => (isDiscounted(row) ? amount("discount")(row) : "–"),
    note: (row) => (isDiscounted(row) ? percent(row.item.discountPct) : ""),
  };
  return [
    { head: "HSN/SAC", text: ({ item }) => item.hsnSac.slice(0, 12) },
    { head: "Qty", text: ({ item }) => quantity(item.qty) },
    { head: "Rate", text: ({ item }) => decimal(item.rate) },
    ...(rows.some(isDiscounted) ? [discount] : []),
    { head: "Taxable", text: amount("taxable") },
    ...taxes,
    { head: "Amount", text: amount("total") },
  ];
}

const amount =
  (figure: keyof LineFigures) =>
  ({ figures }: Row): string =>
    grouped(toDecimal(figures[figure]));

const decimal = (rupees: number) => grouped(rupees.toFixed(2));
const quantity = (qty: number) => grouped(String(qty));
/** Without the noughts at its end: 9%, 2.5%, 0.125%. */
const percent = (pct: number) => `${Number(pct.toFixed(3))}%`;

function grouped(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  return fraction === undefined ? groupIndian(whole) : `${groupIndian(whole)}.${fraction}`;
}

interface Table {
  columns: (Column & { right: number })[];
  look: Style;
  note: Style;
  description: number;
}

/** Columns as wide as what stands in them; where that leaves a description too little, in smaller type. */
function layTable({ type }: Sheet, columns: Column[], rows: Row[]): Table {
  for (const size of SIZES) {
    const look = style(size, INK.text);
    const note = style(Math.min(7, size - 1), INK.faint);
    const widths = columns.map((column) =>
      Math.max(
        type.line(column.head, HEAD).width,
        ...rows.map((row) => type.line(column.text(row), look).width),
      ),
    );
    const taken = widths.reduce((sum, width) => sum + width + GAP, NUMBER_WIDTH);
    if (WIDTH - taken < DESCRIPTION && size !== SIZES.at(-1)) continue;

    let right = RIGHT;
    const places = widths.map(() => 0);
    for (let n = widths.length - 1; n >= 0; n--) {
      places[n] = right;
      right -= (widths[n] as number) + GAP;
    }
    const placed = columns.map((column, n) => ({ ...column, right: places[n] as number }));
    return { columns: placed, look, note, description: WIDTH - taken };
  }
  throw new Error("The last size takes any table");
}

function drawTableHead(flow: Flow, { columns }: Table): void {
  const { sheet } = flow;
  sheet.box(INK.sunken, LEFT - 6, flow.y, WIDTH + 12, 18);
  sheet.put(sheet.type.line("#", HEAD), LEFT, flow.y + 12);
  sheet.put(sheet.type.line("Description", HEAD), LEFT + NUMBER_WIDTH, flow.y + 12);
  for (const { head, right } of columns) {
    sheet.put(sheet.type.line(head, HEAD), right, flow.y + 12, "right");
  }
  flow.y += 20;
}

async function drawRow(flow: Flow, table: Table, row: Row, n: number): Promise<void> {
  const { sheet } = flow;
  const { type } = sheet;
  const lines: Line[] = type.wrap(row.item.description, TEXT, table.description, 30);
  const hasNotes = table.columns.some(({ note }) => note);
  const height = Math.max(lines.length * LEADING, hasNotes ? 18 : LEADING) + 6;
  if (await flow.need(height + 4)) drawTableHead(flow, table);

  const top = flow.y + 3;
  sheet.put(type.line(String(n), NOTE), LEFT, top + 8.5);
  for (const [at, line] of lines.entries()) {
    sheet.put(line, LEFT + NUMBER_WIDTH, top + 8.5 + at * LEADING);
  }
  for (const { text, note, right } of table.columns) {
    sheet.put(type.line(text(row), table.look), right, top + 8.5, "right");
    if (note) sheet.put(type.line(note(row), table.note), right, top + 16.5, "right");
  }
  flow.y += height;
  sheet.box(INK.line, LEFT, flow.y - 1, WIDTH, 0.5);
}

/** An amount as the table writes it: no sign of the currency, two decimals, Indian groups. */
export const written = (paise: Paise): string => grouped(toDecimal(paise));
