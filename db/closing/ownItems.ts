import { and, eq, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { OwnFacts } from "../../domain/closing/facts.ts";
import { type CloseItemSetting, NewCloseItem } from "../../domain/closing/ownItems.ts";
import { addDays, type DateRange, formatDate } from "../../domain/dates.ts";
import { monthName, toLastOfMonth } from "../../domain/months.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { assertMember } from "../agencies/members.ts";
import { bookBalance } from "../banking/position.ts";
import type { Read } from "../engine/books.ts";
import { readLocks } from "../engine/locks.ts";
import { recordStore } from "../engine/records.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { getActiveAccount } from "../ledger/transactions.ts";
import { users } from "../schema/agencies.ts";
import { closeItems, closeMarks } from "../schema/closeItems.ts";
import { accounts } from "../schema/ledger.ts";
import { readMarks, removeMark } from "./ownMarks.ts";

type Who = Pick<Tenant, "agencyId">;

const isUser = (column: SQLiteColumn) =>
  and(eq(users.agencyId, closeItems.agencyId), eq(users.id, column));

/** The operations of the agency's own items of the month's close. */
export const closeItemStore = recordStore({
  entity: "CloseItem",
  name: "Item",
  table: closeItems,
  schema: NewCloseItem,
  read: async (from, tenant, where) => {
    const rows = await from
      .select({ row: closeItems, user: users.name, account: accounts.name })
      .from(closeItems)
      .innerJoin(users, isUser(closeItems.userId))
      .leftJoin(
        accounts,
        and(eq(accounts.agencyId, closeItems.agencyId), eq(accounts.id, closeItems.accountId)),
      )
      .where(forAgency(tenant, closeItems, where))
      .orderBy(closeItems.id);
    return rows.map(({ row, user, account }): CloseItemSetting => {
      const { id, name, kind, userId, accountId, fromDay: from, untilDay: until } = row;
      return {
        _id: id,
        name,
        kind,
        user: { _id: userId, name: user },
        account: accountId === null ? null : { _id: accountId, name: account ?? "" },
        from,
        until,
      };
    });
  },
  toColumns: ({ name, kind, userId, accountId, from: fromDay, until: untilDay }: NewCloseItem) => ({
    name,
    kind,
    userId,
    accountId: kind === "count" ? accountId : null,
    fromDay,
    untilDay,
  }),
  toBase: ({ name, kind, user, account, from, until }) => ({
    name,
    kind,
    userId: user._id,
    accountId: account?._id ?? "",
    from,
    until,
  }),
  async beforeWrite(tx, tenant, { input, before }) {
    if (input.userId !== before?.user._id) await assertMember(tx, tenant, input.userId);
    if (input.kind === "count" && input.accountId !== before?.account?._id) {
      await assertCash(tx, tenant, input.accountId);
    }
    if (before && input.kind !== before.kind) {
      throw invalid("kind", "A tick cannot become a count; add another item instead");
    }
    if (input.from !== before?.from) await assertOpenMonth(tx, tenant, input.from);
  },
  async beforeRemove(tx, tenant, { _id }) {
    const marks = await readMarks(tx, tenant, eq(closeMarks.itemId, _id));
    const { lockedTo } = await readLocks(tx, tenant);
    // Closed books keep the marks of their months.
    const kept = marks.find(({ month }) => toLastOfMonth(month) <= lockedTo);
    if (kept) {
      const why = `${monthName(kept.month)} is closed with it`;
      throw new Refusal("conflict", `${why}. Enter its last month as Until instead`);
    }
    for (const mark of marks) await removeMark(tx, tenant, mark);
  },
});

async function assertCash(tx: Write, tenant: Tenant, accountId: string): Promise<void> {
  const { type } = await getActiveAccount(tx, tenant, "accountId", accountId);
  if (type !== "Cash") throw invalid("accountId", "Choose one of your cash accounts");
}

/** A new item would open closed months again. */
async function assertOpenMonth(tx: Write, tenant: Who, from: string): Promise<void> {
  const { lockedTo } = await readLocks(tx, tenant);
  if (toLastOfMonth(from) > lockedTo) return;
  throw invalid(
    "from",
    `${monthName(from)} is closed; use ${formatDate(addDays(lockedTo, 1))} or later`,
  );
}

/** Reads the items of a month, and what was done for it. */
export async function readOwn(read: Read, tenant: Who, range: DateRange): Promise<OwnFacts[]> {
  const { dateFrom, dateTo } = range;
  const rows = await read
    .select({ row: closeItems, user: users.name })
    .from(closeItems)
    .innerJoin(users, isUser(closeItems.userId))
    .where(
      forAgency(
        tenant,
        closeItems,
        sql`${closeItems.fromDay} <= ${dateTo}`,
        sql`(${closeItems.untilDay} = '' OR ${closeItems.untilDay} >= ${dateFrom})`,
      ),
    )
    .orderBy(closeItems.id);
  const marks = await readMarks(read, tenant, eq(closeMarks.date, dateTo));
  const facts: OwnFacts[] = [];
  for (const { row, user } of rows) {
    const { id, name, kind, accountId } = row;
    const mark = marks.find(({ item }) => item._id === id);
    const balance = accountId ? await bookBalance(read, tenant, accountId, dateTo) : undefined;
    const by = mark && { at: mark.markedAt, name: mark.markedBy.name };
    facts.push({ _id: id, name, kind, user, balance, mark: by && { counted: mark.counted, by } });
  }
  return facts;
}
