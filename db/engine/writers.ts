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

/** What stores a file that was read: it may be large, and nobody else's change waits in its thread. */
const OF_FILES = new Set<keyof Operations>(["importStatement", "loadGstr2b", "storeEinvoices"]);

/**
 * Threads that write: one for imports, which may take minutes, and two more, once they are needed, for files
 * and for changes that somebody waits for. Those are made one by one, agencies in turn.
 */
export function openWriters(books: Books): DbWorker {
  const importer = openDbWorker(books);
  const [filer, changer] = [openLane(books), openLane(books)];
  return {
    call(operation, tenant, ...question) {
      if (OF_IMPORTS.has(operation)) return importer.call(operation, tenant, ...question);
      const lane = OF_FILES.has(operation) ? filer : changer;
      return lane.call(operation, tenant, ...question);
    },
    async stop(when) {
      const lanes = [filer, changer].map((lane) => lane.stop(when));
      await Promise.all([importer.stop(when), ...lanes]);
    },
  };
}

/** A thread that is asked one question at a time, agencies in turn. */
function openLane(books: Books): DbWorker {
  const error = new DatabaseError("unknown", "A change took too long and was cancelled");
  const worker = openDbWorker(books, { ms: DEADLINE_MS, error });
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
    call: (operation, tenant, ...question) =>
      inTurn(tenant?.agencyId ?? 0, () => worker.call(operation, tenant, ...question)),
    async stop(when) {
      isOver ||= when === "now";
      if (when === "now") await worker.stop(when);
    },
  };
}
