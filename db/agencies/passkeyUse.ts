import { and, eq, or, sql } from "drizzle-orm";
import type { PasskeyResponse } from "../../domain/agencies/secondFactors.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { passkeys } from "../schema/secondFactors.ts";
import { createChallenge, isChallenge, useChallenge } from "./challenges.ts";

/** The server as browsers know it, and its secret. */
export interface Site {
  /** `https://books.example` */
  origin: string;
  secret: string;
}

export const rpId = ({ origin }: Site): string => new URL(origin).hostname;

/** The library is loaded when the first passkey is used: most starts of the server never need it. */
export const webAuthn = () => import("@simplewebauthn/server");

const SIGN_IN = "use a passkey";

/** Returns the options of a browser's `get`: any passkey of this site, with the user verified. */
export async function passkeyRequest(site: Site): Promise<object> {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: rpId(site),
    challenge: createChallenge(site.secret, SIGN_IN),
    userVerification: "required",
  });
}

/**
 * Checks the response of a passkey and returns the email of its person. A response counts once.
 * @throws Refusal "unauthenticated", in the same words for an unknown passkey and for a wrong response
 */
export async function usePasskey(
  books: Books,
  response: PasskeyResponse,
  site: Site,
): Promise<string> {
  const [row] = await books.read
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, response.id));
  if (!row) throw unknownPasskey();
  const { challenge, info } = await verify(row, response, site);
  return writeTransaction({ books }, async (tx) => {
    if (!(await useChallenge(tx, challenge))) throw unknownPasskey();
    // Another use since then may have raised the counter. One that stays at 0 does not count.
    const { counter } = passkeys;
    const isNext = or(eq(counter, 0), sql`${counter} < ${info.newCounter}`);
    const [used] = await tx
      .update(passkeys)
      .set({
        counter: info.newCounter,
        isMultiDevice: info.credentialDeviceType === "multiDevice",
        isBackedUp: info.credentialBackedUp,
        lastUsedAt: new Date().toISOString(),
      })
      .where(and(eq(passkeys.id, row.id), isNext))
      .returning();
    if (!used) throw unknownPasskey();
    return used.email;
  });
}

type Row = typeof passkeys.$inferSelect;

async function verify(row: Row, response: PasskeyResponse, site: Site) {
  const { verifyAuthenticationResponse } = await webAuthn();
  let challenge = "";
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as VerifyOptions["response"],
      expectedChallenge: (given) => {
        challenge = given;
        return isChallenge(site.secret, SIGN_IN, given);
      },
      expectedOrigin: site.origin,
      expectedRPID: rpId(site),
      requireUserVerification: true,
      credential: {
        id: row.credentialId,
        publicKey: new Uint8Array(row.publicKey),
        counter: row.counter,
      },
    });
    if (verified && hasHandle(row, response)) return { challenge, info: authenticationInfo };
  } catch {
    // The library throws if the response is malformed.
  }
  throw unknownPasskey();
}

type VerifyOptions = Parameters<
  Awaited<ReturnType<typeof webAuthn>>["verifyAuthenticationResponse"]
>[0];

const hasHandle = ({ handle }: Row, { response }: PasskeyResponse): boolean => {
  const given = response?.userHandle;
  return given === undefined || given === handle;
};

const unknownPasskey = () =>
  new Refusal("unauthenticated", "Unknown passkey. Sign in with your password.");
