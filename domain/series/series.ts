import * as v from "valibot";
import type { CalendarDate } from "../dates.ts";
import { dueDays, whole } from "../documents/dueDays.ts";
import { invoiceFields } from "../documents/invoiceInput.ts";
import { date, dateIfAny, id, limitSchema, oneOf, page, q, strictObject } from "../fields.ts";
import { fromHundredths, type Hundredths } from "../hundredths.ts";
import { transactionFields } from "../ledger/transactions.ts";
import { type Rupees, toRupees } from "../money.ts";
import type { Page } from "../page.ts";
import { type Schedule, UNITS } from "./schedule.ts";

// Series: recurring invoices and entries with a template, a schedule and a mode.

export const SERIES_KINDS = ["invoice", "transaction"] as const;
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** A transaction has no draft and is not sent. In mode draft it waits to be booked. */
export const MODES = ["draft", "issue", "issue_and_send"] as const;
export type Mode = (typeof MODES)[number];

export const MODE_NAMES: Record<SeriesKind, Record<Mode, string>> = {
  invoice: { draft: "Draft", issue: "Issue", issue_and_send: "Issue and send" },
  transaction: { draft: "Wait", issue: "Book", issue_and_send: "Book" },
};

/** A paused series with a reason was stopped, because its next occurrence could not be created. */
export const SERIES_STATES = ["active", "paused", "ended"] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

/** States by which a list can be filtered. */
export const SHOWN_STATES = [...SERIES_STATES, "stopped"] as const;

/** A skipped date creates nothing. A waiting one is a transaction that no user has booked yet. */
export const OCCURRENCE_STATES = ["made", "waiting", "skipped"] as const;
export type OccurrenceState = (typeof OCCURRENCE_STATES)[number];

/** Template of an invoice: its fields without dates. */
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
  unit: oneOf("Unit", UNITS),
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
  mode: v.optional(oneOf("Mode", MODES), "draft"),
});
export const SeriesChange = v.pipe(ofInvoices);

const SeriesOfInvoices = v.pipe(
  ofInvoices,
  v.forward(v.partialCheck([["anchor"], ["end"]], isInOrder, ENDS_BEFORE), ["end", "date"]),
);

/** Transactions are never sent, and are booked by default. */
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

/** A series, whose `kind` selects the schema. Parses rupees to paise. */
export const NewSeries = v.lazy((input) => {
  if (input !== undefined && !v.is(KIND, input)) return KIND as never;
  const isOfMoney = (input as { kind?: unknown } | undefined)?.kind === "transaction";
  return isOfMoney ? SeriesOfTransactions : SeriesOfInvoices;
});
export type NewSeries =
  | v.InferOutput<typeof SeriesOfInvoices>
  | v.InferOutput<typeof SeriesOfTransactions>;

/** A date of the series. Defaults to the next one. */
export const OfDate = strictObject({ date: v.optional(date) });
export const OneDate = strictObject({ date });

export const SeriesQuery = strictObject({
  q,
  kind: v.optional(v.picklist(SERIES_KINDS, `Kind must be ${SERIES_KINDS.join(" or ")}`)),
  state: v.optional(oneOf("State", SHOWN_STATES)),
  clientId: v.optional(id("Client is required")),
  page,
  limit: limitSchema(50),
});
export type SeriesQuery = v.InferOutput<typeof SeriesQuery>;

interface Named {
  _id: string;
  name: string;
}

export interface SeriesRow extends Schedule {
  _id: string;
  kind: SeriesKind;
  state: SeriesState;
  mode: Mode;
  /** Its first item or the transaction's description, with placeholders. */
  title: string;
  /** Null for transactions. */
  client: { _id: string; displayName: string; email: string } | null;
  /** Null for invoices. */
  account: Named | null;
  category: Named | null;
  /** The next date, or "". */
  nextDate: CalendarDate | "";
  /** The date that failed and stopped the series, or "". */
  stoppedDate: CalendarDate | "";
  /** Number of occurrences created. */
  made: number;
  /** Amount of an occurrence. */
  amount: Rupees;
  /** Why it was stopped, or a problem with its last occurrence, or "". */
  reason: string;
  /** Time and author of the pause, or null. */
  paused: { at: string; by: Named } | null;
}

/** A date that was created, waits or was skipped. */
export interface Occurrence {
  date: CalendarDate;
  state: OccurrenceState;
  /** Id of the invoice or transaction, or "". */
  madeId: string;
  /** The invoice's number, or "". */
  number: string;
  /** A remark, such as that an e-mail address is missing. */
  note: string;
}

export interface Series extends SeriesRow {
  template: WireTemplate;
  savedBy: Named;
  savedAt: string;
  createdAt: string;
  /** The latest, newest first. */
  occurrences: Occurrence[];
}

/** A future date and its amount. */
export interface Coming {
  date: CalendarDate;
  amount: Rupees;
  /** Its text with placeholders filled in. */
  title: string;
  state: "due" | OccurrenceState;
}

export const PREVIEW_DATES = 12;

/** Upcoming or waiting occurrences: the first ones, their number, and their total. */
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
  /** Name of the client, or of the entry. */
  name: string;
  amount: Rupees;
}

/** An occurrence that waits for a user. */
export interface Waiting extends Omit<Upcoming, "mode"> {
  /** Id of the draft; "" for a transaction. */
  invoiceId: string;
}

export interface SeriesList extends Page<SeriesRow> {
  /** Within 30 days. */
  upcoming: Gathered<Upcoming>;
  waiting: Gathered<Waiting>;
}

export const UPCOMING_DAYS = 30;

/** Result of a run: the number created, and the failures. */
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

/** Converts a template to rupees and percent. */
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

/** Returns a template's title for lists, with placeholders. */
export const toTemplateTitle = (template: InvoiceTemplate | TransactionTemplate): string =>
  "items" in template ? (template.items[0]?.description ?? "") : template.description;

/** Names a series in a sentence: `“Retainer for {month}” for Konkan Foods`. */
export const quoteSeries = ({ title, client }: { title: string; client: string | undefined }) =>
  client ? `“${title}” for ${client}` : `“${title}”`;
