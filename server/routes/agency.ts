import { Elysia } from "elysia";
import { getMetadata } from "../../db/agency.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export const agency = (house: House) =>
  new Elysia()
    .use(identity(house))
    .get("/metadata", async ({ tenant }) => ({ metadata: await getMetadata(tenant) }));
