import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { invoiceFields } from "../documents/invoiceInput.ts";
import { date, dateIfAny, id, limitSchema, page, q, strictObject } from "../fields.ts";
import { fromHundredths, type Hundredths } from "../hundredths.ts";
import { transactionFields } from "../ledger/transactions.ts";
import { type Rupees, toRupees } from "../money.ts";
import { type Schedule, UNITS } from "./schedule.ts";

// What comes again by itself: a template of its own, the days on which it comes, and what becomes of it then.

export const SERIES_KINDS = ["invoice", "transaction"] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** A transaction has no draft and is not sent: as a draft it waits to be booked. */
export const MODES = ["draft", "issue", "issue_and_send"] as const;
export type Mode = (typeof MODES)[number];

/** What becomes of each, as people read it. */
export const MODE_NAMES: Record<SeriesKind, Record<Mode, string>> = {
  invoice: { draft: "Draft", issue: "Issue", issue_and_send: "Issue and send" },
  transaction: { draft: "Wait", issue: "Book", issue_and_send: "Book" },
};

/** One that is paused with a reason was stopped, by what keeps it from making its next one. */
export const SERIES_STATES = ["active", "paused", "ended"] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

/** Those that a list can be narrowed to. */
export const SHOWN_STATES = [...SERIES_STATES, "stopped"] as const;

/** A date that was skipped makes nothing; one that waits is a transaction that nobody has booked yet. */
export const OCCURRENCE_STATES = ["made", "waiting", "skipped"] as const;
export type OccurrenceState = (typeof OCCURRENCE_STATES)[number];

const whole = (what: string, least: number, most: number) => {
  const message = `${what} must be a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

/** Days after the invoice's date until which it is to be paid; left out, it has no due date. */
export const dueDays = v.optional(v.nullable(whole("Days until due", 0, 3_650)), null);

/** What an invoice of a series says: as an invoice, but for its dates. */
export const InvoiceTemplate = strictObject({ ...invoiceFields, dueDays });
export type InvoiceTemplate = v.InferOutput<typeof InvoiceTemplate>;

export const TransactionTemplate = strictObject(transactionFields);
export type TransactionTemplate = v.InferOutput<typeof TransactionTemplate>;

const EVERY_MAX = 1_000;
const AFTER_MAX = 10_000;

const end = v.optional(
  v.pipe(
    strictObject({
      date: dateIfAny,
      after: v.optional(whole("Number of dates", 0, AFTER_MAX), 0),
    }),
    v.check(({ date, after }) => date === "" || after === 0, "End on a date or after a number"),
  ),
  {},
);

export const repeatFields = {
  anchor: date,
  unit: v.picklist(UNITS, `Unit must be one of ${UNITS.join(", ")}`),
  every: v.optional(whole("Every", 1, EVERY_MAX), 1),
  lastDay: v.optional(v.boolean("Last day must be true or false"), false),
  end,
  state: v.optional(v.picklist(["active", "paused"], "State must be active or paused"), "active"),
};

const ENDS_BEFORE = "The end date is before the start date";
const isInOrder = ({ anchor, end }: Pick<Schedule, "anchor" | "end">) =>
  end.date === "" || end.date >= anchor;

const ofInvoices = strictObject({
  kind: v.literal("invoice"),
  template: InvoiceTemplate,
  ...repeatFields,
  mode: v.optional(v.picklist(MODES, `Mode must be one of ${MODES.join(", ")}`), "draft"),
});
/** What a change of one may hold. */
export const SeriesChange = v.pipe(ofInvoices);

const SeriesOfInvoices = v.pipe(
  ofInvoices,
  v.forward(v.partialCheck([["anchor"], ["end"]], isInOrder, ENDS_BEFORE), ["end", "date"]),
);

/** Of what it makes nothing is sent, and all is booked where nothing is said. */
const SeriesOfTransactions = v.pipe(
  strictObject({
    kind: v.literal("transaction"),
    template: TransactionTemplate,
    ...repeatFields,
    mode: v.optional(v.picklist(["draft", "issue"], "Mode must be draft or issue"), "issue"),
  }),
  v.forward(v.partialCheck([["anchor"], ["end"]], isInOrder, ENDS_BEFORE), ["end", "date"]),
);

const KIND = strictObject({
  kind: v.picklist(SERIES_KINDS, `Kind must be ${SERIES_KINDS.join(" or ")}`),
});

/** A series of either kind, by its `kind`. Rupees in, paise out. */
export const NewSeries = v.lazy((input) => {
  if (input !== undefined && !v.is(KIND, input)) return KIND as never;
  const isOfMoney = (input as { kind?: unknown } | undefined)?.kind === "transaction";
  return isOfMoney ? SeriesOfTransactions : SeriesOfInvoices;
});
export type NewSeries =
  | v.InferOutput<typeof SeriesOfInvoices>
  | v.InferOutput<typeof SeriesOfTransactions>;

/** Which of its dates; left out, the next one. */
export const OfDate = strictObject({ date: v.optional(date) });
export const OneDate = strictObject({ date });

export const SeriesQuery = strictObject({
  q,
  kind: v.optional(v.picklist(SERIES_KINDS, `Kind must be ${SERIES_KINDS.join(" or ")}`)),
  state: v.optional(v.picklist(SHOWN_STATES, `State must be one of ${SHOWN_STATES.join(", ")}`)),
  clientId: v.optional(id("Client is required")),
  page,
  limit: limitSchema(50),
});
export type SeriesQuery = v.InferOutput<typeof SeriesQuery>;

interface Named {
  _id: string;
  name: string;
}

/** A series as lists show it. */
export interface SeriesRow extends Schedule {
  _id: string;
  kind: SeriesKind;
  state: SeriesState;
  mode: Mode;
  /** What it says, with its placeholders: its first item, or the description of its transaction. */
  title: string;
  /** Of invoices; null of transactions. */
  client: { _id: string; displayName: string; email: string } | null;
  /** Of transactions; null of invoices. */
  account: Named | null;
  category: Named | null;
  /** The next day on which it comes; "" where none will. */
  nextDate: CalendarDate | "";
  /** The date that could not be made, at which it was stopped; "" where it was not. */
  stoppedDate: CalendarDate | "";
  /** How many it has made. */
  made: number;
  /** What one comes to. */
  amount: Rupees;
  /** Why it was stopped, or what is wrong with its last one; "" for nothing. */
  reason: string;
  /** Since when it is paused, and by whom; null where it is not. */
  paused: { at: string; by: Named } | null;
}

/** One of its dates that was made, waits or was skipped. */
export interface Occurrence {
  date: CalendarDate;
  state: OccurrenceState;
  /** The invoice or transaction; "" for none. */
  madeId: string;
  /** The invoice's; "" for none. */
  number: string;
  /** What is said of it: that it waits for an e-mail address, say. */
  note: string;
}

export interface Series extends SeriesRow {
  template: WireTemplate;
  savedBy: Named;
  savedAt: string;
  createdAt: string;
  /** Its latest dates, newest first. */
  occurrences: Occurrence[];
}

/** A coming date, and what its one comes to. */
export interface Coming {
  date: CalendarDate;
  amount: Rupees;
  /** Its text, filled in. */
  title: string;
  state: "due" | OccurrenceState;
}

/** How many dates a preview shows. */
export const PREVIEW_DATES = 12;

/** What comes within some days, or waits: the first of them, how many they are, and what they come to. */
export interface Gathered<Item> {
  items: Item[];
  count: number;
  total: Rupees;
}

export interface Upcoming {
  seriesId: string;
  kind: SeriesKind;
  mode: Mode;
  date: CalendarDate;
  /** Whose, or what. */
  name: string;
  amount: Rupees;
}

/** What a series made that waits for somebody. */
export interface Waiting extends Omit<Upcoming, "mode"> {
  /** The draft; "" of a transaction. */
  invoiceId: string;
}

export interface SeriesList {
  items: SeriesRow[];
  total: number;
  page: number;
  totalPages: number;
  /** Within 30 days. */
  upcoming: Gathered<Upcoming>;
  waiting: Gathered<Waiting>;
}

export const UPCOMING_DAYS = 30;

/** What a run made, and what kept others from being made. */
export interface Run {
  made: number;
  failed: { seriesId: string; title: string; date: CalendarDate; reason: string }[];
}

type Item = InvoiceTemplate["items"][number];
type WireItem = Omit<Item, "discountPct" | "qty" | "rate" | "taxPct"> & {
  qty: number;
  rate: Rupees;
  discountPct: number;
  taxPct: number;
};
export type WireTemplate =
  | (Omit<InvoiceTemplate, "exchangeRate" | "items" | "kind" | "roundOff" | "supply"> & {
      kind?: InvoiceTemplate["kind"] | undefined;
      supply?: InvoiceTemplate["supply"] | undefined;
      exchangeRate: number;
      items: WireItem[];
      roundOff: Rupees;
    })
  | (Omit<TransactionTemplate, "amount"> & { amount: Rupees });

/** A template as it was sent: rupees and percent. */
export function toWire(template: InvoiceTemplate | TransactionTemplate): WireTemplate {
  if (!("items" in template)) return { ...template, amount: toRupees(template.amount) };
  const { items, roundOff, exchangeRate } = template;
  return {
    ...template,
    roundOff: toRupees(roundOff),
    exchangeRate: exchangeRate / 1_000_000,
    items: items.map((item) => ({
      ...item,
      qty: fromHundredths(item.qty),
      rate: toRupees(item.rate),
      discountPct: fromHundredths(item.discountPct as Hundredths),
      taxPct: fromHundredths(item.taxPct ?? (0 as Hundredths)),
    })),
  };
}

/** What stands for it in lists, with its placeholders. */
export const toTemplateTitle = (template: InvoiceTemplate | TransactionTemplate): string =>
  "items" in template ? (template.items[0]?.description ?? "") : template.description;

/** As a sentence names it: `“Retainer for {month}” of Konkan Foods`. */
export const quoteSeries = ({ title, client }: { title: string; client: string | undefined }) =>
  client ? `“${title}” of ${client}` : `“${title}”`;
