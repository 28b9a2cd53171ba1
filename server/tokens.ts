import { jwt } from "@elysiajs/jwt";
import * as v from "valibot";
import type { Session } from "../db/users.ts";
import type { House } from "./house.ts";

const ISSUER = "bahi";

/** Signs and reads session tokens of 7 days, as `tokens` in the handlers of whatever uses it. */
export const tokens = (house: House) =>
  jwt({
    name: "tokens",
    secret: house.settings.sessionSecret,
    alg: "HS256",
    iss: ISSUER,
    exp: "7d",
  });

/** For `verify`, which would take any algorithm of a shared secret, any issuer, and no end at all. */
export const PINNED = { algorithms: ["HS256"], issuer: ISSUER, requiredClaims: ["exp"] };

const Claims = v.object({ agencyId: v.number(), userId: v.string(), epoch: v.number() });

/** Nothing for claims that are not ours, or for the `false` of a bad or expired token. */
export function toSession(claims: unknown): Session | undefined {
  return v.is(Claims, claims) ? claims : undefined;
}
