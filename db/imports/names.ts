import { closest, distance } from "fastest-levenshtein";
import { addBadRow, type BadRows, type ImportRow, quote } from "../../domain/csv/transactions.ts";
import { NewAccount } from "../../domain/ledger/accounts.ts";
import { type CategoryType, NewCategory } from "../../domain/ledger/categories.ts";
import { guessKind } from "../../domain/ledger/usualKinds.ts";
import { groupIndian } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { parse, Refusal } from "../../domain/refusal.ts";
import { newId } from "../engine/id.ts";
import type { Tenant } from "../engine/tenant.ts";
import { listAccounts } from "../ledger/accounts.ts";
import { listCategories } from "../ledger/categories.ts";
import type { StagedRow } from "./stage.ts";

/** Looks up a file's names. Missing ones are collected, if they may be created. */
export interface Names {
  /** Returns the row with ids; undefined if it was added to the bad rows. */
  find(row: ImportRow): StagedRow | undefined;
  accounts: Lookup<NewAccount>;
  categories: Lookup<NewCategory>;
}

export async function openNames(
  tenant: Tenant,
  createMissing: boolean,
  bad: BadRows,
): Promise<Names> {
  const accounts = openLookup(
    "Account",
    await listAccounts(tenant),
    bad,
    createMissing && newAccount,
  );
  const categories = openLookup(
    "Category",
    await listCategories(tenant),
    bad,
    createMissing && newCategory,
  );

  function find({ line, account, toAccount, category, ...row }: ImportRow): StagedRow | undefined {
    const type = row.type ?? categories.typeOf(category);
    if (!type) {
      const called = `no category is called ${quote(category)}`;
      addBadRow(bad, line, "Type", `Enter Income or Expense: ${called}`);
      return undefined;
    }
    const accountId = accounts.find(line, account);
    if (!accountId) return undefined;
    if (type !== "Transfer") {
      const categoryId = categories.find(line, category, type);
      return categoryId ? { ...row, type, accountId, toAccountId: null, categoryId } : undefined;
    }
    const toAccountId = accounts.find(line, toAccount ?? "");
    if (!toAccountId) return undefined;
    if (toAccountId !== accountId)
      return { ...row, type, accountId, toAccountId, categoryId: null };
    addBadRow(bad, line, "Account", "Source and destination accounts must be different");
    return undefined;
  }

  return { find, accounts, categories };
}

/**
 * Maximum accounts, and categories, that a file can create. A file with more has mixed up its columns. All
 * are created in one transaction, while other writers wait.
 */
const NEW_NAMES_MAX = 500;
/** Maximum names of each kind. All are referenced in one transaction, too. */
const NAMES_MAX = 5_000;

const newAccount = (name: string) => parse(NewAccount, { name, type: "Bank" });
const newCategory = (name: string, type: CategoryType | undefined) =>
  parse(NewCategory, { name, type, ...(type && { kind: guessKind(name, type) }) });

interface Known {
  _id: string;
  name: string;
  isActive: boolean;
  type: string;
}

export interface Lookup<Fields> {
  find(line: number, name: string, type?: CategoryType): string | undefined;
  typeOf(name: string): CategoryType | undefined;
  /** Names to create before posting, by normalized name. */
  missing: Map<string, Fields & { id: string }>;
  /** Ids of existing records that the file uses. */
  used: Set<string>;
  has(id: string): boolean;
  /** Marks a record that has been deleted since as missing, under its old id, if names may be created. */
  remake(id: string): void;
}

function openLookup<Fields extends { name: string; type: string }>(
  what: "Account" | "Category",
  present: Known[],
  bad: BadRows,
  make: ((name: string, type: CategoryType | undefined) => Fields) | false,
): Lookup<Fields> {
  const known = new Map(present.map((thing) => [nameKey(thing.name), thing]));
  const byId = new Map(present.map((thing) => [thing._id, thing]));
  const missing: Lookup<Fields>["missing"] = new Map();
  const used = new Set<string>();

  // By spelling, because a file repeats a few names many times.
  const ids = new Map<string, string>();

  function find(line: number, name: string, type?: CategoryType): string | undefined {
    const written = type ? `${type} ${name}` : name;
    const foundBefore = ids.get(written);
    if (foundBefore) return foundBefore;
    const id = lookUp(line, name, type);
    if (id && ids.size < SPELLINGS_MAX) ids.set(ownText(written), id);
    return id;
  }

  function lookUp(line: number, name: string, type?: CategoryType): string | undefined {
    const key = nameKey(name);
    const found = known.get(key);
    if (!found && make) return add(line, ownText(name), type);
    if (!found?.isActive || (type && found.type !== type)) {
      addBadRow(bad, line, what, () => explainUnusable(name, type, found));
      return undefined;
    }
    if (!missing.has(key)) used.add(found._id);
    assertFew(line, used.size + missing.size, NAMES_MAX, PLURALS[what]);
    return found._id;
  }

  function assertFew(line: number, count: number, most: number, things: string) {
    if (count <= most) return;
    const message = `The file names more than ${groupIndian(most)} ${things}`;
    const doubt = `in line ${groupIndian(line)}; is ${what} another column?`;
    throw new Refusal("invalid", `${message}, the next one ${doubt}`);
  }

  function add(line: number, name: string, type: CategoryType | undefined) {
    assertFew(line, missing.size + 1, NEW_NAMES_MAX, `new ${PLURALS[what]}`);
    try {
      const key = nameKey(name);
      const fields = (make as Exclude<typeof make, false>)(name, type);
      const id = newId();
      known.set(key, { _id: id, name, type: fields.type, isActive: true });
      missing.set(key, { ...fields, id });
      return id;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      addBadRow(bad, line, what, error.message);
      return undefined;
    }
  }

  const has = (id: string) => byId.get(id)?.isActive === true;

  function remake(id: string): void {
    const gone = byId.get(id);
    if (!gone || !make || missing.size === NEW_NAMES_MAX) return;
    const fields = make(gone.name, gone.type as CategoryType);
    used.delete(id);
    missing.set(nameKey(gone.name), { ...fields, id });
  }

  function explainUnusable(
    name: string,
    type: CategoryType | undefined,
    found: Known | undefined,
  ): string {
    if (found && !found.isActive)
      return `${what} "${found.name}" is inactive; make it active first`;
    if (found) return `Category "${found.name}" is of type ${found.type}`;
    const rivals = [...known.values()].filter((thing) => !type || thing.type === type);
    const thing = `${type ? `${type} ` : ""}${what.toLowerCase()}`;
    return `no ${thing} is called ${quote(name)}${guess(name, rivals)}`;
  }

  const findType = (name: string) => known.get(nameKey(name))?.type as CategoryType | undefined;
  return { find, typeOf: findType, missing, used, has, remake };
}

const PLURALS = { Account: "accounts", Category: "categories" };

/** Maximum cached spellings. Others are looked up each time. */
const SPELLINGS_MAX = 10_000;

/** A copy: a substring would keep a whole part of the file in memory. */
const ownText = (text: string) => Buffer.from(text).toString();

/** Maximum names that a bad row's name is compared with. */
const RIVALS_MAX = 1_000;
const GUESSED_MAX = 100;

function guess(name: string, rivals: Known[]): string {
  if (rivals.length === 0 || rivals.length > RIVALS_MAX || name.length > GUESSED_MAX) return "";
  const near = closest(
    name,
    rivals.map((rival) => rival.name),
  );
  const isNear = distance(nameKey(name), nameKey(near)) <= Math.max(1, Math.floor(name.length / 3));
  return isNear ? `; did you mean "${near}"?` : "";
}
