import { sql } from "drizzle-orm";
import { Refusal } from "../../domain/refusal.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import type { documents } from "../schema/documents.ts";

const REMEDIES = {
  INVOICES: "issue a credit note for it instead",
  NOTES: "correct it with another note instead",
  VOUCHERS: "refund the advance instead",
} as Record<string, string>;

/**
 * Checks that no filed GSTR-1 or IFF reported the document. A draft appears there only as a number.
 * @throws Refusal "conflict" with the code filed_return, and what to do instead of cancelling
 */
export async function assertNotFiled(
  tx: Pick<Write, "all">,
  { agencyId }: Pick<Tenant, "agencyId">,
  { id, number, status, family }: typeof documents.$inferSelect,
): Promise<void> {
  if (status === "DRAFT") return;
  const [filed] = await tx.all<{ period: string }>(sql`
    SELECT f.period FROM filed_documents d
    JOIN filings f ON f.agency_id = d.agency_id AND f.id = d.filing_id
    WHERE d.agency_id = ${agencyId} AND d.document_id = ${id} AND f.return IN ('GSTR1', 'IFF') LIMIT 1`);
  if (!filed) return;
  const remedy = REMEDIES[family] ?? "correct it in the open period instead";
  const message = `${number} is in the filed GSTR-1 for ${filed.period}: ${remedy}`;
  throw new Refusal("conflict", message, [], "filed_return");
}
