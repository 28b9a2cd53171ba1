import { LRUCache } from "lru-cache";
import type { Books } from "../engine/books.ts";
import { createFairQueue, type QueuedCaller } from "../engine/fairQueue.ts";
import type { Tenant } from "../engine/tenant.ts";
import { assertFree, countGuess, limitWaiting } from "./guesses.ts";

// argon2id takes 64 MB and a core for about 0.2 s, so two at a time; whoever asks takes turns with others.

const queue = createFairQueue({ atOnce: 2, perAddress: 40, inAll: 400 });

/** Who comes with a password, from where, until they have gone. */
export interface Visitor {
  email: string;
  address: string;
  signal?: AbortSignal | undefined;
  /** Whether a session of the person made the request. */
  isKnown?: boolean;
}

/** Who has signed in from where since the start: a crowd at their address is not to keep them waiting. */
const known = new LRUCache<string, true>({ max: 10_000 });
const toKey = ({ email, address }: Visitor) => `${address}\n${email}`;

/** From now on the visitor goes before those who have not signed in from where they are. */
export function rememberVisitor(visitor: Visitor): void {
  known.set(toKey(visitor), true);
}

const isKnown = (visitor: Visitor) => visitor.isKnown === true || known.has(toKey(visitor));

const toQueuedCaller = (visitor: Visitor): QueuedCaller => ({
  address: visitor.address,
  isKnown: isKnown(visitor),
  signal: visitor.signal,
});

/** Somebody who is signed in: the members of an agency are at one address. */
const toMemberCaller = ({ agencyId }: Tenant, signal?: AbortSignal): QueuedCaller => ({
  address: `agency ${agencyId}`,
  isKnown: true,
  signal,
});

/** @throws TryLater while too many others wait. */
export function hashPassword(password: string, who: Visitor | Tenant, signal?: AbortSignal) {
  const asker = "agencyId" in who ? toMemberCaller(who, signal) : toQueuedCaller(who);
  return queue.run(asker, () => Bun.password.hash(password));
}

/**
 * Whether a visitor's password is the one of the hash; each is counted, and forgotten where it is right.
 * Without a hash it costs the same time and says no, so an unknown email cannot be told by the clock.
 * @throws TryLater after too many guesses, or while too many others wait; then nothing is counted.
 */
export const isPassword = async (
  books: Books,
  password: string,
  hash: string | undefined,
  visitor: Visitor,
): Promise<boolean> =>
  (await findPassword(books, password, hash === undefined ? [] : [hash], visitor)) === hash &&
  hash !== undefined;

/** Returns the hash that a visitor's password is of, if any. Otherwise as `isPassword`. */
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

/** Whether a password is of a hash, for a visitor who has one try. */
export const matchesHash = (password: string, hash: string, visitor: Visitor): Promise<boolean> =>
  queue.run(toQueuedCaller(visitor), () => Bun.password.verify(password, hash));

let nobodys: Promise<string> | undefined;
function nobodysHash(): Promise<string> {
  nobodys ??= Bun.password.hash(crypto.randomUUID());
  return nobodys;
}
