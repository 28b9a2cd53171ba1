import { Refusal } from "../../domain/refusal.ts";
import type { Books } from "./books.ts";
import { type DbWorker, openDbWorker } from "./worker.ts";

// Two, so that a long search keeps only its own asker waiting, and a check of the books takes half as long.
const THREADS = 2;

/** Threads that read: a question goes to the one that has been asked the least just now. */
export function openReaders(books: Books, deadlineMs: number): DbWorker {
  const error = new Refusal("invalid", "This takes too long; narrow the dates");
  const readers = Array.from({ length: THREADS }, () => ({
    worker: openDbWorker(books, { ms: deadlineMs, error }),
    asked: 0,
  }));
  return {
    call(...question) {
      const reader = readers.reduce((least, next) => (next.asked < least.asked ? next : least));
      reader.asked += 1;
      return reader.worker.call(...question).finally(() => {
        reader.asked -= 1;
      });
    },
    async stop(when) {
      await Promise.all(readers.map(({ worker }) => worker.stop(when)));
    },
  };
}
