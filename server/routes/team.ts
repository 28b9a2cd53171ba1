import { Elysia } from "elysia";
import { addMember, changeMember, listMembers, removeMember } from "../../db/team.ts";
import { mustBeAllowed } from "../../domain/refusal.ts";
import { NewMember } from "../../domain/team.ts";
import { changesOf, creationOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";

export const team = (house: House) =>
  new Elysia({ prefix: "/users/team" })
    .use(identity(house))
    .derive({ as: "local" }, ({ tenant }) => {
      mustBeAllowed(tenant, "manage team");
      return {};
    })
    .get("/", async ({ tenant }) => ({ users: await listMembers(tenant) }))
    .post("/", async ({ tenant, request, status }) =>
      status(201, {
        user: await addMember(...(await creationOf(tenant, request, NewMember)), request.signal),
      }),
    )
    .put("/:id", async ({ tenant, params, request }) => ({
      user: await changeMember(tenant, params.id, await changesOf(request), request.signal),
    }))
    .delete("/:id", async ({ tenant, params }) => {
      await removeMember(tenant, params.id);
      return { message: "Team member deleted successfully" };
    });
