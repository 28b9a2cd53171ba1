import { and, eq } from "drizzle-orm";
import { today } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { monthName } from "../../domain/months.ts";
import { Refusal } from "../../domain/refusal.ts";
import { statementBy, statementFee } from "../../domain/tds/deposits.ts";
import { findDepositCode, type Quarter } from "../../domain/tds/payable.ts";
import type { RegisterRow } from "../../domain/tds/register.ts";
import {
  type FiledStatement,
  type FormStatement,
  type NewStatement,
  type StatementError,
  TDS_FORMS,
  type TdsForm,
  type TdsStatement,
} from "../../domain/tds/statement.ts";
import { bookMoney } from "../documents/settlements.ts";
import { resolveAuthorId } from "../engine/approvals.ts";
import { recordChange, recordChanges, toTransactionChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { deleteLinkedTransaction, getActiveAccount } from "../ledger/transactions.ts";
import { tdsStatements } from "../schema/vendors.ts";
import { type DepositRow, toDeposit } from "./depositRows.ts";
import { readQuarter, toTdsRow } from "./payable.ts";

/** Returns a quarter's statements by form: rows, challans, errors, and the fee. */
export async function getTdsStatement(tenant: Tenant, quarter: Quarter): Promise<TdsStatement> {
  const { read } = tenant.books;
  const { rows, deposits } = await readQuarter(read, tenant, quarter);
  const filed = await read
    .select()
    .from(tdsStatements)
    .where(forAgency(tenant, tdsStatements, eq(tdsStatements.quarter, quarter.quarter)));
  const { dateFrom, dateTo } = quarter;
  return {
    quarter: quarter.quarter,
    dateFrom,
    dateTo,
    forms: TDS_FORMS.map((form) => {
      const own = rows.filter((row) => row.form === form);
      const codes = new Set(own.map(({ code }) => code));
      const paid = deposits.filter((deposit) => codes.has(findDepositCode(deposit)));
      const row = filed.find((one) => one.form === form);
      return toForm(form, quarter.quarter, { rows: own, paid, filed: row && toFiled(row) });
    }).filter(({ rows, filed }) => rows.length > 0 || filed !== null),
  };
}

interface OfForm {
  rows: RegisterRow[];
  paid: DepositRow[];
  filed: FiledStatement | undefined;
}

function toForm(form: TdsForm, quarter: string, { rows, paid, filed }: OfForm): FormStatement {
  const tax = rows.reduce((sum, row) => sum + row.taxPaise, 0) as Paise;
  const short = findShort(rows, paid);
  return {
    form,
    due: statementBy(quarter),
    filed: filed ?? null,
    tax: toRupees(BigInt(tax)),
    fee: toRupees(statementFee(quarter, tax, filed?.date ?? today())),
    rows: rows.map((row) => toTdsRow(row, paid)),
    challans: paid.map((deposit) => ({
      ...toDeposit(deposit),
      isCovering: !short.has(`${deposit.month} ${findDepositCode(deposit)}`),
    })),
    errors: [...short.values(), ...findWithoutPan(rows)],
  };
}

/** Finds months and codes whose challans are below the tax of their rows. */
function findShort(rows: RegisterRow[], paid: DepositRow[]): Map<string, StatementError> {
  const taxed = rows.filter(({ taxPaise }) => taxPaise > 0);
  const toKey = ({ deductedOn, code }: RegisterRow) => `${deductedOn.slice(0, 7)} ${code}`;
  const found = new Map<string, StatementError>();
  for (const [key, of] of Map.groupBy(taxed, toKey)) {
    const [month = "", code = ""] = key.split(" ");
    const tax = of.reduce((sum, row) => sum + row.taxPaise, 0);
    const own = paid.filter((one) => one.month === month && findDepositCode(one) === code);
    const deposited = own.reduce(
      (sum, { amountPaise, roundOffPaise }) => sum + amountPaise + roundOffPaise,
      0,
    );
    if (deposited >= tax) continue;
    const what = `${code ? `Code ${code}` : "TDS without a rule"} of ${monthName(month)}`;
    found.set(
      key,
      own.length === 0
        ? { code: "NO_CHALLAN", message: `${what} has no challan` }
        : {
            code: "SHORT_CHALLAN",
            message: `${what}: the challans total less than the deductions`,
          },
    );
  }
  return found;
}

function findWithoutPan(rows: RegisterRow[]): StatementError[] {
  const parties = rows.filter(
    ({ pan, form, taxPaise }) => pan === "" && form === "140" && taxPaise > 0,
  );
  return [...new Set(parties.map(({ party }) => party))].map((party) => ({
    code: "NO_PAN",
    message: `${party}: PAN missing, so 20% applies`,
  }));
}

const toFiled = (row: typeof tdsStatements.$inferSelect): FiledStatement => ({
  _id: row.id,
  quarter: row.quarter,
  form: row.form as TdsForm,
  date: row.date,
  reference: row.reference,
  fee: toRupees(row.feePaise),
  createdAt: row.createdAt,
});

/**
 * Records a filed statement, with its fee as an expense. @throws Refusal "conflict" if it is already recorded
 */
export function addStatement(tenant: Tenant, input: NewStatement): Promise<FiledStatement> {
  return withIdempotency(tenant, async (tx) => {
    const { quarter, form, date, reference, fee, accountId } = input;
    const isIt = and(eq(tdsStatements.quarter, quarter.quarter), eq(tdsStatements.form, form));
    const [before] = await tx
      .select()
      .from(tdsStatements)
      .where(forAgency(tenant, tdsStatements, isIt));
    if (before) {
      throw new Refusal("conflict", `Form ${form} for ${quarter.quarter} is already filed`);
    }
    const id = newId();
    const transaction =
      fee > 0 &&
      (await bookMoney(tx, tenant, {
        type: "Expense",
        category: "Fee of TDS statements",
        date,
        amountPaise: fee as Paise,
        account: await getActiveAccount(tx, tenant, "accountId", accountId ?? ""),
        description: `Fee for Form ${form}, ${quarter.quarter}`,
        notes: reference,
        source: { type: "TdsStatement", _id: id },
      }));
    const row = {
      agencyId: tenant.agencyId,
      id,
      quarter: quarter.quarter,
      form,
      date,
      reference,
      feePaise: fee as Paise,
      accountId: transaction ? (accountId ?? null) : null,
      transactionId: transaction ? transaction._id : null,
      createdBy: resolveAuthorId(tenant),
      createdAt: nowFor(tenant),
    };
    await tx.insert(tdsStatements).values(row);
    const after = toFiled(row);
    await recordChanges(tx, tenant, [
      ...(transaction ? [toTransactionChange(transaction)] : []),
      { action: "CREATE", entity: "TdsStatement", payload: { after } },
    ]);
    return after;
  });
}

/** Deletes a filed statement with the expense of its fee. @throws Refusal "missing" */
export function deleteStatement(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const isIt = forAgency(tenant, tdsStatements, eq(tdsStatements.id, id));
    const [row] = await tx.select().from(tdsStatements).where(isIt);
    if (!row) throw new Refusal("missing", "Statement not found");
    await tx.delete(tdsStatements).where(isIt);
    if (row.transactionId) await deleteLinkedTransaction(tx, tenant, row.transactionId);
    await recordChange(tx, tenant, "DELETE", "TdsStatement", { before: toFiled(row) });
  });
}
