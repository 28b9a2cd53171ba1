import { Elysia } from "elysia";
import { addAccount, changeAccount, getAccount, listAccounts } from "../../db/accounts.ts";
import { NewAccount } from "../../domain/accounts.ts";
import { Period } from "../../domain/dashboard.ts";
import { checkQuery } from "../../domain/refusal.ts";
import { changesOf, creationOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { readBalances } from "../scans.ts";

export const accounts = (house: House) =>
  new Elysia({ prefix: "/accounts" })
    .use(identity(house))
    .get("/", async ({ tenant }) => ({ accounts: await listAccounts(tenant) }))
    .get("/balances", ({ tenant, query, request, server, set }) =>
      readBalances(house, { tenant, request, server, set }, checkQuery(Period, query)),
    )
    .get("/:id", async ({ tenant, params }) => ({ account: await getAccount(tenant, params.id) }))
    .post("/", async ({ tenant, request, status }) =>
      status(201, {
        account: await addAccount(...(await creationOf(tenant, request, NewAccount))),
      }),
    )
    .put("/:id", async ({ tenant, params, request }) => ({
      account: await changeAccount(tenant, params.id, await changesOf(request)),
    }))
    .delete("/:id", async ({ tenant, params }) => {
      await house.clerk.ask("deleteAccount", tenant, params.id);
      return { message: "Account deleted successfully" };
    });
