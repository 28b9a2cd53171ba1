import { asc, eq } from "drizzle-orm";
import { type Account, NewAccount } from "../../domain/ledger/accounts.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { assertAllowed, parse, Refusal } from "../../domain/refusal.ts";
import { type Author, recordChange, recordChanges } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { lockWithoutDate } from "../engine/locks.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { bankAccounts } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";
import { assertNotInSeries } from "../series/uses.ts";
import { refuseTakenName, refuseUsed } from "./names.ts";

/** Lists accounts by name. */
export async function listAccounts(
  tenant: Pick<Tenant, "agencyId"> & { books: { read: Pick<Write, "select"> } },
): Promise<Account[]> {
  const rows = await tenant.books.read
    .select()
    .from(accounts)
    .where(forAgency(tenant, accounts))
    .orderBy(asc(accounts.nameKey));
  return rows.map(toAccount);
}

export function getAccount(tenant: Tenant, id: string): Promise<Account> {
  return findAccount(tenant.books.read, tenant, id);
}

/** Adds an account. @throws Refusal "forbidden" for a field that the role cannot set */
export function addAccount(tenant: Tenant, input: NewAccount): Promise<Account> {
  if (input.openingBalance !== 0) assertAllowed(tenant, "set ledgers");
  if (input.postSure) assertAllowed(tenant, "post at upload");
  return withIdempotency(tenant, async (tx) => {
    const id = newId();
    await refuseTakenName(tx, tenant, "Account", { ...input, id });
    const [account] = await insertAccounts(tx, tenant, [{ ...input, id }]);
    return account as Account;
  });
}

/** Inserts accounts as part of a larger transaction. The caller has checked that the names are free. */
export async function insertAccounts(
  tx: Write,
  tenant: Author,
  inputs: (AccountInput & { id: string })[],
): Promise<Account[]> {
  const rows = inputs.map((input) => ({ id: input.id, ...toColumns(input) }));
  const { agencyId } = tenant;
  const added = rows.map((row) => ({ agencyId, ...row }));
  await lockWithoutDate("openingBalance", () => insertRows(tx, accounts, added));
  const made = rows.map(toAccount);
  const toChange = (after: Account) =>
    ({ action: "CREATE", entity: "Account", payload: { after } }) as const;
  await recordChanges(tx, tenant, made.map(toChange));
  return made;
}

/** Fields for roles that enter transactions. Only an accountant changes the opening balance. */
const MEMBERS_FIELDS = ["name", "type", "isActive"] as const;

/**
 * Changes the given fields of an account.
 * @throws Refusal "forbidden" for a field that the role cannot change
 */
export function changeAccount(tenant: Tenant, id: string, changes: object): Promise<Account> {
  return writeTransaction(tenant, async (tx) => {
    const before = await findAccount(tx, tenant, id);
    await assertUnchanged(tx, tenant, "Account", before, changes);
    const input = parse(NewAccount, { ...before, ...changes });
    const isOpening = input.openingBalance !== toPaise(before.openingBalance);
    if (isOpening) assertAllowed(tenant, "set ledgers");
    if (input.postSure !== before.postSure) assertAllowed(tenant, "post at upload");
    if (MEMBERS_FIELDS.some((field) => input[field] !== before[field])) {
      assertAllowed(tenant, "enter books");
    }
    await refuseTakenName(tx, tenant, "Account", { ...input, id });
    if (before.isActive && !input.isActive) {
      await assertNotInSeries(tx, tenant, "Account", id, false);
    }

    // Without the key: setting it, even unchanged, makes SQLite search every transaction for it.
    const columns = toColumns(input);
    await lockWithoutDate(isOpening ? "openingBalance" : "type", () =>
      tx
        .update(accounts)
        .set(columns)
        .where(forAgency(tenant, accounts, eq(accounts.id, id))),
    );
    const after = toAccount({ id, ...columns });
    await recordChange(tx, tenant, "UPDATE", "Account", { before, after });
    return after;
  });
}

/** Sets an account's opening balance, in paise. */
export async function openAccount(
  tx: Write,
  tenant: Author,
  id: string,
  openingPaise: Paise,
): Promise<void> {
  const before = await findAccount(tx, tenant, id);
  await lockWithoutDate("openingBalance", () =>
    tx
      .update(accounts)
      .set({ openingPaise })
      .where(forAgency(tenant, accounts, eq(accounts.id, id))),
  );
  const after = { ...before, openingBalance: toRupees(openingPaise) };
  await recordChange(tx, tenant, "UPDATE", "Account", { before, after });
}

/**
 * For a database worker: to check references, SQLite reads every transaction of the agency.
 * @throws Refusal "conflict" if a transaction or a running import uses the account; "forbidden" if it has an
 * opening balance that the role cannot set
 */
export function deleteAccount(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await findAccount(tx, tenant, id);
    if (before.openingBalance !== 0) assertAllowed(tenant, "set ledgers");
    await assertNotInSeries(tx, tenant, "Account", id, false);
    await refuseUsed(tx, tenant, "Account", id);
    // Bank details mean nothing without their account.
    await tx
      .delete(bankAccounts)
      .where(forAgency(tenant, bankAccounts, eq(bankAccounts.accountId, id)));
    await lockWithoutDate("openingBalance", () =>
      tx.delete(accounts).where(forAgency(tenant, accounts, eq(accounts.id, id))),
    );
    await recordChange(tx, tenant, "DELETE", "Account", { before });
  });
}

async function findAccount(
  from: Pick<Write, "select">,
  tenant: Pick<Tenant, "agencyId">,
  id: string,
): Promise<Account> {
  const [row] = await from
    .select()
    .from(accounts)
    .where(forAgency(tenant, accounts, eq(accounts.id, id)));
  if (!row) throw new Refusal("missing", "Account not found");
  return toAccount(row);
}

type Row = Omit<typeof accounts.$inferSelect, "agencyId">;

type AccountInput = Omit<NewAccount, "postSure"> & Partial<Pick<NewAccount, "postSure">>;

function toColumns(input: AccountInput): Omit<Row, "id"> {
  const { openingBalance: openingPaise, name, type, isActive, postSure = false } = input;
  return { name, nameKey: nameKey(name), type, openingPaise, isActive, postSure };
}

function toAccount({ id, name, type, openingPaise, isActive, postSure }: Row): Account {
  return { _id: id, name, type, openingBalance: toRupees(openingPaise), isActive, postSure };
}
