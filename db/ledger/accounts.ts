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

/** By name. */
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
  return getAccountIn(tenant.books.read, tenant, id);
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

/** For writes that add accounts among other things, and have seen that their names are free. */
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

/** The fields of those who enter the books. An accountant changes the opening balance. */
const MEMBERS_FIELDS = ["name", "type", "isActive"] as const;

/**
 * Changes an account. Fields that `changes` does not hold stay as they are.
 * @throws Refusal "forbidden" for a field that the user's role cannot change
 */
export function changeAccount(tenant: Tenant, id: string, changes: object): Promise<Account> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getAccountIn(tx, tenant, id);
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

    // Without its key: setting that, even to what it is, has SQLite look for it in every transaction.
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

/** Gives an account what it held before its first entry, in paise. */
export async function openAccount(
  tx: Write,
  tenant: Author,
  id: string,
  openingPaise: Paise,
): Promise<void> {
  const before = await getAccountIn(tx, tenant, id);
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
 * For a database worker: that nothing names it SQLite proves by reading every transaction of the agency.
 * @throws Refusal "conflict" where a transaction, or an import that is being posted, names it; "forbidden"
 * for an opening balance without the permission to set it
 */
export function deleteAccount(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getAccountIn(tx, tenant, id);
    if (before.openingBalance !== 0) assertAllowed(tenant, "set ledgers");
    await assertNotInSeries(tx, tenant, "Account", id, false);
    await refuseUsed(tx, tenant, "Account", id);
    // What its bank was called is of nobody without it.
    await tx
      .delete(bankAccounts)
      .where(forAgency(tenant, bankAccounts, eq(bankAccounts.accountId, id)));
    await lockWithoutDate("openingBalance", () =>
      tx.delete(accounts).where(forAgency(tenant, accounts, eq(accounts.id, id))),
    );
    await recordChange(tx, tenant, "DELETE", "Account", { before });
  });
}

async function getAccountIn(
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
