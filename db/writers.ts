import type { Books } from "./books.ts";
import { type Clerk, openClerk } from "./clerk.ts";
import type { Operations } from "./clerk.worker.ts";
import { Faulty } from "./faults.ts";
import { createFairLane } from "./lane.ts";

/** The longest that a change may take which somebody waits for, its turn to write included. */
const DEADLINE_MS = 60_000;

const OF_IMPORTS = new Set<keyof Operations>([
  "importTransactions",
  "undoImport",
  "resumeImports",
  "fillSearch",
]);

/**
 * Threads that write: one for imports, which may take minutes, and another, once it is needed, for changes
 * that somebody waits for. Those are made one by one, agencies in turn.
 */
export function openWriters(books: Books): Clerk {
  const importer = openClerk(books);
  const error = new Faulty("unknown", "A change took too long and was given up");
  const changer = openClerk(books, { ms: DEADLINE_MS, error });
  const turns = createFairLane();
  let isOver = false;

  async function inTurn<T>(agencyId: number, work: () => Promise<T>): Promise<T> {
    const endTurn = await turns.take(agencyId);
    try {
      // Whoever has waited until now would start a thread that nobody ends.
      if (isOver) throw new Faulty("stopping", "The writers were dismissed");
      return await work();
    } finally {
      endTurn();
    }
  }

  return {
    ask(operation, tenant, ...question) {
      if (OF_IMPORTS.has(operation)) return importer.ask(operation, tenant, ...question);
      return inTurn(tenant?.agencyId ?? 0, () => changer.ask(operation, tenant, ...question));
    },
    async dismiss(when) {
      isOver ||= when === "now";
      await Promise.all([importer.dismiss(when), when === "now" && changer.dismiss(when)]);
    },
  };
}
