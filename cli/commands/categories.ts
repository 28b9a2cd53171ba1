import { type Category, categoryFields } from "../../domain/ledger/categories.ts";
import { KIND_NAMES } from "../../domain/ledger/kinds.ts";
import type { RecordFields } from "../noun.ts";
import { enumColumn } from "../words.ts";
import { ACTIVE, RECORD_ID } from "./accounts.ts";

export const CATEGORY: RecordFields<Category> = {
  fields: categoryFields,
  filters: {},
  help: {
    kind: "place in the statements; follows from name and type (owners)",
    ledger: "shared ledger instead of its own (owners)",
    blockedBy: "why input credit is blocked",
  },
  columns: [
    { title: "Category", text: ({ name }) => name, minWidth: 10 },
    { title: "Type", text: ({ type }) => type },
    enumColumn("Kind", ({ kind }) => kind, KIND_NAMES, 1),
    ACTIVE,
    RECORD_ID,
  ],
};
