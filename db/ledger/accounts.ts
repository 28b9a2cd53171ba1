import { eq } from "drizzle-orm";
import { type Account, NewAccount } from "../../domain/ledger/accounts.ts";
import { type Paise, toPaise, toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { assertAllowed } from "../../domain/refusal.ts";
import { type Author, recordChange, recordChanges } from "../engine/audit.ts";
import { insertRows } from "../engine/insertRows.ts";
import { lockWithoutDate } from "../engine/locks.ts";
import { recordStore } from "../engine/records.ts";
import { forAgency } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { bankAccounts } from "../schema/banking.ts";
import { accounts } from "../schema/ledger.ts";
import { refuseTakenName, refuseUsed } from "./names.ts";
import { assertNotInSeries } from "./seriesLinks.ts";

export const accountStore = recordStore({
  entity: "Account",
  table: accounts,
  schema: NewAccount,
  orderBy: [accounts.nameKey],
  toRecord: toAccount,
  toColumns: (input: NewAccount) => toColumns(input),
  /** @throws Refusal "forbidden" for a field that the role cannot set */
  async beforeWrite(tx, tenant, { id, input, before }) {
    if (isOpeningChanged(input, before)) assertAllowed(tenant, "set ledgers");
    if (input.postSure !== (before?.postSure ?? false)) assertAllowed(tenant, "post at upload");
    if (!before || MEMBERS_FIELDS.some((field) => input[field] !== before[field])) {
      assertAllowed(tenant, "enter books");
    }
    await refuseTakenName(tx, tenant, accounts, "account", { ...input, id });
    if (before?.isActive && !input.isActive) {
      await assertNotInSeries(tx, tenant, "Account", id, false);
    }
  },
  async beforeRemove(tx, tenant, { _id, openingBalance }) {
    if (openingBalance !== 0) assertAllowed(tenant, "set ledgers");
    await assertNotInSeries(tx, tenant, "Account", _id, false);
    await refuseUsed(tx, tenant, "Account", _id);
    // Bank details mean nothing without their account.
    await tx
      .delete(bankAccounts)
      .where(forAgency(tenant, bankAccounts, eq(bankAccounts.accountId, _id)));
  },
  lockedField: ({ input, before }) =>
    input && before && !isOpeningChanged(input, before) ? "type" : "openingBalance",
});

/** Lists accounts by name. */
export const listAccounts = accountStore.list;

const isOpeningChanged = (input: NewAccount, before: Account | undefined): boolean =>
  input.openingBalance !== toPaise(before?.openingBalance ?? 0);

/** Fields for roles that enter transactions. Only an accountant changes the opening balance. */
const MEMBERS_FIELDS = ["name", "type", "isActive"] as const;

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

/** Sets an account's opening balance, in paise. */
export async function openAccount(
  tx: Write,
  tenant: Author,
  id: string,
  openingPaise: Paise,
): Promise<void> {
  const before = await accountStore.get({ ...tenant, books: { read: tx } }, id);
  await lockWithoutDate("openingBalance", () =>
    tx
      .update(accounts)
      .set({ openingPaise })
      .where(forAgency(tenant, accounts, eq(accounts.id, id))),
  );
  const after = { ...before, openingBalance: toRupees(openingPaise) };
  await recordChange(tx, tenant, "UPDATE", "Account", { before, after });
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
