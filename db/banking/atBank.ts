import { and, eq, sql } from "drizzle-orm";
import { findByNumber, isSameNumber, lastFour } from "../../domain/banking/accountNumbers.ts";
import { type Columns, captionKey } from "../../domain/banking/captions.ts";
import type { ReadStatement } from "../../domain/banking/statement.ts";
import type { Layout } from "../../domain/banking/table.ts";
import { formatDate } from "../../domain/dates.ts";
import type { AccountType } from "../../domain/ledger/accounts.ts";
import { Refusal, Undecided } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { bankAccounts } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";
import { invoiceSettings } from "../schema/numbering.ts";

type From = Pick<Write, "select">;

/** An account with its bank details. */
export interface AtBank {
  _id: string;
  name: string;
  type: AccountType;
  isActive: boolean;
  /** "" until a file names it. */
  number: string;
  /** Closed up to this day; "" if it is not closed. */
  closedTo: string;
  layouts: Layout[];
}

/** @throws Refusal "missing" */
export async function getBankAccount(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  id: string,
): Promise<AtBank> {
  const [row] = await withBank(from).where(forAgency(tenant, accounts, eq(accounts.id, id)));
  if (!row) throw new Refusal("missing", "Account not found");
  const { name, type, isActive, number, bank } = row;
  const { closedTo = "", layouts = [] } = bank ?? {};
  return { _id: id, name, type, isActive, number, closedTo, layouts };
}

/** Selects accounts with their bank details. The number is known while a statement names it. */
const withBank = (from: From) =>
  from
    .select({
      _id: accounts.id,
      name: accounts.name,
      type: accounts.type,
      isActive: accounts.isActive,
      number: sql<string>`iif(EXISTS (SELECT 1 FROM statements s
        WHERE s.agency_id = ${accounts.agencyId} AND s.account_id = ${accounts.id}),
        coalesce(${bankAccounts.number}, ''), '')`,
      bank: bankAccounts,
    })
    .from(accounts)
    .leftJoin(
      bankAccounts,
      and(eq(bankAccounts.agencyId, accounts.agencyId), eq(bankAccounts.accountId, accounts.id)),
    )
    .$dynamic();

/**
 * Finds a file's account: the given one, or the one with the file's number.
 * @throws Undecided if the account is unknown, or another one: `belongsTo` is the one with the number
 */
export async function accountFor(
  from: From,
  tenant: Tenant,
  id: string | undefined,
  read: Pick<ReadStatement, "account" | "bank">,
): Promise<AtBank> {
  const { account: printed, bank } = read;
  const all = await withBank(from).where(forAgency(tenant, accounts));
  if (!id) {
    const active = all.filter(({ isActive }) => isActive);
    const found = findByNumber(read, active, await numberOnInvoices(from, tenant));
    if (found) return getBankAccount(from, tenant, found._id);
    throw new Undecided("account", "Which account is this?", { account: printed, bank });
  }
  const account = await getBankAccount(from, tenant, id);
  if (!printed || (account.number && isSameNumber(account.number, printed))) return account;
  const owner = all.find(({ number }) => number && isSameNumber(number, printed));
  if (!account.number && !owner) return account;
  const isOf = `The file is for account …${lastFour(printed)}`;
  const message = owner
    ? `${isOf}, which is ${owner.name}`
    : `${isOf}; ${account.name} is …${lastFour(account.number)}`;
  const belongsTo = owner ? { _id: owner._id, name: owner.name } : null;
  const about = { account: printed, bank, belongsTo };
  throw new Undecided("account", `${message}. Nothing was changed`, about);
}

async function numberOnInvoices(from: From, tenant: Tenant): Promise<string> {
  const [row] = await from
    .select({ bankDetails: invoiceSettings.bankDetails })
    .from(invoiceSettings)
    .where(forAgency(tenant, invoiceSettings));
  return row?.bankDetails.accountNo ?? "";
}

/** @throws Refusal "conflict" if one of the days is closed */
export function assertOpen({ name, closedTo }: AtBank, days: string[]): void {
  if (!closedTo || !days.some((day) => day <= closedTo)) return;
  const message = `${name} is closed to ${formatDate(closedTo)}. Nothing was changed`;
  throw new Refusal("conflict", message);
}

const LAYOUTS_MAX = 20;

/** Stores the account's number, and column layouts that a user chose. */
export async function storeBankAccount(
  tx: Write,
  tenant: Tenant,
  account: AtBank,
  read: ReadStatement,
  columns: Columns | undefined,
): Promise<void> {
  const number = account.number || read.account || "";
  const captions = columns && captionKey(read.columns?.captions ?? []);
  const layouts = captions
    ? [...account.layouts.filter((one) => one.captions !== captions), { captions, columns }]
    : account.layouts;
  if (number === account.number && layouts === account.layouts) return;
  await setAtBank(tx, tenant, account._id, { number, layouts: layouts.slice(-LAYOUTS_MAX) });
}

export async function setAtBank(
  tx: Write,
  { agencyId }: Tenant,
  accountId: string,
  fields: Partial<Pick<AtBank, "closedTo" | "layouts" | "number">>,
): Promise<void> {
  await tx
    .insert(bankAccounts)
    .values({ agencyId, accountId, ...fields })
    .onConflictDoUpdate({
      target: [bankAccounts.agencyId, bankAccounts.accountId],
      set: fields,
    });
}
