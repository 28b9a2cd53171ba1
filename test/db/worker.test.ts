import { expect, test } from "bun:test";
import { classifyFault } from "../../db/engine/errors.ts";
import { openDbWorker } from "../../db/engine/worker.ts";
import { openWriters } from "../../db/engine/writers.ts";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { Refusal } from "../../domain/refusal.ts";
import { createWorld, made } from "../world.ts";

test("a worker that ends while it waits for the mutex leaves it to the others", async () => {
  const world = await createWorld();
  const { books } = world;
  const { mutex } = books;
  const { promise: wanted, resolve } = Promise.withResolvers<void>();
  const release = await mutex.acquire();
  const worker = openDbWorker({
    ...books,
    mutex: {
      ...mutex,
      acquire() {
        resolve();
        return mutex.acquire();
      },
    },
  });
  const owner = { books, agencyId: 1, userId: "nobody", role: "owner" as const };
  const undoing = worker.call("undoImport", owner, "none").catch(({ message }) => message);
  await wanted;
  const gone = worker.stop("now");
  expect(await undoing).toBe("The worker was stopped");
  await gone;
  release();
  made(await world.kaveri.owner.post("/api/accounts", { name: "After it" }));
  await world.end();
});

test("rejects a call that takes too long and repeats the thread's other calls", async () => {
  const world = await createWorld();
  const { books } = world;
  const error = new Refusal("invalid", "This takes too long");
  const worker = openDbWorker(books, { ms: 3_000, error });
  const owner = { books, agencyId: 1, userId: "nobody", role: "owner" as const };
  const release = await books.mutex.acquire(); // Both wait for the mutex.
  const late = worker.call("undoImport", owner, "none").catch((error) => error);
  const innocent = worker.call("undoImport", owner, "none").catch((error) => error);
  expect(await late).toBe(error);
  release();
  expect(await innocent).toMatchObject({ kind: "missing" });
  await worker.stop("now");
  await world.end();
});

test("a thread that ends releases its callers and the senders of its bodies", async () => {
  const world = await createWorld();
  const { books } = world;
  const { Worker } = globalThis;
  let thread: Worker | undefined;
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      thread = this;
    }
  };
  const worker = openDbWorker(books);
  const owner = { books, agencyId: 1, userId: "nobody", role: "owner" as const };
  const release = await books.mutex.acquire(); // Any other writer waits forever.
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(1_000);
    } finally {
      resolve();
    }
  }
  const options = { dryRun: false, createMissing: true, keepDuplicates: false, file: "" };
  const importing = worker.call("importTransactions", owner, options, endless()).catch(readMessage);
  const undoing = worker.call("undoImport", owner, "none").catch(readMessage);
  await worker.call("listTransactions", owner, { page: 1, limit: 1 } as never);
  thread?.terminate(); // It only waits, so nothing is interrupted.
  expect(await importing).toBe("The worker's thread ended unexpectedly");
  expect(await undoing).toBe("The worker's thread ended unexpectedly");
  await sent;
  globalThis.Worker = Worker;
  release();
  await world.end();
});

const readMessage = ({ message }: Error) => message;

test("a dismissed thread rejects no calls and is gone when that is reported", async () => {
  const lone = await createWorld();
  const { owner } = lone.kaveri;
  let running = 0;
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      running += 1;
      this.addEventListener("close", () => {
        running -= 1;
      });
    }
  };
  for (let n = 0; n < 6; n++) {
    const check = owner.get("/api/books/check");
    if (n % 3) await Bun.sleep(Math.random() * 30);
    void lone.context.readers.stop("now");
    expect((await check).status).toBeOneOf([200, 503]);
    await lone.context.readers.stop("now");
    expect(running).toBe(0);
  }
  expect((await owner.get("/api/books/check")).body.ok).toBe(true);
  expect(running).toBe(2);
  await lone.end();
  expect(running).toBe(0);
  globalThis.Worker = Worker;
});

test("dismissed writers start none of their queued writes", async () => {
  const world = await createWorld();
  const { books } = world;
  const writers = openWriters(books);
  const owner = { books, agencyId: 1, userId: "nobody", role: "owner" as const };
  const release = await books.mutex.acquire();
  const asked = Array.from({ length: 3 }, () =>
    writers.call("deleteAccount", owner, "none").catch(classifyFault),
  );
  const gone = writers.stop("now");
  release();
  await gone;
  expect(await Promise.all(asked)).toEqual(["stopping", "stopping", "stopping"]);
  await world.end();
});

test("a body reaches its thread complete, even in large buffers", async () => {
  const world = await createWorld();
  const rows = "2026-04-01,Large,kaveri bank,Fees,Income,5,\n".repeat(20_000);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(CSV_HEADER + rows));
      controller.close();
    },
  });
  const { owner } = world.kaveri;
  const answer = await owner.call("POST", "/api/transactions/import", body, {
    "content-type": "text/csv",
  });
  expect(made(answer).import.added).toBe(20_000);
  await world.end();
});
