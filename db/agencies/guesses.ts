import { and, asc, eq, gt, gte, inArray, lte, max, or, sql } from "drizzle-orm";
import { TryLater } from "../../domain/refusal.ts";
import type { Books, Read } from "../engine/books.ts";
import { classifyFault } from "../engine/errors.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { passwordAttempts as attempts } from "../schema/agencies.ts";

// Password guesses (contract, "Guessing"). They are counted before they are checked, so ten parallel guesses
// count as ten, and in the database, so that several servers count together. A pair of email and address is
// blocked after ten. An email is blocked after thirty, except on devices that have signed in with it, so that
// no one can lock the owner out.

const WINDOW_MS = 15 * 60_000;
const PER_PAIR = 10;
const PER_ADDRESS = 300;
const PER_ACCOUNT = 30;
/** More than one guess adds, so expired rows do not pile up. */
const FORGOTTEN_AT_ONCE = 20;

/** The email and the address of a guess. */
export interface Guesser {
  email: string;
  address: string;
  /** Whether the person has signed in from there before. The limit of the account then does not apply. */
  isKnown?: boolean | undefined;
}

interface AttemptCounter {
  key: string;
  most: number;
}

type Counters = [pair: AttemptCounter, address: AttemptCounter, account?: AttemptCounter];

function countersFor({ email, address, isKnown }: Guesser): Counters {
  const digest = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("base64url");
  const pair = { key: digest(`${address}\n${email}`), most: PER_PAIR };
  const place = { key: digest(address), most: PER_ADDRESS };
  if (!email || isKnown) return [pair, place];
  return [pair, place, { key: digest(`account\n${email}`), most: PER_ACCOUNT }];
}

/** Clears the guesses for an account after its owner has signed in. */
export async function forgetGuesses(tx: Write, who: Guesser): Promise<void> {
  const [pair, , account] = countersFor({ ...who, isKnown: false });
  const keys = [pair, account].flatMap((counter) => counter?.key ?? []);
  await tx.delete(attempts).where(inArray(attempts.key, keys));
}

/** @throws TryLater if a guess would be refused. Writes nothing */
export async function assertFree({ read }: Books, who: Guesser): Promise<void> {
  const tallies = countersFor(who);
  await refuseTooMany(read, tallies);
  refuseTooManyHere(tallies);
}

/** Guesses waiting to be checked on this server, by pair. */
const waiting = new Map<string, number>();
const PAUSE_S = 2;

/** Runs a guess. @throws TryLater if as many guesses of the pair are waiting as are allowed in total */
export async function limitWaiting<T>(who: Guesser, guess: () => Promise<T>): Promise<T> {
  const [{ key }] = countersFor(who);
  const before = waiting.get(key) ?? 0;
  if (before >= PER_PAIR) throw tooManyFor(PAUSE_S);
  waiting.set(key, before + 1);
  try {
    return await guess();
  } finally {
    const rest = (waiting.get(key) ?? 1) - 1;
    if (rest > 0) waiting.set(key, rest);
    else waiting.delete(key);
  }
}

/**
 * Counts a guess. If the password was right, call the returned function: it clears the pair's guesses and
 * this one of the address and the account.
 * @throws TryLater after 10 in 15 minutes for the pair, 300 for the address or 30 for the account, without
 * counting the guess
 */
export async function countGuess(books: Books, who: Guesser): Promise<() => Promise<void>> {
  const tallies = countersFor(who);
  const [pair, ...others] = tallies;
  // The database server is known to be away.
  if (books.isCopy) return countHere(tallies);
  try {
    await writeTransaction({ books }, async (tx) => {
      await refuseTooMany(tx, tallies);
      const [now, until] = [Date.now(), Date.now() + WINDOW_MS];
      const past = tx
        .select({ key: attempts.key })
        .from(attempts)
        .where(lte(attempts.until, now))
        .orderBy(asc(attempts.until))
        .limit(FORGOTTEN_AT_ONCE);
      await tx.delete(attempts).where(inArray(attempts.key, past));
      const isPast = lte(attempts.until, now);
      await tx
        .insert(attempts)
        .values(keepDefined(tallies).map(({ key }) => ({ key, count: 1, until })))
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: sql`iif(${isPast}, 1, ${attempts.count} + 1)`,
            until: sql`iif(${isPast}, excluded.until, ${attempts.until})`,
          },
        });
    });
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
    return countHere(tallies);
  }
  return async () => {
    try {
      await writeTransaction({ books }, async (tx) => {
        await tx.delete(attempts).where(eq(attempts.key, pair.key));
        await tx
          .update(attempts)
          .set({ count: sql`${attempts.count} - 1` })
          .where(
            and(
              inArray(
                attempts.key,
                keepDefined(others).map(({ key }) => key),
              ),
              gt(attempts.count, 0),
            ),
          );
      });
    } catch (error) {
      // The guess then stays counted until it expires.
      if (!isWriteRefused(error)) throw error;
    }
  };
}

const keepDefined = (tallies: (AttemptCounter | undefined)[]) =>
  tallies.filter((counter) => counter !== undefined);

async function refuseTooMany(from: Read, tallies: Counters): Promise<void> {
  const now = Date.now();
  const isFull = keepDefined(tallies).map(({ key, most }) =>
    and(eq(attempts.key, key), gte(attempts.count, most)),
  );
  const [row] = await from
    .select({ until: max(attempts.until) })
    .from(attempts)
    .where(and(gt(attempts.until, now), or(...isFull)));
  if (row?.until) throw tooManyUntil(row.until);
}

const tooManyFor = (seconds: number) =>
  new TryLater("later", "Too many attempts; try again later", seconds);
const tooManyUntil = (until: number) => tooManyFor(Math.ceil((until - Date.now()) / 1000));

const isWriteRefused = (error: unknown) => {
  const fault = classifyFault(error);
  return fault !== undefined && fault !== "damaged" && fault !== "stopping";
};

/**
 * Counters for times when the database accepts no writes, because it is away or its disk is full. Users can
 * still sign in to read, and each server counts separately.
 */
const here = new Map<string, { count: number; until: number }>();
const HERE_MAX = 10_000;

function countHere(tallies: Counters): () => Promise<void> {
  refuseTooManyHere(tallies);
  for (const { key } of keepDefined(tallies)) {
    const found = here.get(key);
    const isPast = !found || found.until <= Date.now();
    here.delete(key); // Reinserted, so that the oldest is first.
    const fresh = { count: 1, until: Date.now() + WINDOW_MS };
    here.set(key, isPast ? fresh : { ...found, count: found.count + 1 });
  }
  for (const oldest of here.keys()) {
    if (here.size <= HERE_MAX) break;
    here.delete(oldest);
  }
  const [pair, ...others] = tallies;
  return async () => {
    here.delete(pair.key);
    for (const { key } of keepDefined(others)) {
      const found = here.get(key);
      if (found) found.count -= 1;
    }
  };
}

function refuseTooManyHere(tallies: Counters): void {
  for (const { key, most } of keepDefined(tallies)) {
    const found = here.get(key);
    if (found && found.count >= most && found.until > Date.now()) throw tooManyUntil(found.until);
  }
}
