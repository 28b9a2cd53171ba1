import { fromHundredths, type TaxedAt, taxSummary } from "../../../domain/gst.ts";
import { type Invoice, taxesOf, toLine } from "../../../domain/invoices.ts";
import { formatInr, type Paise, toPaise } from "../../../domain/money.ts";
import { amountInWords } from "../../../domain/words.ts";
import { style, WIDTH } from "../opening.ts";
import { INK, LEFT, RIGHT } from "../sheet.ts";
import type { Style } from "../type.ts";
import type { Flow } from "./flow.ts";
import { written } from "./items.ts";

const LABEL = style(8.5, INK.quiet);
const VALUE = style(8.5, INK.text);
const TOTAL = style(12, INK.text, "semibold");
const TOTAL_LABEL = style(9.5, INK.text, "semibold");
const HEAD = style(7, INK.quiet, "semibold");
const CELL = style(7.5, INK.text);
const SMALL_LABEL = style(7.5, INK.faint);

/** Of the two columns below the items, the one on the right. */
const SUMS = 216;
const LEADING = 13;

interface Sum {
  label: string;
  rupees: number;
  isTotal?: boolean;
}

function sumsOf(invoice: Invoice): Sum[] {
  const { subTotal, discountTotal, taxableValue, tax, roundOff, grandTotal } = invoice;
  const { received, tds, balance } = invoice;
  const taxes = taxesOf(invoice).map(({ name, part }) => ({ label: name, rupees: tax[part] }));
  const discounted = [
    { label: "Subtotal", rupees: subTotal },
    { label: "Discount", rupees: -discountTotal },
  ];
  const settled = [
    ...(received > 0 ? [{ label: "Received", rupees: -received }] : []),
    ...(tds > 0 ? [{ label: "TDS deducted", rupees: -tds }] : []),
    { label: "Balance due", rupees: balance, isTotal: true },
  ];
  return [
    ...(discountTotal > 0 ? discounted : []),
    { label: "Taxable value", rupees: taxableValue },
    ...taxes,
    ...(roundOff === 0 ? [] : [{ label: "Round off", rupees: roundOff }]),
    { label: "Total", rupees: grandTotal, isTotal: true },
    ...(received > 0 || tds > 0 ? settled : []),
  ];
}

/** What the invoice comes to, beside the total in words; then the taxes by HSN/SAC and rate. */
export async function drawTotals(flow: Flow, invoice: Invoice): Promise<void> {
  const sums = sumsOf(invoice);
  const height = sums.reduce((sum, { isTotal }) => sum + (isTotal ? 24 : LEADING), 10);
  await flow.need(height);
  const top = flow.y + 8;
  const bottom = drawSums(flow, sums, top);
  const { sheet } = flow;
  sheet.put(sheet.type.line("Amount in words", SMALL_LABEL), LEFT, top + 9);
  const words = amountInWords(toPaise(invoice.grandTotal) as Paise);
  const lines = sheet.type.wrap(words, VALUE, WIDTH - SUMS - 30, 5);
  for (const [n, line] of lines.entries()) sheet.put(line, LEFT, top + 22 + n * 11.5);
  flow.y = bottom + 8;
  await drawTaxes(flow, invoice);
}

function drawSums({ sheet }: Flow, sums: Sum[], top: number): number {
  const { type } = sheet;
  let y = top;
  for (const { label, rupees, isTotal } of sums) {
    const text = formatInr(rupees).replace("-", "−");
    if (isTotal) {
      sheet.box(INK.sunken, RIGHT - SUMS, y, SUMS, 20);
      sheet.put(type.line(label, TOTAL_LABEL), RIGHT - SUMS + 8, y + 14);
      sheet.put(fitted(text, TOTAL), RIGHT - 8, y + 14.2, "right");
      y += 24;
    } else {
      sheet.put(type.line(label, LABEL), RIGHT - SUMS + 8, y + 10);
      sheet.put(type.line(text, VALUE), RIGHT - 8, y + 10, "right");
      y += LEADING;
    }
  }
  return y;

  function fitted(text: string, look: Style) {
    const line = type.line(text, look);
    const room = SUMS - 90;
    return line.width <= room
      ? line
      : type.line(text, { ...look, size: (look.size * room) / line.width });
  }
}

/** Table 12 of GSTR-1 asks for these sums. */
async function drawTaxes(flow: Flow, invoice: Invoice): Promise<void> {
  if (taxesOf(invoice).length === 0) return;
  const items = invoice.items.map((item) => ({ ...toLine(item), hsnSac: item.hsnSac }));
  const rows = taxSummary(items, invoice.gstMode);
  const columns = columnsOf(invoice);
  await flow.need(Math.min(rows.length, 4) * 12 + 26);
  drawHeads(flow, columns);
  for (const row of rows) {
    if (await flow.need(14)) drawHeads(flow, columns);
    for (const { text, x, isRight } of columns) {
      const [line] = flow.sheet.type.wrap(text(row), CELL, 110, 1);
      if (line) flow.sheet.put(line, x, flow.y + 9, isRight ? "right" : "left");
    }
    flow.y += 12;
  }
  flow.y += 4;
}

interface Column {
  head: string;
  x: number;
  isRight?: boolean;
  text(row: TaxedAt): string;
}

function columnsOf(invoice: Invoice): Column[] {
  const places = [0.34, 0.46, 0.64, 0.82, 1].map((part) => LEFT + WIDTH * part);
  const right = (n: number) => ({ x: places[n] as number, isRight: true });
  const taxes = taxesOf(invoice).map(({ name, part }) => ({
    head: name,
    text: (row: TaxedAt) => written(row[part]),
  }));
  return [
    { head: "HSN/SAC", x: LEFT, text: ({ hsnSac }) => hsnSac || "–" },
    { head: "Taxable value", ...right(0), text: ({ taxable }) => written(taxable) },
    { head: "GST", ...right(1), text: ({ taxPct }) => `${fromHundredths(taxPct)}%` },
    ...taxes.map((tax, n) => ({ ...tax, ...right(n + 2) })),
    {
      head: "Tax",
      ...right(4),
      text: ({ cgst, sgst, igst }) => written((cgst + sgst + igst) as Paise),
    },
  ];
}

function drawHeads(flow: Flow, columns: Column[]): void {
  const { sheet } = flow;
  sheet.box(INK.line, LEFT, flow.y, WIDTH, 0.5);
  for (const { head, x, isRight } of columns) {
    sheet.put(sheet.type.line(head, HEAD), x, flow.y + 11, isRight ? "right" : "left");
  }
  flow.y += 15;
}
