import type { Books } from "../../db/engine/books.ts";
import { DatabaseError } from "../../db/engine/errors.ts";

class Killed extends Error {
  override name = "Killed";
}

/** Ends a write at its n-th statement, like a kill, or after the last one. */
export function killAt(books: Books, n: number): () => void {
  let left = n;
  const { begin } = books;
  books.begin = async () =>
    new Proxy(await begin(), {
      get(open, name) {
        const value = Reflect.get(open, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (name === "execute" && --left === 0) throw new Killed();
          return value.apply(open, given);
        };
      },
    });
  return () => {
    books.begin = begin;
  };
}

export const wasKilled = (error: unknown): boolean =>
  error instanceof Killed ||
  (error instanceof DatabaseError && error.message.includes(Killed.name)) ||
  (error instanceof Error && wasKilled(error.cause));
