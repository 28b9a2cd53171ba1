import type { Operations } from "../operations.worker.ts";
import type { Books } from "./books.ts";
import { DatabaseError } from "./errors.ts";
import { createFairMutex } from "./mutex.ts";
import { type DbWorker, openDbWorker } from "./worker.ts";

/** Maximum time of a change that a user waits for, including its time in the queue. */
const DEADLINE_MS = 60_000;

const OF_IMPORTS = new Set<keyof Operations>([
  "importTransactions",
  "importBooks",
  "undoImport",
  "resumeImports",
  "fillSearch",
]);

/** Operations that store an uploaded file. It may be large, so they get their own thread. */
const OF_FILES = new Set<keyof Operations>(["importStatement", "loadGstr2b", "storeEinvoices"]);

/**
 * Threads for writing: one for imports, which may take minutes, and two more on demand, for files and for
 * users' changes. Those two run one call at a time, rotating among agencies.
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

/** Opens a thread that runs one call at a time, rotating among agencies. */
function openLane(books: Books): DbWorker {
  const error = new DatabaseError("unknown", "A change took too long and was cancelled");
  const worker = openDbWorker(books, { ms: DEADLINE_MS, error });
  const turns = createFairMutex();
  let isOver = false;

  async function inTurn<T>(agencyId: number, work: () => Promise<T>): Promise<T> {
    const release = await turns.acquire(agencyId);
    try {
      // A waiting call would otherwise start a thread that no one ends.
      if (isOver) throw new DatabaseError("stopping", "The writers were stopped");
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
