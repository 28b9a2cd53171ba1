import { and, eq, gt, inArray, lt } from "drizzle-orm";
import type { EmailState, PasswordReset } from "../../domain/agencies/recovery.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Books, Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { accountLinks } from "../schema/agencies.ts";
import { assertFree, countGuess, forgetGuesses } from "./guesses.ts";
import { countAgainstLimits, countWithin, limitLinks, limitRequests } from "./limits.ts";
import { hashPassword, rememberVisitor, type Visitor } from "./passwords.ts";
import { changePassword, findPerson, recordSignIn, setVerified } from "./people.ts";
import { removeFactors } from "./secondFactors.ts";
import { newSecret, secretDigest } from "./secrets.ts";
import { getMemberRow } from "./team.ts";

type Purpose = (typeof accountLinks.$inferSelect)["purpose"];

const MINUTE_MS = 60_000;
const VALID_MS: Record<Purpose, number> = {
  reset: 30 * MINUTE_MS,
  recover: 30 * MINUTE_MS,
  verify: 3 * 24 * 60 * MINUTE_MS,
};

/** Counts a request for a link. @throws TryLater after too many from one address */
export const countRequest = (books: Books, { address }: { address: string }): Promise<void> =>
  countAgainstLimits(books, limitRequests(address));

/** Creates a reset link for mailing. Returns undefined for an unknown email, or after too many links. */
export async function requestReset(books: Books, email: string): Promise<string | undefined> {
  if (!(await findPerson(books.read, email))) return undefined;
  const mayMail = await countWithin(books, limitLinks("reset", email));
  return mayMail ? makeLink(books, "reset", email) : undefined;
}

/**
 * Creates a reset link for the server's operator, which also removes second factors.
 * @throws Refusal "missing" for an unknown email
 */
export async function makeResetLink(books: Books, email: string): Promise<string> {
  if (await findPerson(books.read, email)) return makeLink(books, "recover", email);
  throw new Refusal("missing", `no user has the email ${email}`);
}

/** Creates a link that verifies an email. Returns undefined if it is verified, or after too many links. */
export async function requestVerification(
  books: Books,
  email: string,
): Promise<string | undefined> {
  const person = await findPerson(books.read, email);
  if (!person || person.isVerified || person.lostEmail) return undefined;
  const mayMail = await countWithin(books, limitLinks("verify", email));
  return mayMail ? makeLink(books, "verify", email) : undefined;
}

/** Creates a link of 256 random bits and returns its token. An earlier link for the same purpose ends. */
function makeLink(books: Books, purpose: Purpose, email: string): Promise<string> {
  const token = newSecret();
  return writeTransaction({ books }, async (tx) => {
    const now = Date.now();
    await tx.delete(accountLinks).where(lt(accountLinks.expiresAt, now));
    await tx
      .delete(accountLinks)
      .where(and(eq(accountLinks.email, email), eq(accountLinks.purpose, purpose)));
    const expiresAt = now + VALID_MS[purpose];
    await tx
      .insert(accountLinks)
      .values({ digest: secretDigest(token), purpose, email, expiresAt });
    return token;
  });
}

/**
 * Sets a new password with a link, verifies the email, and ends the person's sessions and access tokens. The
 * operator's link removes second factors; a mailed one does not, because access to the mailbox is not enough
 * for that. Returns the email.
 * @throws Refusal "conflict" if the link has expired, was used or is unknown; TryLater after too many
 */
export async function resetPassword(
  books: Books,
  { token, password }: PasswordReset,
  from: Omit<Visitor, "email">,
): Promise<string> {
  const { email } = await getUsable(books, RESETS, token, from);
  const visitor = { ...from, email };
  const hash = await hashPassword(password, visitor);
  await writeTransaction({ books }, async (tx) => {
    const { purpose } = await useLink(tx, RESETS, token);
    if (purpose === "recover" && (await removeFactors(tx, email))) {
      await recordSignIn(tx, email, { secondFactor: "all removed by a link from the server" });
    }
    await setVerified(tx, email);
    await changePassword(tx, email, hash);
    await tx.delete(accountLinks).where(eq(accountLinks.email, email));
    await forgetGuesses(tx, visitor);
  });
  rememberVisitor(visitor);
  return email;
}

/** Verifies an email with a link. @throws as resetPassword */
export async function verifyEmail(
  books: Books,
  token: string,
  from: Omit<Visitor, "email">,
): Promise<string> {
  const { email } = await getUsable(books, ["verify"], token, from);
  await writeTransaction({ books }, async (tx) => {
    await useLink(tx, ["verify"], token);
    await setVerified(tx, email);
  });
  return email;
}

/** Returns the person's email and whether it is verified. */
export async function getEmailState(tenant: Tenant): Promise<EmailState> {
  const { read } = tenant.books;
  const { email } = await getMemberRow(read, tenant, tenant.userId);
  const { isVerified = true, lostEmail = "" } = (await findPerson(read, email)) ?? {};
  return { email, isVerified, lostEmail };
}

/** Purposes of links that reset a password. */
const RESETS: Purpose[] = ["reset", "recover"];

const find = async (from: Pick<Read, "select">, purposes: Purpose[], token: string) => {
  const [link] = await from
    .select()
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.digest, secretDigest(token)),
        inArray(accountLinks.purpose, purposes),
        gt(accountLinks.expiresAt, Date.now()),
      ),
    );
  return link;
};

/** An unusable link counts as a guess. */
async function getUsable(
  books: Books,
  purposes: Purpose[],
  token: string,
  { address }: { address: string },
) {
  const guesser = { email: "", address };
  await assertFree(books, guesser);
  const link = await find(books.read, purposes, token);
  if (link) return link;
  await countGuess(books, guesser);
  throw unusable();
}

/** Uses up a link, so that a concurrent use fails. */
async function useLink(tx: Write, purposes: Purpose[], token: string) {
  const link = await find(tx, purposes, token);
  if (!link) throw unusable();
  await tx.delete(accountLinks).where(eq(accountLinks.digest, link.digest));
  return link;
}

const unusable = () =>
  new Refusal("conflict", "This link has expired or was used. Request another.");
