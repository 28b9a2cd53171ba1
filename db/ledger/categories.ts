import { asc, eq } from "drizzle-orm";
import { type Category, type CategoryType, NewCategory } from "../../domain/ledger/categories.ts";
import { buildChart } from "../../domain/ledger/chart.ts";
import { OF_DOCUMENTS } from "../../domain/ledger/kinds.ts";
import { findKindPlace } from "../../domain/ledger/legalForm.ts";
import { defaultKind } from "../../domain/ledger/usualKinds.ts";
import { nameKey } from "../../domain/names.ts";
import { assertAllowed, invalid, parse, Refusal } from "../../domain/refusal.ts";
import { readConstitution } from "../agencies/constitution.ts";
import { type Author, recordChange, recordChanges } from "../engine/audit.ts";
import { assertUnchanged } from "../engine/expected.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { lockWithoutDate } from "../engine/locks.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, withIdempotency, writeTransaction } from "../engine/transaction.ts";
import { categories } from "../schema/ledger.ts";
import { assertNotInSeries } from "../series/uses.ts";
import { isInUse, refuseTakenName, refuseUsed } from "./names.ts";

/** Lists categories by name. */
export async function listCategories(
  tenant: Pick<Tenant, "agencyId"> & { books: { read: Pick<Write, "select"> } },
): Promise<Category[]> {
  const rows = await tenant.books.read
    .select()
    .from(categories)
    .where(forAgency(tenant, categories))
    .orderBy(asc(categories.nameKey));
  return rows.map(toCategory);
}

/** @throws Refusal "missing" */
export async function getCategory(tenant: Tenant, id: string): Promise<Category> {
  const [row] = await tenant.books.read
    .select()
    .from(categories)
    .where(forAgency(tenant, categories, eq(categories.id, id)));
  if (!row) throw new Refusal("missing", "Category not found");
  return toCategory(row);
}

export function addCategory(tenant: Tenant, input: NewCategory): Promise<Category> {
  return withIdempotency(tenant, async (tx) => {
    await assertSharedKind(tx, tenant, { ...input, id: "" });
    return insertCategory(tx, tenant, { ...input, id: newId() });
  });
}

/** Inserts a category as part of a larger transaction. */
async function insertCategory(
  tx: Write,
  tenant: Author,
  input: NewCategory & { id: string },
): Promise<Category> {
  await refuseTakenName(tx, tenant, "Category", input);
  const [category] = await insertCategories(tx, tenant, [input]);
  return category as Category;
}

/** Inserts many categories. The caller has checked that the names are free. */
export async function insertCategories(
  tx: Write,
  tenant: Author,
  inputs: (NewCategory & { id: string })[],
): Promise<Category[]> {
  const rows = inputs.map((input) => ({ id: input.id, ...toColumns(input) }));
  const { agencyId } = tenant;
  await insertRows(
    tx,
    categories,
    rows.map((row) => ({ agencyId, ...row })),
  );
  const made = rows.map(toCategory);
  const toChange = (after: Category) =>
    ({ action: "CREATE", entity: "Category", payload: { after } }) as const;
  await recordChanges(tx, tenant, made.map(toChange));
  return made;
}

/**
 * Returns the category that documents of a kind are booked to. Creates it if needed, in a ledger if named.
 */
export async function getOrCreateCategory(
  tx: Write,
  tenant: Tenant,
  name: string,
  type: CategoryType,
  ledger = "",
): Promise<{ _id: string; name: string }> {
  const [known] = await tx
    .select()
    .from(categories)
    .where(forAgency(tenant, categories, eq(categories.nameKey, nameKey(name))));
  if (known) assertType(known, name, type);
  if (known) return { _id: known.id, name: known.name };
  const category = { id: newId(), name, type, ledger, isActive: true };
  const { _id } = await insertCategory(tx, tenant, category);
  return { _id, name };
}

/** @throws Refusal "conflict" if the category exists with another type */
export function assertType(known: { type: CategoryType }, name: string, type: CategoryType) {
  if (known.type === type) return;
  throw new Refusal(
    "conflict",
    `${name} are booked to an ${type} category called ${name}; ` +
      `rename your ${known.type} category of that name`,
  );
}

/** Changes the given fields. The type of a category in use cannot change. */
export function changeCategory(tenant: Tenant, id: string, changes: object): Promise<Category> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getCategory(tenant, id);
    await assertUnchanged(tx, tenant, "Category", before, changes);
    const input = parse(NewCategory, { ...before, ...changes });
    await refuseTakenName(tx, tenant, "Category", { ...input, id });
    if (input.type !== before.type && (await isInUse(tx, tenant, "Category", id))) {
      throw new Refusal("conflict", "Category is in use; its type cannot change");
    }
    if (before.isActive && !input.isActive)
      await assertNotInSeries(tx, tenant, "Category", id, false);
    const columns = toColumns(input);
    if (MEMBERS_FIELDS.some((field) => input[field] !== before[field])) {
      assertAllowed(tenant, "enter books");
    }
    if (columns.kind !== before.kind || columns.ledger !== before.ledger) {
      assertAllowed(tenant, "set kinds");
      await assertSharedKind(tx, tenant, { ...input, id });
      // Stores the kind that its old name implied, so that a lock sees the change.
      await tx
        .update(categories)
        .set({ kind: before.kind })
        .where(forAgency(tenant, categories, eq(categories.id, id), eq(categories.kind, "")));
    }
    // Without the key: setting it, even unchanged, makes SQLite search every transaction for it.
    await lockWithoutDate("kind", () =>
      tx
        .update(categories)
        .set(columns)
        .where(forAgency(tenant, categories, eq(categories.id, id))),
    );
    const after = toCategory({ id, ...columns });
    await recordChange(tx, tenant, "UPDATE", "Category", { before, after });
    return after;
  });
}

/** Fields for roles that enter transactions. The others decide its place in statements and returns. */
const MEMBERS_FIELDS = ["name", "type", "isActive"] as const;

/** @throws Refusal "invalid" if a ledger would mix balances of two kinds, or hold money */
async function assertSharedKind(
  tx: Write,
  tenant: Tenant,
  { id, name, type, ledger, kind = defaultKind(name, type) }: NewCategory & { id: string },
): Promise<void> {
  if (!ledger) return;
  const others = await listCategories({ agencyId: tenant.agencyId, books: { read: tx } });
  const form = await readConstitution(tx, tenant.agencyId);
  const chart = buildChart(
    [],
    others.filter(({ _id }) => _id !== id),
    form,
  );
  const known = chart.find(ledger);
  if (!known) return;
  if (OF_DOCUMENTS.includes(known._id) || known._id === "opening") {
    throw invalid("ledger", `"${known.name}" is computed from documents; choose another ledger`);
  }
  if (known.section === findKindPlace(form, kind).section) return;
  throw invalid("ledger", `"${known.name}" is a ledger of another kind`);
}

/**
 * For a database worker: to check references, SQLite reads every transaction of the agency.
 * @throws Refusal "conflict" if a transaction or a running import uses the category
 */
export function deleteCategory(tenant: Tenant, id: string): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    const before = await getCategory(tenant, id);
    await assertNotInSeries(tx, tenant, "Category", id, false);
    await refuseUsed(tx, tenant, "Category", id);
    await tx.delete(categories).where(forAgency(tenant, categories, eq(categories.id, id)));
    await recordChange(tx, tenant, "DELETE", "Category", { before });
  });
}

type Row = Omit<typeof categories.$inferSelect, "agencyId">;

function toColumns(input: NewCategory): Omit<Row, "id"> {
  const { name, type, kind = defaultKind(name, type), ledger, isActive } = input;
  const { itc = "ELIGIBLE", blockedBy = "" } = input;
  const reason = itc === "BLOCKED" ? blockedBy : "";
  return { name, nameKey: nameKey(name), type, kind, ledger, isActive, itc, blockedBy: reason };
}

function toCategory({ id, name, type, kind, ledger, isActive, itc, blockedBy }: Row): Category {
  return {
    ...{ _id: id, name, type, kind: kind || defaultKind(name, type), ledger, isActive },
    ...(itc !== "ELIGIBLE" && { itc, blockedBy }),
  };
}
