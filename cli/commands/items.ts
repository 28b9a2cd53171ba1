import { findFields } from "../../domain/describeField.ts";
import { type Item, ItemQuery, itemFields } from "../../domain/documents/items.ts";
import type { RecordFields } from "../noun.ts";
import { rupeesColumn } from "../table.ts";

export const ITEM: RecordFields<Item> = {
  fields: itemFields,
  filters: findFields(ItemQuery),
  help: {
    q: "in names and HSN/SAC",
  },
  columns: [
    { title: "Item", text: ({ name }) => name, minWidth: 10 },
    { title: "HSN/SAC", text: ({ hsnSac }) => hsnSac, dropOrder: 1 },
    { title: "Unit", text: ({ unit }) => unit, dropOrder: 2 },
    { title: "Tax %", text: ({ taxPct }) => String(taxPct ?? ""), align: "right", dropOrder: 3 },
    rupeesColumn("Rate", ({ rate }) => rate ?? undefined),
  ],
};
