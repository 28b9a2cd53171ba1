import { Elysia } from "elysia";
import { changeProfile, WRONG_PASSWORD } from "../../db/profile.ts";
import { Refusal } from "../../domain/refusal.ts";
import { type ChangedProfile, ProfileChange } from "../../domain/team.ts";
import { addressOf } from "../address.ts";
import { jsonOf } from "../body.ts";
import type { House } from "../house.ts";
import { identity } from "../identity.ts";
import { createThrottle } from "../throttle.ts";
import { tokens } from "../tokens.ts";

export const profile = (house: House) => {
  // Whoever finds an open session must not be able to try out its owner's password here.
  const throttle = createThrottle();

  return new Elysia({ prefix: "/users/profile" })
    .use(identity(house))
    .use(tokens(house))
    .put("/", async ({ tenant, user, request, server, set, tokens }): Promise<ChangedProfile> => {
      const input = await jsonOf(request, ProfileChange);
      const address = addressOf(request, server, house.settings);
      if (input.currentPassword) throttle.mustBeFree(user.email, address, set.headers);
      try {
        const session = await changeProfile(tenant, input);
        const changed = { ...user, name: input.name ?? user.name };
        if (!input.newPassword) return { user: changed };
        throttle.succeeded(user.email, address);
        return { user: changed, token: await tokens.sign({ ...session }) };
      } catch (error) {
        const isGuess = error instanceof Refusal && error.message === WRONG_PASSWORD;
        if (isGuess) throttle.failed(user.email, address);
        throw error;
      }
    });
};
