import type { Cell } from "../../domain/csv/registers.ts";
import { type CalendarDate, today, toFinancialYear, yearRange } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { depositBy, statementBy } from "../../domain/tds/deposits.ts";
import { TDS_LAW, type TdsRule } from "../../domain/tds/law.ts";
import {
  findDepositCode,
  type Quarter,
  type TdsCode,
  type TdsPayable,
  type TdsQuarter,
  type TdsRow,
  toTdsQuarter,
} from "../../domain/tds/payable.ts";
import {
  computeOwedInterest,
  type Deposited,
  type PartySum,
  type RegisterRow,
  toRegister,
} from "../../domain/tds/register.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { tdsStatements } from "../schema/vendors.ts";
import { type DepositRow, readDeposits, toDeposit } from "./depositRows.ts";
import { readTdsSums } from "./events.ts";

const NO_RULE = "No rule named";
const toRuleName = (rule: TdsRule | "") => (rule ? TDS_LAW[rule].name : NO_RULE);

const toDeposited = ({
  date,
  amountPaise,
  interestPaise,
  roundOffPaise,
  ...row
}: DepositRow): Deposited => ({
  month: row.month,
  code: findDepositCode(row),
  date,
  amountPaise: amountPaise,
  interestPaise: interestPaise,
  roundOffPaise,
});

const add = (amounts: number[]): bigint => amounts.reduce((sum, paise) => sum + BigInt(paise), 0n);

/** Returns a quarter's register, and the TDS payable by month and code. */
export async function getTdsPayable(tenant: Tenant, quarter: Quarter): Promise<TdsPayable> {
  const { read } = tenant.books;
  const sums = await readYear(read, tenant, quarter);
  const rows = toRegister(sums, quarter);
  const deposits = await readDeposits(read, tenant, quarter.months);
  const filed = await readFiled(read, tenant);
  const paid = deposits.map(toDeposited);
  const months = quarter.months.map((month) => {
    const own = rows.filter(({ deductedOn }) => deductedOn.startsWith(month));
    const of = paid.filter((deposit) => deposit.month === month);
    const codes = [...new Set([...own, ...of].map(({ code }) => code))].toSorted();
    const totals = [
      add(own.map(({ taxPaise }) => taxPaise)),
      add(of.map(({ amountPaise }) => amountPaise)),
      add(of.map(({ roundOffPaise }) => roundOffPaise)),
    ] as const;
    return {
      totals,
      shown: {
        month,
        due: depositBy(month),
        ...toSums(...totals),
        codes: codes.map((code) =>
          toCode(month, code, [
            own.filter((row) => row.code === code),
            of.filter((deposit) => deposit.code === code),
          ]),
        ),
      },
    };
  });
  const all = (n: 0 | 1 | 2) => months.reduce((sum, { totals }) => sum + totals[n], 0n);
  const { dateFrom, dateTo } = quarter;
  return {
    quarter: quarter.quarter,
    dateFrom,
    dateTo,
    ...toSums(all(0), all(1), all(2)),
    quarters: listQuarters(dateFrom).map((one) => toQuarter(one, sums, filed)),
    months: months.map(({ shown }) => shown),
    rows: rows.map((row) => toTdsRow(row, deposits)),
    deposits: deposits.map(toDeposit),
  };
}

/** Reads a quarter's register and deposits. */
export async function readQuarter(
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  { dateFrom, dateTo, months }: Quarter,
): Promise<{ rows: RegisterRow[]; deposits: DepositRow[] }> {
  const sums = await readYear(read, tenant, { dateFrom });
  const deposits = await readDeposits(read, tenant, months);
  return { rows: toRegister(sums, { dateFrom, dateTo }), deposits };
}

/** Reads all sums of a quarter's financial year. */
const readYear = (
  read: Read,
  tenant: Pick<Tenant, "agencyId">,
  { dateFrom }: Pick<Quarter, "dateFrom">,
): Promise<PartySum[]> => readTdsSums(read, tenant, yearRange(toFinancialYear(dateFrom)).dateFrom);

const readFiled = (read: Read, tenant: Pick<Tenant, "agencyId">) =>
  read
    .select({ quarter: tdsStatements.quarter, form: tdsStatements.form, date: tdsStatements.date })
    .from(tdsStatements)
    .where(forAgency(tenant, tdsStatements))
    .orderBy(tdsStatements.form);

const listQuarters = (on: CalendarDate): Quarter[] => {
  const year = toFinancialYear(on);
  return [`${year}-04`, `${year}-07`, `${year}-10`, `${year + 1}-01`].map((month) =>
    toTdsQuarter(`${month}-01`),
  );
};

function toQuarter(
  { quarter, dateFrom, dateTo }: Quarter,
  sums: PartySum[],
  filed: { quarter: string; form: string; date: CalendarDate }[],
): TdsQuarter {
  const own = sums.filter(({ deductedOn }) => deductedOn >= dateFrom && deductedOn <= dateTo);
  return {
    quarter,
    dateFrom,
    dateTo,
    tds: toRupees(add(own.map(({ taxPaise }) => taxPaise))),
    due: statementBy(quarter),
    filed: filed.filter((one) => one.quarter === quarter).map(({ form, date }) => ({ form, date })),
  };
}

const toSums = (tds: bigint, deposited: bigint, roundOff: bigint) => ({
  tds: toRupees(tds),
  deposited: toRupees(deposited),
  payable: toRupees(tds - deposited - roundOff),
});

function toCode(
  month: string,
  code: string,
  [rows, deposits]: [RegisterRow[], Deposited[]],
): TdsCode {
  const tds = add(rows.map(({ taxPaise }) => taxPaise));
  const deposited = add(deposits.map(({ amountPaise }) => amountPaise));
  const roundOff = add(deposits.map(({ roundOffPaise }) => roundOffPaise));
  const payable = Number(tds - deposited - roundOff) as Paise;
  const rule = rows[0]?.rule ?? ruleOfCode(code);
  return {
    code,
    rule,
    name: toRuleName(rule),
    sums: rows.length,
    amount: toRupees(add(rows.map(({ amountPaise }) => amountPaise))),
    ...toSums(tds, deposited, roundOff),
    roundOff: toRupees(roundOff),
    interest: toRupees(
      computeOwedInterest(month, { rows, deposits, payablePaise: payable, today: today() }),
    ),
  };
}

const ruleOfCode = (code: string): TdsRule | "" =>
  (Object.keys(TDS_LAW) as TdsRule[]).find((rule) =>
    TDS_LAW[rule].terms.some((terms) => terms.code === code),
  ) ?? "";

/** Converts a row to its API form, with the challans of its month and code. */
export function toTdsRow(row: RegisterRow, deposits: DepositRow[]): TdsRow {
  const { lateSince: _, amountPaise, taxPaise, ...rest } = row;
  const month = row.deductedOn.slice(0, 7);
  const of = deposits.filter(
    (deposit) => deposit.month === month && ["", row.code].includes(findDepositCode(deposit)),
  );
  const numbers = of.map(({ reference, date }) => reference || date);
  return {
    ...rest,
    amount: toRupees(amountPaise),
    tax: toRupees(taxPaise),
    challan: row.taxPaise > 0 ? numbers.join("; ") : "",
  };
}

/** Yields the register for Form 140 (was 26Q) and 144, one row for each sum. */
export async function* tdsPayableRegister(
  { books, ...tenant }: Tenant,
  quarter: Quarter,
): AsyncGenerator<Cell[][]> {
  const { rows, deposits } = await readQuarter(books.read, tenant, quarter);
  yield rows.map((row) => toCells(row, toTdsRow(row, deposits)));
}

function toCells({ amountPaise, taxPaise }: RegisterRow, row: TdsRow): Cell[] {
  const { form, party, pan, rule, code, section, number, paidOn, deductedOn } = row;
  const due = deductedOn ? depositBy(deductedOn.slice(0, 7)) : "";
  return [
    ...[form, party, pan, toRuleName(rule), code, section, number, paidOn, deductedOn],
    ...[{ paise: amountPaise }, String(row.rate), { paise: taxPaise }],
    ...[row.remark, row.certificate, due, row.challan],
  ];
}
