import { jwt } from "@elysiajs/jwt";
import * as v from "valibot";
import type { Session, TokenSession } from "../../db/agencies/users.ts";
import type { AppContext } from "./context.ts";

const ISSUER = "bahi";

/** Adds `tokens` to handlers, which signs and reads session tokens of 7 days. */
export const tokens = (context: AppContext) =>
  jwt({
    name: "tokens",
    secret: context.settings.sessionSecret,
    alg: "HS256",
    iss: ISSUER,
    exp: "7d",
  });

// Without this, `verify` would accept any algorithm for shared secrets, any issuer, and tokens that never
// expire.
const PINNED = { algorithms: ["HS256"], issuer: ISSUER, requiredClaims: ["exp", "iat"] };

/** The header as `sign` writes it. It is compared as text, so nothing in it is interpreted. */
const HEAD = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString("base64url")}.`;

/** Rejects padding, which a decoder would ignore. */
const IN_BASE64URL = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const WEEK_S = 7 * 24 * 60 * 60;
/** The tolerated difference between the clocks of several servers. */
const LEEWAY_S = 60;

const Claims = v.pipe(
  v.strictObject({
    agencyId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    userId: v.pipe(v.string(), v.maxLength(64)),
    epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    iss: v.literal(ISSUER),
    /** Set for a session with a second factor. */
    mfa: v.optional(v.literal(true)),
    jti: v.optional(v.pipe(v.string(), v.maxLength(64))),
    iat: v.pipe(v.number(), v.safeInteger()),
    exp: v.pipe(v.number(), v.safeInteger()),
  }),
  v.check(({ iat, exp }) => iat <= Date.now() / 1000 + LEEWAY_S && exp - iat <= WEEK_S),
);

export interface TokenSigner {
  sign(claims: Record<string, unknown>): Promise<string>;
}

/**
 * Signs a token for a session. The id belongs to the sign-in, which the tokens for several agencies share.
 */
export async function signToken(
  tokens: TokenSigner,
  { agencyId, userId, epoch, isMultiFactor = false }: Session,
  id: string,
): Promise<{ token: string; session: TokenSession }> {
  const mfa = isMultiFactor && { mfa: true };
  const token = await tokens.sign({ agencyId, userId, epoch, jti: id, ...mfa });
  const issuedAt = Math.floor(Date.now() / 1000);
  const times = { issuedAt, expiresAt: issuedAt + WEEK_S };
  const digest = hashClaims(token);
  return { token, session: { agencyId, userId, epoch, isMultiFactor, id, digest, ...times } };
}

/** Returns the session of a token that we issued; undefined for any other or expired token. */
export async function readToken(
  tokens: { verify(token: string, options: typeof PINNED): Promise<unknown> },
  token: string | undefined,
): Promise<TokenSession | undefined> {
  if (!token?.startsWith(HEAD) || !IN_BASE64URL.test(token)) return undefined;
  const claims = await tokens.verify(token, PINNED);
  if (!v.is(Claims, claims)) return undefined;
  const { agencyId, userId, epoch, jti, mfa: isMultiFactor = false } = claims;
  const digest = hashClaims(token);
  const times = { issuedAt: claims.iat, expiresAt: claims.exp };
  return { agencyId, userId, epoch, isMultiFactor, id: jti ?? digest, digest, ...times };
}

/** Hashes the claims instead of the whole token, because several texts decode to the same signature. */
function hashClaims(token: string): string {
  const [, claims = ""] = token.split(".");
  return new Bun.CryptoHasher("sha256").update(claims).digest("base64url");
}
