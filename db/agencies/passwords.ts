import { LRUCache } from "lru-cache";
import type { Books } from "../engine/books.ts";
import { createFairQueue, type QueuedCaller } from "../engine/fairQueue.ts";
import type { Tenant } from "../engine/tenant.ts";
import { assertFree, countGuess, limitWaiting } from "./guesses.ts";

// argon2id uses 64 MB and a core for about 0.2 s, so two run at a time, in a fair queue.

const queue = createFairQueue({ atOnce: 2, perAddress: 40, inAll: 400 });

/** A sign-in attempt: email, address, and a signal that aborts when the client disconnects. */
export interface Visitor {
  email: string;
  address: string;
  signal?: AbortSignal | undefined;
  /** Whether the request comes from one of the person's sessions. */
  isKnown?: boolean;
}

/** Emails with addresses that signed in since the start. A flood from the address does not delay them. */
const known = new LRUCache<string, true>({ max: 10_000 });
const toKey = ({ email, address }: Visitor) => `${address}\n${email}`;

/** Puts the visitor ahead of strangers at the same address. */
export function rememberVisitor(visitor: Visitor): void {
  known.set(toKey(visitor), true);
}

const isKnown = (visitor: Visitor) => visitor.isKnown === true || known.has(toKey(visitor));

const toQueuedCaller = (visitor: Visitor): QueuedCaller => ({
  address: visitor.address,
  isKnown: isKnown(visitor),
  signal: visitor.signal,
});

/** A signed-in user's place in the queue, by agency, because its members share an address. */
const toMemberCaller = ({ agencyId }: Tenant, signal?: AbortSignal): QueuedCaller => ({
  address: `agency ${agencyId}`,
  isKnown: true,
  signal,
});

/** @throws TryLater while too many others wait */
export function hashPassword(password: string, who: Visitor | Tenant, signal?: AbortSignal) {
  const caller = "agencyId" in who ? toMemberCaller(who, signal) : toQueuedCaller(who);
  return queue.run(caller, () => Bun.password.hash(password));
}

/**
 * Checks a visitor's password and counts it as a guess, which is cleared if it is right. Without a hash it
 * takes the same time and fails, so timing does not reveal unknown emails.
 * @throws TryLater after too many guesses, or if the queue is full; nothing is counted then
 */
export const isPassword = async (
  books: Books,
  password: string,
  hash: string | undefined,
  visitor: Visitor,
): Promise<boolean> =>
  (await findPassword(books, password, hash === undefined ? [] : [hash], visitor)) === hash &&
  hash !== undefined;

/** Returns the hash that the password matches, if any. Otherwise as `isPassword`. */
export async function findPassword(
  books: Books,
  password: string,
  hashes: string[],
  visitor: Visitor,
): Promise<string | undefined> {
  const who = { ...visitor, isKnown: isKnown(visitor) };
  await assertFree(books, who);
  const found = await limitWaiting(who, () =>
    queue.run(toQueuedCaller(visitor), async () => {
      const takeBack = await countGuess(books, who);
      for (const hash of hashes) {
        if (await Bun.password.verify(password, hash)) return { hash, takeBack };
      }
      if (hashes.length === 0) await Bun.password.verify(password, await nobodysHash());
      return undefined;
    }),
  );
  await found?.takeBack();
  if (found) rememberVisitor(visitor);
  return found?.hash;
}

/** Checks a password against a hash, for a link that allows one try. */
export const matchesHash = (password: string, hash: string, visitor: Visitor): Promise<boolean> =>
  queue.run(toQueuedCaller(visitor), () => Bun.password.verify(password, hash));

let nobodys: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobodys ??= Bun.password.hash(crypto.randomUUID());
  return nobodys;
}
