import { sql } from "drizzle-orm";
import { readOwnNames } from "../../domain/banking/ownNames.ts";
import type { DateRange } from "../../domain/dates.ts";
import {
  type LikelyPayment,
  likelyPayment,
  type OpenReceipt,
  type UnpaidInvoice,
} from "../../domain/documents/likelyPayments.ts";
import { computeTdsLimit, type Deductible, taxableLeft } from "../../domain/documents/payments.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { OPEN } from "./rows.ts";
import { INCOME_TDS } from "./tdsLimit.ts";

type Unpaid = Omit<UnpaidInvoice, "tdsLimitPaise"> & Deductible;

/** Returns receipts of a period that look like payments of open invoices, by id, with the invoice. */
export async function readLikelyPayments(
  read: Pick<Read, "all">,
  { agencyId }: Pick<Tenant, "agencyId">,
  { dateFrom = "", dateTo = "9999-12-31" }: Partial<DateRange>,
): Promise<Map<string, LikelyPayment>> {
  const receipts = await read.all<OpenReceipt>(sql`
    SELECT r.id, r.date, r.client_name AS client, r.amount_paise AS "amountPaise",
      r.purpose || ' ' || r.reference || ' ' || r.notes AS text
    FROM receipts r WHERE r.agency_id = ${agencyId} AND r.date BETWEEN ${dateFrom} AND ${dateTo}
      AND NOT r.is_apart AND NOT EXISTS (SELECT 1 FROM settlements s
        WHERE s.agency_id = r.agency_id AND s.transaction_id = r.transaction_id)`);
  if (receipts.length === 0) return new Map();
  const rows = await read.all<Unpaid>(sql`
    SELECT d.id, d.number, d.date, coalesce(issued ->> '$.recipient.name', display_name) AS client,
      taxable_paise AS "taxablePaise", ${OPEN} AS "balancePaise", credit_paise AS "creditedPaise",
      grand_total_paise AS "totalPaise",
      ${INCOME_TDS} AS "deductedPaise"
    FROM documents d JOIN clients c ON c.agency_id = d.agency_id AND c.id = d.client_id
    WHERE d.agency_id = ${agencyId} AND family = 'INVOICES' AND status IN ('SENT', 'PARTIALLY_PAID')
      AND d.date <= ${dateTo} ORDER BY d.date, d.id`);
  const invoices = rows.map(({ creditedPaise, totalPaise, deductedPaise, ...row }) => ({
    ...row,
    taxablePaise: taxableLeft(row.taxablePaise, creditedPaise, totalPaise),
    tdsLimitPaise: computeTdsLimit({ ...row, creditedPaise, totalPaise, deductedPaise }),
  }));
  const clients = await read.all<{ name: string }>(
    sql`SELECT display_name AS name FROM clients WHERE agency_id = ${agencyId}`,
  );
  const known = [...clients.map(({ name }) => name), ...invoices.map(({ client }) => client)];
  const names = readOwnNames(known, []);
  const found = receipts.flatMap((receipt) => {
    const payment = likelyPayment(receipt, invoices, names);
    return payment ? [[receipt.id, payment] as const] : [];
  });
  return new Map(found);
}
