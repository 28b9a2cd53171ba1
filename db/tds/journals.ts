import { and, eq } from "drizzle-orm";
import type { Paise } from "../../domain/money.ts";
import { resolveAuthorId } from "../engine/approvals.ts";
import type { Change } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { journalStore } from "../ledger/journals.ts";
import { journalLines, journals } from "../schema/ledger.ts";

// Journals created by TDS: a deposit's paise, a partner's pay, an advance's TDS.

/** A line of a journal: a system ledger or a category, debit positive. */
export interface JournalLine {
  ledger?: string;
  categoryId?: string;
  paise: Paise;
}

/** Inserts a journal of another record. The caller logs the change. */
export async function insertJournal(
  tx: Write,
  tenant: Tenant,
  { date, reason, lines }: { date: string; reason: string; lines: JournalLine[] },
): Promise<{ id: string; change: Change }> {
  const id = newId();
  const { agencyId } = tenant;
  await tx.insert(journals).values({
    id,
    date,
    reason,
    basis: "both",
    agencyId,
    createdBy: resolveAuthorId(tenant),
    createdAt: nowFor(tenant),
  });
  await tx.insert(journalLines).values(
    lines.map(({ ledger = null, categoryId = null, paise }, line) => ({
      agencyId,
      journalId: id,
      line,
      ledger,
      categoryId,
      paise,
    })),
  );
  const after = await journalStore.get(tenant, id);
  return { id, change: { action: "CREATE", entity: "Journal", payload: { after }, follows: true } };
}

/** Deletes a journal of another record. The caller logs the change. */
export async function deleteLinkedJournal(
  tx: Write,
  tenant: Tenant,
  id: string,
): Promise<Change | undefined> {
  const isIt = forAgency(tenant, journals, eq(journals.id, id));
  const [row] = await tx.select().from(journals).where(isIt);
  if (!row) return undefined;
  const before = await journalStore.get(tenant, id);
  await tx
    .delete(journalLines)
    .where(forAgency(tenant, journalLines, and(eq(journalLines.journalId, id))));
  await tx.delete(journals).where(isIt);
  return { action: "DELETE", entity: "Journal", payload: { before }, follows: true };
}
