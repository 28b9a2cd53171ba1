import { and, eq, ne } from "drizzle-orm";
import { type Columns, captionKey } from "../../domain/banking/captions.ts";
import type { ReadStatement } from "../../domain/banking/statement.ts";
import type { Layout } from "../../domain/banking/table.ts";
import { formatDate } from "../../domain/dates.ts";
import { Refusal, Undecided } from "../../domain/refusal.ts";
import { owned, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { bankAccounts } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";

type From = Pick<Write, "select">;

/** An account, and what is known of it at its bank. */
export interface AtBank {
  _id: string;
  name: string;
  isActive: boolean;
  /** "" while no file has named it. */
  number: string;
  /** Up to this day it is closed; "" for no day. */
  closedTo: string;
  layouts: Layout[];
}

/** @throws Refusal "missing" */
export async function accountOf(
  from: From,
  tenant: Pick<Tenant, "agencyId">,
  id: string,
): Promise<AtBank> {
  const [row] = await from
    .select()
    .from(accounts)
    .leftJoin(
      bankAccounts,
      and(eq(bankAccounts.agencyId, accounts.agencyId), eq(bankAccounts.accountId, accounts.id)),
    )
    .where(owned(tenant, accounts, eq(accounts.id, id)));
  if (!row) throw new Refusal("missing", "Account not found");
  const { name, isActive } = row.accounts;
  const { number = "", closedTo = "", layouts = [] } = row.bank_accounts ?? {};
  return { _id: id, name, isActive, number, closedTo, layouts };
}

/** The account that a file is of. @throws Refusal "invalid" for another one's file, Undecided */
export async function accountFor(
  from: From,
  tenant: Tenant,
  id: string | undefined,
  { account: printed, bank }: ReadStatement,
): Promise<AtBank> {
  if (!id) {
    const known = await from
      .select({ id: bankAccounts.accountId, number: bankAccounts.number })
      .from(bankAccounts)
      .where(owned(tenant, bankAccounts, ne(bankAccounts.number, "")));
    const [one, another] = known.filter(({ number }) => printed && isSameNumber(number, printed));
    if (one && !another) return accountOf(from, tenant, one.id);
    throw new Undecided("account", "Which account is this?", { account: printed, bank });
  }
  const account = await accountOf(from, tenant, id);
  if (!printed || !account.number || isSameNumber(account.number, printed)) return account;
  const [theirs, ours] = [printed.slice(-4), account.number.slice(-4)];
  const message = `The file is of account …${theirs}; ${account.name} is …${ours}`;
  throw new Refusal("invalid", `${message}. Nothing was changed`, [{ path: "accountId", message }]);
}

/** Whole, or where one is masked, by the last four. */
function isSameNumber(one: string, other: string): boolean {
  const [a = "", b = ""] = [one, other].map((number) => number.replace(/^0+/, ""));
  return /\D/.test(a + b) ? a.slice(-4) === b.slice(-4) : a === b;
}

/** @throws Refusal "conflict" where one of the days is closed */
export function mustBeOpen({ name, closedTo }: AtBank, days: string[]): void {
  if (!closedTo || !days.some((day) => day <= closedTo)) return;
  const message = `${name} is closed to ${formatDate(closedTo)}. Nothing was changed`;
  throw new Refusal("conflict", message);
}

const LAYOUTS_MAX = 20;

/** What a file teaches of its account: the number, and columns that somebody has told. */
export async function keepAtBank(
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
