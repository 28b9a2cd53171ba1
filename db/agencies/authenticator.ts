import type { Proof } from "../../domain/agencies/secondFactors.ts";
import { Refusal } from "../../domain/refusal.ts";
import { assertPresent } from "../engine/presence.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { authenticatorApps } from "../schema/secondFactors.ts";
import { recordFactor } from "./factorLog.ts";
import { countGuess } from "./guesses.ts";
import type { Person } from "./passkeys.ts";
import type { Site } from "./passkeyUse.ts";
import type { Visitor } from "./passwords.ts";
import { assertIdentity } from "./proof.ts";
import { assertUsedFactor, codeGuesser, isConfirmed, refuseCode } from "./secondFactors.ts";
import { confirmApp, removeApp, renewRecoveryCodes, startApp } from "./totp.ts";

// Management of the signed-in person's authenticator app.

/**
 * Returns the secret for a new app, only once. The app is no factor until a code confirms it.
 * @throws Refusal "conflict" if an app is on; FactorNeeded "proof" if the session is not recent
 */
export const startAuthenticator = (
  tenant: Tenant,
  { email, isMultiFactor }: Person,
  { secret }: Site,
): Promise<{ secret: string; url: string }> =>
  writeTransaction(tenant, async (tx) => {
    assertPresent(tenant);
    await assertUsedFactor(tx, email, isMultiFactor);
    return startApp(tx, email, secret);
  });

/**
 * Turns the app on with its first code and returns ten recovery codes, only once.
 * @throws Refusal "invalid" for a wrong code, which counts as a guess; TryLater after too many
 */
export async function confirmAuthenticator(
  tenant: Tenant,
  code: string,
  { email, isMultiFactor }: Person,
  { visitor, site: { secret } }: { visitor: Visitor; site: Site },
): Promise<string[]> {
  const takeBack = await countGuess(tenant.books, codeGuesser(visitor));
  const codes = await writeTransaction(tenant, async (tx) => {
    await assertUsedFactor(tx, email, isMultiFactor);
    const codes = await confirmApp(tx, { email, code, secret, at: nowFor(tenant) });
    if (codes) await recordFactor(tx, tenant, "authenticator app turned on");
    return codes;
  });
  if (!codes) throw refuseCode();
  await takeBack();
  return codes;
}

/** Turns the app off and deletes its recovery codes. @throws as `assertIdentity` */
export async function removeAuthenticator(
  tenant: Tenant,
  proof: Proof,
  person: Person,
  context: { visitor: Visitor; site: Site },
): Promise<void> {
  await mayChange(tenant, proof, person, context);
  await writeTransaction(tenant, async (tx) => {
    await removeApp(tx, person.email);
    await recordFactor(tx, tenant, "authenticator app turned off");
  });
}

/** Replaces the recovery codes and returns ten new ones. @throws as `assertIdentity` */
export async function renewCodes(
  tenant: Tenant,
  proof: Proof,
  person: Person,
  context: { visitor: Visitor; site: Site },
): Promise<string[]> {
  await mayChange(tenant, proof, person, context);
  return writeTransaction(tenant, async (tx) => {
    const codes = await renewRecoveryCodes(tx, person.email);
    await recordFactor(tx, tenant, "recovery codes renewed");
    return codes;
  });
}

async function mayChange(
  tenant: Tenant,
  proof: Proof,
  { email, isMultiFactor }: Person,
  { visitor, site }: { visitor: Visitor; site: Site },
): Promise<void> {
  const { read } = tenant.books;
  if ((await read.$count(authenticatorApps, isConfirmed(email))) === 0) {
    throw new Refusal("missing", "No authenticator app is on");
  }
  await assertUsedFactor(read, email, isMultiFactor);
  await assertIdentity(tenant, proof, visitor, site);
}
