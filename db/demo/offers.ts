import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { NewEstimate } from "../../domain/documents/invoiceInput.ts";
import { NewNote } from "../../domain/documents/notes.ts";
import { parse } from "../../domain/refusal.ts";
import { acceptEstimate, addEstimate, sendEstimate } from "../documents/estimates.ts";
import { listInvoices } from "../documents/listInvoices.ts";
import { addNote, sendNote } from "../documents/notes.ts";
import { invoicesUntil } from "./billing.ts";
import type { DemoAction } from "./deeds.ts";

// What is offered to clients in the last weeks, and what of an invoice is taken back.

const DESIGN = "998391";

const OFFERS = [
  {
    ...{ client: "konkan", daysAgo: 19, isAccepted: true },
    items: [
      { description: "Packaging, a new range of six", hsnSac: DESIGN, qty: 6, rate: 24_000 },
      { description: "Photographs of the range", hsnSac: "998381", qty: 1, rate: 45_000 },
    ],
    terms: "Half when the work begins, half on delivery",
  },
  {
    ...{ client: "deccan", daysAgo: 8, isAccepted: false },
    items: [
      { description: "A film of a minute for the spring", hsnSac: "999612", qty: 1, rate: 120_000 },
    ],
    terms: "Two rounds of changes are included",
  },
  {
    ...{ client: "zest", daysAgo: 1, isAccepted: false },
    items: [
      { description: "Menu and boards for the second shop", hsnSac: DESIGN, qty: 1, rate: 38_000 },
    ],
    terms: "",
  },
] as const;

/** Estimates of the last weeks: one accepted, one waiting for an answer, one still a draft. */
export function offersUntil(on: CalendarDate): DemoAction[] {
  return OFFERS.flatMap(({ client, daysAgo, isAccepted, items, terms }) => {
    const date = addDays(on, -daysAgo);
    let id = "";
    const deed = (days: number, time: string, does: DemoAction["does"]): DemoAction => ({
      ...{ date: addDays(date, days), time, by: "rohan", does },
    });
    const add: DemoAction["does"] = async (who, { ids }) => {
      const rated = items.map((item) => ({ ...item, taxPct: 18 }));
      const dueDate = addDays(date, 30);
      const input = { clientId: ids.get(client), date, dueDate, items: rated, terms };
      id = (await addEstimate(who, parse(NewEstimate, input)))._id;
    };
    return [
      deed(0, "12:05", add),
      ...(daysAgo > 2 ? [deed(0, "12:20", (who) => sendEstimate(who, id))] : []),
      ...(isAccepted ? [deed(5, "11:10", (who) => acceptEstimate(who, id))] : []),
    ];
  });
}

/** A part of an invoice that nobody has paid yet: the client had asked for less. */
export function creditsUntil(on: CalendarDate): DemoAction[] {
  const open = invoicesUntil(on).findLast(
    ({ ends, payments, date }) =>
      ends === "sent" && payments.length === 0 && date <= addDays(on, -2),
  );
  if (!open) return [];
  const date = addDays(open.date, 2);
  const does: DemoAction["does"] = async (who, { ids }) => {
    const clientId = ids.get(open.client) as string;
    const on = { dateFrom: open.date, dateTo: open.date };
    const { items } = await listInvoices(who, { clientId, ...on, page: 1, limit: 1 });
    const invoiceId = items[0]?._id;
    const [first] = open.items;
    if (!invoiceId || !first) return;
    const part = { ...first, qty: 1, discountPct: 0, rate: 2_000 };
    const input = { kind: "CREDIT_NOTE", invoiceId, date, reason: "VALUE_TOO_HIGH", items: [part] };
    const { _id } = await addNote(who, parse(NewNote, input));
    await sendNote(who, _id);
  };
  return [{ date, time: "15:40", by: "asha", does }];
}
