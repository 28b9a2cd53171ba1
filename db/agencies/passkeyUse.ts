import { and, eq, or, sql } from "drizzle-orm";
import type { PasskeyResponse } from "../../domain/agencies/secondFactors.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { passkeys } from "../schema/secondFactors.ts";
import { createChallenge, isChallenge, useChallenge } from "./challenges.ts";

/** The site as browsers know it, and the server's secret. */
export interface Site {
  /** `https://books.example` */
  origin: string;
  secret: string;
}

export const rpId = ({ origin }: Site): string => new URL(origin).hostname;

/** Loaded with the first passkey, because most starts of the server never need it. */
export const webAuthn = () => import("@simplewebauthn/server");

const SIGN_IN = "use a passkey";

/** Returns options for the browser's `get`: any passkey of the site, with user verification. */
export async function passkeyRequest(site: Site): Promise<object> {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: rpId(site),
    challenge: createChallenge(site.secret, SIGN_IN),
    userVerification: "required",
  });
}

/**
 * Checks a passkey's response, which works once, and returns the person's email.
 * @throws Refusal "unauthenticated", with the same message for an unknown passkey and a wrong response
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
    // A concurrent use may have raised the counter. A counter that stays at 0 is not used.
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
    // The library throws on malformed responses.
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
