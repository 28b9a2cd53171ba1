import * as v from "valibot";
import { categoryStore } from "../../db/ledger/categories.ts";
import { type Category, categoryFields, NewCategory } from "../../domain/ledger/categories.ts";
import { CATEGORY_KINDS } from "../../domain/ledger/kinds.ts";
import { BLOCKED_BY } from "../../domain/purchases/credit.ts";
import type { Group } from "./call.ts";
import { ID } from "./ids.ts";
import { recordCalls, toResponse } from "./records.ts";
import { createShape, text } from "./shapes.ts";

const category = createShape<Category>()(
  v.object({
    ...toResponse(categoryFields),
    kind: v.pipe(v.picklist(CATEGORY_KINDS), v.description("Place in the statements")),
    ledger: v.pipe(text, v.description('Shared ledger; "" if it has its own')),
    itc: v.optional(
      v.pipe(
        v.picklist(["BLOCKED", "NONE"]),
        v.description("Input tax credit for bills in this category; omitted if ELIGIBLE"),
      ),
    ),
    blockedBy: v.optional(v.picklist([...BLOCKED_BY, ""])),
  }),
);

export const categories: Group = {
  title: "Categories",
  about: "What income and expenses are for. Names are unique in an agency, ignoring case.",
  schemas: { Category: category, NewCategory },
  calls: [
    ...recordCalls({
      noun: "category",
      plural: "categories",
      id: ID.work,
      schema: NewCategory,
      record: category,
      store: categoryStore,
      example: { name: "Design work", type: "Income" },
      changeExample: { name: "Design work" },
      list: { summary: "List categories, by name" },
      add: { also: [409] },
      change: {
        about:
          "The type of a category in use cannot change (409). Only owners can change kind and " +
          "ledger.",
        who: "everyone",
        also: [403, 409],
      },
      remove: { summary: "Delete an unused category", also: [409] },
      removeInWriter: (writers, tenant, id) => writers.call("deleteCategory", tenant, id),
    }),
  ],
};
