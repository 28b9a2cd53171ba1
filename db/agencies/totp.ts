import { and, eq, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { RECOVERY_CODES } from "../../domain/agencies/secondFactors.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import { createSeal } from "../engine/seal.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { authenticatorApps, recoveryCodes } from "../schema/secondFactors.ts";
import { secretDigest } from "./secrets.ts";

// One-time codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 seconds, as all apps support), and
// recovery codes for a lost phone.

/** Tolerated clock difference of a phone, in steps of 30 seconds. */
const DRIFT = 1;
const SECRET_BYTES = 20;

const createAppSeal = (secret: string) => createSeal(secret, "secrets of authenticator apps", "");

/** Creates a secret for an unconfirmed app, replacing an earlier unconfirmed one. */
export async function startApp(
  tx: Write,
  email: string,
  secret: string,
): Promise<{ secret: string; url: string }> {
  const key = new Secret({ size: SECRET_BYTES });
  const sealed = { secret: createAppSeal(secret).seal(key.base32), lastStep: 0 };
  const [app] = await tx
    .insert(authenticatorApps)
    .values({ email, ...sealed })
    .onConflictDoUpdate({
      target: authenticatorApps.email,
      set: sealed,
      setWhere: eq(authenticatorApps.confirmedAt, ""),
    })
    .returning();
  if (!app) throw new Refusal("conflict", "An authenticator app is on; turn it off first");
  const url = new TOTP({ issuer: "bahi", label: email, secret: key }).toString();
  return { secret: key.base32, url };
}

/** Confirms the app with its first code and returns new recovery codes; undefined if the code is wrong. */
export async function confirmApp(
  tx: Write,
  { email, code, secret, at }: { email: string; code: string; secret: string; at: string },
): Promise<string[] | undefined> {
  const [app] = await tx.select().from(authenticatorApps).where(eq(authenticatorApps.email, email));
  if (!app) throw new Refusal("conflict", "Start setting up the app again");
  if (app.confirmedAt) throw new Refusal("conflict", "An authenticator app is already on");
  if (!(await useAppCode(tx, app, code, secret))) return undefined;
  await tx
    .update(authenticatorApps)
    .set({ confirmedAt: at })
    .where(eq(authenticatorApps.email, email));
  return renewRecoveryCodes(tx, email);
}

/** Replaces a person's recovery codes. The new codes are returned and not stored, except as hashes. */
export async function renewRecoveryCodes(tx: Write, email: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.email, email));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ email, digest: secretDigest(code.replaceAll("-", "")) })));
  return codes;
}

/** Returns 120 random bits, in groups: `k7mq-2rfd-…` */
function newRecoveryCode(): string {
  const text = new Secret({ size: 15 }).base32.toLowerCase();
  return text.replace(/.{4}(?=.)/g, "$&-");
}

/** Removes the app with its recovery codes. */
export async function removeApp(tx: Write, email: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.email, email));
  await tx.delete(authenticatorApps).where(eq(authenticatorApps.email, email));
}

/** Uses a code of the app or a recovery code. Returns false if it is wrong, expired or used. */
export function useCode(
  books: Books,
  email: string,
  code: string,
  secret: string,
): Promise<boolean> {
  return writeTransaction({ books }, async (tx) => {
    if (!/^\d{6}$/.test(code)) {
      const digest = secretDigest(code);
      const used = await tx
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.email, email), eq(recoveryCodes.digest, digest)))
        .returning();
      return used.length > 0;
    }
    const [app] = await tx
      .select()
      .from(authenticatorApps)
      .where(eq(authenticatorApps.email, email));
    return app !== undefined && useAppCode(tx, app, code, secret);
  });
}

/** Uses a time step once: its code and all earlier ones are then refused. */
async function useAppCode(
  tx: Write,
  app: typeof authenticatorApps.$inferSelect,
  code: string,
  secret: string,
): Promise<boolean> {
  const key = createAppSeal(secret).unseal(app.secret);
  if (key === undefined) return false;
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(key), window: DRIFT });
  if (delta === null) return false;
  const step = TOTP.counter() + delta;
  const used = await tx
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApps.email, app.email), lt(authenticatorApps.lastStep, step)))
    .returning();
  return used.length > 0;
}
