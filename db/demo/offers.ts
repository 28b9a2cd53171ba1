import { addDays, type CalendarDate } from "../../domain/dates.ts";
import { NewEstimate } from "../../domain/documents/invoiceInput.ts";
import { NewNote, type NoteReason } from "../../domain/documents/notes.ts";
import { parse } from "../../domain/refusal.ts";
import { acceptEstimate, addEstimate, sendEstimate } from "../documents/estimates.ts";
import { addNote, sendNote } from "../documents/notes.ts";
import type { DemoAction } from "./addActions.ts";
import { type DemoInvoice, invoicesUntil } from "./billing.ts";
import { CLIENTS } from "./clients.ts";
import { toHalfClosedMonth } from "./months.ts";
import type { DemoItem } from "./plans.ts";

// Estimates of the last weeks, and credit notes.

const DESIGN = "998391";

const OFFERS = [
  {
    client: "konkan",
    daysAgo: 19,
    isAccepted: true,
    items: [
      { description: "Packaging for a new range of six", hsnSac: DESIGN, qty: 6, rate: 24_000 },
      { description: "Photographs of the range", hsnSac: "998381", qty: 1, rate: 45_000 },
    ],
    terms: "Half when the work begins, half on delivery",
  },
  {
    client: "deccan",
    daysAgo: 8,
    isAccepted: false,
    items: [{ description: "One-minute film for spring", hsnSac: "999612", qty: 1, rate: 120_000 }],
    terms: "Two rounds of changes are included",
  },
  {
    client: "zest",
    daysAgo: 1,
    isAccepted: false,
    items: [
      { description: "Menu and boards for the second shop", hsnSac: DESIGN, qty: 1, rate: 38_000 },
    ],
    terms: "",
  },
] as const;

/** Builds estimates of the last weeks: one accepted, one awaiting an answer, one draft. */
export function offersUntil(on: CalendarDate): DemoAction[] {
  return OFFERS.flatMap(({ client, daysAgo, isAccepted, items, terms }) => {
    const date = addDays(on, -daysAgo);
    let id = "";
    const createAction = (days: number, time: string, does: DemoAction["does"]): DemoAction => ({
      date: addDays(date, days),
      time,
      by: "rohan",
      does,
    });
    const add: DemoAction["does"] = async (who, { ids }) => {
      const rated = items.map((item) => ({ ...item, taxPct: 18 }));
      const dueDate = addDays(date, 30);
      const input = { clientId: ids.get(client), date, dueDate, items: rated, terms };
      id = (await addEstimate(who, parse(NewEstimate, input)))._id;
    };
    return [
      createAction(0, "12:05", add),
      ...(daysAgo > 2 ? [createAction(0, "12:20", (who) => sendEstimate(who, id))] : []),
      ...(isAccepted ? [createAction(5, "11:10", (who) => acceptEstimate(who, id))] : []),
    ];
  });
}

/**
 * Builds credit notes for part of the newest unpaid invoice, and for a paid one in the month being closed.
 */
export function listCreditsUntil(on: CalendarDate): DemoAction[] {
  const invoices = invoicesUntil(on).filter(
    ({ ends, client, items }) =>
      ends === "sent" && CLIENTS[client].kind === "REGULAR" && items.every(({ hsnSac }) => hsnSac),
  );
  const open = invoices.findLast(
    ({ payments, date }) => payments.length === 0 && date <= addDays(on, -2),
  );
  const half = toHalfClosedMonth(on);
  const spoilt = invoices.find(({ client, date }) => client === "saffron" && date.startsWith(half));
  const [first] = open?.items ?? [];
  const photos = spoilt?.items[1];
  return [
    ...(open && first
      ? [
          buildCreditNote(open, 2, "VALUE_TOO_HIGH", {
            ...first,
            qty: 1,
            discountPct: 0,
            rate: 2_000,
          }),
        ]
      : []),
    ...(spoilt && photos ? [buildCreditNote(spoilt, 13, "DEFICIENT_SERVICE", photos)] : []),
  ];
}

/** Builds a credit note for a line, some days after its invoice. */
function buildCreditNote(
  { client, date: billed }: DemoInvoice,
  days: number,
  reason: NoteReason,
  item: DemoItem,
): DemoAction {
  const date = addDays(billed, days);
  const does: DemoAction["does"] = async (who, { ids }) => {
    const invoiceId = ids.get(`invoice ${client} ${billed}`);
    const input = { kind: "CREDIT_NOTE", invoiceId, date, reason, items: [item] };
    const { _id } = await addNote(who, parse(NewNote, input));
    await sendNote(who, _id);
  };
  return { date, time: "15:40", by: "asha", does };
}
