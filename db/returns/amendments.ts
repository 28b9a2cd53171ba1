import { eq, sql } from "drizzle-orm";
import type { NewAmendment } from "../../domain/gst/returns/amendments.ts";
import { findFiledDocument } from "../../domain/gst/returns/amendments.ts";
import { periodName } from "../../domain/gst/returns/periods.ts";
import { Refusal } from "../../domain/refusal.ts";
import { updateDocument } from "../documents/documents.ts";
import { recordChange } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { findFile } from "./amended.ts";
import { findPeriod } from "./readPeriod.ts";

// Documents that an open GSTR-1 amends: tables 9A and 9C.

/**
 * Adds an amendment of a filed invoice or note to an open return.
 * @throws Refusal "conflict" if the period is filed, or no filed return lists the document individually
 */
export function addAmendment(
  tenant: Tenant,
  { period: label, documentId }: NewAmendment & { period: string },
): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    await assertOpen(tx, tenant, label);
    const row = await findDocument(tx, tenant, documentId);
    const file = await findFile(tx, tenant, documentId, label);
    const { number } = row;
    if (!file) throw new Refusal("conflict", `No earlier filed GSTR-1 includes ${number}`);
    if (!findFiledDocument(file, number)) {
      const message = `${number} is part of a total in table 7 or 8; amend it in table 10 on the portal`;
      throw new Refusal("conflict", message);
    }
    if (row.status === "CANCELLED" || row.status === "DRAFT") {
      throw new Refusal("conflict", `${number} is not issued, so it cannot be amended`);
    }
    await setAmendment(tx, tenant, row, label);
  });
}

/** @throws Refusal "missing" if the return does not amend the document */
export function deleteAmendment(tenant: Tenant, label: string, documentId: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    await assertOpen(tx, tenant, label);
    const row = await findDocument(tx, tenant, documentId);
    if (row.amendedIn !== label) throw new Refusal("missing", "Amendment not found");
    await setAmendment(tx, tenant, row, "");
  });
}

type Row = typeof documents.$inferSelect;

async function setAmendment(tx: Write, tenant: Tenant, row: Row, amendedIn: string): Promise<void> {
  await updateDocument(tx, tenant, row.id, { amendedIn });
  const entity = row.family === "NOTES" ? "Note" : "Invoice";
  const named = { _id: row.id, number: row.number };
  await recordChange(tx, tenant, "UPDATE", entity, {
    before: { ...named, amendedIn: row.amendedIn },
    after: { ...named, amendedIn },
  });
}

async function assertOpen(tx: Write, tenant: Tenant, label: string): Promise<void> {
  const { period } = await findPeriod(tx, tenant, label);
  const [filed] = await tx.all<{ id: string }>(sql`SELECT id FROM filings
    WHERE agency_id = ${tenant.agencyId} AND period = ${label} AND return = 'GSTR1'`);
  if (filed) throw new Refusal("conflict", `GSTR-1 for ${periodName(period)} is already filed`);
  if (period.return === "IFF") throw new Refusal("conflict", "Amend in the quarter’s GSTR-1");
}

async function findDocument(tx: Write, tenant: Tenant, id: string): Promise<Row> {
  const of = sql`${documents.family} IN ('INVOICES', 'NOTES')`;
  const [row] = await tx
    .select()
    .from(documents)
    .where(forAgency(tenant, documents, eq(documents.id, id), of));
  if (!row) throw new Refusal("missing", "Document not found");
  return row;
}
