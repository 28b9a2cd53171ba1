import { type Answer, type Caller, done, type World } from "../world.ts";
import { createAuthenticator } from "./authenticator.ts";
import { appCode, remove } from "./factors.ts";

/** Calls that change the second factors of an owner of kaveri, who has none before and after. */
export function factorCalls(world: World, owner: Caller): Record<string, () => Promise<Answer>> {
  const { password } = world.kaveri;
  const authenticator = createAuthenticator();
  let session = owner;
  let passkey = "";
  return {
    "POST /api/auth/passkeys": async () => {
      const { options } = done(await owner.post("/api/auth/passkeys/options", {}));
      const response = authenticator.create(options);
      const added = await owner.post("/api/auth/passkeys", { name: "A phone", response });
      session = world.caller(added.body.token);
      passkey = added.body.passkey?._id;
      return added;
    },
    "POST /api/auth/totp/confirm": async () => {
      const { secret } = done(await session.post("/api/auth/totp", {}));
      return session.post("/api/auth/totp/confirm", { code: appCode(secret) });
    },
    "POST /api/auth/totp/recovery-codes": () =>
      session.post("/api/auth/totp/recovery-codes", { password }),
    "DELETE /api/auth/totp": () => remove(session, "/api/auth/totp", { password }),
    "DELETE /api/auth/passkeys/:id": () =>
      remove(session, `/api/auth/passkeys/${passkey}`, { password }),
  };
}
