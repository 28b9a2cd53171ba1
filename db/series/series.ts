import { eq, sql } from "drizzle-orm";
import { addDays, type CalendarDate, pickLater, today } from "../../domain/dates.ts";
import { defaultTax } from "../../domain/documents/invoices.ts";
import type { Paise } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { invoiceOn, PAST_MAX } from "../../domain/series/occurrence.ts";
import { listDatesFrom, type Schedule } from "../../domain/series/schedule.ts";
import {
  type InvoiceTemplate,
  NewSeries,
  type Series,
  type TransactionTemplate,
  toTemplateTitle,
} from "../../domain/series/series.ts";
import { computeDocument, findClient } from "../documents/documents.ts";
import { findBiller } from "../documents/issuer.ts";
import { toRecipient } from "../documents/parties.ts";
import { recordChange } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { findUsable } from "../ledger/transactions.ts";
import { occurrences, series } from "../schema/series.ts";
import { findNextFrom } from "./dates.ts";
import { findOne, getSeries, type Stored } from "./rows.ts";

/**
 * Adds a series. Past dates are due at once.
 * @throws Refusal "invalid" if the template cannot create anything, or too many dates are in the past
 */
export const addSeries = (tenant: Tenant, input: NewSeries, day = today()): Promise<Series> =>
  withIdempotency(tenant, async (tx) => {
    assertNotFarBack(input, input.anchor, day);
    const id = newId();
    const { agencyId, userId } = tenant;
    const { state } = input;
    const at = nowFor(tenant);
    const paused = state === "paused" ? { pausedAt: at, pausedBy: userId } : undefined;
    const columns = await toColumns(tx, tenant, input, at);
    const row = {
      ...columns,
      ...paused,
      agencyId,
      id,
      state,
      nextDate: listDatesFrom(input, input.anchor, 1)[0] ?? null,
      notBefore: input.anchor,
      createdBy: userId,
      createdAt: at,
    };
    await tx.insert(series).values(row);
    const after = await getSeries(tenant, id);
    await recordChange(tx, tenant, "CREATE", "Series", { after });
    return after;
  });

function assertNotFarBack(of: Schedule, from: CalendarDate, day: CalendarDate): void {
  const past = listDatesFrom(of, from, PAST_MAX + 1).filter((date) => date < day);
  if (past.length <= PAST_MAX) return;
  throw invalid("anchor", `More than ${PAST_MAX} dates are in the past; choose a later start date`);
}

/**
 * Changes the given fields. Created records stay. A new first date, interval or end applies from today, after
 * the last occurrence.
 * @throws Refusal "conflict" if it has ended
 */
export function changeSeries(
  tenant: Tenant,
  id: string,
  changes: object,
  day = today(),
): Promise<Series> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getSeries(tenant, id);
    await assertUnchanged(tx, tenant, "Series", before, changes);
    if (before.state === "ended") throw new Refusal("conflict", HAS_ENDED);
    const { kind, template, anchor, unit, every, lastDay, end, mode } = before;
    const present = { template, anchor, unit, every, lastDay, end, mode };
    const input = parse(NewSeries, { ...present, ...changes, kind, state: undefined });
    const { row } = await findOne(tx, tenant, id);
    const columns = await toColumns(tx, tenant, input, nowFor(tenant));
    const now = { ...row, ...columns };
    const hasMoved = DATED.some((column) => row[column] !== now[column]);
    const next = hasMoved && (await recomputeDates(tx, tenant, now, day));
    await tx
      .update(series)
      .set({ ...columns, ...next, ...((hasMoved || !isStopped(row)) && MENDED) })
      .where(forAgency(tenant, series, eq(series.id, id)));
    const after = await getSeries(tenant, id);
    await recordChange(tx, tenant, "UPDATE", "Series", { before, after });
    return after;
  });
}

export const HAS_ENDED = "This series has ended. Create a new one";

/** Whether the series stopped on a date. That date is created on resuming, whatever was changed before. */
const isStopped = ({ state, failures }: Stored) => state === "paused" && failures > 0;
export const MENDED = { failures: 0, reason: "" };

/** Fields that determine the dates. */
const DATED = ["anchor", "unit", "every", "lastDay", "endDate", "endAfter"] as const;

/** Recomputes the next date from today, after all created ones. @throws Refusal "invalid" if none is left */
async function recomputeDates(tx: Write, tenant: Tenant, row: Stored, day: CalendarDate) {
  const [last] = await tx
    .select({ date: sql<string | null>`max(${occurrences.date})` })
    .from(occurrences)
    .where(
      forAgency(tenant, occurrences, eq(occurrences.seriesId, row.id), sql`state <> 'skipped'`),
    );
  const notBefore = pickLater(day, last?.date ? addDays(last.date, 1) : day);
  const nextDate = await findNextFrom(tx, tenant, row, notBefore);
  if (nextDate === null) throw invalid("end", "No dates are left; end the series instead");
  return { nextDate, notBefore };
}

/** @throws Refusal "conflict" if it has created anything */
export function deleteSeries(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getSeries(tenant, id);
    if (before.made > 0) {
      throw new Refusal("conflict", "It has already created entries; end the series instead");
    }
    await tx
      .delete(occurrences)
      .where(forAgency(tenant, occurrences, eq(occurrences.seriesId, id)));
    await tx.delete(series).where(forAgency(tenant, series, eq(series.id, id)));
    await recordChange(tx, tenant, "DELETE", "Series", { before });
  });
}

/** Converts the input to columns, with the settings' default rates. */
async function toColumns(tx: Write, tenant: Tenant, input: NewSeries, at: string) {
  const { anchor, unit, every, lastDay, end, mode, kind } = input;
  const made = await withTemplatePaths(() =>
    input.kind === "invoice"
      ? toInvoiceColumns(tx, tenant, input.template, anchor)
      : ofTransaction(tx, tenant, input.template),
  );
  const title = toTemplateTitle(made.template);
  return {
    kind,
    mode,
    anchor,
    unit,
    every,
    lastDay,
    title,
    clientId: null,
    accountId: null,
    categoryId: null,
    ...made,
    endDate: end.date,
    endAfter: end.after,
    searched: `${title}\n${made.template.notes}`.toLowerCase(),
    savedBy: tenant.userId,
    savedAt: at,
  };
}

async function toInvoiceColumns(
  tx: Write,
  tenant: Tenant,
  given: InvoiceTemplate,
  anchor: CalendarDate,
): Promise<Columns> {
  const { issuer, kind } = await findBiller(tx, tenant, given.kind);
  const { supplier, defaults } = issuer;
  const usual = defaultTax(supplier, defaults.defaultTaxPct);
  const items = given.items.map((item) => ({ ...item, taxPct: item.taxPct ?? usual }));
  const template = { ...given, items };
  const client = await findClient(tx, tenant, given.clientId);
  const parties = { supplier, recipient: toRecipient(client) };
  const invoice = invoiceOn(template, { date: anchor, written: anchor, unit: "month" });
  const { columns } = computeDocument(kind, invoice, parties, defaults);
  return { template, clientId: given.clientId, amountPaise: columns.grandTotalPaise };
}

async function ofTransaction(
  tx: Write,
  tenant: Tenant,
  template: TransactionTemplate,
): Promise<Columns> {
  await findUsable(tx, tenant, template);
  const { accountId, categoryId, amount: amountPaise } = template;
  return { template, accountId, categoryId, amountPaise };
}

interface Columns {
  template: InvoiceTemplate | TransactionTemplate;
  clientId?: string;
  accountId?: string;
  categoryId?: string;
  amountPaise: Paise;
}

/** Moves errors to the template's fields. */
async function withTemplatePaths<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, message, errors } = error;
    const named = errors.map((one) => ({ ...one, path: `template.${one.path}` }));
    throw new Refusal(kind, message, named);
  }
}
