import { eq, sql } from "drizzle-orm";
import { type Author, recordChange } from "../engine/audit.ts";
import { pauseSnapshots } from "../engine/images.ts";
import { forAgency } from "../engine/tenant.ts";
import { type Write, writeRelaxedTransaction, writeTransaction } from "../engine/transaction.ts";
import { isInUse } from "../ledger/names.ts";
import { CHARACTERS_PER_SLICE } from "../ledger/search.ts";
import { imports } from "../schema/imports.ts";
import { accounts, categories } from "../schema/ledger.ts";
import { deleteDigests } from "./digests.ts";
import { type Batch, runUnderException } from "./lease.ts";

const ENTRIES_PER_TURN = 2_000;

/** Completes an undo. It can be repeated. */
export async function deleteRows(batch: Batch): Promise<true> {
  const { books, agencyId, id } = batch;
  const [row] = await books.read
    .select()
    .from(imports)
    .where(forAgency(batch, imports, eq(imports.id, id)));
  if (!row) return true;
  // Newest first, so that each step deletes from the table's end.
  for (let to = row.lastEntry; to > row.knownEntry; ) {
    to = await writeRelaxedTransaction(books, async (tx) => {
      const from = await beginOfTurn(tx, row.knownEntry, to);
      // The plus makes SQLite scan the range of entries.
      const remove = sql`DELETE FROM transactions WHERE entry > ${from} AND entry <= ${to}
        AND +agency_id = ${agencyId} AND import_id = ${id}`;
      await runUnderException(tx, batch, () => pauseSnapshots(tx, batch, () => tx.run(remove)));
      return from;
    });
    await Bun.sleep(0);
  }
  await removeMade(batch, row);
  await writeTransaction({ books }, async (tx) => {
    await deleteDigests(tx, batch);
    await tx.delete(imports).where(forAgency(batch, imports, eq(imports.id, id)));
  });
  return true;
}

/**
 * Returns the entry after which the step that ends at `to` starts. Long texts are slow to remove from the
 * search index, so such a step is shorter.
 */
async function beginOfTurn(tx: Write, known: number, to: number): Promise<number> {
  const [turn] = await tx.all<{ first: number | null }>(sql`SELECT min(entry) AS first FROM (
      SELECT entry, sum(length(description) + length(notes)) OVER (ORDER BY entry DESC) AS characters
      FROM transactions NOT INDEXED WHERE entry > ${known} AND entry <= ${to}
      ORDER BY entry DESC LIMIT ${ENTRIES_PER_TURN})
    WHERE characters <= ${CHARACTERS_PER_SLICE}`);
  return turn?.first ? turn.first - 1 : known;
}

/** Maximum time of a step that deletes names: each is checked against every row of the agency. */
const TURN_MS = 40;

async function removeMade(batch: Batch, row: typeof imports.$inferSelect): Promise<void> {
  const who = { agencyId: batch.agencyId, userId: row.userId, role: "bahi" } as const;
  const made = [
    ...row.created.accounts.map((account) => ({ entity: "Account" as const, ...account })),
    ...row.created.categories.map((category) => ({ entity: "Category" as const, ...category })),
  ];
  for (let done = 0; done < made.length; ) {
    done = await writeRelaxedTransaction(batch.books, async (tx) => {
      const until = performance.now() + TURN_MS;
      let at = done;
      do await removeUnused(tx, who, made[at++] as (typeof made)[number], batch.id);
      while (at < made.length && performance.now() < until);
      return at;
    });
    await Bun.sleep(0);
  }
}

/**
 * Deletes an account or category that the import created, if nothing else uses it. Its own log operation
 * names the import, so it cannot be undone separately.
 */
export async function removeUnused(
  tx: Write,
  who: Author,
  { entity, ...made }: { entity: "Account" | "Category"; id: string; name: string },
  importId?: string,
): Promise<void> {
  const table = entity === "Account" ? accounts : categories;
  const [row] = await tx
    .select()
    .from(table)
    .where(forAgency(who, table, eq(table.id, made.id)));
  if (!row || (await isInUse(tx, who, entity, made.id))) return;
  // An opening balance set since then is part of the books.
  if ("openingPaise" in row && row.openingPaise !== 0) return;
  await tx.delete(table).where(forAgency(who, table, eq(table.id, made.id)));
  const before = { _id: made.id, name: row.name };
  await recordChange(tx, who, "DELETE", entity, {
    before,
    ...(importId && { importId }),
  });
}
