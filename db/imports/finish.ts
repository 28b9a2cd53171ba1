import { eq, inArray } from "drizzle-orm";
import type { ImportReport } from "../../domain/ledger/imports.ts";
import { recordChange } from "../engine/audit.ts";
import { inBackground } from "../engine/outcome.ts";
import { forAgency } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { importNames, imports } from "../schema/imports.ts";
import { deleteRows } from "./deleteRows.ts";
import { computeImportDigest } from "./digests.ts";
import { type Batch, runUnderException, takeOverLease, withLease } from "./lease.ts";
import { postSlices } from "./post.ts";
import { toReport } from "./reports.ts";

/** Posts the rest of a committed import and returns its totals. */
export async function post(batch: Batch): Promise<ImportReport> {
  await postSlices(batch);
  const { agencyId, id, books, at } = batch;
  return writeTransaction({ books, agencyId }, async (tx) => {
    const { rowsAffected: isLast } = await tx
      .update(imports)
      .set({ state: "done" })
      .where(forAgency(batch, imports, eq(imports.id, id), eq(imports.state, "posting")));
    await tx.delete(importNames).where(forAgency(batch, importNames, eq(importNames.importId, id)));
    const [row] = await tx
      .select()
      .from(imports)
      .where(forAgency(batch, imports, eq(imports.id, id)));
    if (!row) throw new Error("The posted import no longer exists");
    const report = toReport(row);
    if (isLast && row.added > 0) {
      const who = { agencyId, userId: row.userId, role: "bahi", at } as const;
      const digest = await computeImportDigest(tx, row);
      const payload = { after: report, digest };
      await runUnderException(tx, batch, () => recordChange(tx, who, "CREATE", "Import", payload));
    }
    return report;
  });
}

/**
 * Finishes an agency's imports and undos that a failure or stop interrupted, before a new one can begin. Runs
 * in the agency's turn. On a shared database, it skips those that another server holds.
 */
export async function finishLeft({ books, agencyId }: Omit<Batch, "id">): Promise<void> {
  const left = await books.read
    .select({ id: imports.id, state: imports.state })
    .from(imports)
    .where(forAgency({ agencyId }, imports, inArray(imports.state, ["posting", "undoing"])));
  for (const { id, state } of left) {
    const batch = { books, agencyId, id };
    if (books.primary && !(await takeOverLease(batch))) continue;
    await withLease(batch, async () => {
      await inBackground(async () => (state === "posting" ? post(batch) : deleteRows(batch)));
    });
  }
}
