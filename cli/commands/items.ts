import { type Item, itemFields } from "../../domain/documents/items.ts";
import type { RecordFields } from "../recordFields.ts";
import { rupeesColumn } from "../table.ts";

export const ITEM: RecordFields<Item> = {
  fields: itemFields,
  help: {
    unit: "like month or hour",
    rate: "in rupees (default: entered on each invoice)",
    taxPct: "GST in percent (default: that of the invoice settings)",
  },
  search: "names and HSN/SAC",
  columns: [
    { title: "Item", text: ({ name }) => name, minWidth: 10 },
    { title: "HSN/SAC", text: ({ hsnSac }) => hsnSac, dropOrder: 1 },
    { title: "Unit", text: ({ unit }) => unit, dropOrder: 2 },
    { title: "Tax %", text: ({ taxPct }) => String(taxPct ?? ""), align: "right", dropOrder: 3 },
    rupeesColumn("Rate", ({ rate }) => rate ?? undefined),
  ],
};
