import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isCalendarDate } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import type { InvoiceSettings } from "../../domain/documents/invoiceSettings.ts";
import type { Invoice, InvoiceDetail, InvoiceList } from "../../domain/documents/invoices.ts";
import { countMonths, countTerm, moveMonths, toDueDate } from "../../domain/documents/lastTime.ts";
import { useFetch } from "../browser/useFetch.ts";
import type { useInvoice } from "./useInvoice.ts";
import { type Row, toRows } from "./values.ts";

type Form = ReturnType<typeof useInvoice>;

type FilledName = "dueDate" | "notes" | "terms";

/** The texts that a new invoice takes from elsewhere, and where its due date comes from. */
type Filled = Partial<Record<FilledName | "dueFrom", string>>;

/**
 * Fills due date, notes and terms of a new invoice from the client, the client's last invoice or the
 * settings, unless the user has typed others. Offers the lines of the last invoice.
 */
export function useLastTime(form: Form, settings: InvoiceSettings, isOn: boolean) {
  const { values, client } = form;
  const clientId = isOn && client && "displayName" in client ? values.clientId : "";
  const last = useLastInvoice(clientId);
  const filled = useRef<Filled>({});
  const wanted = clientId ? findFilled(values.date, client, last, settings) : {};

  const fill = useEffectEvent((name: FilledName, value: string) => {
    const isTouched = values[name] !== (filled.current[name] ?? "");
    if (isTouched || value === values[name]) return;
    filled.current[name] = value;
    form.change(name, value);
  });
  const { dueDate = "", notes = "", terms = "" } = wanted;
  useEffect(() => {
    if (!clientId) return;
    fill("dueDate", dueDate);
    fill("notes", notes);
    fill("terms", terms);
  }, [clientId, dueDate, notes, terms]);

  const lines = useLastLines(form, last);
  const isFilled = dueDate !== "" && values.dueDate === dueDate;
  return { ...lines, dueFrom: (isFilled && wanted.dueFrom) || "" };
}

const SHOWN = 5;

/** Loads the client's last invoice that was not cancelled. */
function useLastInvoice(clientId: string): Invoice | undefined {
  const list = useFetch<InvoiceList>(
    clientId ? `/api/invoices?clientId=${clientId}&limit=${SHOWN}` : null,
  );
  const row = list.data?.items.find(({ status }) => status !== "CANCELLED");
  const id = row?.clientId._id === clientId ? row._id : undefined;
  const detail = useFetch<InvoiceDetail>(id ? `/api/invoices/${id}` : null);
  const invoice = detail.data?.invoice;
  return invoice?._id === id ? invoice : undefined;
}

function findFilled(
  date: string,
  client: Form["client"],
  last: Invoice | undefined,
  settings: InvoiceSettings,
): Filled {
  const own: Partial<Client> = client && "displayName" in client ? client : {};
  const term = last ? countTerm(last.date, last.dueDate) : null;
  const terms: [number | null | undefined, string][] = [
    [own.dueDays, "from the client"],
    [term, "as last time"],
    [settings.defaultDueDays, "from the settings"],
  ];
  const [days = null, from = ""] = terms.find(([days]) => typeof days === "number") ?? [];
  return {
    dueDate: toDueDate(date, days),
    dueFrom: from,
    notes: last?.notes || settings.defaultNotes,
    terms: own.terms || last?.terms || settings.defaultTerms,
  };
}

/** The lines of the last invoice, and whether they were taken. */
function useLastLines(form: Form, last: Invoice | undefined) {
  const { values, change } = form;
  const [before, setBefore] = useState<Row[]>();
  const isBlank =
    values.items.length === 1 && values.items.every(({ description }) => description === "");
  const months = last && isCalendarDate(values.date) ? countMonths(last.date, values.date) : 0;
  const canUse = last !== undefined && isBlank;
  const takeLines = () => {
    if (!last || !canUse) return;
    const moved = last.items.map((item) => ({
      ...item,
      description: moveMonths(item.description, months),
    }));
    setBefore(values.items);
    change("items", toRows(moved));
  };
  const giveBack = () => {
    if (before) change("items", before);
    setBefore(undefined);
  };
  return {
    last,
    months,
    canUse,
    takeLines,
    /** Undefined if no lines were taken. */
    giveBack: before && !isBlank ? giveBack : undefined,
  };
}
