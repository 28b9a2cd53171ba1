import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Cell } from "../../domain/csv/registers.ts";
import { fromHundredths, type Hundredths } from "../../domain/hundredths.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { monthShort } from "../../domain/months.ts";
import { depositBy, rateOf, TDS_LAW, type TdsRule, termsOn } from "../../domain/purchases/tds.ts";
import type {
  Deposit,
  NewDeposit,
  Quarter,
  TdsPayable,
} from "../../domain/purchases/tdsPayable.ts";
import { Refusal } from "../../domain/refusal.ts";
import { type Keyed, keysOf, register } from "../documents/registers.ts";
import { bookMoney } from "../documents/settlements.ts";
import { authorOf } from "../engine/approvals.ts";
import { booking, recordChange, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { momentOf, owned, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { readSum, sumOfAmounts } from "../ledger/sums.ts";
import { deleteTransactionOf, mustBeActive } from "../ledger/transactions.ts";
import { tdsDeposits } from "../schema/vendors.ts";
import { TDS } from "./billRows.ts";

const NO_RULE = "No rule named";
const nameOf = (rule: TdsRule | "") => (rule ? TDS_LAW[rule].name : NO_RULE);

/** What was kept back in a quarter by month and rule, and what of it was paid to the Government. */
export async function getTdsPayable(tenant: Tenant, quarter: Quarter): Promise<TdsPayable> {
  const { agencyId, books } = tenant;
  const { months, dateFrom, dateTo } = quarter;
  const [kept, deposits] = await books.read.batch([
    books.read.all<Kept>(sql`SELECT substr(date, 1, 7) AS month, tds_rule AS rule, count(*) AS bills,
        ${sumOfAmounts(sql`(taxable_paise - pure_agent_paise)`)} AS taxable, ${sumOfAmounts(TDS)} AS tds
      FROM documents WHERE ${deducted(agencyId)} AND date BETWEEN ${dateFrom} AND ${dateTo}
      GROUP BY 1, 2 ORDER BY 1, 2`),
    books.read
      .select()
      .from(tdsDeposits)
      .where(owned(tenant, tdsDeposits, inArray(tdsDeposits.month, months)))
      .orderBy(asc(tdsDeposits.date), asc(tdsDeposits.id)),
  ]);
  const paid = (month: string, rule?: string) =>
    deposits
      .filter((one) => one.month === month && (rule === undefined || one.rule === rule))
      .reduce((sum, { amountPaise }) => sum + BigInt(amountPaise), 0n);
  const sums = (tds: bigint, deposited: bigint) => ({
    ...{ tds: toRupees(tds), deposited: toRupees(deposited), payable: toRupees(tds - deposited) },
  });
  const byMonth = months.map((month) => {
    const of = kept.filter((one) => one.month === month);
    const rules = [
      ...new Set([...of, ...deposits.filter((one) => one.month === month)].map(({ rule }) => rule)),
    ];
    const tds = of.reduce((sum, one) => sum + readSum(one.tds), 0n);
    return {
      tds,
      deposited: paid(month),
      shown: {
        ...{ month, due: depositBy(month), ...sums(tds, paid(month)) },
        rules: rules.map((rule) => {
          const one = of.find((some) => some.rule === rule);
          return {
            ...{ rule, name: nameOf(rule), bills: one?.bills ?? 0 },
            taxable: toRupees(readSum(one?.taxable ?? "0 0")),
            ...sums(readSum(one?.tds ?? "0 0"), paid(month, rule)),
          };
        }),
      },
    };
  });
  const all = (of: "deposited" | "tds") => byMonth.reduce((sum, month) => sum + month[of], 0n);
  return {
    ...{ quarter: quarter.quarter, dateFrom, dateTo, ...sums(all("tds"), all("deposited")) },
    months: byMonth.map(({ shown }) => shown),
    deposits: deposits.map(toDeposit),
  };
}

interface Kept {
  month: string;
  rule: TdsRule | "";
  bills: number;
  taxable: string;
  tds: string;
}

const deducted = (agencyId: number): SQL => sql`agency_id = ${agencyId} AND family = 'BILLS'
  AND status IN ('SENT', 'PARTIALLY_PAID', 'PAID') AND ${TDS} > 0`;

/** The register for Form 140 (was 26Q): one row a bill that tax was kept back of. */
export const tdsPayableRegister = (tenant: Tenant, range: Pick<Quarter, "dateFrom" | "dateTo">) =>
  register(
    tenant,
    [
      (last) => sql<Deducted>`
        SELECT d.id, d.date, coalesce(d.issued ->> '$.recipient.name', v.display_name) AS vendor, v.pan,
          d.tds_rule AS rule, d.number, d.taxable_paise - d.pure_agent_paise AS taxable, ${TDS} AS tds,
          (SELECT group_concat(p.date || ' ' || p.reference, '; ') FROM tds_deposits p
            WHERE p.agency_id = d.agency_id AND p.month = substr(d.date, 1, 7)
              AND p.rule IN ('', d.tds_rule)) AS deposited
        FROM documents d JOIN vendors v ON v.agency_id = d.agency_id AND v.id = d.vendor_id
        WHERE d.agency_id = ${tenant.agencyId} AND d.id IN (${keysOf(
          "documents",
          tenant,
          range,
          last,
          deducted(tenant.agencyId),
        )}) ORDER BY d.date, d.id`,
    ],
    toCells,
  );

interface Deducted extends Keyed {
  vendor: string;
  pan: string;
  rule: TdsRule | "";
  number: string;
  taxable: Paise;
  tds: Paise;
  deposited: string | null;
}

function toCells({ vendor, pan, rule, date, number, taxable, tds, deposited }: Deducted): Cell[] {
  const terms = rule ? termsOn(rule, date) : undefined;
  const hundredths = rule && terms ? rateOf(rule, date, pan !== "") : undefined;
  const rate = hundredths ? String(fromHundredths(hundredths as Hundredths)) : "";
  return [
    ...[vendor, pan, nameOf(rule), terms?.source ?? "", number, date],
    ...[{ paise: taxable }, rate, { paise: tds }, depositBy(date.slice(0, 7)), deposited ?? ""],
  ];
}

/** Tax kept back that is paid to the Government: an expense, in category TDS Paid. */
export function addDeposit(tenant: Tenant, input: NewDeposit): Promise<Deposit> {
  return withIdempotency(tenant, (tx) => addDepositIn(tx, tenant, input));
}

/** The same among other writes. */
export async function addDepositIn(tx: Write, tenant: Tenant, input: NewDeposit): Promise<Deposit> {
  const { month, rule, date, amount, accountId, reference } = input;
  const account = await mustBeActive(tx, tenant, "accountId", accountId);
  const id = newId();
  const booked = await bookMoney(tx, tenant, {
    ...{ type: "Expense", category: "TDS Paid", date, amount, account },
    description: `TDS of ${monthShort(month)}${rule ? `: ${nameOf(rule)}` : ""}`,
    ...{ notes: reference, source: { type: "Deposit", _id: id } },
  });
  const row = {
    ...{
      agencyId: tenant.agencyId,
      id,
      month,
      rule,
      date,
      amountPaise: amount,
      reference,
      accountId,
    },
    transactionId: booked._id,
    ...{ createdBy: authorOf(tenant), createdAt: momentOf(tenant) },
  };
  await tx.insert(tdsDeposits).values(row);
  const after = toDeposit(row);
  const change = { action: "CREATE", entity: "Deposit", payload: { after } } as const;
  await recordChanges(tx, tenant, [booking(booked), change]);
  return after;
}

/** With its expense. @throws Refusal "missing" */
export function deleteDeposit(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const isIt = owned(tenant, tdsDeposits, and(eq(tdsDeposits.id, id)));
    const [row] = await tx.select().from(tdsDeposits).where(isIt);
    if (!row) throw new Refusal("missing", "Deposit not found");
    await tx.delete(tdsDeposits).where(isIt);
    await deleteTransactionOf(tx, tenant, row.transactionId);
    await recordChange(tx, tenant, "DELETE", "Deposit", { before: toDeposit(row) });
  });
}

type Row = typeof tdsDeposits.$inferSelect;

const toDeposit = (row: Omit<Row, "createdBy">): Deposit => ({
  ...{ _id: row.id, month: row.month, rule: row.rule, date: row.date },
  amount: toRupees(row.amountPaise),
  ...{ accountId: row.accountId, reference: row.reference, transactionId: row.transactionId },
  createdAt: row.createdAt,
});
