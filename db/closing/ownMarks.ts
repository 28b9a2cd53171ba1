import { and, eq, type SQL } from "drizzle-orm";
import type { CloseMark, NewCloseMark } from "../../domain/closing/ownItems.ts";
import { formatDate, monthRange } from "../../domain/dates.ts";
import { toRupees } from "../../domain/money.ts";
import { monthName, toLastOfMonth } from "../../domain/months.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Read } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant, todayFor } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { closeItems, closeMarks } from "../schema/closeItems.ts";

// The agency's own items that were ticked or counted for a month.

type Who = Pick<Tenant, "agencyId">;

/** Reads marks by a condition, oldest first. */
export async function readMarks(
  from: Pick<Read, "select">,
  tenant: Who,
  where: SQL | undefined,
): Promise<CloseMark[]> {
  const rows = await from
    .select({ row: closeMarks, item: closeItems.name, user: users.name })
    .from(closeMarks)
    .innerJoin(
      closeItems,
      and(eq(closeItems.agencyId, closeMarks.agencyId), eq(closeItems.id, closeMarks.itemId)),
    )
    .innerJoin(
      users,
      and(eq(users.agencyId, closeMarks.agencyId), eq(users.id, closeMarks.markedBy)),
    )
    .where(forAgency(tenant, closeMarks, where))
    .orderBy(closeMarks.date, closeMarks.id);
  return rows.map(({ row, item, user }) => ({
    _id: row.id,
    item: { _id: row.itemId, name: item },
    month: row.date.slice(0, 7),
    counted: row.countedPaise === null ? null : toRupees(row.countedPaise),
    markedBy: { _id: row.markedBy, name: user },
    markedAt: row.markedAt,
  }));
}

/**
 * Ticks an item for a month, or stores the amount that was counted on its last day.
 * @throws Refusal "missing", "invalid" if the item is not of that month, or was counted before its last day
 */
export function markItem(tenant: Tenant, id: string, input: NewCloseMark): Promise<CloseMark> {
  return writeTransaction(tenant, async (tx) => {
    const { kind } = await findItem(tx, tenant, id, input.date);
    const date = toLastOfMonth(input.date);
    if (kind === "count") {
      if (input.counted === null) throw invalid("counted", "Enter the amount that you counted");
      if (todayFor(tenant) < date) {
        throw invalid("date", `${monthName(input.date)} is counted on ${formatDate(date)}`);
      }
    }
    const columns = {
      countedPaise: kind === "count" ? input.counted : null,
      markedBy: tenant.userId,
      markedAt: nowFor(tenant),
    };
    const before = await findMark(tx, tenant, id, date);
    const of = before?._id ?? newId();
    if (before) {
      await tx
        .update(closeMarks)
        .set(columns)
        .where(forAgency(tenant, closeMarks, eq(closeMarks.id, of)));
    } else {
      await tx
        .insert(closeMarks)
        .values({ agencyId: tenant.agencyId, id: of, itemId: id, date, ...columns });
    }
    const after = await findMark(tx, tenant, id, date);
    if (!after) throw new Error("The mark was not returned");
    if (before) await recordChange(tx, tenant, "UPDATE", "CloseMark", { before, after });
    else await recordChange(tx, tenant, "CREATE", "CloseMark", { after });
    return after;
  });
}

/** Opens an item of a month again. @throws Refusal "missing", "conflict" if it is open */
export function unmarkItem(tenant: Tenant, id: string, day: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const { name } = await findItem(tx, tenant, id, day);
    const mark = await findMark(tx, tenant, id, toLastOfMonth(day));
    if (!mark) throw new Refusal("conflict", `“${name}” is open in ${monthName(day)}`);
    await removeMark(tx, tenant, mark);
  });
}

/** Deletes a mark within a transaction. */
export async function removeMark(tx: Write, tenant: Tenant, before: CloseMark): Promise<void> {
  await tx.delete(closeMarks).where(forAgency(tenant, closeMarks, eq(closeMarks.id, before._id)));
  await recordChange(tx, tenant, "DELETE", "CloseMark", { before });
}

async function findMark(tx: Write, tenant: Who, itemId: string, date: string) {
  const isIt = and(eq(closeMarks.itemId, itemId), eq(closeMarks.date, date));
  return (await readMarks(tx, tenant, isIt))[0];
}

async function findItem(tx: Write, tenant: Who, id: string, day: string) {
  const [item] = await tx
    .select()
    .from(closeItems)
    .where(forAgency(tenant, closeItems, eq(closeItems.id, id)));
  if (!item) throw new Refusal("missing", "Item not found");
  const { dateFrom, dateTo } = monthRange(day.slice(0, 7));
  if (item.fromDay > dateTo || (item.untilDay && item.untilDay < dateFrom)) {
    throw invalid("date", `“${item.name}” is not an item of ${monthName(day)}`);
  }
  return item;
}
