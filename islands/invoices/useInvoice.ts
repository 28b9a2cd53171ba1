import { useEffect, useState } from "react";
import type { Client } from "../../domain/clients.ts";
import { today } from "../../domain/dates.ts";
import { figuresOf, roundingOff } from "../../domain/gst.ts";
import { NewInvoice } from "../../domain/invoiceInput.ts";
import type { Invoice, Recipient } from "../../domain/invoices.ts";
import type { Paise } from "../../domain/money.ts";
import { missingParticulars } from "../../domain/rule46.ts";
import { stateOfGstin } from "../../domain/states.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { amountText } from "../ui/AmountField.tsx";
import type { FormField } from "../ui/Field.tsx";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import { leaveFor } from "../ui/useUnsaved.ts";
import { supplyOf } from "./supply.ts";
import type { Known } from "./useFormData.ts";
import { bodyOf, lineOf, newRow, type Row, settled, type Values, valuesOf } from "./values.ts";

export interface InvoiceProps extends Known {
  /** The one to change; undefined for a new one. */
  invoice?: Invoice | undefined;
}

/** The form of an invoice: what it begins with, what it comes to, and what becomes of it. */
export function useInvoice({ invoice, clients, settings, gstin }: InvoiceProps) {
  const [asked] = useState(() => new URLSearchParams(location.search).get("client") ?? "");
  const [begun] = useState(() =>
    invoice ? valuesOf(invoice) : fresh(asked, settings.defaultTaxPct),
  );
  const clientIn = ({ clientId }: Values) => clients.find(({ _id }) => _id === clientId);
  const form = useAppForm({
    values: begun,
    schema: NewInvoice,
    // The client of an address or of a draft may be gone.
    read: (values) => bodyOf({ ...values, clientId: clientIn(values)?._id ?? "" }),
    draft: invoice ? undefined : { noun: "invoice", of: asked },
    save: saveTo("/api/invoices", invoice?._id),
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
  const supply = supplyOf({ own, client, byDefault, agencyGstin });
  const isRegistered = stateOfGstin(agencyGstin) !== undefined;
  const figures = figuresOf(values.items.map(lineOf), supply.mode, roundOffIn(values.roundOff));
  const missing =
    isRegistered && client ? missingIn(client, values.items, figures.taxableValue) : [];
  const roundOff: FormField = {
    ...field("roundOff"),
    blur: () => {
      const text = settled("roundOff", values.roundOff);
      if (text !== values.roundOff) form.change("roundOff", text);
      form.leave("roundOff");
    },
  };
  const round = () => form.change("roundOff", amountText(roundingOff(figures)));
  return { ...form, client, supply, isRegistered, missing, figures, roundOff, round };
}

/** What a tax invoice should say of client and items, and does not. */
function missingIn(client: Client | Recipient, items: Row[], taxable: Paise): string[] {
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

const roundOffIn = (text: string) => readTypedAmount(text) ?? (0 as Paise);

/** Whoever comes back to the form by the browser's Back has saved what it holds. */
function startAgainOnReturn() {
  const look = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  addEventListener("pageshow", look);
  return () => removeEventListener("pageshow", look);
}
