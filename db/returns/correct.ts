import { and, eq, sql } from "drizzle-orm";
import { gstinWarning } from "../../domain/gst/gstin.ts";
import { Correction } from "../../domain/gst/returns/filings.ts";
import type { Period } from "../../domain/gst/returns/periods.ts";
import { hsnSacWarning } from "../../domain/gst/sac.ts";
import { findStateByGstin } from "../../domain/gst/states.ts";
import { TREATMENTS } from "../../domain/gst/supply.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { clientStore } from "../documents/clients.ts";
import { assertNotRegistered } from "../documents/registered.ts";
import { type Change, recordChange, recordChanges } from "../engine/audit.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { documentLines } from "../schema/documents.ts";
import { einvoices } from "../schema/returns.ts";
import { findPeriod } from "./readPeriod.ts";

// Fixes for pre-flight issues that one field solves on an issued document, without changing its amounts.
// Documents that are registered or in a filed return stay unchanged.

/** @throws Refusal "invalid" if the value has the same issue, "missing" if the record does not exist */
export async function correct(tenant: Tenant, label: string, input: object): Promise<void> {
  const { period } = await findPeriod(tenant.books.read, tenant, label);
  const { field, id, value, lines } = parse(Correction, input);
  if (field === "gstin") await correctGstin(tenant, period, id, value.trim().toUpperCase());
  else await correctLines(tenant, field, id, lines);
}

interface Issued {
  id: string;
  number: string;
  family: string;
  gstin: string;
}

const toEntityName = ({ family }: { family: string }) => (family === "NOTES" ? "Note" : "Invoice");

/** Corrects the client's GSTIN, also on the period's documents that are neither registered nor filed. */
async function correctGstin(
  tenant: Tenant,
  { dateFrom, dateTo }: Period,
  clientId: string,
  gstin: string,
): Promise<void> {
  const wrong = gstin === "" ? "Enter the GSTIN" : gstinWarning(gstin);
  if (wrong) throw invalid("value", wrong);
  const state = findStateByGstin(gstin);
  const place = state ? { state: state.name, stateCode: state.code } : {};
  const { agencyId } = tenant;
  await writeTransaction(tenant, async (tx) => {
    await clientStore.change(tenant, clientId, { gstin, ...place });
    const rows = await tx.all<Issued>(sql`
      SELECT id, number, family, coalesce(recipient_gstin, '') AS gstin FROM documents
      WHERE agency_id = ${agencyId} AND client_id = ${clientId} AND family IN ('INVOICES', 'NOTES')
        AND date BETWEEN ${dateFrom} AND ${dateTo} AND issued IS NOT NULL AND cancelled_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM einvoices e WHERE e.agency_id = documents.agency_id
          AND e.id = documents.id AND e.status = 'ACT')
        AND NOT EXISTS (SELECT 1 FROM filed_documents f WHERE f.agency_id = documents.agency_id
          AND f.document_id = documents.id)`);
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const { state: name = null, stateCode = null } = place;
    await tx.run(sql`UPDATE documents SET is_edited = import_id IS NOT NULL, issued = json_set(issued,
        '$.recipient.gstin', ${gstin},
        '$.recipient.state', coalesce(${name}, issued ->> '$.recipient.state'),
        '$.recipient.stateCode', coalesce(${stateCode}, issued ->> '$.recipient.stateCode'))
      WHERE agency_id = ${agencyId} AND id IN (SELECT value FROM json_each(${ids}))`);
    await recordChanges(
      tx,
      tenant,
      rows.map((row): Change => {
        const named = { _id: row.id, number: row.number };
        const payload = {
          before: { ...named, gstin: row.gstin },
          after: { ...named, gstin },
        };
        return { action: "UPDATE", entity: toEntityName(row), payload };
      }),
    );
  });
}

function correctLines(
  tenant: Tenant,
  field: "hsnSac" | "treatment",
  id: string,
  lines: Correction["lines"],
): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const document = await findIssued(tx, tenant, id);
    const { number, irn } = document;
    assertNotRegistered({ irn, number }, "it can no longer be changed");
    const named = { _id: id, number };
    const [before, after]: Record<string, unknown>[] = [{ ...named }, { ...named }];
    for (const [index, { line, value }] of lines.entries()) {
      assertValid(field, value, index);
      const isIt = forAgency(
        tenant,
        documentLines,
        and(eq(documentLines.documentId, id), eq(documentLines.line, line - 1)),
      );
      const [row] = await tx.select().from(documentLines).where(isIt);
      if (!row) throw invalid(`lines.${index}.line`, `${number} has no line ${line}`);
      const set = field === "hsnSac" ? { hsnSac: value } : { treatment: value as "EXEMPT" };
      await tx.update(documentLines).set(set).where(isIt);
      if (before) before[`line ${line} ${field}`] = row[field];
      if (after) after[`line ${line} ${field}`] = value;
    }
    await tx.run(sql`UPDATE documents SET is_edited = import_id IS NOT NULL
      WHERE agency_id = ${tenant.agencyId} AND id = ${id}`);
    await recordChange(tx, tenant, "UPDATE", toEntityName(document), { before, after });
  });
}

function assertValid(field: "hsnSac" | "treatment", value: string, index: number): void {
  const path = `lines.${index}.value`;
  if (field === "treatment") {
    if (TREATMENTS.some((treatment) => treatment === value)) return;
    throw invalid(path, `Choose one of ${TREATMENTS.join(", ")}`);
  }
  const wrong = value === "" ? "Enter the HSN or SAC" : hsnSacWarning(value);
  if (wrong) throw invalid(path, wrong);
}

/** @throws Refusal "missing" unless the document was sent and is not cancelled */
async function findIssued(tx: Write, tenant: Tenant, id: string) {
  const [row] = await tx.all<{ number: string; family: string; irn: string }>(sql`
    SELECT d.number, d.family, coalesce(e.irn, '') AS irn FROM documents d
    LEFT JOIN ${einvoices} e ON e.agency_id = d.agency_id AND e.id = d.id AND e.status = 'ACT'
    WHERE d.agency_id = ${tenant.agencyId} AND d.id = ${id} AND d.family IN ('INVOICES', 'NOTES')
      AND d.status NOT IN ('DRAFT', 'CANCELLED')`);
  if (!row) throw new Refusal("missing", "Document not found");
  return row;
}
