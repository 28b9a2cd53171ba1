import { hkdfSync } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type {
  NewPasskey,
  Passkey,
  PasskeyResponse,
  Proof,
} from "../../domain/agencies/secondFactors.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import { newId } from "../engine/id.ts";
import { assertPresent } from "../engine/presence.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { passkeys } from "../schema/secondFactors.ts";
import { createChallenge, isChallenge, useChallenge } from "./challenges.ts";
import { recordFactor } from "./factorLog.ts";
import { rpId, type Site, webAuthn } from "./passkeyUse.ts";
import type { Visitor } from "./passwords.ts";
import { assertIdentity } from "./proof.ts";
import { assertUsedFactor } from "./secondFactors.ts";

const MOST = 20;

/** The signed-in person, for actions on their own account. */
export interface Person {
  email: string;
  name: string;
  /** Whether the session was created with a second factor. */
  isMultiFactor: boolean;
}

/** Lists a person's passkeys, oldest first. */
export async function listPasskeys({ read }: Books, email: string): Promise<Passkey[]> {
  const rows = await selectPasskeys(read, email).orderBy(asc(passkeys.id));
  return rows.map(toPasskey);
}

/**
 * Returns options for the browser's `create`. Authenticators that already have a passkey of the person are
 * excluded.
 * @throws FactorNeeded "proof" if the session is not recent
 */
export async function passkeyCreation(
  tenant: Tenant,
  { email, name, isMultiFactor }: Person,
  site: Site,
): Promise<object> {
  const { books } = tenant;
  assertPresent(tenant);
  await assertUsedFactor(books.read, email, isMultiFactor);
  const rows = await selectPasskeys(books.read, email);
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: "bahi",
    rpID: rpId(site),
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(rows[0]?.handle ?? newHandle(email, site), "base64url")),
    challenge: createChallenge(site.secret, purposeFor(email)),
    excludeCredentials: rows.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Adds a passkey.
 * @throws Refusal "invalid" if the response does not match our challenge; "conflict" if the person has too
 * many
 */
export async function addPasskey(
  tenant: Tenant,
  { name, response }: NewPasskey,
  { email, isMultiFactor }: Person,
  site: Site,
): Promise<Passkey> {
  await assertUsedFactor(tenant.books.read, email, isMultiFactor);
  const { challenge, info } = await verify(response, email, site);
  return writeTransaction(tenant, async (tx) => {
    await assertUsedFactor(tx, email, isMultiFactor);
    if (!(await useChallenge(tx, challenge))) throw notAdded();
    const before = await selectPasskeys(tx, email);
    if (before.length >= MOST) {
      throw new Refusal("conflict", `You have ${MOST} passkeys; remove one first`);
    }
    const { credential, credentialDeviceType, credentialBackedUp } = info;
    const [row] = await tx
      .insert(passkeys)
      .values({
        id: newId(),
        email,
        name,
        credentialId: credential.id,
        handle: before[0]?.handle ?? newHandle(email, site),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        isMultiDevice: credentialDeviceType === "multiDevice",
        isBackedUp: credentialBackedUp,
        createdAt: nowFor(tenant),
      })
      .onConflictDoNothing()
      .returning();
    // The message does not reveal that another person has this passkey.
    if (!row) throw notAdded();
    await recordFactor(tx, tenant, `passkey ${name} added`);
    return toPasskey(row);
  });
}

/** @throws Refusal "missing", also for another person's passkey; as `assertIdentity` */
export async function removePasskey(
  tenant: Tenant,
  id: string,
  proof: Proof,
  { email, isMultiFactor }: Person,
  { visitor, site }: { visitor: Visitor; site: Site },
): Promise<void> {
  await getOwn(tenant.books.read, email, id);
  await assertUsedFactor(tenant.books.read, email, isMultiFactor);
  await assertIdentity(tenant, proof, visitor, site);
  await writeTransaction(tenant, async (tx) => {
    const { name } = await getOwn(tx, email, id);
    await tx.delete(passkeys).where(eq(passkeys.id, id));
    await recordFactor(tx, tenant, `passkey ${name} removed`);
  });
}

type From = Pick<Write, "select">;

const selectPasskeys = (from: From, email: string) =>
  from.select().from(passkeys).where(eq(passkeys.email, email));

async function getOwn(from: From, email: string, id: string) {
  const [row] = await from
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.email, email), eq(passkeys.id, id)));
  if (!row) throw new Refusal("missing", "Passkey not found");
  return row;
}

const toPasskey = ({ id, name, createdAt, lastUsedAt }: typeof passkeys.$inferSelect): Passkey => ({
  _id: id,
  name,
  createdAt,
  lastUsedAt,
});

const purposeFor = (email: string) => `add a passkey of ${email}`;

/** Returns the handle for a first passkey. Without the server's secret it cannot be traced to the email. */
const newHandle = (email: string, { secret }: Site): string =>
  Buffer.from(hkdfSync("sha256", secret, email, "bahi: handles of passkeys", 32)).toString(
    "base64url",
  );

async function verify(response: PasskeyResponse, email: string, site: Site) {
  const { verifyRegistrationResponse } = await webAuthn();
  let challenge = "";
  const verified = await verifyRegistrationResponse({
    response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: (given) => {
      challenge = given;
      return isChallenge(site.secret, purposeFor(email), given);
    },
    expectedOrigin: site.origin,
    expectedRPID: rpId(site),
    requireUserVerification: true,
  }).catch(() => undefined); // The library throws on malformed responses.
  if (!verified?.registrationInfo) throw notAdded();
  return { challenge, info: verified.registrationInfo };
}

const notAdded = () =>
  invalid("response", "The passkey could not be added. Start again, and confirm within 5 minutes.");
