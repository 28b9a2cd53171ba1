import { Elysia } from "elysia";
import { addClient, deleteClient, getClient, listClients } from "../../db/clients.ts";
import { ClientQuery, NewClient } from "../../domain/clients.ts";
import { checkQuery } from "../../domain/refusal.ts";
import { changesOf, creationOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export const clients = (house: House) =>
  new Elysia({ prefix: "/clients" })
    .use(identity(house))
    .get("/", async ({ tenant, query }) => ({
      clients: await listClients(tenant, checkQuery(ClientQuery, query).q),
    }))
    .get("/:id", ({ tenant, params }) => getClient(tenant, params.id))
    .post("/", async ({ tenant, request, status }) =>
      status(201, { client: await addClient(...(await creationOf(tenant, request, NewClient))) }),
    )
    .put("/:id", async ({ tenant, params, request }) => {
      const change = { id: params.id, changes: await changesOf(request) };
      return { client: await house.clerk.ask("changeClient", tenant, change) };
    })
    .delete("/:id", async ({ tenant, params }) => {
      await deleteClient(tenant, params.id);
      return { message: "Client deleted successfully" };
    });
