import { useEffect, useState } from "react";
import type { Client } from "../../domain/clients.ts";
import { today } from "../../domain/dates.ts";
import { figuresOf, roundingOff } from "../../domain/gst.ts";
import type { Invoice, Recipient } from "../../domain/invoices.ts";
import type { Paise } from "../../domain/money.ts";
import { missingParticulars } from "../../domain/rule46.ts";
import { stateOfGstin } from "../../domain/states.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { send, sentenceOf } from "../browser/api.ts";
import { draftsOf } from "../browser/drafts.ts";
import { useIdempotencyKey } from "../browser/idempotency.ts";
import { amountText } from "../parts/AmountField.tsx";
import { showToast } from "../parts/toasts.ts";
import { supplyOf } from "./supply.ts";
import { useInvoiceForm } from "./useInvoiceForm.ts";
import type { Known } from "./useKnown.ts";
import { lineOf, newRow, type Row, rowOf, type Values, valuesOf } from "./values.ts";

export interface InvoiceProps extends Known {
  /** The one to change; undefined for a new one. */
  invoice?: Invoice | undefined;
}

/** The form of an invoice: what it begins with, what it comes to, and what becomes of it. */
export function useInvoice({ invoice, clients, settings, gstin }: InvoiceProps) {
  const idempotency = useIdempotencyKey();
  const [asked] = useState(() => new URLSearchParams(location.search).get("client") ?? "");
  const drafts = draftsOf<Values>(`invoice-${asked}`);
  const [draft] = useState(() => (invoice ? undefined : drafts.read()));

  const start = (): Values => {
    if (invoice) return valuesOf(invoice);
    const { rows, ...head } = { ...fresh(asked, settings.defaultTaxPct), ...draft };
    const isKnown = clients.some(({ _id }) => _id === head.clientId);
    return { ...head, clientId: isKnown ? head.clientId : "", rows: rows.map(rowOf) };
  };
  const written = useInvoiceForm({
    start,
    taxPct: settings.defaultTaxPct,
    save: async (body) => {
      if (invoice) await send("PUT", `/api/invoices/${invoice._id}`, body);
      const key = idempotency.keyFor(body);
      const { _id } = invoice ?? (await send<Invoice>("POST", "/api/invoices", body, key));
      drafts.drop();
      location.href = `/invoices/${_id}`;
    },
    onFailure: (failure) => showToast("error", sentenceOf(failure, "Error saving invoice")),
    onNoItems: (sentence) => showToast("error", sentence),
  });
  const { values, isDirty } = written;
  useEffect(() => {
    if (!invoice && isDirty) drafts.keep(values);
  }, [values]);
  useEffect(startAgainOnReturn, []);

  // What was issued goes on to show both parties as they were.
  const client =
    invoice?.clientId._id === values.clientId
      ? invoice.recipient
      : clients.find(({ _id }) => _id === values.clientId);
  const byDefault = settings.defaultPlaceOfSupply;
  const own = values.placeOfSupply;
  const agencyGstin = invoice ? invoice.supplier.gstin : gstin;
  const supply = supplyOf({ own, client, byDefault, agencyGstin });
  const isRegistered = stateOfGstin(agencyGstin) !== undefined;
  const figures = figuresOf(values.rows.map(lineOf), supply.mode, roundOffIn(values.roundOff));
  const missing =
    isRegistered && client ? missingIn(client, values.rows, figures.taxableValue) : [];
  const round = () => written.change("roundOff", amountText(roundingOff(figures)));
  return { ...written, draft, drafts, client, supply, isRegistered, missing, figures, round };
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
  rows: [newRow(taxPct)],
});

const roundOffIn = (text: string) => readTypedAmount(text) ?? (0 as Paise);

/** Whoever comes back to the form by the browser's Back has saved what it holds. */
function startAgainOnReturn() {
  const look = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  addEventListener("pageshow", look);
  return () => removeEventListener("pageshow", look);
}
