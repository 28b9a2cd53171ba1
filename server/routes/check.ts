import { Elysia } from "elysia";
import { mustBeAllowed } from "../../domain/refusal.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export const check = (house: House) =>
  new Elysia().use(identity(house)).get("/books/check", ({ tenant }) => {
    mustBeAllowed(tenant, "check books");
    return house.reader.ask("checkBooks", tenant, undefined);
  });
