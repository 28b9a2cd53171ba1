import { Refusal } from "../../domain/refusal.ts";
import type { Books } from "./books.ts";
import { type DbWorker, openDbWorker } from "./worker.ts";

// Two, so that a long search delays no other user, and a check of the books takes half the time.
const THREADS = 2;

/**
 * Threads for reading. A call goes to the least busy thread, or to the one already reading for its agency. A
 * check of the books, which consists of many short calls, uses both.
 */
export function openReaders(books: Books, deadlineMs: number): DbWorker {
  const error = new Refusal("invalid", "This takes too long; choose a shorter period");
  const readers = Array.from({ length: THREADS }, () => ({
    worker: openDbWorker(books, { ms: deadlineMs, error }),
    asked: 0,
  }));
  // If equally busy, an agency gets the same reader again, which has its suggestions cached.
  const leastAsked = (agencyId: number) =>
    [...readers.slice(agencyId % THREADS), ...readers.slice(0, agencyId % THREADS)].reduce(
      (least, next) => (next.asked < least.asked ? next : least),
    );
  const ofAgency = new Map<number, { reader: (typeof readers)[number]; calls: number }>();
  return {
    call(operation, tenant, ...question) {
      const isPinned = tenant !== undefined && !operation.startsWith("verify");
      const pin = isPinned ? ofAgency.get(tenant.agencyId) : undefined;
      const reader = pin?.reader ?? leastAsked(tenant?.agencyId ?? 0);
      const mine = pin ?? { reader, calls: 0 };
      if (isPinned) ofAgency.set(tenant.agencyId, mine);
      mine.calls += 1;
      reader.asked += 1;
      return reader.worker.call(operation, tenant, ...question).finally(() => {
        reader.asked -= 1;
        mine.calls -= 1;
        if (isPinned && mine.calls === 0) ofAgency.delete(tenant.agencyId);
      });
    },
    async stop(when) {
      await Promise.all(readers.map(({ worker }) => worker.stop(when)));
    },
  };
}
