import type { Books } from "../../db/engine/books.ts";
import { DatabaseError } from "../../db/engine/errors.ts";

class Killed extends Error {
  override name = "Killed";
}

/** Ends a write at its n-th statement, like a kill, or after the last one. */
export function killAt(books: Books, n: number): () => void {
  let left = n;
  const watched = <Target extends object>(target: Target, counted: string[]): Target =>
    new Proxy(target, {
      get(_, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (counted.includes(String(name)) && --left === 0) throw new Killed();
          return value.apply(target, given);
        };
      },
    });
  const { write, primary } = books;
  if (primary) {
    const begin = primary.begin.bind(primary);
    primary.begin = async () => watched(await begin(), ["execute"]);
    return () => {
      primary.begin = begin;
    };
  }
  const whole = write.transaction.bind(write);
  const statements = ["insert", "update", "delete", "select", "all", "run"];
  write.transaction = ((work: (tx: object) => Promise<unknown>, options: object) =>
    whole((tx) => work(watched(tx, statements)), options as never)) as never;
  return () => {
    write.transaction = whole as never;
  };
}

export const wasKilled = (error: unknown): boolean =>
  error instanceof Killed ||
  (error instanceof DatabaseError && error.message.includes(Killed.name)) ||
  (error instanceof Error && wasKilled(error.cause));
