import { eq } from "drizzle-orm";
import { type Category, type CategoryType, NewCategory } from "../../domain/ledger/categories.ts";
import { buildChart } from "../../domain/ledger/chart.ts";
import { OF_DOCUMENTS } from "../../domain/ledger/kinds.ts";
import { findKindPlace } from "../../domain/ledger/legalForm.ts";
import { defaultKind } from "../../domain/ledger/usualKinds.ts";
import { nameKey } from "../../domain/names.ts";
import { assertAllowed, invalid, Refusal } from "../../domain/refusal.ts";
import { readConstitution } from "../agencies/constitution.ts";
import { type Author, recordChanges } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { insertRows } from "../engine/insertRows.ts";
import { recordStore } from "../engine/records.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { categories } from "../schema/ledger.ts";
import { isInUse, refuseTakenName, refuseUsed } from "./names.ts";
import { assertNotInSeries } from "./seriesLinks.ts";

export const categoryStore = recordStore({
  entity: "Category",
  table: categories,
  schema: NewCategory,
  orderBy: [categories.nameKey],
  toRecord: toCategory,
  toColumns,
  /** The type of a category in use cannot change. @throws Refusal */
  async beforeWrite(tx, tenant, { id, input, before }) {
    if (!before) await assertSharedKind(tx, tenant, { ...input, id: "" });
    await refuseTakenName(tx, tenant, categories, "category", { ...input, id });
    if (!before) return;
    if (input.type !== before.type && (await isInUse(tx, tenant, "Category", id))) {
      throw new Refusal("conflict", "Category is in use; its type cannot change");
    }
    if (before.isActive && !input.isActive) {
      await assertNotInSeries(tx, tenant, "Category", id, false);
    }
    if (MEMBERS_FIELDS.some((field) => input[field] !== before[field])) {
      assertAllowed(tenant, "enter books");
    }
    const { kind, ledger } = toColumns(input);
    if (kind === before.kind && ledger === before.ledger) return;
    assertAllowed(tenant, "set kinds");
    await assertSharedKind(tx, tenant, { ...input, id });
    // Stores the kind that its old name implied, so that a lock sees the change.
    await tx
      .update(categories)
      .set({ kind: before.kind })
      .where(forAgency(tenant, categories, eq(categories.id, id), eq(categories.kind, "")));
  },
  async beforeRemove(tx, tenant, { _id }) {
    await assertNotInSeries(tx, tenant, "Category", _id, false);
    await refuseUsed(tx, tenant, "Category", _id);
  },
  lockedField: () => "kind",
});

/** Lists categories by name. */
export const listCategories = categoryStore.list;

/** Inserts a category as part of a larger transaction. */
async function insertCategory(
  tx: Write,
  tenant: Author,
  input: NewCategory & { id: string },
): Promise<Category> {
  await refuseTakenName(tx, tenant, categories, "category", input);
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

type Row = Omit<typeof categories.$inferSelect, "agencyId">;

function toColumns(input: NewCategory): Omit<Row, "id"> {
  const { name, type, kind = defaultKind(name, type), ledger, isActive } = input;
  const { itc = "ELIGIBLE", blockedBy = "" } = input;
  const reason = itc === "BLOCKED" ? blockedBy : "";
  return { name, nameKey: nameKey(name), type, kind, ledger, isActive, itc, blockedBy: reason };
}

function toCategory({ id, name, type, kind, ledger, isActive, itc, blockedBy }: Row): Category {
  return {
    _id: id,
    name,
    type,
    kind: kind || defaultKind(name, type),
    ledger,
    isActive,
    ...(itc !== "ELIGIBLE" && { itc, blockedBy }),
  };
}
