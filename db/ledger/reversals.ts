import { and, eq, sql } from "drizzle-orm";
import type { MonthFacts } from "../../domain/closing/facts.ts";
import type { CalendarDate, DateRange } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import { isPermitted } from "../../domain/roles.ts";
import { isOpenAgency } from "../agencies/closedAgencies.ts";
import type { Books, Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { users } from "../schema/agencies.ts";
import { journals, reversals } from "../schema/ledger.ts";
import { postReversal } from "./journals.ts";

/** Reads the reversals of a month, posted or to come, oldest first. */
export async function readReversals(
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  { dateFrom, dateTo }: DateRange,
): Promise<MonthFacts["reversals"]> {
  const rows = await read
    .select({ link: reversals, reason: journals.reason })
    .from(reversals)
    .innerJoin(
      journals,
      and(eq(journals.agencyId, reversals.agencyId), eq(journals.id, reversals.journalId)),
    )
    .where(forAgency(tenant, reversals, sql`${reversals.date} BETWEEN ${dateFrom} AND ${dateTo}`))
    .orderBy(reversals.date, reversals.journalId);
  return rows.map(({ link: { journalId, date, reversalId }, reason }) => ({
    journalId,
    date,
    reason,
    isPosted: reversalId !== null,
  }));
}

interface Due {
  agencyId: number;
  id: string;
  userId: string;
}

/**
 * Posts the reversals that are due, each in one transaction and in the name of the journal's author, or of an
 * owner if the author may no longer keep journals. Those in closed books wait.
 * @returns how many were posted
 */
export async function runReversals(books: Books, day: CalendarDate): Promise<number> {
  const due = await books.read.all<Due>(sql`
    SELECT r.agency_id AS "agencyId", r.journal_id AS id, j.created_by AS "userId"
    FROM reversals r INDEXED BY reversals_due
    JOIN journals j ON j.agency_id = r.agency_id AND j.id = r.journal_id
    LEFT JOIN locks l ON l.agency_id = r.agency_id
    WHERE ${isOpenAgency(sql`r.agency_id`)}
      AND r.reversal_id IS NULL AND r.date <= ${day} AND r.date > coalesce(l.locked_to, '')
    ORDER BY r.date, r.journal_id`);
  let posted = 0;
  for (const one of due) {
    const tenant = await findAuthor(books, one);
    if (tenant && (await postIfDue(tenant, one.id, day))) posted++;
  }
  return posted;
}

/** Posts one reversal, unless another server has done so, or the books were closed in the meantime. */
async function postIfDue(tenant: Tenant, id: string, day: CalendarDate): Promise<boolean> {
  try {
    return await writeTransaction(tenant, async (tx) => {
      const [row] = await tx
        .select()
        .from(reversals)
        .where(forAgency(tenant, reversals, eq(reversals.journalId, id)));
      if (!row || row.reversalId !== null || row.date > day) return false;
      await postReversal(tx, tenant, id);
      return true;
    });
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function findAuthor(books: Books, { agencyId, userId }: Due): Promise<Tenant | undefined> {
  const team = await books.read
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(forAgency({ agencyId }, users, sql`${users.removedAt} IS NULL`))
    .orderBy(users.createdAt, users.id);
  const able = team.filter(({ role }) => isPermitted(role, "keep journals"));
  const author =
    able.find(({ id }) => id === userId) ?? able.find(({ role }) => role === "owner") ?? able[0];
  return author && { books, agencyId, userId: author.id, role: author.role };
}
