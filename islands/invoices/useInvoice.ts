import { useField } from "@tanstack/react-form";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { today } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { changeOfInvoice, NewInvoice } from "../../domain/documents/invoiceInput.ts";
import type { Invoice, Recipient } from "../../domain/documents/invoices.ts";
import { figuresOf, roundingOff } from "../../domain/gst/figures.ts";
import { missingParticulars } from "../../domain/gst/rule46.ts";
import { stateOfGstin } from "../../domain/gst/states.ts";
import { formatInr, type Paise, toRupees } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { showToast } from "../browser/toasts.ts";
import { amountText } from "../ui/AmountField.tsx";
import type { FormField } from "../ui/Field.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { Known } from "./FormData.tsx";
import { findSupply } from "./supply.ts";
import {
  type Cell,
  newRow,
  pastedRows,
  type Row,
  settled,
  toBody,
  toLine,
  toValues,
  type Values,
} from "./values.ts";

export interface InvoiceProps extends Known {
  /** The one to change; undefined for a new one. */
  invoice?: Invoice | undefined;
}

/** The form of an invoice: what it begins with, what it comes to, and what becomes of it. */
export function useInvoice({ invoice, clients: known, settings, gstin }: InvoiceProps) {
  const [made, setMade] = useState<Client[]>([]);
  const clients = [...known, ...made];
  const [asked] = useState(() => new URLSearchParams(location.search).get("client") ?? "");
  const [begun] = useState(() =>
    invoice ? toValues(invoice) : fresh(asked, settings.defaultTaxPct),
  );
  const clientIn = ({ clientId }: Values) => clients.find(({ _id }) => _id === clientId);
  const form = useAppForm({
    values: begun,
    schema: invoice ? changeOfInvoice(invoice) : NewInvoice,
    // The client of an address or of a draft may be gone.
    read: (values) => toBody({ ...values, clientId: clientIn(values)?._id ?? "" }),
    draft: invoice ? undefined : { noun: "invoice", of: asked },
    save: saveTo("/api/invoices", invoice),
    onSaved: (saved: Invoice) =>
      leaveFor(() => location.assign(`/invoices/${invoice?._id ?? saved._id}`)),
    otherwise: "Error saving invoice",
  });
  const { values, field } = form;
  useEffect(startAgainOnReturn, []);

  // What was issued goes on to show both parties as they were.
  const client = invoice?.clientId._id === values.clientId ? invoice.recipient : clientIn(values);
  const byDefault = settings.defaultPlaceOfSupply;
  const own = values.placeOfSupply;
  const agencyGstin = invoice ? invoice.supplier.gstin : gstin;
  const supply = findSupply({ own, client, byDefault, agencyGstin });
  const isRegistered = stateOfGstin(agencyGstin) !== undefined;
  const figures = figuresOf(values.items.map(toLine), supply.mode, readRoundOff(values.roundOff));
  const missing =
    isRegistered && client ? findMissing(client, values.items, figures.taxableValue) : [];
  if (
    invoice &&
    invoice.status !== "DRAFT" &&
    toRupees(figures.grandTotal) !== invoice.grandTotal
  ) {
    missing.unshift(`It was sent with a total of ${formatInr(invoice.grandTotal)}.`);
  }
  const roundOff: FormField = {
    ...field("roundOff"),
    blur: () => {
      const text = settled("roundOff", values.roundOff);
      if (text !== values.roundOff) form.change("roundOff", text);
      form.leave("roundOff");
    },
  };
  const round = () => form.change("roundOff", amountText(roundingOff(figures)));
  const untax = () =>
    form.change(
      "items",
      values.items.map((row) => ({ ...row, taxPct: "0" })),
    );
  const addClient = (client: Client) => setMade((made) => [...made, client]);
  const parties = { clients, client, addClient };
  const acts = { round, untax };
  return { ...form, ...parties, supply, isRegistered, missing, figures, roundOff, ...acts };
}

/** What a tax invoice should say of client and items, and does not. */
function findMissing(client: Client | Recipient, items: Row[], taxable: Paise): string[] {
  const { gstin, stateCode } = client;
  const address = "address" in client ? client.address : client.billingAddress;
  return missingParticulars({ taxable, recipient: { gstin, stateCode, address }, items });
}

/** A new invoice (specification, section 9), for the client that the address names. */
const fresh = (clientId: string, taxPct: number): Values => ({
  clientId,
  date: today(),
  dueDate: "",
  placeOfSupply: "",
  notes: "",
  terms: "",
  roundOff: "0.00",
  items: [newRow(taxPct)],
});

const readRoundOff = (text: string) => readTypedAmount(text) ?? (0 as Paise);

/** Whoever comes back to the form by the browser's Back has saved what it holds. */
function startAgainOnReturn() {
  const look = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  addEventListener("pageshow", look);
  return () => removeEventListener("pageshow", look);
}

type Form = Pick<ReturnType<typeof useInvoice>, "form" | "change" | "leave">;

// One pass over the whole invoice follows; TanStack Form would make one for each field that has moved.
const QUIETLY = { dontValidate: true };

/**
 * What is done to the lines of an invoice, in functions that stay the same, so that only the line that
 * changes is drawn again. `taxPct` is that of lines that are added.
 */
export function useLines({ form, change, leave }: Form, taxPct: number) {
  const items = useField({ form, name: "items", mode: "array" });
  return useMemo(() => {
    const count = () => form.state.values.items.length;
    /** Draws at once, so that the cell is there to be gone to. */
    const then = (act: () => unknown, index: number, cell: Cell = "description") => {
      flushSync(() => void act());
      void form.validate("change");
      document.getElementsByName(`items.${index}.${cell}`)[0]?.focus();
    };

    const addLine = () => {
      const index = count();
      then(() => items.pushValue(newRow(taxPct), QUIETLY), index);
    };
    const removeLine = (index: number, cell?: Cell) => {
      const row = form.state.values.items[index];
      if (!row || count() === 1) return;
      then(() => items.removeValue(index, QUIETLY), Math.min(index, count() - 2), cell);
      showToast("info", `Item ${index + 1} removed`, {
        label: "Undo",
        run: () => then(() => items.insertValue(Math.min(index, count()), row, QUIETLY), index),
      });
    };
    const moveLine = (index: number, by: 1 | -1, cell?: Cell) => {
      const to = index + by;
      if (to < 0 || to >= count()) return;
      then(() => items.moveValue(index, to, QUIETLY), to, cell);
    };
    return {
      addLine,
      removeLine,
      changeCell: (index: number, cell: Cell, text: string) =>
        change(`items[${index}].${cell}`, text),
      leaveCell: (index: number, cell: Cell, text: string) => {
        const next = settled(cell, text);
        if (next !== text) change(`items[${index}].${cell}`, next);
        leave(`items[${index}].${cell}`);
      },
      /** Rows of a spreadsheet, after this line, or in place of a blank one. Whether it was that. */
      pasteLines: (index: number, text: string): boolean => {
        const pasted = pastedRows(text, taxPct);
        if (!pasted) return false;
        const lines = form.state.values.items;
        const kept = lines[index]?.description.trim() ? index + 1 : index;
        const all = [...lines.slice(0, kept), ...pasted, ...lines.slice(index + 1)];
        then(() => change("items", all), kept + pasted.length - 1);
        return true;
      },
      /** Ctrl Backspace removes the line, Alt and an arrow moves it. */
      onKey: (event: KeyboardEvent, index: number, cell: Cell) => {
        const { key, altKey, ctrlKey, metaKey } = event;
        const arrow = altKey && (key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : undefined);
        const removes = key === "Backspace" && (ctrlKey || metaKey);
        if (!arrow && !removes) return;
        event.preventDefault();
        if (arrow) moveLine(index, arrow, cell);
        else removeLine(index, cell);
      },
    };
  }, [items.form, taxPct]);
}
