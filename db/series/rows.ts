import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { toRupees } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Schedule } from "../../domain/series/schedule.ts";
import {
  type Occurrence,
  type Series,
  type SeriesRow,
  toWire,
} from "../../domain/series/series.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { clients, documents } from "../schema/documents.ts";
import { accounts, categories } from "../schema/ledger.ts";
import { occurrences, series } from "../schema/series.ts";

export type From = Pick<Write, "select">;
export type Stored = typeof series.$inferSelect;

/** A series with the names of the records it refers to. */
export type Found = Awaited<ReturnType<typeof findSeries>>[number];

const pausers = alias(users, "pausers");

/** Selects series by a condition, in the given order. */
export function findSeries(
  from: From,
  { agencyId }: Pick<Tenant, "agencyId">,
  where: SQL | undefined,
  order: SQL,
  page: { limit: number; offset: number },
) {
  const named = (table: typeof clients | typeof accounts | typeof categories, id: SQL) =>
    and(eq(table.agencyId, agencyId), sql`${table.id} = ${id}`);
  return from
    .select({
      row: series,
      client: { _id: clients.id, displayName: clients.displayName, email: clients.email },
      account: { _id: accounts.id, name: accounts.name },
      category: { _id: categories.id, name: categories.name },
      saver: { _id: users.id, name: users.name },
      pauser: { _id: pausers.id, name: pausers.name },
    })
    .from(series)
    .innerJoin(users, and(eq(users.agencyId, series.agencyId), eq(users.id, series.savedBy)))
    .leftJoin(clients, named(clients, sql`${series.clientId}`))
    .leftJoin(accounts, named(accounts, sql`${series.accountId}`))
    .leftJoin(categories, named(categories, sql`${series.categoryId}`))
    .leftJoin(pausers, and(eq(pausers.agencyId, series.agencyId), eq(pausers.id, series.pausedBy)))
    .where(forAgency({ agencyId }, series, where))
    .orderBy(order)
    .limit(page.limit)
    .offset(page.offset);
}

const ONE = { limit: 1, offset: 0 };

/** @throws Refusal "missing" */
export async function findOne(from: From, tenant: Tenant, id: string): Promise<Found> {
  const [found] = await findSeries(from, tenant, eq(series.id, id), sql`${series.id}`, ONE);
  if (!found) throw new Refusal("missing", "Series not found");
  return found;
}

/** Number of an invoice series' latest dates that are returned. */
const LATEST = 50;

/** @throws Refusal "missing" */
export async function getSeries(tenant: Tenant, id: string): Promise<Series> {
  const { read } = tenant.books;
  const found = await findOne(read, tenant, id);
  const { row, saver } = found;
  const dates = await read
    .select({ occurrence: occurrences, number: documents.number })
    .from(occurrences)
    .leftJoin(
      documents,
      and(eq(documents.agencyId, occurrences.agencyId), eq(documents.id, occurrences.madeId)),
    )
    .where(forAgency(tenant, occurrences, eq(occurrences.seriesId, id)))
    .orderBy(sql`${occurrences.date} DESC`)
    .limit(LATEST);
  return {
    ...toRow(found),
    template: toWire(row.template),
    savedBy: saver,
    savedAt: row.savedAt,
    createdAt: row.createdAt,
    occurrences: dates.map(({ occurrence, number }) => toOccurrence(occurrence, number)),
  };
}

const toOccurrence = (
  { date, state, madeId, note }: typeof occurrences.$inferSelect,
  number: string | null,
): Occurrence => ({ date, state, madeId, note, number: number ?? "" });

export const toSchedule = ({ anchor, unit, every, lastDay, ...row }: Stored): Schedule => ({
  anchor,
  unit,
  every,
  lastDay,
  end: { date: row.endDate, after: row.endAfter },
});

/** Returns the date that a stopped series failed on; null if it has not stopped. */
export const findStoppedDate = ({ state, reason, failures, nextDate }: Stored) =>
  state === "paused" && reason !== "" && failures > 0 ? nextDate : null;

export function toRow({ row, client, account, category, pauser }: Found): SeriesRow {
  const { id, kind, state, mode, title, nextDate, made, reason, pausedAt } = row;
  return {
    _id: id,
    kind,
    state,
    mode,
    title,
    ...toSchedule(row),
    client,
    account,
    category,
    nextDate: state === "active" ? (nextDate ?? "") : "",
    stoppedDate: findStoppedDate(row) ?? "",
    made,
    amount: toRupees(row.amountPaise),
    reason,
    paused: state === "paused" && pauser ? { at: pausedAt ?? row.savedAt, by: pauser } : null,
  };
}
