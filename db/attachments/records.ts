import { type SQL, sql } from "drizzle-orm";
import {
  findAttachmentPermission,
  HOLDER_NAMES,
  type Holder,
} from "../../domain/attachments/attachments.ts";
import { assertAllowed, Refusal } from "../../domain/refusal.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";

const documentsSql = (family: string) =>
  sql.raw(`SELECT agency_id, id, date, grand_total_paise AS amount_paise, NULL AS account_id,
    number AS label FROM documents WHERE family = '${family}'`);

/** Records that can have attachments, with their details. A record without a date is in no month. */
export const RECORDS: Record<Holder, SQL> = {
  transaction: sql`SELECT agency_id, id, date, amount_paise, account_id, description AS label
    FROM transactions`,
  invoice: documentsSql("INVOICES"),
  note: documentsSql("NOTES"),
  payment: sql`SELECT s.agency_id, s.id, s.date, s.amount_paise, s.account_id, d.number AS label
    FROM settlements s JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
    WHERE s.kind = 'PAYMENT'`,
  receipt: sql`SELECT agency_id, id, date, amount_paise, account_id, number AS label FROM receipts`,
  client: sql`SELECT agency_id, id, NULL AS date, NULL AS amount_paise, NULL AS account_id,
    display_name AS label FROM clients`,
  bill: documentsSql("BILLS"),
  vendor: sql`SELECT agency_id, id, NULL AS date, NULL AS amount_paise, NULL AS account_id,
    display_name AS label FROM vendors`,
  // Without a date: once approved, the attachments move to the transaction.
  approval: sql`SELECT agency_id, id, NULL AS date, amount_paise, NULL AS account_id,
    description AS label FROM approvals`,
  journal: sql`SELECT agency_id, id, date, (SELECT sum(paise) FROM journal_lines l
      WHERE l.agency_id = journals.agency_id AND l.journal_id = journals.id AND paise > 0)
      AS amount_paise, NULL AS account_id, reason AS label FROM journals`,
  estimate: documentsSql("ESTIMATES"),
  voucher: documentsSql("VOUCHERS"),
  line: sql`SELECT agency_id, id, date, abs(amount_paise) AS amount_paise, account_id,
    narration AS label FROM bank_lines`,
};

/** @throws Refusal "forbidden" if the user may not see its attachments */
export function assertCanSeeAttachments(tenant: Tenant, entity: Holder | null): void {
  const needed = findAttachmentPermission(entity);
  if (needed) assertAllowed(tenant, needed);
}

/** @throws Refusal "missing" with the record's own message; "forbidden" as `assertCanSeeAttachments` */
export async function assertHoldsAttachments(
  read: Pick<Read, "all">,
  tenant: Tenant,
  entity: Holder,
  id: string,
): Promise<void> {
  const { agencyId } = tenant;
  assertCanSeeAttachments(tenant, entity);
  const found = await read.all(
    sql`SELECT 1 FROM (${RECORDS[entity]}) WHERE agency_id = ${agencyId} AND id = ${id}`,
  );
  if (found.length === 0) throw new Refusal("missing", `${HOLDER_NAMES[entity]} not found`);
}
