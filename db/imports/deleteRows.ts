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

/** Finishes an undo, as often as it is asked to. */
export async function deleteRows(batch: Batch): Promise<true> {
  const { books, agencyId, id } = batch;
  const [row] = await books.read
    .select()
    .from(imports)
    .where(forAgency(batch, imports, eq(imports.id, id)));
  if (!row) return true;
  // From the newest down, so that each turn ends where the table does.
  for (let to = row.lastEntry; to > row.knownEntry; ) {
    to = await writeRelaxedTransaction(books, async (tx) => {
      const from = await beginOfTurn(tx, row.knownEntry, to);
      // With a plus, so that it is the range of entries that is walked.
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

/** The entry after which a turn begins that ends with `to`: long texts leave the search index slowly. */
async function beginOfTurn(tx: Write, known: number, to: number): Promise<number> {
  const [turn] = await tx.all<{ first: number | null }>(sql`SELECT min(entry) AS first FROM (
      SELECT entry, sum(length(description) + length(notes)) OVER (ORDER BY entry DESC) AS characters
      FROM transactions NOT INDEXED WHERE entry > ${known} AND entry <= ${to}
      ORDER BY entry DESC LIMIT ${ENTRIES_PER_TURN})
    WHERE characters <= ${CHARACTERS_PER_SLICE}`);
  return turn?.first ? turn.first - 1 : known;
}

/** How long a turn may be that removes names: each is looked for in every row of the agency. */
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
 * Removes an account or a category that an import created, if nothing else uses it. In an operation of its
 * own the log names the import, so that nobody undoes this part alone.
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
  // An opening balance that somebody has given it since is a figure of the books.
  if ("openingPaise" in row && row.openingPaise !== 0) return;
  await tx.delete(table).where(forAgency(who, table, eq(table.id, made.id)));
  const before = { _id: made.id, name: row.name };
  await recordChange(tx, who, "DELETE", entity, {
    before,
    ...(importId && { importId }),
  });
}
