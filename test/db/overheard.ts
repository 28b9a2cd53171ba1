import type { InArgs } from "@libsql/client";
import type { Books } from "../../db/engine/books.ts";

/** Returns books that list the statements of their writes. Hides the primary, whose clock is a statement. */
export function overhearWrites(books: Books) {
  const asked: { sql: string; args: InArgs }[] = [];
  const begin = async () => {
    const open = await books.begin();
    const execute = open.execute.bind(open);
    return Object.assign(open, {
      execute: (statement: { sql: string; args: InArgs }) => {
        asked.push(statement);
        return execute(statement);
      },
    });
  };
  return { asked, books: { ...books, primary: undefined, begin } as Books };
}
