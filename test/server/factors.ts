import { setSystemTime } from "bun:test";
import { Secret, TOTP } from "otpauth";
import { verifyRecords } from "../../db/verify/log.ts";
import type { Proof } from "../../domain/agencies/secondFactors.ts";
import { type Caller, done, made, type World } from "../world.ts";
import { createAuthenticator } from "./authenticator.ts";

const STEP_MS = 30_000;

let places = 0;
export const newPlace = () => ({ "x-forwarded-for": `198.51.100.${++places}` });

export const appCode = (secret: string, steps = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: Date.now() + steps * STEP_MS,
  });

export async function findDifferences({ books: { read } }: World) {
  const agencies = await read.all<{ id: number }>("SELECT id FROM agencies");
  const found = await Promise.all(agencies.map(({ id }) => verifyRecords(read, id, true)));
  return found.flatMap(({ differences }) => differences);
}

export const pass = (steps: number) => setSystemTime(new Date(Date.now() + steps * STEP_MS));

export const remove = (who: Caller, path: string, proof: Partial<Proof>) =>
  who.call("DELETE", path, JSON.stringify(proof), { "content-type": "application/json" });

export type Authenticator = ReturnType<typeof createAuthenticator>;

export function openFactors(getWorld: () => World) {
  async function readOptions(at: Caller = getWorld().stranger) {
    const { options } = done(await at.post("/api/auth/passkeys/login/options", {}));
    return options;
  }
  return {
    requestOf: readOptions,
    async register(name: string) {
      const credentials = { email: `${name}@factors.test`, password: `${name} password` };
      const { token } = made(
        await getWorld().stranger.post("/api/auth/register", {
          name,
          ...credentials,
          agencyName: name,
          agencySlug: `factors-${name}`,
        }),
      );
      return { credentials, who: getWorld().caller(token) };
    },
    signIn: (credentials: object, headers = newPlace()) =>
      getWorld().stranger.post("/api/auth/login", credentials, headers),
    /** Turns an app on and stops the clock. */
    async turnOn(who: Caller) {
      setSystemTime(new Date());
      const { secret, url, qr } = done(await who.post("/api/auth/totp", {}));
      const confirmed = done(await who.post("/api/auth/totp/confirm", { code: appCode(secret) }));
      const { recoveryCodes, token } = confirmed as { recoveryCodes: string[]; token: string };
      return { secret, url, qr, recoveryCodes, who: getWorld().caller(token) };
    },
    async addPasskey(who: Caller, authenticator = createAuthenticator(), name = "Pixel 9") {
      const { options } = done(await who.post("/api/auth/passkeys/options", {}));
      const response = authenticator.create(options);
      const added = await who.post("/api/auth/passkeys", { name, response });
      const session = getWorld().caller(added.body.token);
      return { added, session, response, options, authenticator };
    },
    signInBy: async (authenticator: Authenticator, at: Caller = getWorld().stranger) =>
      at.post("/api/auth/passkeys/login", { response: authenticator.get(await readOptions(at)) }),
  };
}
