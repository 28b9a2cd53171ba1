import { sql } from "drizzle-orm";
import { type Item, type ItemQuery, NewItem } from "../../domain/documents/items.ts";
import { fromHundredths } from "../../domain/hundredths.ts";
import { toRupees } from "../../domain/money.ts";
import { nameKey } from "../../domain/names.ts";
import { recordStore } from "../engine/records.ts";
import type { Tenant } from "../engine/tenant.ts";
import { refuseTakenName } from "../ledger/names.ts";
import { items } from "../schema/documents.ts";

export const itemStore = recordStore({
  entity: "Item",
  table: items,
  schema: NewItem,
  orderBy: [items.nameKey],
  toRecord: ({ id, name, hsnSac, unit, ratePaise, taxPct }): Item => ({
    _id: id,
    name,
    hsnSac,
    unit,
    rate: ratePaise === null ? null : toRupees(ratePaise),
    taxPct: taxPct === null ? null : fromHundredths(taxPct),
  }),
  toColumns: ({ rate: ratePaise, ...input }) => ({
    ...input,
    ratePaise,
    nameKey: nameKey(input.name),
  }),
  beforeWrite: (tx, tenant, { id, input }) =>
    refuseTakenName(tx, tenant, items, "item", { name: input.name, id }),
});

/** Lists items by name, or those whose name or HSN/SAC contains `q`. */
export const listItems = (tenant: Tenant, { q }: ItemQuery): Promise<Item[]> =>
  itemStore.list(
    tenant,
    q
      ? sql`(instr(${items.nameKey}, ${nameKey(q)}) > 0 OR instr(${items.hsnSac}, ${q}) > 0)`
      : undefined,
  );
