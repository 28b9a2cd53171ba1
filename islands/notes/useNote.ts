import { useState } from "react";
import { today } from "../../domain/dates.ts";
import { type Invoice, type InvoiceItem, toLine } from "../../domain/documents/invoices.ts";
import {
  checkNote,
  isWithoutGst,
  NewNote,
  type Note,
  type NoteKind,
  type NoteRow,
} from "../../domain/documents/notes.ts";
import { isBillOfSupply } from "../../domain/documents/paper.ts";
import { chargeLines, type Line } from "../../domain/gst/figures.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";
import type { FormField } from "../ui/Field.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

export interface NoteProps {
  /** The draft to edit; undefined for a new one. */
  note?: Note | undefined;
  invoice: Invoice;
  /** The invoice's credit notes. */
  notes: NoteRow[];
  kind: NoteKind;
}

/** The original of a line, and the amount billed for it, in rupees without GST. */
export type Base = InvoiceItem & { billed: number };

/** A line of the note: its original, and the amount without GST. */
interface Row {
  key: string;
  rate: string;
}

interface Values {
  kind: NoteKind;
  reason: string;
  date: string;
  dueDate: string;
  notes: string;
  /** Whether the credit note reduces only the price, without GST. */
  isWithoutGst: boolean;
  items: Row[];
}

const inPaise = (rupees: number) => toPaise(rupees) as Paise;

/** The state of the note form: initial values, totals and saving. */
export function useNote({ note, invoice, notes, kind }: NoteProps) {
  const [bases] = useState(() => listBases(invoice, note));
  const [whole] = useState(() => toRows(bases, kind, note));
  const isBill = invoice.kind === "BILL_OF_SUPPLY";
  const itemsWith =
    (isWithoutGst: boolean) =>
    ({ key, rate }: Row) =>
      itemFrom(bases[Number(key)] as Base, rate, { isBill, isWithoutGst });
  const form = useAppForm({
    values: {
      kind,
      reason: note?.reason ?? "",
      date: note?.date ?? today(),
      dueDate: note?.dueDate ?? "",
      notes: note?.notes ?? "",
      isWithoutGst: note ? isWithoutGst(note) : false,
      items: note ? whole.slice(0, note.items.length) : whole,
    } as Values,
    schema: NewNote,
    read: ({ items, reason, dueDate, isWithoutGst, ...values }) => ({
      ...values,
      invoiceId: invoice._id,
      ...(values.kind === "DEBIT_NOTE" ? { dueDate, reason: "OTHER" } : { reason }),
      items: items.map(itemsWith(values.kind === "CREDIT_NOTE" && isWithoutGst)),
    }),
    draft: note ? undefined : { noun: "note", of: `${invoice._id} ${kind}` },
    save: saveTo("/api/notes", note),
    onSaved: ({ _id }: Note) => leaveFor(() => location.assign(`/notes/${_id}`)),
    otherwise: "Error saving note",
  });
  const { values } = form;
  const itemOf = itemsWith(values.kind === "CREDIT_NOTE" && values.isWithoutGst);
  const lines = values.items.map((row): Line => {
    const item = itemOf(row);
    const rate = typeof item.rate === "number" ? item.rate : 0;
    return toLine({ ...item, rate: Math.max(0, rate) });
  });
  const { gstMode: mode, supply, reverseCharge } = invoice;
  // Follows the invoice, even if the agency has registered since.
  const isUntaxed = isBillOfSupply(invoice);
  const figures = chargeLines(lines, { mode, supply, reverseCharge, isUntaxed }, 0 as Paise);
  const { tax, grandTotalPaise } = figures.totals;
  const earlier = notes
    .filter(({ status }) => status !== "DRAFT" && status !== "CANCELLED")
    .reduce((sum, { grandTotal }) => sum + inPaise(grandTotal), 0) as Paise;
  const warnings = checkNote(
    {
      kind: values.kind,
      date: values.date,
      original: { ...invoice, invoiceId: invoice._id, total: invoice.grandTotal },
      tax: { cgst: toRupees(tax.cgst), sgst: toRupees(tax.sgst), igst: toRupees(tax.igst) },
    },
    toRupees((earlier + grandTotalPaise) as Paise),
    today(),
  );
  const remove = (index: number) =>
    form.change(
      "items",
      values.items.filter((_, n) => n !== index),
    );
  const putBack = () => form.change("items", whole);
  const getAmountField = (index: number): FormField => {
    const field = form.field(`items[${index}].rate`);
    const error = field.error && "Enter an amount, such as 1,23,456.50, or remove the line";
    return { ...field, error };
  };
  const isShort = values.items.length < whole.length;
  return {
    ...form,
    bases,
    figures,
    earlier,
    warnings,
    remove,
    amountOf: getAmountField,
    putBack: isShort && putBack,
  };
}

/**
 * Returns the lines of the invoice. When editing a note, its own lines come first, then the invoice's
 * others.
 */
function listBases({ items }: Invoice, note: Note | undefined): Base[] {
  const all = items.map((item) => ({ ...item, billed: item.taxable }));
  if (!note) return all;
  const others = [...all];
  const own = note.items.map((item) => {
    const same = others.filter(({ description }) => description === item.description);
    const of = same.find(({ taxable }) => taxable === item.taxable) ?? same[0];
    if (of) others.splice(others.indexOf(of), 1);
    return { ...item, billed: of?.taxable ?? 0 };
  });
  return [...own, ...others];
}

/** A credit note starts with all amounts billed, a debit note with none. */
const toRows = (bases: Base[], kind: NoteKind, note: Note | undefined): Row[] =>
  bases.map(({ taxable }, n) => ({
    key: String(n),
    rate:
      kind === "CREDIT_NOTE" || n < (note?.items.length ?? 0) ? amountText(inPaise(taxable)) : "",
  }));

interface How {
  isBill: boolean;
  isWithoutGst: boolean;
}

/** A full line keeps its quantity and rate; a part becomes one item of that amount. */
function itemFrom(base: Base, amount: string, { isBill, isWithoutGst }: How) {
  const { taxable, billed: _, cgst: __, sgst: ___, igst: ____, ...billed } = base;
  const item =
    isWithoutGst && !base.pureAgent
      ? { ...billed, taxPct: 0, treatment: "NOT_A_SUPPLY" as const }
      : { ...billed, taxPct: isBill ? 0 : billed.taxPct };
  if (readTypedAmount(amount) === inPaise(taxable)) return item;
  return { ...item, qty: 1, discountPct: 0, rate: readRupees(amount) as number };
}
