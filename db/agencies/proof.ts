import type { Proof } from "../../domain/agencies/secondFactors.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Site, usePasskey } from "./passkeyUse.ts";
import { isPassword, type Visitor } from "./passwords.ts";
import { findHash } from "./people.ts";

/**
 * Checks that the person is present for a sensitive action: by password, which counts as a guess, or passkey.
 * @throws Refusal "invalid" without a proof or with a wrong one; TryLater after too many guesses
 */
export async function assertIdentity(
  { books }: Pick<Tenant, "books">,
  { password, passkey }: Proof,
  visitor: Visitor,
  site: Site,
  why = "Enter your password",
): Promise<void> {
  if (passkey) {
    const email = await usePasskey(books, passkey, site).catch(() => undefined);
    if (email === visitor.email) return;
    throw invalid("passkey", "This passkey is not one of yours, or was just used. Try again.");
  }
  if (!password) throw invalid("password", why);
  const hash = await findHash(books.read, visitor.email);
  if (await isPassword(books, password, hash, { ...visitor, isKnown: true })) return;
  throw invalid("password", "The password is wrong");
}
