import { type InvoiceItem, toLine } from "../../domain/documents/invoices.ts";
import {
  isBillOfSupply,
  lineTotal,
  listShownTaxes,
  type Shown,
} from "../../domain/documents/paper.ts";
import { lineFigures, type TaxedAt, taxSummary } from "../../domain/gst/figures.ts";
import { fromHundredths } from "../../domain/hundredths.ts";
import { type Paise, type Rupees, toDecimal, toPaise, toRupees } from "../../domain/money.ts";
import { groupDigits } from "./amounts.ts";
import { INK } from "./ink.ts";
import { space } from "./kit.ts";
import type { Content } from "./maker.ts";
import { type Column, table } from "./table.ts";

// The lines of an invoice with their stored amounts, and totals by HSN or SAC.

interface Row {
  n: number;
  item: InvoiceItem;
}

/** Lays out each line's HSN or SAC, taxable value, and rate and amount of each tax, as Rule 46 requires. */
export function layOutItems(invoice: Shown): Content {
  const rows = invoice.items.map((item, n) => ({ n: n + 1, item }));
  const isDiscounted = ({ item }: Row) => item.discountPct > 0;
  const discount: Column<Row> = {
    head: "Discount",
    text: (row) => (isDiscounted(row) ? discountIn(row.item) : "–"),
    note: (row) => (isDiscounted(row) ? percent(row.item.discountPct) : ""),
  };
  const wide: Column<Row> = {
    head: "Description",
    text: ({ item }) => item.description,
    isLeft: true,
  };
  const taxes = taxColumns(invoice);
  const columns: Column<Row>[] = [
    { head: "#", text: ({ n }) => String(n), color: () => INK.faint, isLeft: true },
    wide,
    ...(taxes.length > 0 || rows.some(({ item }) => item.hsnSac)
      ? [{ head: "HSN/SAC", text: ({ item }: Row) => item.hsnSac.slice(0, 12), isLeft: true }]
      : []),
    { head: "Qty", text: ({ item }) => `${groupDigits(String(item.qty))} ${toUnit(item)}`.trim() },
    { head: "Rate", text: ({ item }) => formatAmount(item.rate) },
    ...(rows.some(isDiscounted) ? [discount] : []),
    ...(taxes.length > 0
      ? [{ head: "Taxable value", text: ({ item }: Row) => formatAmount(item.taxable) }, ...taxes]
      : []),
    { head: "Amount", text: ({ item }) => formatAmount(lineTotal(item, invoice)) },
  ];
  return table(columns, rows, { wide, room: 118 });
}

const toUnit = ({ unit }: InvoiceItem) => unit.slice(0, 12);

const discountIn = (item: InvoiceItem): string =>
  formatAmount(toRupees(lineFigures(toLine(item), "INTRA").discountPaise));

/**
 * Puts the rate in the header if all lines have the same. Under reverse charge it is the only tax column.
 */
function taxColumns(invoice: Shown): Column<Row>[] {
  if (invoice.reverseCharge && !isBillOfSupply(invoice)) {
    return [{ head: "GST", text: ({ item }) => percent(item.taxPct) }];
  }
  const share = invoice.gstMode === "IGST" ? 1 : 2;
  const rates = new Set(invoice.items.map(({ taxPct }) => taxPct));
  const [rate = 0] = rates;
  return listShownTaxes(invoice).map(({ name, part }) => {
    const text = ({ item }: Row) => formatAmount(item[part]);
    return rates.size === 1
      ? { head: `${name} ${percent(rate / share)}`, text }
      : { head: name, text, note: ({ item }: Row) => percent(item.taxPct / share) };
  });
}

const formatAmount = (rupees: Rupees): string => groupDigits(rupees.toFixed(2));
/** Without trailing zeros: 9%, 2.5%, 0.125%. */
const percent = (pct: number) => `${Number(pct.toFixed(3))}%`;

/** Lays out totals by code, for Table 12 of GSTR-1. */
export function taxesByCode(invoice: Shown): Content[] {
  const taxes = listShownTaxes(invoice);
  if (taxes.length === 0) return [];
  const rows = taxSummary(invoice.items.map(toTaxed));
  const sumTax = ({ cgst, sgst, igst }: Pick<TaxedAt, "cgst" | "sgst" | "igst">) =>
    (cgst + sgst + igst) as Paise;
  const figure = (head: string, of: (row: TaxedAt) => Paise): Column<TaxedAt> => ({
    head,
    text: (row) => groupDigits(toDecimal(of(row))),
    total:
      rows.length > 1
        ? groupDigits(toDecimal(rows.reduce((all, row) => all + of(row), 0) as Paise))
        : "",
  });
  const wide: Column<TaxedAt> = {
    head: "HSN/SAC",
    text: ({ hsnSac }) => hsnSac || "–",
    isLeft: true,
    total: rows.length > 1 ? "Total" : "",
  };
  const columns: Column<TaxedAt>[] = [
    wide,
    figure("Taxable value", ({ taxable }) => taxable),
    { head: "GST", text: ({ taxPct }) => `${fromHundredths(taxPct)}%` },
    ...taxes.map(({ name, part }) => figure(name, (row) => row[part])),
    figure("Tax", sumTax),
  ];
  return [space(6), table(columns, rows, { wide, room: 60 })];
}

const toTaxed = (item: InvoiceItem): TaxedAt => ({
  hsnSac: item.hsnSac,
  taxPct: toLine(item).taxPct,
  taxable: toPaise(item.taxable) as Paise,
  cgst: toPaise(item.cgst) as Paise,
  sgst: toPaise(item.sgst) as Paise,
  igst: toPaise(item.igst) as Paise,
});
