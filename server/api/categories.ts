import * as v from "valibot";
import {
  addCategory,
  changeCategory,
  getCategory,
  listCategories,
} from "../../db/ledger/categories.ts";
import { CATEGORY_TYPES, type Category, NewCategory } from "../../domain/ledger/categories.ts";
import { CATEGORY_KINDS } from "../../domain/ledger/kinds.ts";
import { BLOCKED_BY } from "../../domain/purchases/credit.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { createShape, deleted, id, isTrue, text } from "./shapes.ts";

const category = createShape<Category>()(
  v.object({
    _id: id,
    name: text,
    type: v.picklist(CATEGORY_TYPES),
    kind: v.pipe(v.picklist(CATEGORY_KINDS), v.description("Place in the statements")),
    ledger: v.pipe(text, v.description('Shared ledger; "" if it has its own')),
    isActive: isTrue,
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
    call({
      name: "listCategories",
      method: "GET",
      path: "/api/categories",
      summary: "List categories, by name",
      who: "members",
      answer: { status: 200, schema: v.object({ categories: v.array(category) }) },
      run: async ({ tenant }) => ({ categories: await listCategories(tenant) }),
    }),
    call({
      name: "getCategory",
      method: "GET",
      path: "/api/categories/:id",
      summary: "Get a category",
      who: "members",
      id: ID.work,
      answer: { status: 200, schema: v.object({ category }) },
      run: async ({ tenant, id }) => ({ category: await getCategory(tenant, id) }),
    }),
    call({
      name: "addCategory",
      method: "POST",
      path: "/api/categories",
      summary: "Create a category",
      who: "members",
      body: { schema: NewCategory, example: { name: "Design work", type: "Income" } },
      answer: { status: 201, schema: v.object({ category }) },
      also: [409],
      run: async ({ tenant, input }) => ({ category: await addCategory(tenant, input) }),
    }),
    call({
      name: "changeCategory",
      method: "PUT",
      path: "/api/categories/:id",
      summary: "Update a category",
      about:
        "The type of a category in use cannot change (409). Only owners can change kind and " +
        "ledger.",
      who: "everyone",
      id: ID.work,
      body: { schema: NewCategory, isChange: true, example: { name: "Design work" } },
      answer: { status: 200, schema: v.object({ category }) },
      also: [403, 409],
      run: async ({ tenant, id, input }) => ({ category: await changeCategory(tenant, id, input) }),
    }),
    call({
      name: "deleteCategory",
      method: "DELETE",
      path: "/api/categories/:id",
      summary: "Delete an unused category",
      who: "members",
      id: ID.work,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ context, tenant, id }) => {
        await context.writers.call("deleteCategory", tenant, id);
        return { message: "Category deleted successfully" };
      },
    }),
  ],
};
