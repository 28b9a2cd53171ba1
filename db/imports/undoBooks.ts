import { and, eq, type SQL, sql } from "drizzle-orm";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import type { Paise } from "../../domain/money.ts";
import { Refusal } from "../../domain/refusal.ts";
import { moveCountersBack } from "../documents/numbering.ts";
import { isIn } from "../engine/conditions.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { openAccount } from "../ledger/accounts.ts";
import { documents } from "../schema/documents.ts";
import { imports } from "../schema/imports.ts";
import { accounts, transactions } from "../schema/ledger.ts";
import { settlements } from "../schema/settlements.ts";
import { closeLedger } from "./booksLedgers.ts";
import { removeUnused } from "./deleteRows.ts";

type Row = typeof imports.$inferSelect;

/**
 * Undoes an import of books: its entries, settlements and documents, and the clients, accounts and categories
 * that nothing else uses. Counters go back if they have given out no numbers since.
 * @throws Refusal "conflict" if a record was changed since, or a later one refers to it
 */
export async function undoBooks(tx: Write, tenant: Tenant, row: Row): Promise<void> {
  const { agencyId } = tenant;
  await refuseTouched(tx, tenant, row.id);
  const mine = eq(settlements.importId, row.id);
  const booked = await tx
    .select({ id: settlements.transactionId })
    .from(settlements)
    .where(forAgency(tenant, settlements, mine));
  await tx.delete(settlements).where(forAgency(tenant, settlements, mine));
  const entries = booked.flatMap(({ id }) => id ?? []);
  await tx
    .delete(transactions)
    .where(forAgency(tenant, transactions, isIn(transactions.id, entries)));

  const ofImport = sql`SELECT id FROM documents WHERE agency_id = ${agencyId} AND import_id = ${row.id}`;
  await tx.run(
    sql`DELETE FROM document_lines WHERE agency_id = ${agencyId} AND document_id IN (${ofImport})`,
  );
  // Documents that refer to others first: notes before invoices, refunds before vouchers.
  for (const names of [sql`IS NOT NULL`, sql`IS NULL`]) {
    await tx.run(sql`DELETE FROM documents
      WHERE agency_id = ${agencyId} AND import_id = ${row.id} AND original_id ${names}`);
  }
  await tx.run(sql`DELETE FROM clients WHERE agency_id = ${agencyId} AND import_id = ${row.id}
    AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.agency_id = clients.agency_id
      AND d.client_id = clients.id)
    AND NOT EXISTS (SELECT 1 FROM series s WHERE s.agency_id = clients.agency_id
      AND s.client_id = clients.id)`);
  await tx.run(sql`DELETE FROM vendors WHERE agency_id = ${agencyId} AND import_id = ${row.id}
    AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.agency_id = vendors.agency_id
      AND d.vendor_id = vendors.id)`);
  await moveCountersBack(tx, tenant, row.books?.counters ?? []);
  for (const { accountId, ledgerId, paise } of row.books?.openings ?? []) {
    if (ledgerId) await closeLedger(tx, tenant, { ledgerId, paise });
    if (!accountId) continue;
    const isAsGiven = and(eq(accounts.id, accountId), eq(accounts.openingPaise, paise));
    const [account] = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(forAgency(tenant, accounts, isAsGiven));
    if (account) await openAccount(tx, tenant, accountId, 0 as Paise);
  }
  for (const account of row.created.accounts) {
    await removeUnused(tx, tenant, { entity: "Account", ...account });
  }
  for (const category of row.created.categories) {
    await removeUnused(tx, tenant, { entity: "Category", ...category });
  }
  await tx.delete(imports).where(forAgency(tenant, imports, eq(imports.id, row.id)));
}

const SHOWN = 100;

async function refuseTouched(tx: Write, tenant: Tenant, importId: string): Promise<void> {
  const { id, kind, number, date } = documents;
  const touched = async (how: SQL, what: string) => {
    const rows = await tx
      .select({ id, kind, number })
      .from(documents)
      .where(forAgency(tenant, documents, and(eq(documents.importId, importId), how)))
      .orderBy(date, id)
      .limit(SHOWN);
    return rows.map((row) => ({ ...row, what }));
  };
  const all = [
    ...(await touched(sql`is_edited`, "has been changed since")),
    ...(await touched(
      sql`EXISTS (SELECT 1 FROM settlements s WHERE s.agency_id = documents.agency_id
        AND s.document_id = documents.id AND s.import_id IS NOT ${importId})`,
      "has been settled since",
    )),
    ...(await touched(
      sql`EXISTS (SELECT 1 FROM settlements s WHERE s.agency_id = documents.agency_id
        AND s.source_id = documents.id AND s.import_id IS NOT ${importId})`,
      "has been used since",
    )),
    ...(await touched(
      sql`EXISTS (SELECT 1 FROM einvoices e WHERE e.agency_id = documents.agency_id
        AND e.id = documents.id AND e.ack_no <> '')`,
      "has been registered as an e-invoice since",
    )),
    ...(await touched(
      sql`EXISTS (SELECT 1 FROM filed_documents f WHERE f.agency_id = documents.agency_id
        AND f.document_id = documents.id)`,
      "is in a filed return",
    )),
    ...(await touched(
      sql`EXISTS (SELECT 1 FROM documents d WHERE d.agency_id = documents.agency_id
        AND d.original_id = documents.id AND d.import_id IS NOT ${importId})`,
      "is referred to by a later document",
    )),
  ];
  const [first] = all;
  if (!first) return;
  const toDisplayName = ({ kind, number }: typeof first) => `${KIND_NAMES[kind]} ${number}`;
  throw new Refusal(
    "conflict",
    `The import cannot be undone: ${toDisplayName(first)} ${first.what}`,
    all.map((one) => ({ path: one.id, message: `${toDisplayName(one)} ${one.what}` })),
  );
}
