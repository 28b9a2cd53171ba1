import { useState } from "react";
import { today } from "../../domain/dates.ts";
import { type Invoice, toLine } from "../../domain/documents/invoices.ts";
import {
  NewNote,
  type Note,
  type NoteKind,
  type NoteRow,
  noteWarnings,
} from "../../domain/documents/notes.ts";
import { chargedFigures, type Line } from "../../domain/gst/figures.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText, readRupees } from "../ui/AmountField.tsx";
import type { FormField } from "../ui/Field.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";

export interface NoteProps {
  invoice: Invoice;
  /** The credit notes that it has. */
  notes: NoteRow[];
  kind: NoteKind;
  /** The agency charges no tax: a composition dealer. */
  isUntaxed: boolean;
}

/** A line of the note: which one of the invoice, and what of it, without GST. */
interface Row {
  key: string;
  rate: string;
}

interface Values {
  kind: NoteKind;
  reason: string;
  date: string;
  notes: string;
  items: Row[];
}

const inPaise = (rupees: number) => toPaise(rupees) as Paise;

/** The form of a note: what it begins with, what it comes to, and what becomes of it. */
export function useNote({ invoice, notes, kind, isUntaxed }: NoteProps) {
  const [whole] = useState(() => rowsOf(invoice, kind));
  const itemOf = ({ key, rate }: Row) => itemAt(invoice, Number(key), rate);
  const form = useAppForm({
    values: { kind, reason: "", date: today(), notes: "", items: whole } as Values,
    schema: NewNote,
    read: ({ items, reason, ...values }) => ({
      ...values,
      invoiceId: invoice._id,
      reason: values.kind === "DEBIT_NOTE" ? "OTHER" : reason,
      items: items.map(itemOf),
    }),
    draft: { noun: "note", of: `${invoice._id} ${kind}` },
    save: saveTo("/api/notes"),
    onSaved: ({ _id }: Note) => leaveFor(() => location.assign(`/notes/${_id}`)),
    otherwise: "Error saving note",
  });
  const { values } = form;
  const lines = values.items.map((row): Line => {
    const item = itemOf(row);
    const rate = typeof item.rate === "number" ? item.rate : 0;
    return toLine({ ...item, rate: Math.max(0, rate) });
  });
  const { gstMode: mode, supply, reverseCharge } = invoice;
  const figures = chargedFigures(lines, { mode, supply, reverseCharge, isUntaxed }, 0 as Paise);
  const { tax, grandTotal } = figures.totals;
  const earlier = notes
    .filter(({ status }) => status !== "DRAFT" && status !== "CANCELLED")
    .reduce((sum, { grandTotal }) => sum + inPaise(grandTotal), 0) as Paise;
  const warnings = noteWarnings(
    {
      kind: values.kind,
      date: values.date,
      original: { ...invoice, invoiceId: invoice._id, total: invoice.grandTotal },
      tax: { cgst: toRupees(tax.cgst), sgst: toRupees(tax.sgst), igst: toRupees(tax.igst) },
    },
    toRupees((earlier + grandTotal) as Paise),
    today(),
  );
  const remove = (index: number) =>
    form.change(
      "items",
      values.items.filter((_, n) => n !== index),
    );
  const putBack = () => form.change("items", whole);
  const amountOf = (index: number): FormField => {
    const field = form.field(`items[${index}].rate`);
    const error = field.error && "Write an amount, such as 1,23,456.50, or take the line out";
    return { ...field, error };
  };
  const isShort = values.items.length < whole.length;
  return { ...form, figures, earlier, warnings, remove, amountOf, putBack: isShort && putBack };
}

/** A credit note begins with all that was billed, a debit note with nothing yet. */
const rowsOf = ({ items }: Invoice, kind: NoteKind): Row[] =>
  items.map(({ taxable }, n) => ({
    key: String(n),
    rate: kind === "CREDIT_NOTE" ? amountText(inPaise(taxable)) : "",
  }));

/** A whole line is as it was billed, a part of it one of that amount. */
function itemAt({ items, kind }: Invoice, n: number, amount: string) {
  const { taxable, cgst: _, sgst: __, igst: ___, ...item } = items[n] as Invoice["items"][number];
  const taxPct = kind === "BILL_OF_SUPPLY" ? 0 : item.taxPct;
  if (readTypedAmount(amount) === inPaise(taxable)) return { ...item, taxPct };
  return { ...item, taxPct, qty: 1, discountPct: 0, rate: readRupees(amount) as number };
}
