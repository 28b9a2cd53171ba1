import { sql } from "drizzle-orm";
import type { AdvanceBalances } from "../../domain/gst/returns/books.ts";
import { defaultKind } from "../../domain/ledger/usualKinds.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { readSum, sumOfAmounts, sumOfKept } from "../ledger/sums.ts";
import { categories } from "../schema/ledger.ts";

/** Reads the balances of the advances ledger and of the vouchers at the end of a month. */
export async function readAdvances(
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  dateTo: string,
): Promise<AdvanceBalances> {
  const { agencyId } = tenant;
  const known = await read.select().from(categories).where(forAgency(tenant, categories));
  const ofAdvances = known.filter(
    ({ kind, name, type }) => (kind || defaultKind(name, type)) === "customer_advance",
  );
  const ids = ofAdvances.map(({ id }) => id);
  const ledgers = sql`(SELECT value FROM json_each(${JSON.stringify(["advances", ...ids])}))`;
  const month = dateTo.slice(0, 7);
  const [found] = await read.all<Record<"entries" | "opened" | "posted", [string, string]>>(sql`
    SELECT (SELECT json_array(${sumOfKept("expense")}, ${sumOfKept("income")}) FROM monthly
        WHERE agency_id = ${agencyId} AND month <= ${month} AND category_id IN ${ledgers}) AS entries,
      (SELECT json_array(${sumOfKept("debit")}, ${sumOfKept("credit")}) FROM ledger_months
        WHERE agency_id = ${agencyId} AND month <= ${month} AND ledger IN ${ledgers}) AS posted,
      (SELECT json_array(${sumOfAmounts(sql`paise`)}, '0 0') FROM ledger_openings
        WHERE agency_id = ${agencyId} AND id IN ${ledgers}) AS opened`);
  const [held] = await read.all<Record<"first" | "given" | "taken", string>>(sql`
    WITH vouchers AS MATERIALIZED (SELECT id, grand_total_paise FROM documents
      WHERE agency_id = ${agencyId} AND family = 'VOUCHERS' AND kind = 'RECEIPT_VOUCHER'
        AND cancelled_at IS NULL AND date <= ${dateTo})
    SELECT (SELECT ${sumOfAmounts(sql`grand_total_paise`)} FROM vouchers) AS given,
      (SELECT ${sumOfAmounts(sql`-paise`)} FROM tax_postings
        WHERE agency_id = ${agencyId} AND date <= ${dateTo} AND ledger = 'advances') AS first,
      (SELECT ${sumOfAmounts(sql`amount_paise`)} FROM settlements
        WHERE agency_id = ${agencyId} AND date <= ${dateTo} AND kind IN ('ADVANCE', 'REFUND')
          AND iif(kind = 'ADVANCE', source_id, document_id) IN (SELECT id FROM vouchers)) AS taken`);
  const credit = (pair: unknown) => {
    const [debit = "0 0", credit = "0 0"] = JSON.parse(String(pair ?? "[]")) as string[];
    return readSum(credit) - readSum(debit);
  };
  const sum = (text: string | undefined) => readSum(text ?? "0 0");
  return {
    ledgerPaise: credit(found?.entries) + credit(found?.posted) + credit(found?.opened),
    openingPaise: credit(found?.opened),
    // A payment before the invoice is an advance until the invoice's date.
    vouchersPaise: sum(held?.given) + sum(held?.first) - sum(held?.taken),
    categoryId: ids[0] ?? "",
  };
}
