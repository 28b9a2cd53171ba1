import * as v from "valibot";
import { LINE_TREATMENTS, SUPPLIES } from "../../domain/gst/supply.ts";
import { CATEGORY_TYPES } from "../../domain/ledger/categories.ts";
import { UNITS } from "../../domain/series/schedule.ts";
import {
  type Coming,
  MODES,
  OCCURRENCE_STATES,
  type Occurrence,
  type Run,
  SERIES_KINDS,
  SERIES_STATES,
  type Series,
  type SeriesList,
  type SeriesRow,
  type Upcoming,
  type Waiting,
} from "../../domain/series/series.ts";
import {
  count,
  createPageShape,
  createShape,
  day,
  dayIfAny,
  id,
  isTrue,
  moment,
  percent,
  rupees,
  text,
} from "./shapes.ts";

const named = v.object({ _id: id, name: text });
const row = {
  _id: id,
  kind: v.picklist(SERIES_KINDS),
  state: v.picklist(SERIES_STATES),
  mode: v.picklist(MODES),
  title: v.pipe(text, v.description("Its first item, or the description of its transaction")),
  client: v.nullable(v.object({ _id: id, displayName: text, email: text })),
  account: v.nullable(named),
  category: v.nullable(named),
  anchor: day,
  unit: v.picklist(UNITS),
  every: count,
  lastDay: isTrue,
  end: v.object({ date: dayIfAny, after: count }),
  nextDate: dayIfAny,
  stoppedDate: v.pipe(
    dayIfAny,
    v.description(
      'Date at which it stopped because the entry could not be created; "" if it did not',
    ),
  ),
  made: count,
  amount: rupees,
  reason: v.pipe(
    text,
    v.description('Why it stopped, or what its last entry is waiting for; "" if neither'),
  ),
  paused: v.nullable(v.object({ at: moment, by: named })),
};
export const seriesRow = createShape<SeriesRow>()(v.object(row));
export const occurrence = createShape<Occurrence>()(
  v.object({
    date: day,
    state: v.picklist(OCCURRENCE_STATES),
    madeId: v.pipe(text, v.description('The invoice or transaction; "" for none')),
    number: text,
    note: text,
  }),
);
const item = v.object({
  description: text,
  hsnSac: text,
  qty: v.number(),
  rate: rupees,
  discountPct: percent,
  taxPct: percent,
  unit: text,
  treatment: v.picklist([...LINE_TREATMENTS, ""]),
});
const ofInvoice = v.object({
  kind: v.optional(v.picklist(["INVOICE", "BILL_OF_SUPPLY"])),
  clientId: id,
  placeOfSupply: text,
  supply: v.optional(v.picklist(SUPPLIES)),
  reverseCharge: isTrue,
  foreignCurrency: text,
  exchangeRate: v.number(),
  deliveryAddress: text,
  dueDays: v.pipe(v.nullable(count), v.description("Days to pay; null for no due date")),
  items: v.array(item),
  notes: text,
  terms: text,
  roundOff: rupees,
});
const ofTransaction = v.object({
  description: text,
  accountId: id,
  categoryId: id,
  type: v.picklist(CATEGORY_TYPES),
  amount: rupees,
  notes: text,
});
const template = v.union([ofInvoice, ofTransaction]);
export const series = createShape<Series>()(
  v.object({
    ...row,
    template,
    savedBy: v.pipe(named, v.description("Member in whose name entries are created")),
    savedAt: moment,
    createdAt: moment,
    occurrences: v.pipe(v.array(occurrence), v.description("Last fifty, newest first")),
  }),
);
const soon = {
  seriesId: id,
  kind: v.picklist(SERIES_KINDS),
  date: day,
  name: text,
  amount: rupees,
};
const upcoming = createShape<Upcoming>()(v.object({ ...soon, mode: v.picklist(MODES) }));
const waiting = createShape<Waiting>()(
  v.object({ ...soon, invoiceId: v.pipe(text, v.description('"" for a transaction')) }),
);
const gathered = <Item extends v.GenericSchema>(item: Item) =>
  v.object({ items: v.array(item), count, total: rupees });
export const seriesList = createShape<SeriesList>()(
  createPageShape(seriesRow, { upcoming: gathered(upcoming), waiting: gathered(waiting) }),
);
export const coming = createShape<Coming>()(
  v.object({
    date: day,
    amount: rupees,
    title: v.pipe(text, v.description("Text with placeholders filled in")),
    state: v.picklist(["due", ...OCCURRENCE_STATES]),
  }),
);
export const run = createShape<Run>()(
  v.object({
    made: count,
    failed: v.array(v.object({ seriesId: id, title: text, date: day, reason: text })),
  }),
);
