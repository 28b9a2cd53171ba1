import * as v from "valibot";
import { mappingStore } from "../../db/imports/mappings.ts";
import { CSV_FIELD_NAMES, NewSavedMapping, type SavedMapping } from "../../domain/csv/mapping.ts";
import type { Group } from "./call.ts";
import { ID } from "./ids.ts";
import { recordCalls } from "./records.ts";
import { createShape, id, text } from "./shapes.ts";

const mapping = createShape<SavedMapping>()(
  v.object({
    _id: id,
    name: text,
    headings: v.pipe(v.array(text), v.description("In the order of the file")),
    mapping: v.object({
      columns: v.pipe(
        v.record(v.picklist(CSV_FIELD_NAMES), text),
        v.description("The heading of each used column"),
      ),
      dateOrder: v.picklist(["day", "month"]),
      account: v.pipe(text, v.description("The account of rows that name none")),
      categoryIn: v.pipe(text, v.description("The category of money in without one")),
      categoryOut: v.pipe(text, v.description("The category of money out without one")),
      categories: v.pipe(
        v.record(text, text),
        v.description("Your name for a category of the file"),
      ),
    }),
  }),
);

const CASH_BOOK = {
  name: "Petty cash book",
  headings: ["Txn Date", "Narration", "Head", "Debit", "Credit", "Balance"],
  mapping: {
    columns: {
      date: "Txn Date",
      description: "Narration",
      category: "Head",
      out: "Debit",
      in: "Credit",
      balance: "Balance",
    },
    dateOrder: "day",
    account: "Petty Cash",
    categories: { Conveyance: "Travel" },
  },
};

export const importMappings: Group = {
  title: "Import mappings",
  about:
    "How the columns of other programs' files become transactions, kept for files with the same headings. " +
    "The screens and `bahi import` apply them before they send a file. Names are unique in an agency, " +
    "ignoring case.",
  schemas: { ImportMapping: mapping, NewImportMapping: NewSavedMapping },
  calls: recordCalls({
    noun: "mapping",
    title: "import mapping",
    id: ID.mapping,
    schema: NewSavedMapping,
    record: mapping,
    store: mappingStore,
    example: CASH_BOOK,
    changeExample: { name: "Cash book of Pune" },
    list: { summary: "List import mappings, by name" },
    add: { also: [409] },
    change: { also: [409] },
  }),
};
