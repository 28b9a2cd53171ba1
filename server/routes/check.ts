import { Elysia } from "elysia";
import { checkBooks } from "../../db/check.ts";
import { mustBeAllowed } from "../../domain/refusal.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export const check = (house: House) =>
  new Elysia().use(identity(house)).get("/books/check", ({ tenant, request, server, set }) => {
    mustBeAllowed(tenant, "check books");
    return house.scans.admit({ tenant, request, server, set }, () =>
      checkBooks(tenant, house.reader),
    );
  });
