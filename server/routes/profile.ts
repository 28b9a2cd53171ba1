import { Elysia } from "elysia";
import { changeProfile } from "../../db/profile.ts";
import { type ChangedProfile, ProfileChange } from "../../domain/team.ts";
import { addressOf } from "../address.ts";
import { jsonOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { tokens } from "../tokens.ts";

export const profile = (house: House) =>
  new Elysia({ prefix: "/users/profile" })
    .use(identity(house))
    .use(tokens(house))
    .put("/", async ({ tenant, user, request, server, tokens }): Promise<ChangedProfile> => {
      const input = await jsonOf(request, ProfileChange);
      const address = addressOf(request, server, house.settings);
      const { signal } = request;
      const session = await changeProfile(tenant, input, { email: user.email, address, signal });
      const changed = { ...user, name: input.name ?? user.name };
      if (!input.newPassword) return { user: changed };
      return { user: changed, token: await tokens.sign({ ...session }) };
    });
