import { eq, sql } from "drizzle-orm";
import { formatMore, pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import { Refusal } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import { pauseSnapshots } from "../engine/images.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { imports } from "../schema/imports.ts";
import { deleteRows } from "./deleteRows.ts";
import { finishLeft } from "./finish.ts";
import { exceptionSql, isAnotherOnItsWay, leaseEnd, runInTurn, withLease } from "./lease.ts";
import { toReport } from "./reports.ts";
import { undoBooks } from "./undoBooks.ts";

/**
 * Undoes an import, and deletes accounts and categories that it created, if nothing else uses them.
 * @throws Refusal "conflict" if a row was changed since, or another document refers to one it created
 */
export async function undoImport(tenant: Tenant, id: string): Promise<void> {
  const batch = { books: tenant.books, agencyId: tenant.agencyId, id };
  await runInTurn(tenant.agencyId, async () => {
    const isTaken = await writeTransaction(tenant, async (tx) => {
      if (await isAnotherOnItsWay(tx, batch)) return false;
      const [row] = await tx
        .select()
        .from(imports)
        .where(forAgency(tenant, imports, eq(imports.id, id)));
      if (row?.state === "posting") return false;
      if (row?.state !== "done" || row.added === 0)
        throw new Refusal("missing", "Import not found");
      await refuseEdited(tx, tenant, id);
      await refuseCleared(tx, tenant, id);
      if (row.books) {
        await pauseSnapshots(tx, tenant, () => undoBooks(tx, tenant, row));
        await recordChange(tx, tenant, "DELETE", "Import", { before: toReport(row) });
        return "gone";
      }
      await tx
        .update(imports)
        .set({ state: "undoing", heldUntil: leaseEnd, exceptionId: exceptionSql(tenant.agencyId) })
        .where(forAgency(batch, imports, eq(imports.id, id)));
      await recordChange(tx, tenant, "DELETE", "Import", { before: toReport(row) });
      return true;
    });
    if (isTaken === "gone") return true;
    if (isTaken) return withLease(batch, () => deleteRows(batch));
    await finishLeft(batch);
    return undefined;
  });
}

const EDITED_SHOWN = 100;

async function refuseCleared(tx: Write, { agencyId }: Tenant, id: string): Promise<void> {
  // Starts from matched entries, which are fewer than those of a large import.
  const [found] = await tx.all<{ cleared: number }>(sql`SELECT count(DISTINCT t.id) AS cleared
    FROM match_entries m CROSS JOIN transactions t ON t.agency_id = m.agency_id AND t.id = m.transaction_id
    WHERE m.agency_id = ${agencyId} AND t.import_id = ${id}`);
  const { cleared = 0 } = found ?? {};
  if (cleared === 0) return;
  const rows = pluralize(cleared, "of its rows is", "of its rows are");
  const message = `The import cannot be undone: ${rows} matched with bank lines; undo the matches first`;
  throw new Refusal("conflict", message);
}

async function refuseEdited(tx: Write, { agencyId }: Tenant, id: string): Promise<void> {
  // Names the index, or the planner would read every row of the import.
  const edited = await tx.all<{ date: string; description: string; _id: string }>(sql`
    SELECT id AS _id, date, description FROM transactions INDEXED BY transactions_edited
    WHERE agency_id = ${agencyId} AND import_id = ${id} AND is_edited ORDER BY date LIMIT ${EDITED_SHOWN}`);
  const [first] = edited;
  if (!first) return;
  const which = `"${first.description}" of ${formatDate(first.date)}${formatMore(edited.length - 1)}`;
  throw new Refusal(
    "conflict",
    `The import cannot be undone: ${which} has been changed since`,
    edited.map(({ _id, date, description }) => ({ path: _id, message: `${date} ${description}` })),
  );
}
