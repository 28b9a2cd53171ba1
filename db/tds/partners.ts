import { desc, eq } from "drizzle-orm";
import { toFinancialYear, yearRange } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import {
  type NewPartnerPayment,
  PARTNER_PAYMENT_NAMES,
  type PartnerPayment,
} from "../../domain/tds/partners.ts";
import { deductTds } from "../../domain/tds/sums.ts";
import { resolveAuthorId } from "../engine/approvals.ts";
import { type Change, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { forAgency, nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { getOrCreateCategory } from "../ledger/categories.ts";
import { partnerPayments } from "../schema/vendors.ts";
import { readTdsEvents } from "./events.ts";
import { deleteLinkedJournal, insertJournal } from "./journals.ts";

// Pay of partners: a journal to the partner's current account, less TDS.

export async function listPartnerPayments(tenant: Tenant): Promise<PartnerPayment[]> {
  const rows = await tenant.books.read
    .select()
    .from(partnerPayments)
    .where(forAgency(tenant, partnerPayments))
    .orderBy(desc(partnerPayments.date), desc(partnerPayments.id));
  return rows.map(toPayment);
}

/** Credits a partner's pay. TDS follows the rule unless it is typed. */
export function addPartnerPayment(
  tenant: Tenant,
  input: NewPartnerPayment,
): Promise<PartnerPayment> {
  return withIdempotency(tenant, async (tx) => {
    const { date, partner, pan, kind, amount } = input;
    const tds = (input.tdsAmount ?? (await proposePartnerTds(tx, tenant, input))) as Paise;
    if (tds > amount) throw invalid("tdsAmount", "TDS must not be more than the amount");
    const pay = await getOrCreateCategory(tx, tenant, "Partners' remuneration", "Expense");
    const account = await getOrCreateCategory(tx, tenant, "Partners' current account", "Expense");
    const reason = `${PARTNER_PAYMENT_NAMES[kind]} of ${partner}`;
    const lines = [
      { categoryId: pay._id, paise: amount as Paise },
      { categoryId: account._id, paise: (tds - amount) as Paise },
      { ledger: "tds_payable", paise: -tds as Paise },
    ].filter(({ paise }) => paise !== 0);
    const journal = await insertJournal(tx, tenant, { date, reason, lines });
    const row = {
      agencyId: tenant.agencyId,
      id: newId(),
      date,
      partner,
      pan,
      kind,
      amountPaise: amount as Paise,
      tdsPaise: tds,
      journalId: journal.id,
      createdBy: resolveAuthorId(tenant),
      createdAt: nowFor(tenant),
    };
    await tx.insert(partnerPayments).values(row);
    const after = toPayment(row);
    const change: Change = { action: "CREATE", entity: "PartnerPayment", payload: { after } };
    await recordChanges(tx, tenant, [journal.change, change]);
    return after;
  });
}

async function proposePartnerTds(
  tx: Write,
  tenant: Tenant,
  { date, partner, pan, amount }: NewPartnerPayment,
): Promise<Paise> {
  const { dateFrom, dateTo } = yearRange(toFinancialYear(date));
  const parties = await readTdsEvents(tx, tenant, { from: dateFrom });
  const known = parties.find(
    (one) => one.rule === "PARTNER" && (pan ? one.pan === pan : one.name === partner),
  );
  const earlier = (known?.events ?? []).filter((event) => event.date <= dateTo);
  const event = { id: "", document: "", number: "\uffff", date, amountPaise: amount as Paise };
  const { paiseByEvent: byEvent } = deductTds({ rule: "PARTNER", pan }, [...earlier, event]);
  return byEvent.get("") ?? (0 as Paise);
}

/** Deletes a partner's pay with its journal. @throws Refusal "missing" */
export function deletePartnerPayment(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const isIt = forAgency(tenant, partnerPayments, eq(partnerPayments.id, id));
    const [row] = await tx.select().from(partnerPayments).where(isIt);
    if (!row) throw new Refusal("missing", "Partner’s payment not found");
    await tx.delete(partnerPayments).where(isIt);
    const journal = await deleteLinkedJournal(tx, tenant, row.journalId);
    await recordChanges(tx, tenant, [
      ...(journal ? [journal] : []),
      { action: "DELETE", entity: "PartnerPayment", payload: { before: toPayment(row) } },
    ]);
  });
}

const toPayment = (row: Omit<typeof partnerPayments.$inferSelect, "agencyId" | "createdBy">) => ({
  _id: row.id,
  date: row.date,
  partner: row.partner,
  pan: row.pan,
  kind: row.kind,
  amount: toRupees(row.amountPaise),
  tdsAmount: toRupees(row.tdsPaise),
  journalId: row.journalId,
  createdAt: row.createdAt,
});
