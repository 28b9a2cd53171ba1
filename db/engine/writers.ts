import type { Operations } from "../operations.worker.ts";
import type { Books } from "./books.ts";
import { DatabaseError } from "./errors.ts";
import { createFairMutex } from "./mutex.ts";
import { type DbWorker, openDbWorker } from "./worker.ts";

/** The longest that a change may take which somebody waits for, its turn to write included. */
const DEADLINE_MS = 60_000;

const OF_IMPORTS = new Set<keyof Operations>([
  "importTransactions",
  "importBooks",
  "undoImport",
  "resumeImports",
  "fillSearch",
]);

/**
 * Threads that write: one for imports, which may take minutes, and another, once it is needed, for changes
 * that somebody waits for. Those are made one by one, agencies in turn.
 */
export function openWriters(books: Books): DbWorker {
  const importer = openDbWorker(books);
  const error = new DatabaseError("unknown", "A change took too long and was given up");
  const changer = openDbWorker(books, { ms: DEADLINE_MS, error });
  const turns = createFairMutex();
  let isOver = false;

  async function inTurn<T>(agencyId: number, work: () => Promise<T>): Promise<T> {
    const release = await turns.acquire(agencyId);
    try {
      // Whoever has waited until now would start a thread that nobody ends.
      if (isOver) throw new DatabaseError("stopping", "The writers were dismissed");
      return await work();
    } finally {
      release();
    }
  }

  return {
    call(operation, tenant, ...question) {
      if (OF_IMPORTS.has(operation)) return importer.call(operation, tenant, ...question);
      return inTurn(tenant?.agencyId ?? 0, () => changer.call(operation, tenant, ...question));
    },
    async stop(when) {
      isOver ||= when === "now";
      await Promise.all([importer.stop(when), when === "now" && changer.stop(when)]);
    },
  };
}
