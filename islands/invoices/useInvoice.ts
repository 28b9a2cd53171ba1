import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type * as v from "valibot";
import { today } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import { changeOfInvoice, NewEstimate, NewInvoice } from "../../domain/documents/invoiceInput.ts";
import { defaultTax, type Recipient } from "../../domain/documents/invoices.ts";
import type { Item } from "../../domain/documents/items.ts";
import { isBillOfSupply } from "../../domain/documents/paper.ts";
import { invoiceWarnings } from "../../domain/documents/warnings.ts";
import { chargeLines, computeRounding, type Tax } from "../../domain/gst/figures.ts";
import { defaultSupply } from "../../domain/gst/supply.ts";
import { formatInr, type Paise, toRupees } from "../../domain/money.ts";
import { readTypedAmount } from "../../domain/typedAmounts.ts";
import { showToast } from "../browser/toasts.ts";
import { amountText } from "../ui/AmountField.tsx";
import type { FormField } from "../ui/Field.tsx";
import { leaveFor } from "../ui/unsaved.ts";
import { saveTo, useAppForm } from "../ui/useAppForm.ts";
import type { Known } from "./FormData.tsx";
import { findPlace, type Place } from "./supply.ts";
import {
  type Cell,
  evaluateCell,
  NO_SCHEDULE,
  newRow,
  parsePastedRows,
  rupeesText,
  toBody,
  toJudged,
  toLine,
  toValues,
  type Values,
  type Written,
} from "./values.ts";

export interface InvoiceProps extends Known {
  /** The kind of document, which also determines its page. */
  noun: "estimate" | "invoice";
  /** The document to edit; undefined for a new one. */
  invoice?: Written | undefined;
  /** The changes to the form if a series creates the invoices. */
  series?: Repeating | undefined;
}

/** The initial values, schema and save function of a series' template. */
export interface Repeating {
  /** The values of an existing series that a new one does not have. */
  begun: Partial<Values>;
  of: string;
  schema: v.GenericSchema;
  read(invoice: object, values: Values): object;
  save(body: object, key: string): Promise<unknown>;
}

/** The state of the invoice form: initial values, totals and saving. */
export function useInvoice(props: InvoiceProps) {
  const { noun, invoice, clients: known, settings, supplier: present } = props;
  const [made, setMade] = useState<Client[]>([]);
  const clients = [...known, ...made];
  const [forClient] = useState(() => new URLSearchParams(location.search).get("client") ?? "");
  // A sent document keeps the stored details of both parties.
  const supplier = invoice?.supplier ?? present;
  const usual = defaultTax(supplier, settings.defaultTaxPct);
  const [begun] = useState(() =>
    invoice
      ? toValues(invoice)
      : { ...createValues(toKind(noun, supplier), forClient, usual), ...props.series?.begun },
  );
  const findClient = ({ clientId }: Values) => clients.find(({ _id }) => _id === clientId);
  const findParty = (values: Values) =>
    invoice?.clientId._id === values.clientId ? invoice.recipient : findClient(values);
  const form = useAppForm({
    values: begun,
    schema: props.series?.schema ?? chooseSchema(noun, invoice),
    // The client in the address or in a draft may have been deleted.
    read: (values) => {
      const clientId = findClient(values)?._id ?? "";
      const body = toBody({ ...values, clientId }, supplyIn(values, findParty(values)), !invoice);
      return props.series ? props.series.read(body, values) : body;
    },
    draft: toDraftKey(props, forClient),
    save: props.series?.save ?? saveTo(`/api/${noun}s`, invoice),
    onSaved: (saved: Written) => leaveFor(() => location.assign(savedPath(props, saved))),
    otherwise: `Error saving ${props.series ? "recurring invoice" : noun}`,
  });
  const { values, field } = form;
  useEffect(startAgainOnReturn, []);

  const client = findParty(values);
  const place = findPlace({
    own: values.placeOfSupply,
    supply: supplyIn(values, client),
    client,
    byDefault: settings.defaultPlaceOfSupply,
    agencyGstin: supplier.gstin,
  });
  const charged = computeTotals(values, place, supplier);
  const figures = charged.totals;
  const warnings = findWarnings(values, { place, supplier, client, ...charged });
  if (
    invoice &&
    invoice.status !== "DRAFT" &&
    toRupees(figures.grandTotalPaise) !== invoice.grandTotal
  ) {
    const message = `It was sent with a total of ${formatInr(invoice.grandTotal)}.`;
    warnings.unshift({ code: "SENT_WITH_TOTAL", message });
  }
  const roundOff: FormField = {
    ...field("roundOff"),
    blur: () => {
      const text = evaluateCell("roundOff", values.roundOff);
      if (text !== values.roundOff) form.change("roundOff", text);
      form.leave("roundOff");
    },
  };
  const acts = {
    round: () => form.change("roundOff", amountText(computeRounding(figures))),
    /** Removes the tax from all items. */
    untax: () =>
      form.change(
        "items",
        values.items.map((row) => ({ ...row, taxPct: "0" })),
      ),
    /** The chosen supply applied to the previous client. */
    chooseClient: (id: string) => {
      form.change("clientId", id);
      form.change("supply", "");
    },
    addClient: (client: Client) => setMade((made) => [...made, client]),
  };
  const parties = { clients, client, supplier, place, usualTax: usual };
  return { ...form, ...acts, ...parties, warnings, ...charged, roundOff };
}

const savedPath = ({ noun, invoice, series }: InvoiceProps, saved: Written): string =>
  series ? "/series" : `/${noun}s/${invoice?._id ?? saved._id}`;

/** Returns the key of the stored draft, for a form that creates a document. */
function toDraftKey({ noun, invoice, series }: InvoiceProps, forClient: string) {
  if (!series) return invoice ? undefined : { noun, of: forClient };
  return series.of ? undefined : { noun: "series", of: forClient };
}

type Party = Client | Recipient;

/** Returns the chosen type of supply, or the client's usual one. */
const supplyIn = ({ supply }: Values, client: Party | undefined) =>
  supply || defaultSupply(client?.kind ?? "UNREGISTERED");

function computeTotals(values: Values, { mode, supply }: Place, supplier: Known["supplier"]) {
  const { kind, reverseCharge, items, roundOff } = values;
  const isUntaxed = isBillOfSupply({ kind, supplier });
  const charge = { mode, supply, reverseCharge, isUntaxed };
  const { lines, totals } = chargeLines(items.map(toLine), charge, readRoundOff(roundOff));
  return { lines, totals, isUntaxed };
}

interface Judged extends ReturnType<typeof computeTotals> {
  place: Place;
  supplier: Known["supplier"];
  client: Party | undefined;
}

/** Returns the warnings that the API would return. Without a client, none about the client. */
function findWarnings({ kind, date, items }: Values, judged: Judged) {
  const { place, supplier, client, totals } = judged;
  const { supply, supplyPlace } = place;
  const rupees = (part: keyof Tax) => toRupees(totals.tax[part]);
  const found = invoiceWarnings({
    kind,
    date,
    supply,
    supplyPlace,
    supplier,
    recipient: {
      gstin: client?.gstin ?? "",
      stateCode: client?.stateCode ?? "",
      address: client && "address" in client ? client.address : (client?.billingAddress ?? ""),
    },
    items: items.map(toJudged),
    taxableValue: toRupees(totals.taxableValuePaise),
    tax: { cgst: rupees("cgst"), sgst: rupees("sgst"), igst: rupees("igst") },
  });
  return found.filter(({ code }) => client || code !== "PARTICULARS_MISSING");
}

function chooseSchema(noun: InvoiceProps["noun"], invoice: Written | undefined) {
  if (noun === "estimate") return NewEstimate;
  return invoice && invoice.kind !== "ESTIMATE" ? changeOfInvoice(invoice) : NewInvoice;
}

function toKind(noun: InvoiceProps["noun"], { isComposition }: Known["supplier"]): Values["kind"] {
  if (noun === "estimate") return "ESTIMATE";
  return isComposition ? "BILL_OF_SUPPLY" : "INVOICE";
}

/** The values of a new invoice (specification, section 9), for the client named in the address. */
const createValues = (kind: Values["kind"], clientId: string, taxPct: number): Values => ({
  kind,
  clientId,
  date: today(),
  dueDate: "",
  placeOfSupply: "",
  supply: "",
  reverseCharge: false,
  foreignCurrency: "",
  exchangeRate: "",
  deliveryAddress: "",
  serviceDate: "",
  notes: "",
  terms: "",
  roundOff: "0.00",
  items: [newRow(taxPct)],
  schedule: NO_SCHEDULE,
});

const readRoundOff = (text: string) => readTypedAmount(text) ?? (0 as Paise);

/** Resets the form if the user returns with the browser's Back button, because its content was saved. */
function startAgainOnReturn() {
  const look = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
  addEventListener("pageshow", look);
  return () => removeEventListener("pageshow", look);
}

type Form = Pick<ReturnType<typeof useInvoice>, "form" | "change" | "leave">;

// The whole invoice is validated once afterwards. TanStack Form would validate once per moved field.
const QUIETLY = { dontValidate: true };

/**
 * Returns the operations on the lines of an invoice. The functions are stable, so that only the changed
 * line is drawn again. `taxPct` is the rate of added lines.
 */
export function useLines({ form, change, leave }: Form, taxPct: number) {
  return useMemo(() => {
    const count = () => form.state.values.items.length;
    /** Draws at once, so that the new cell can take the focus. */
    const then = (act: () => unknown, index: number, cell: Cell = "description") => {
      flushSync(() => void act());
      void form.validate("change");
      document.getElementsByName(`items.${index}.${cell}`)[0]?.focus();
    };

    const addLine = () => {
      const index = count();
      then(() => form.pushFieldValue("items", newRow(taxPct), QUIETLY), index);
    };
    const removeLine = (index: number, cell?: Cell) => {
      const row = form.state.values.items[index];
      if (!row || count() === 1) return;
      then(
        () => form.removeFieldValue("items", index, QUIETLY),
        Math.min(index, count() - 2),
        cell,
      );
      showToast("info", `Item ${index + 1} removed`, {
        label: "Undo",
        run: () =>
          then(() => form.insertFieldValue("items", Math.min(index, count()), row, QUIETLY), index),
      });
    };
    const moveLine = (index: number, by: 1 | -1, cell?: Cell) => {
      const to = index + by;
      if (to < 0 || to >= count()) return;
      then(() => form.moveFieldValues("items", index, to, QUIETLY), to, cell);
    };
    return {
      addLine,
      removeLine,
      changeCell: (index: number, cell: Cell, text: string) =>
        change(`items[${index}].${cell}`, text),
      /** Fills a line that has no rate and no HSN/SAC yet. */
      fillFrom: (index: number, item: Item) => {
        const row = form.state.values.items[index];
        if (!row || row.hsnSac || (readTypedAmount(row.rate) ?? 0) !== 0) return;
        const cells: Partial<Record<Cell, string>> = {
          hsnSac: item.hsnSac,
          unit: item.unit,
          ...(item.rate !== null && { rate: rupeesText(item.rate) }),
          ...(item.taxPct !== null && { taxPct: String(item.taxPct) }),
        };
        for (const [cell, text] of Object.entries(cells)) {
          if (text) change(`items[${index}].${cell as Cell}`, text);
        }
      },
      leaveCell: (index: number, cell: Cell, text: string) => {
        const next = evaluateCell(cell, text);
        if (next !== text) change(`items[${index}].${cell}`, next);
        leave(`items[${index}].${cell}`);
      },
      /**
       * Inserts rows of a spreadsheet after this line, or instead of a blank one. Returns false if the text
       * is not a spreadsheet's.
       */
      pasteLines: (index: number, text: string): boolean => {
        const pasted = parsePastedRows(text, taxPct);
        if (!pasted) return false;
        const lines = form.state.values.items;
        const end = lines[index]?.description.trim() ? index + 1 : index;
        const all = [...lines.slice(0, end), ...pasted, ...lines.slice(index + 1)];
        then(() => change("items", all), end + pasted.length - 1);
        return true;
      },
      /** Ctrl Backspace removes the line; Alt and an arrow key move it. */
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
  }, [form, change, leave, taxPct]);
}
