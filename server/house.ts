import type { Books } from "../db/books.ts";
import type { Clerk } from "../db/clerk.ts";
import type { Built } from "./built.ts";
import type { Environment } from "./environment.ts";
import type { Log } from "./log.ts";

/** What every route may need. Made once in main.ts, or in a test's world. */
export interface House {
  books: Books;
  /** Imports and undoes, in a thread. */
  clerk: Clerk;
  /** Reads what may scan, in a thread. */
  reader: Clerk;
  built: Built;
  log: Log;
  settings: Pick<Environment, "sessionSecret" | "trustProxy" | "isRegistrationOpen">;
}
