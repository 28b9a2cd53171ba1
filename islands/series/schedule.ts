import * as v from "valibot";
import { isCalendarDate, today } from "../../domain/dates.ts";
import { dueDays } from "../../domain/documents/dueDays.ts";
import { invoiceFields } from "../../domain/documents/invoiceInput.ts";
import { date, dateIfAny, strictObject } from "../../domain/fields.ts";
import { transactionFields } from "../../domain/ledger/transactions.ts";
import type { Schedule } from "../../domain/series/schedule.ts";
import { MODES, repeatFields, type Series } from "../../domain/series/series.ts";
import { Failure, send } from "../browser/api.ts";
import { NO_SCHEDULE, type ScheduleTexts } from "../invoices/values.ts";
import { saveTo } from "../ui/useAppForm.ts";

// The schedule in a series' form. Its fields are under `schedule` in the form, but next to the template in
// the API.

const { unit, every, lastDay, end } = repeatFields;
const schedule = v.pipe(
  strictObject({
    anchor: date,
    unit,
    every,
    lastDay,
    end,
    endDate: dateIfAny,
    mode: v.picklist(MODES, "Choose what happens on each date"),
    dueDays,
  }),
  v.forward(
    v.partialCheck(
      [["anchor"], ["endDate"]],
      ({ anchor, endDate }) => endDate === "" || endDate >= anchor,
      "The end date is before the start date",
    ),
    ["endDate"],
  ),
);

export const FormOfInvoices = strictObject({ ...invoiceFields, schedule });
export const FormOfTransactions = strictObject({ ...transactionFields, schedule });

const UNREAD = -1;
/** Returns NaN unless the text is a whole number, so that every schema rejects it. */
const parseWhole = (text: string): number =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text) : UNREAD;

/** Converts the texts to the schema's input. */
export function toSchedule({ on, ends, endDate, endAfter, dueDays, ...texts }: ScheduleTexts) {
  const last = ends === "date" ? endDate : "";
  return {
    anchor: texts.anchor,
    unit: texts.unit,
    mode: texts.mode,
    every: parseWhole(texts.every),
    lastDay: on === "last" && isOfMonths(texts),
    endDate: ends === "date" ? endDate || "?" : "",
    end: { date: last, after: ends === "after" ? parseWhole(endAfter) || UNREAD : 0 },
    dueDays: dueDays.trim() === "" ? null : parseWhole(dueDays),
  };
}

export const isOfMonths = ({ unit }: Pick<ScheduleTexts, "unit">) =>
  unit === "month" || unit === "year";

/** Returns the schedule for computing dates; undefined while it is incomplete. */
export function readSchedule(texts: ScheduleTexts): Schedule | undefined {
  const { dueDays: _, mode: __, ...read } = toSchedule(texts);
  const isWhole = isCalendarDate(read.anchor) && read.every > 0 && read.end.after >= 0;
  if (!isWhole || (read.endDate && !isCalendarDate(read.endDate))) return undefined;
  return { ...read, unit: texts.unit as Schedule["unit"] };
}

/** Returns the schedule of a new series, from today. */
export const defaultSchedule = (mode: string): ScheduleTexts => ({
  ...NO_SCHEDULE,
  anchor: today(),
  mode,
  dueDays: mode === "draft" ? "15" : "",
});

/** Converts a saved series to form values. */
export function scheduleTexts(series: Series): ScheduleTexts {
  const { anchor, every, unit, lastDay, end, mode, template } = series;
  const dueDays = "dueDays" in template ? template.dueDays : null;
  return {
    anchor,
    unit,
    mode,
    every: String(every),
    on: lastDay ? "last" : "day",
    ends: end.date ? "date" : end.after > 0 ? "after" : "never",
    endDate: end.date,
    endAfter: end.after > 0 ? String(end.after) : "",
    dueDays: dueDays === null ? "" : String(dueDays),
  };
}

type Body = { schedule: ReturnType<typeof toSchedule> } & Record<string, unknown>;

/** Saves the series in the API's format, and maps errors to the form's fields. */
export const saveSeries =
  (kind: Series["kind"], series: Series | undefined) =>
  async (body: object, key: string): Promise<unknown> => {
    const { schedule, date: _, dueDate: __, ...rest } = body as Body;
    const { endDate: ___, mode, dueDays, ...dates } = schedule;
    const template = kind === "invoice" ? { ...rest, dueDays } : rest;
    const whole = { kind, template, ...dates, mode };
    try {
      if (series) return await saveTo("/api/series", series)(whole, key);
      return await send("POST", "/api/series", whole, key);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const errors = failure.errors.map((error) => ({ ...error, path: toFieldName(error.path) }));
      throw new Failure(failure.status, failure.message, errors);
    }
  };

function toFieldName(path: string): string {
  if (path === "template.dueDays") return "schedule.dueDays";
  if (path.startsWith("template.")) return path.slice("template.".length);
  if (path.startsWith("end")) return "schedule.endDate";
  return ["anchor", "every", "unit", "mode"].includes(path) ? `schedule.${path}` : path;
}
