import { Elysia } from "elysia";
import { addCategory, changeCategory, getCategory, listCategories } from "../../db/categories.ts";
import { NewCategory } from "../../domain/categories.ts";
import { changesOf, creationOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export const categories = (house: House) =>
  new Elysia({ prefix: "/categories" })
    .use(identity(house))
    .get("/", async ({ tenant }) => ({ categories: await listCategories(tenant) }))
    .get("/:id", async ({ tenant, params }) => ({ category: await getCategory(tenant, params.id) }))
    .post("/", async ({ tenant, request, status }) =>
      status(201, {
        category: await addCategory(...(await creationOf(tenant, request, NewCategory))),
      }),
    )
    .put("/:id", async ({ tenant, params, request }) => ({
      category: await changeCategory(tenant, params.id, await changesOf(request)),
    }))
    .delete("/:id", async ({ tenant, params }) => {
      await house.clerk.ask("deleteCategory", tenant, params.id);
      return { message: "Category deleted successfully" };
    });
