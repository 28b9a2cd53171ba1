import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { asc, inArray, lte } from "drizzle-orm";
import type { Write } from "../engine/transaction.ts";
import { usedChallenges } from "../schema/secondFactors.ts";
import { secretDigest } from "./secrets.ts";

// Passkey challenges. The server signs them, so all servers of a database accept them and unused ones need no
// rows. The database stores only used challenges.

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const VALID_MS = 5 * 60_000;
/** More than one use adds, so expired rows do not pile up. */
const FORGOTTEN_AT_ONCE = 20;

/** Returns a challenge that expires in five minutes. `purpose` is checked when it is used. */
export function createChallenge(secret: string, purpose: string): Uint8Array<ArrayBuffer> {
  const expiresAt = Buffer.alloc(TIME_BYTES);
  expiresAt.writeUIntBE(Date.now() + VALID_MS, 0, TIME_BYTES);
  const body = Buffer.concat([randomBytes(NONCE_BYTES), expiresAt]);
  return new Uint8Array(Buffer.concat([body, signature(secret, purpose, body)]));
}

/** Checks that this server signed the challenge for this purpose, and that it has not expired. */
export function isChallenge(secret: string, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const given = bytes.subarray(body.length);
  const expected = signature(secret, purpose, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return readExpiry(challenge) > Date.now();
}

/** Marks a challenge as used. Returns false if it already was. */
export async function useChallenge(tx: Write, challenge: string): Promise<boolean> {
  const expired = tx
    .select({ digest: usedChallenges.digest })
    .from(usedChallenges)
    .where(lte(usedChallenges.expiresAt, Date.now()))
    .orderBy(asc(usedChallenges.expiresAt))
    .limit(FORGOTTEN_AT_ONCE);
  await tx.delete(usedChallenges).where(inArray(usedChallenges.digest, expired));
  const used = { digest: secretDigest(challenge), expiresAt: readExpiry(challenge) };
  const [fresh] = await tx.insert(usedChallenges).values(used).onConflictDoNothing().returning();
  return fresh !== undefined;
}

const readExpiry = (challenge: string): number =>
  Buffer.from(challenge, "base64url").readUIntBE(NONCE_BYTES, TIME_BYTES);

function signature(secret: string, purpose: string, body: Uint8Array): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "bahi: challenges of passkeys", 32));
  return createHmac("sha256", key).update(`${purpose}\n`).update(body).digest();
}
