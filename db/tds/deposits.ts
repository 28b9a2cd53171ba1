import { and, eq } from "drizzle-orm";
import type { Paise } from "../../domain/money.ts";
import { monthShort } from "../../domain/months.ts";
import { Refusal } from "../../domain/refusal.ts";
import { TDS_LAW } from "../../domain/tds/law.ts";
import {
  type Deposit,
  findDepositCode,
  type NewDeposit,
  toTdsQuarter,
} from "../../domain/tds/payable.ts";
import { bookMoney } from "../documents/settlements.ts";
import { resolveAuthorId } from "../engine/approvals.ts";
import { type Change, recordChanges, toTransactionChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { deleteLinkedTransaction, getActiveAccount } from "../ledger/transactions.ts";
import { tdsDeposits } from "../schema/vendors.ts";
import { readDeposits, toDeposit } from "./depositRows.ts";
import { deleteLinkedJournal, insertJournal } from "./journals.ts";
import { readQuarter } from "./payable.ts";

/** Deposits TDS with the government: an expense in the category TDS Paid, and one for interest. */
export function addDeposit(tenant: Tenant, input: NewDeposit): Promise<Deposit> {
  return withIdempotency(tenant, async (tx) => {
    const { month, rule, date, amount, interest, accountId, reference } = input;
    const code = findDepositCode(input);
    const account = await getActiveAccount(tx, tenant, "accountId", accountId);
    const id = newId();
    const named = rule ? `: ${TDS_LAW[rule].name}` : code && ` (${code})`;
    const common = { type: "Expense", date, account, notes: reference } as const;
    const source = { type: "Deposit", _id: id } as const;
    const what = `TDS of ${monthShort(month)}${named}`;
    const transaction = await bookMoney(tx, tenant, {
      ...common,
      source,
      category: "TDS Paid",
      amountPaise: amount as Paise,
      description: what,
    });
    const interestBooked =
      interest > 0 &&
      (await bookMoney(tx, tenant, {
        ...common,
        source,
        category: "Interest on TDS",
        amountPaise: interest as Paise,
        description: `Interest on ${what}`,
      }));
    const rest = await restAfter(tx, tenant, { month, code, amount });
    const reason = `Round off: ${what}`;
    const lines = [
      { ledger: "tds_payable", paise: rest },
      { ledger: "round_off", paise: -rest as Paise },
    ];
    const journal =
      rest === 0 ? undefined : await insertJournal(tx, tenant, { date, reason, lines });
    const row = {
      agencyId: tenant.agencyId,
      id,
      month,
      rule,
      code,
      date,
      amountPaise: amount as Paise,
      interestPaise: interest as Paise,
      reference,
      accountId,
      transactionId: transaction._id,
      interestTransactionId: interestBooked ? interestBooked._id : null,
      journalId: journal?.id ?? null,
      createdBy: resolveAuthorId(tenant),
      createdAt: nowFor(tenant),
    };
    await tx.insert(tdsDeposits).values(row);
    const after = toDeposit({ ...row, roundOffPaise: rest });
    const changes: Change[] = [
      toTransactionChange(transaction),
      ...(interestBooked ? [toTransactionChange(interestBooked)] : []),
      ...(journal ? [journal.change] : []),
      { action: "CREATE", entity: "Deposit", payload: { after } },
    ];
    await recordChanges(tx, tenant, changes);
    return after;
  });
}

interface Owed {
  month: string;
  code: string;
  amount: number;
}

/** Returns the rest of a month and code after a deposit if it is below a rupee, otherwise 0. */
async function restAfter(tx: Write, tenant: Tenant, { month, code, amount }: Owed): Promise<Paise> {
  const { rows } = await readQuarter(tx, tenant, toTdsQuarter(`${month}-01`));
  const own = rows.filter((row) => row.code === code && row.deductedOn.startsWith(month));
  const tax = own.reduce((sum, row) => sum + row.taxPaise, 0);
  const before = await readDeposits(tx, tenant, [month]);
  const paid = before
    .filter((deposit) => findDepositCode(deposit) === code)
    .reduce((sum, { amountPaise, roundOffPaise }) => sum + amountPaise + roundOffPaise, 0);
  const rest = tax - paid - amount;
  return (tax > 0 && Math.abs(rest) < 1_00 ? rest : 0) as Paise;
}

/** Deletes a deposit with its expenses and journal. @throws Refusal "missing" */
export function deleteDeposit(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const isIt = forAgency(tenant, tdsDeposits, and(eq(tdsDeposits.id, id)));
    const [row] = await tx.select().from(tdsDeposits).where(isIt);
    if (!row) throw new Refusal("missing", "Deposit not found");
    const before = (await readDeposits(tx, tenant, [row.month])).find((one) => one.id === id) ?? {
      ...row,
      roundOffPaise: 0 as Paise,
    };
    await tx.delete(tdsDeposits).where(isIt);
    await deleteLinkedTransaction(tx, tenant, row.transactionId);
    if (row.interestTransactionId)
      await deleteLinkedTransaction(tx, tenant, row.interestTransactionId);
    const journal = row.journalId
      ? await deleteLinkedJournal(tx, tenant, row.journalId)
      : undefined;
    await recordChanges(tx, tenant, [
      ...(journal ? [journal] : []),
      { action: "DELETE", entity: "Deposit", payload: { before: toDeposit(before) } },
    ]);
  });
}
