import { Refusal, toRefusal } from "../../domain/refusal.ts";
import type { Answer, FromDbWorker, Operations, ToDbWorker } from "../operations.worker.ts";
import type { Books } from "./books.ts";
import { assertDescriptors } from "./descriptors.ts";
import { DatabaseError } from "./errors.ts";
import type { Body } from "./files.ts";
import { createFairMutex, type FairMutex } from "./mutex.ts";
import { reportOutcome } from "./outcome.ts";
import type { Tenant } from "./tenant.ts";

/**
 * A thread with its own connections, for work that would block the event loop: local libSQL statements are
 * synchronous. Its writes take turns through our mutex, so there is still one writer at a time.
 */
export interface DbWorker {
  call<Name extends keyof Operations>(
    operation: Name,
    tenant: Tenant | undefined,
    input: Parameters<Operations[Name]>[1],
    body?: Body,
  ): Promise<Awaited<ReturnType<Operations[Name]>>>;
  /**
   * Ends the thread now, or if it is idle. The next call starts a new one. Resolves when every ended thread
   * is gone: exiting the process earlier aborts it.
   */
  stop(when: "now" | "idle"): Promise<void>;
}

type Done = Extract<Answer, { value: unknown }>;

interface PendingCall {
  resolve(done: Done): void;
  reject(error: unknown): void;
  /** The thread has processed a part of the body. */
  onPartTaken(): void;
  /** The thread accepts no more parts. */
  stopSending(): void;
}

/** Thrown to the other pending calls if a worker is stopped because one timed out. They are retried. */
class Interrupted extends Error {}

// At most one part of all bodies is in transit to a thread. Messages arrive in order, so a large part would
// delay all others.
const PART_BYTES = 1 << 16;

/** Longer calls fail with this error, and their thread ends. */
interface Deadline {
  ms: number;
  error: Error;
}

/** With a deadline, other calls of an ended thread are repeated, so a writer must get one call at a time. */
export function openDbWorker(books: Books, deadline?: Deadline): DbWorker {
  let thread: ReturnType<typeof startThread> | undefined;
  const ending = new Set<Promise<void>>();
  let calls = 0;

  function start() {
    assertDescriptors();
    const started = startThread(books, () => {
      thread = undefined;
      ending.add(started.gone);
      void started.gone.then(() => ending.delete(started.gone));
    });
    return started;
  }

  async function ask(
    operation: keyof Operations,
    tenant: Tenant | undefined,
    input: unknown,
    body?: Body,
  ): Promise<never> {
    thread ??= start();
    calls += 1;
    const { ask: askThread, end } = thread;
    const mine = calls;
    const giveUp = ({ error }: Deadline) =>
      end((call) => (call === mine ? error : new Interrupted()));
    const timer = deadline && setTimeout(giveUp, deadline.ms, deadline);
    try {
      return await askThread(mine, operation, tenant, input, body);
    } catch (error) {
      if (error instanceof Interrupted) return ask(operation, tenant, input);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    call: ask,
    async stop(when) {
      if (when === "now" || thread?.waiting.size === 0) {
        thread?.end(() => new DatabaseError("stopping", "The worker was stopped"));
      }
      await Promise.all(ending);
    },
  };
}

function startThread(books: Books, onEnd: () => void) {
  const worker = new Worker(new URL("../operations.worker.ts", import.meta.url).href, {
    smol: true,
  });
  const waiting = new Map<number, PendingCall>();
  const turns = new Map<number, () => void>();
  const sending = createFairMutex();
  const { promise: gone, resolve: onGone } = Promise.withResolvers<void>();
  worker.addEventListener("close", () => {
    end(() => new Error("The worker's thread ended unexpectedly"));
    onGone();
  });
  const post = (message: ToDbWorker, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(message, transfer);
  post({ open: books.place });

  let isOver = false;
  /** Each pending call is rejected with this error. */
  function end(errorOf: (call: number) => Error) {
    if (isOver) return; // A new thread may already exist.
    isOver = true;
    onEnd();
    // Not terminate(): during a call of libsql 0.5 that aborts the whole process.
    post("stop");
    // Not before: an unfinished write blocks all others until it is rolled back.
    void gone.then(() => {
      for (const release of turns.values()) release();
    });
    const pending = [...waiting];
    waiting.clear();
    for (const [number, call] of pending) {
      call.reject(errorOf(number));
      call.stopSending(); // Stops the sender, because no one reads the body.
    }
  }
  // The thread then ends on its own.
  worker.onerror = (event) => end(() => new Error(`The worker crashed: ${event.message}`));
  worker.onmessage = async ({ data }: MessageEvent<FromDbWorker>) => {
    if ("wants" in data) {
      const release = await books.mutex.acquire();
      if (isOver) return release(); // It ended while this waited, and no one else would release the mutex.
      turns.set(data.wants, release);
      post({ turn: data.wants });
    } else if ("ends" in data) {
      turns.get(data.ends)?.();
      turns.delete(data.ends);
    } else if ("took" in data) {
      waiting.get(data.took)?.onPartTaken();
    } else {
      books.primary?.reached(data.position);
      const call = waiting.get(data.answer);
      waiting.delete(data.answer);
      settle(call, data);
      call?.stopSending(); // The sender need not wait any longer.
    }
  };

  async function ask(
    call: number,
    operation: keyof Operations,
    tenant: Tenant | undefined,
    input: unknown,
    body?: Body,
  ): Promise<never> {
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const { books: from, ...who } = tenant ?? { books };
    const turns = createTurns(sending, tenant?.agencyId ?? 0);
    waiting.set(call, toPendingCall({ resolve, reject }, turns));
    post({
      call,
      operation,
      tenant: who as Omit<Tenant, "books">,
      input,
      isCopy: from.isCopy === true,
      hasBody: body !== undefined,
    });
    if (body) void send(call, body, turns, post);
    const { value, outcome } = await promise;
    reportOutcome(outcome);
    return value as never;
  }

  return { ask, end, waiting, gone };
}

const toPendingCall = (
  settling: Pick<PendingCall, "reject" | "resolve">,
  turns: ReturnType<typeof createTurns>,
): PendingCall => ({ ...settling, onPartTaken: turns.end, stopSending: turns.close });

async function send(
  chunk: number,
  body: Body,
  turns: ReturnType<typeof createTurns>,
  say: (message: ToDbWorker, transfer?: ArrayBuffer[]) => void,
) {
  try {
    for await (const all of body) {
      for (let from = 0; from < all.length; from += PART_BYTES) {
        const isOpen = await turns.take();
        if (!isOpen) return; // Already refused: ignore the rest.
        // A copy, because transferring detaches the whole underlying buffer.
        const bytes = new Uint8Array(all.subarray(from, from + PART_BYTES));
        say({ chunk, bytes }, [bytes.buffer]);
      }
    }
    say({ chunk, bytes: null });
  } catch (error) {
    const why = error instanceof Refusal ? error.message : "The upload was cut off";
    say({ chunk, bytes: null, why });
  }
}

/** Queues the parts of one body with those of all others. */
function createTurns(mutex: FairMutex, agencyId: number) {
  let release: (() => void) | undefined;
  let isOpen = true;
  function end() {
    release?.();
    release = undefined;
  }
  return {
    /** Returns false if no one reads the body any longer. */
    async take(): Promise<boolean> {
      const mine = await mutex.acquire(agencyId);
      if (isOpen) release = mine;
      else mine();
      return isOpen;
    },
    end,
    close() {
      isOpen = false;
      end();
    },
  };
}

function settle(call: PendingCall | undefined, answer: Answer): void {
  if (!call) return;
  if ("value" in answer) call.resolve(answer);
  else if ("refusal" in answer) call.reject(toRefusal(answer.refusal));
  else
    call.reject(answer.fault ? new DatabaseError(answer.fault, answer.bug) : new Error(answer.bug));
}
