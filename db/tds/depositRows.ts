import { asc, inArray, sql } from "drizzle-orm";
import { type Paise, toRupees } from "../../domain/money.ts";
import { type Deposit, findDepositCode } from "../../domain/tds/payable.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { tdsDeposits } from "../schema/vendors.ts";

export type DepositRow = typeof tdsDeposits.$inferSelect & { roundOffPaise: Paise };

/** Reads a month's deposits with their code and their amount in Round off. */
export async function readDeposits(
  read: Pick<Read, "select">,
  tenant: Pick<Tenant, "agencyId">,
  months: string[],
): Promise<DepositRow[]> {
  const roundOff = sql<Paise>`coalesce((SELECT l.paise FROM journal_lines l
    WHERE l.agency_id = tds_deposits.agency_id AND l.journal_id = tds_deposits.journal_id
      AND l.ledger = 'tds_payable'), 0)`;
  const rows = await read
    .select({ row: tdsDeposits, roundOff })
    .from(tdsDeposits)
    .where(forAgency(tenant, tdsDeposits, inArray(tdsDeposits.month, months)))
    .orderBy(asc(tdsDeposits.date), asc(tdsDeposits.id));
  return rows.map(({ row, roundOff }) => ({ ...row, roundOffPaise: roundOff }));
}

type Row = Omit<typeof tdsDeposits.$inferSelect, "createdBy"> & { roundOffPaise: Paise };

export const toDeposit = (row: Row): Deposit => ({
  _id: row.id,
  month: row.month,
  rule: row.rule,
  code: findDepositCode(row),
  date: row.date,
  amount: toRupees(row.amountPaise),
  interest: toRupees(row.interestPaise),
  roundOff: toRupees(row.roundOffPaise),
  accountId: row.accountId,
  reference: row.reference,
  transactionId: row.transactionId,
  createdAt: row.createdAt,
});
