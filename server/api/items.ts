import * as v from "valibot";
import { itemStore, listItems } from "../../db/documents/items.ts";
import { type Item, ItemQuery, itemFields, NewItem } from "../../domain/documents/items.ts";
import type { Group } from "./call.ts";
import { ID } from "./ids.ts";
import { type ListArgs, recordCalls, toResponse } from "./records.ts";
import { createShape, rupees } from "./shapes.ts";

const item = createShape<Item>()(
  v.object({
    ...toResponse(itemFields),
    rate: v.nullable(v.pipe(rupees, v.description("Rupees. Null if entered on each invoice."))),
    taxPct: v.nullable(v.pipe(v.number(), v.description("Percent. Null for the usual rate."))),
  }),
);

export const items: Group = {
  title: "Items",
  about:
    "Services that you bill often, with HSN/SAC, unit, rate and tax. Invoice lines copy an item, so " +
    "existing invoices do not change with it. Names are unique in an agency, ignoring case.",
  schemas: { Item: item, NewItem },
  calls: recordCalls({
    noun: "item",
    id: ID.item,
    schema: NewItem,
    record: item,
    store: itemStore,
    example: { name: "Website care", hsnSac: "998313", unit: "month", rate: 28000, taxPct: 18 },
    changeExample: { rate: 30000 },
    list: {
      summary: "List items, by name",
      about: "All items, or those whose name or HSN/SAC contains `q`.",
      query: { schemas: [ItemQuery], example: "q=care" },
      run: async ({ tenant, query }: ListArgs<ItemQuery>) => ({
        items: await listItems(tenant, query),
      }),
    },
    add: { also: [409] },
    change: { also: [409] },
    remove: { about: "Existing invoices keep their lines." },
  }),
};
