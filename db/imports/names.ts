import { closest, distance } from "fastest-levenshtein";
import { NewAccount } from "../../domain/accounts.ts";
import { type CategoryType, NewCategory } from "../../domain/categories.ts";
import { addBadRow, type BadRows, type ImportRow } from "../../domain/csv.ts";
import { nameKey } from "../../domain/names.ts";
import { check, Refusal } from "../../domain/refusal.ts";
import { listAccounts } from "../accounts.ts";
import { listCategories } from "../categories.ts";
import { newId } from "../id.ts";
import type { Tenant } from "../tenant.ts";
import type { StagedRow } from "./stage.ts";

/** A file's names, looked up; what is not there is collected where it may be made. */
export interface Names {
  /** The row with ids for names; or undefined, and what is wrong has been added to the bad rows. */
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
      addBadRow(bad, line, "Type", `Write Income or Expense: no category is called "${category}"`);
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

const newAccount = (name: string) => check(NewAccount, { name, type: "Bank" });
const newCategory = (name: string, type: CategoryType | undefined) =>
  check(NewCategory, { name, type });

interface Known {
  _id: string;
  name: string;
  isActive: boolean;
  type: string;
}

export interface Lookup<Fields> {
  find(line: number, name: string, type?: CategoryType): string | undefined;
  typeOf(name: string): CategoryType | undefined;
  /** To be made before the file is posted, by the key of the name. */
  missing: Map<string, Fields & { id: string }>;
  /** Ids of what was there and is named. */
  used: Set<string>;
  /** Whether it is there to be named. */
  has(id: string): boolean;
  /** Of what was there and has gone since: it is missing now, under its own id, where names may be made. */
  remake(id: string): void;
}

function openLookup<Fields extends { name: string; type: string }>(
  what: "Account" | "Category",
  present: Known[],
  bad: BadRows,
  make: ((name: string, type: CategoryType | undefined) => Fields) | false,
): Lookup<Fields> {
  const known = new Map(present.map((thing) => [nameKey(thing.name), thing]));
  const missing: Lookup<Fields>["missing"] = new Map();
  const used = new Set<string>();

  // By the name as it is written: a file writes few names many times.
  const ids = new Map<string, string>();

  function find(line: number, name: string, type?: CategoryType): string | undefined {
    const written = type ? `${type} ${name}` : name;
    const id = ids.get(written) ?? lookUp(line, name, type);
    if (id) ids.set(written, id);
    return id;
  }

  function lookUp(line: number, name: string, type?: CategoryType): string | undefined {
    const key = nameKey(name);
    const found = known.get(key);
    if (!found && make) return add(line, key, name, type);
    if (!found?.isActive || (type && found.type !== type)) {
      addBadRow(bad, line, what, whyNot(name, type, found));
      return undefined;
    }
    if (!missing.has(key)) used.add(found._id);
    return found._id;
  }

  function add(line: number, key: string, name: string, type: CategoryType | undefined) {
    try {
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

  const has = (id: string) => present.some((thing) => thing._id === id && thing.isActive);

  function remake(id: string): void {
    const gone = present.find((thing) => thing._id === id);
    if (!gone || !make) return;
    const fields = make(gone.name, gone.type as CategoryType);
    used.delete(id);
    missing.set(nameKey(gone.name), { ...fields, id });
  }

  function whyNot(name: string, type: CategoryType | undefined, found: Known | undefined): string {
    if (found && !found.isActive)
      return `${what} "${found.name}" is inactive; make it active first`;
    if (found) return `Category "${found.name}" is of type ${found.type}`;
    const rivals = [...known.values()].filter((thing) => !type || thing.type === type);
    return `no ${type ? `${type} ` : ""}${what.toLowerCase()} is called "${name}"${guess(name, rivals)}`;
  }

  const typeOf = (name: string) => known.get(nameKey(name))?.type as CategoryType | undefined;
  return { find, typeOf, missing, used, has, remake };
}

function guess(name: string, rivals: Known[]): string {
  if (rivals.length === 0) return "";
  const near = closest(
    name,
    rivals.map((rival) => rival.name),
  );
  const isNear = distance(nameKey(name), nameKey(near)) <= Math.max(1, Math.floor(name.length / 3));
  return isNear ? `; did you mean "${near}"?` : "";
}
