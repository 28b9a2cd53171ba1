import { eq } from "drizzle-orm";
import { describe, type Plan, toPaymentMode } from "../../domain/banking/acceptance.ts";
import type { ParsedLine } from "../../domain/banking/candidates.ts";
import { type ChallanPart, partCategory } from "../../domain/banking/dues.ts";
import type { Made, NewEntry } from "../../domain/banking/matching.ts";
import { listTokens, toDirection } from "../../domain/banking/memory.ts";
import { type GstTds, showGstTds } from "../../domain/documents/gstTds.ts";
import { NewPayment } from "../../domain/documents/payments.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { refundNote } from "../documents/notes.ts";
import { addPayment } from "../documents/payments.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { getOrCreateCategory } from "../ledger/categories.ts";
import { insertTransaction } from "../ledger/insertTransactions.ts";
import { findUsable, getActiveAccount } from "../ledger/transactions.ts";
import { payBill } from "../purchases/payBills.ts";
import { bankRules } from "../schema/banking.ts";
import { transactions } from "../schema/ledger.ts";
import type { AtBank } from "./atBank.ts";
import { learn } from "./memory.ts";

// Creates entries for an accepted line, on the line's day and in its account.

export interface Work {
  tx: Write;
  tenant: Tenant;
  account: AtBank;
  line: ParsedLine & { accountId: string };
  made: Made;
}

/** Returns the plan of a rule for the line. */
export async function planFromRule(work: Work, { ruleId }: Plan): Promise<Partial<Plan>> {
  if (!ruleId) return {};
  const { tx, tenant } = work;
  const [rule] = await tx
    .select()
    .from(bankRules)
    .where(forAgency(tenant, bankRules, eq(bankRules.id, ruleId)));
  if (!rule) throw new Refusal("conflict", "This rule has been deleted");
  const { categoryId = "", transferTo, description } = rule.effect;
  if (transferTo) return { transfer: { accountId: transferTo } };
  return { create: [{ ...entryIn(work, categoryId), ...(description && { description }) }] };
}

export const entryIn = ({ line }: Work, categoryId: string): NewEntry => ({
  categoryId,
  amount: Math.abs(line.amountPaise) as Paise,
});

/** Creates missing entries, on the line's day. */
export async function create(
  work: Work,
  plan: Pick<
    Plan,
    | ("challan" | "create" | "documents" | "feePaise" | "kind")
    | ("ofBills" | "payments" | "refund" | "transfer")
  >,
) {
  const ids: string[] = [];
  for (const { invoiceId, amountPaise, tdsPaise } of plan.payments) {
    ids.push(await pay(work, invoiceId, { amountPaise, tdsPaise }, { isOfBill: plan.ofBills }));
  }
  for (const [n, document] of plan.documents.entries()) {
    const { id, amount, tdsAmount: tds = 0 as Paise, gstTds, advance: isAdvance } = document;
    const how = { isOfBill: work.line.amountPaise < 0, isAdvance };
    const paying = pay(work, id, { amountPaise: amount, tdsPaise: tds, gstTds }, how);
    ids.push(await paying.catch(refuseField(`documents.${n}.id`)));
  }
  if (plan.feePaise) ids.push(await bookFee(work, plan.kind, plan.feePaise));
  if (plan.refund) ids.push(await refund(work, plan.refund));
  for (const part of plan.challan ?? []) ids.push(await bookPart(work, part));
  if (plan.transfer) {
    const amount = Math.abs(work.line.amountPaise) as Paise;
    ids.push(await transfer(work, plan.transfer.accountId, amount));
  }
  for (const [n, entry] of plan.create.entries()) {
    const { invoiceId, accountId, amount, tdsAmount, gstTds, advance: isAdvance } = entry;
    if (invoiceId) {
      const money = { amountPaise: amount, tdsPaise: tdsAmount ?? (0 as Paise), gstTds };
      const paying = pay(work, invoiceId, money, { isAdvance });
      ids.push(await paying.catch(refuseField(`create.${n}.invoiceId`)));
    } else if (accountId) ids.push(await transfer(work, accountId, amount, entry.description));
    else ids.push(await book(work, entry, `create.${n}.`));
  }
  const [only, ...more] = plan.create;
  if (only?.categoryId && more.length === 0) {
    const direction = toDirection(work.line.amountPaise);
    work.made.learned = { direction, tokens: listTokens(work.line), categoryId: only.categoryId };
    await learn(work.tx, work.tenant, work.made.learned, 1);
  }
  return ids;
}

/** Books the fee that a gateway or bank deducted from a payment. */
async function bookFee(work: Work, kind: Plan["kind"], amount: Paise): Promise<string> {
  const isOfGateway = kind === "gateway";
  const name = isOfGateway ? "Gateway fees" : "Bank charges";
  const category = await getOrCreateCategory(work.tx, work.tenant, name, "Expense");
  const description = isOfGateway
    ? `${work.line.parsedNarration.gateway} fee`
    : "Bank charge on a payment";
  const entry = { categoryId: category._id, type: "Expense" as const, amount, description };
  return book(work, entry, "");
}

/** Reports an unknown document at its field, because the call's own path is not the document's. */
const refuseField = (path: string) => (error: unknown) => {
  throw error instanceof Refusal && error.kind === "missing" ? invalid(path, error.message) : error;
};

/**
 * Pays an invoice or bill. A document dated after the line is paid only if the caller marks it as an advance.
 */
async function pay(
  work: Work,
  id: string,
  {
    amountPaise,
    tdsPaise,
    gstTds,
  }: { amountPaise: Paise; tdsPaise: Paise; gstTds?: GstTds | undefined },
  { isOfBill, isAdvance }: { isOfBill?: boolean | undefined; isAdvance?: boolean | undefined } = {},
): Promise<string> {
  const { tenant, line, made } = work;
  const input = parse(NewPayment, {
    date: line.date,
    amount: toRupees(amountPaise),
    tdsAmount: toRupees(tdsPaise),
    ...(gstTds && { gstTds: showGstTds(gstTds) }),
    mode: toPaymentMode(line.parsedNarration.mode),
    reference: line.refs[0]?.slice(0, 200) ?? "",
    notes: "",
    accountId: line.accountId,
  });
  const { payment, document } = isOfBill
    ? await payBill(tenant, id, input).then(({ payment, bill }) => ({
        payment,
        document: bill,
      }))
    : await addPayment(tenant, id, input).then(({ payment, invoice }) => ({
        payment,
        document: invoice,
      }));
  if (!isAdvance && document.date > line.date) {
    const why = `${document.number} is dated after this line`;
    throw new Refusal("conflict", `${why}; record the payment on the invoice to create an advance`);
  }
  made.payments.push(payment._id);
  return payment.transactionId;
}

async function refund(work: Work, { noteId, amountPaise }: NonNullable<Plan["refund"]>) {
  const { tenant, line, made } = work;
  const { date, accountId } = line;
  const how = {
    mode: toPaymentMode(line.parsedNarration.mode),
    reference: line.refs[0]?.slice(0, 200) ?? "",
  };
  const { transactionId } = await refundNote(tenant, noteId, {
    date,
    amount: amountPaise,
    accountId,
    ...how,
  });
  made.refunds = [...(made.refunds ?? []), transactionId];
  return transactionId;
}

/** Books a part of a challan as an expense of its head: in the cash ledger, or in GST payable. */
async function bookPart(work: Work, { amountPaise, ...part }: ChallanPart): Promise<string> {
  const { name, ledger } = partCategory(part);
  const category = await getOrCreateCategory(work.tx, work.tenant, name, "Expense", ledger);
  return book(
    work,
    {
      categoryId: category._id,
      type: "Expense",
      amount: amountPaise,
      description: `${name}, PMT-06`,
    },
    "",
  );
}

async function book(work: Work, entry: NewEntry, path: string): Promise<string> {
  const { tx, tenant, line } = work;
  const type = entry.type ?? (line.amountPaise > 0 ? "Income" : "Expense");
  const sides = { accountId: line.accountId, categoryId: entry.categoryId ?? "", type };
  const names = await findUsable(tx, tenant, sides, path);
  return keep(work, { ...names, type, amountPaise: entry.amount }, entry.description);
}

async function transfer(work: Work, otherId: string, amountPaise: Paise, description?: string) {
  const { tx, tenant, line } = work;
  if (otherId === line.accountId) throw invalid("create.0.accountId", "Choose another account");
  const own = await getActiveAccount(tx, tenant, "accountId", line.accountId);
  const other = await getActiveAccount(tx, tenant, "create.0.accountId", otherId);
  const [account, toAccount] = line.amountPaise < 0 ? [own, other] : [other, own];
  return keep(work, { account, toAccount, type: "Transfer" as const, amountPaise }, description);
}

type Booked = Omit<Parameters<typeof insertTransaction>[2], "date" | "description" | "notes">;

async function keep({ tx, tenant, line, made }: Work, row: Booked, description?: string) {
  const text = { description: description || describe(line), notes: line.refs[0] ?? "" };
  const { _id } = await insertTransaction(tx, tenant, { ...row, ...text, date: line.date });
  made.transactions.push({ id: _id, fingerprint: await findFingerprint(tx, tenant, _id) });
  return _id;
}

async function findFingerprint(tx: Write, tenant: Tenant, id: string): Promise<number> {
  const [row] = await tx
    .select({ fingerprint: transactions.fingerprint })
    .from(transactions)
    .where(forAgency(tenant, transactions, eq(transactions.id, id)));
  return row?.fingerprint ?? 0;
}
