import { eq, sql } from "drizzle-orm";
import { type CalendarDate, formatDate, pickLater, today } from "../../domain/dates.ts";
import { toRupees } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { documentDate, transactionOn } from "../../domain/series/occurrence.ts";
import { fillPlaceholders } from "../../domain/series/placeholders.ts";
import { listDatesFrom } from "../../domain/series/schedule.ts";
import {
  type Coming,
  PREVIEW_DATES,
  type Series,
  type TransactionTemplate,
} from "../../domain/series/series.ts";
import { recordChange } from "../engine/audit.ts";
import { readLocks } from "../engine/locks.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { addTransaction } from "../ledger/transactions.ts";
import { occurrences, series } from "../schema/series.ts";
import { findNextFrom, listStates } from "./dates.ts";
import { type JobClock, makeNext } from "./occur.ts";
import { findOne, findStoppedDate, getSeries, type Stored, toSchedule } from "./rows.ts";
import { HAS_ENDED, MENDED } from "./series.ts";

/** Previews dates from today, or from the first one, including those already created or skipped. */
export async function previewSeries(
  tenant: Tenant,
  id: string,
  day = today(),
): Promise<{ dates: Coming[] }> {
  const { read } = tenant.books;
  const { row } = await findOne(read, tenant, id);
  const dates =
    row.state === "ended"
      ? []
      : listDatesFrom(toSchedule(row), pickLater(day, row.anchor), PREVIEW_DATES);
  const states = await listStates(read, tenant, id, dates);
  const amount = toRupees(row.amountPaise);
  return {
    dates: dates.map((date) => ({
      date,
      amount,
      title: fillPlaceholders(row.title, date),
      state: states.get(date) ?? "due",
    })),
  };
}

/** Pauses a series. Dates during the pause are never created. */
export const pauseSeries = (tenant: Tenant, id: string): Promise<Series> =>
  change(tenant, id, async (tx, { state }) => {
    if (state !== "active") throw new Refusal("conflict", "The series is already paused");
    const pause = { pausedAt: nowFor(tenant), pausedBy: tenant.userId };
    await set(tx, tenant, id, { state: "paused", ...pause, reason: "" });
  });

/** Resumes a series from today. A date at which it had stopped is still created. */
export const resumeSeries = (tenant: Tenant, id: string, day = today()): Promise<Series> =>
  change(tenant, id, async (tx, row) => {
    if (row.state !== "paused") throw new Refusal("conflict", "The series is not paused");
    const wasStopped = row.failures > 0;
    const nextDate = wasStopped ? row.nextDate : await findNextFrom(tx, tenant, row, day);
    if (nextDate === null) throw new Refusal("conflict", "No dates are left; change the end date");
    await set(tx, tenant, id, { nextDate, ...goingFrom(tenant, day) });
  });

/** Columns of a resumed series, which continues in the user's name. */
const goingFrom = (tenant: Tenant, notBefore: CalendarDate) => ({
  ...({ state: "active", notBefore, pausedAt: null, pausedBy: null, ...MENDED } as const),
  savedBy: tenant.userId,
  savedAt: nowFor(tenant),
});

/** Ends a series permanently. Created records stay. */
export const endSeries = (tenant: Tenant, id: string): Promise<Series> =>
  change(tenant, id, async (tx) => {
    const ended = { nextDate: null, pausedAt: null, pausedBy: null, reason: "" };
    await set(tx, tenant, id, { state: "ended", ...ended });
  });

/**
 * Skips a date: the given one, by default the next, or an entry not booked yet. If the series has stopped,
 * the next date is the one it stopped at, even in the past, and the series continues.
 */
export const skipDate = (
  tenant: Tenant,
  id: string,
  requested: CalendarDate | undefined,
  day = today(),
): Promise<Series> =>
  change(tenant, id, async (tx, row) => {
    const stopped = findStoppedDate(row);
    const coming = stopped ?? (await findNextFrom(tx, tenant, row, pickLater(day, row.notBefore)));
    const date = requested ?? coming;
    const key = { agencyId: tenant.agencyId, seriesId: id };
    const state = date ? (await listStates(tx, tenant, id, [date])).get(date) : undefined;
    if (date && state === "waiting") {
      const skipped = { state: "skipped" as const, at: nowFor(tenant) };
      await tx
        .update(occurrences)
        .set(skipped)
        .where(isDate(tenant, id, date));
      return;
    }
    assertComes(row, date, state, date !== null && date === stopped ? date : day);
    const blank = { state: "skipped" as const, madeId: "", note: "", at: nowFor(tenant) };
    await tx.insert(occurrences).values({ ...key, date, ...blank });
    if (row.nextDate !== date) return;
    const nextDate = await findNextFrom(tx, tenant, row, stopped ? pickLater(date, day) : date);
    const going = stopped ? goingFrom(tenant, day) : row.failures > 0 && MENDED;
    await set(tx, tenant, id, { ...going, nextDate, ...(nextDate === null && { state: "ended" }) });
  });

function assertComes(
  row: Stored,
  date: CalendarDate | null,
  state: string | undefined,
  day: CalendarDate,
): asserts date is CalendarDate {
  if (!date) throw new Refusal("conflict", "No dates are left");
  const [own] = listDatesFrom(toSchedule(row), date, 1);
  if (own !== date) throw invalid("date", `The series has no date on ${formatDate(date)}`);
  if (state) throw new Refusal("conflict", `${formatDate(date)} was already ${state}`);
  if (date < day) throw invalid("date", `${formatDate(date)} has passed`);
}

/** Restores a skipped date, until that day has passed. */
export const restoreDate = (
  tenant: Tenant,
  id: string,
  date: CalendarDate,
  day = today(),
): Promise<Series> =>
  change(tenant, id, async (tx, row) => {
    const state = (await listStates(tx, tenant, id, [date])).get(date);
    if (state !== "skipped") {
      throw new Refusal("conflict", `${formatDate(date)} was not skipped`);
    }
    if (date < day) throw new Refusal("conflict", `${formatDate(date)} has passed`);
    await tx.delete(occurrences).where(isDate(tenant, id, date));
    if (row.nextDate === null || date < row.nextDate) await set(tx, tenant, id, { nextDate: date });
  });

/**
 * Creates the next occurrence now, under its own date, so that it is not created again. Or books a pending
 * entry: the given one, by default the oldest.
 */
export const makeNow = (
  tenant: Tenant,
  id: string,
  requested: CalendarDate | undefined,
  looking: JobClock,
): Promise<Series> =>
  withIdempotency(tenant, () =>
    change(tenant, id, async (tx, row) => {
      const waiting = await findWaiting(tx, tenant, id, requested);
      if (waiting) return book(tx, tenant, row, waiting, looking.today);
      const from = pickLater(looking.today, row.notBefore);
      // Dates during a pause are never created.
      const isKept = row.state === "active" || row.failures > 0;
      const next = (isKept && row.nextDate) || (await findNextFrom(tx, tenant, row, from));
      if (next === null || (requested !== undefined && requested !== next)) {
        const why = next === null ? "No dates are left" : `The next date is ${formatDate(next)}`;
        throw new Refusal("conflict", why);
      }
      await makeNext(tx, tenant, { ...row, nextDate: next, lateTo: "" }, looking);
    }),
  );

async function findWaiting(
  tx: Write,
  tenant: Tenant,
  id: string,
  requested: CalendarDate | undefined,
): Promise<CalendarDate | undefined> {
  const [row] = await tx
    .select({ date: occurrences.date })
    .from(occurrences)
    .where(
      forAgency(
        tenant,
        occurrences,
        eq(occurrences.seriesId, id),
        eq(occurrences.state, "waiting"),
        requested ? eq(occurrences.date, requested) : undefined,
      ),
    )
    .orderBy(occurrences.date)
    .limit(1);
  return row?.date;
}

async function book(
  tx: Write,
  tenant: Tenant,
  { id, title, template, unit, failures }: Stored,
  date: CalendarDate,
  day: CalendarDate,
): Promise<void> {
  const { lockedTo } = await readLocks(tx, tenant);
  const occasion = { date, written: documentDate(date, day, lockedTo), unit };
  const input = transactionOn(template as TransactionTemplate, occasion);
  const { _id: madeId } = await addTransaction(tenant, input, { _id: id, title, date });
  const made = { state: "made" as const, madeId, note: "", at: nowFor(tenant) };
  await tx
    .update(occurrences)
    .set(made)
    .where(isDate(tenant, id, date));
  if (failures === 0) await set(tx, tenant, id, { reason: "" });
}

const isDate = (tenant: Tenant, id: string, date: CalendarDate) =>
  forAgency(tenant, occurrences, eq(occurrences.seriesId, id), sql`${occurrences.date} = ${date}`);

const set = (tx: Write, tenant: Tenant, id: string, columns: Partial<Stored>) =>
  tx
    .update(series)
    .set(columns)
    .where(forAgency(tenant, series, eq(series.id, id)));

/** @throws Refusal "conflict" if it has ended */
const change = (
  tenant: Tenant,
  id: string,
  work: (tx: Write, row: Stored) => Promise<void>,
): Promise<Series> =>
  writeTransaction(tenant, async (tx) => {
    const before = await getSeries(tenant, id);
    const { row } = await findOne(tx, tenant, id);
    if (row.state === "ended") throw new Refusal("conflict", HAS_ENDED);
    await work(tx, row);
    const after = await getSeries(tenant, id);
    await recordChange(tx, tenant, "UPDATE", "Series", { before, after });
    return after;
  });
