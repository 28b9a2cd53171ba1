import { setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";
import { assertDescriptors } from "../../db/engine/descriptors.ts";
import { Refusal, toRefusal } from "../../domain/refusal.ts";
import { DEADLINE_MS, MEMORY_MAX_MB } from "./limits.ts";
import type { FromReader, ToReader } from "./reader.process.ts";
import type { Reads } from "./reads.ts";

// Untrusted files are read in processes that can be killed: a hostile file affects only its sender. Threads
// would not do: their memory can be neither measured nor freed, and a crash may take the server down.

export interface FileReaders {
  /**
   * Reads a file in a process. The caller queues first (`OF_FILES`).
   * @throws Refusal "invalid" if it takes too long or too much memory, and the errors of the read
   */
  read<Kind extends keyof Reads>(
    kind: Kind,
    input: Parameters<Reads[Kind]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Reads[Kind]>>>;
  /** The ids of the running processes. */
  pids(): number[];
  stop(): Promise<void>;
}

/** A process without work ends after this time. */
const IDLE_MS = 30_000;
/** A process that has grown larger than this reads no further file. */
const REUSE_MAX_MB = 256;
/** Lower than the server's, which must respond while files are read. */
const PRIORITY = 10;
const PART_BYTES = 1 << 20;

const NOTHING_CHANGED = "Nothing was changed";

export function openFileReaders(deadlineMs = DEADLINE_MS): FileReaders {
  const open = new Set<Reader>();
  const idle: Reader[] = [];

  function start(): Reader {
    const started = startReader(() => {
      open.delete(started);
      const at = idle.indexOf(started);
      if (at >= 0) idle.splice(at, 1);
    });
    open.add(started);
    return started;
  }

  async function readBy(reader: Reader, file: FileOf, signal?: AbortSignal): Promise<never> {
    const late = `The file takes more than ${deadlineMs / 1_000} s to read. ${NOTHING_CHANGED}`;
    const timer = setTimeout(() => reader.end(new Refusal("invalid", late)), deadlineMs);
    const onAbort = () => reader.end(signal?.reason);
    signal?.addEventListener("abort", onAbort);
    try {
      const { rss, ...outcome } = await reader.ask(file);
      if (rss > REUSE_MAX_MB << 20) {
        open.delete(reader);
        reader.end();
      } else if (open.has(reader)) idle.push(reader);
      reader.rest(IDLE_MS);
      return valueIn(outcome) as never;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  return {
    async read(kind, { bytes, ...input }, signal) {
      const file = { kind, input, bytes };
      const known = idle.pop();
      try {
        return await readBy(known ?? start(), file, signal);
      } catch (error) {
        // An idle process may have ended just now.
        if (!known || !(error instanceof ReaderEnded)) throw error;
        return readBy(start(), file, signal);
      }
    },
    pids: () => [...open].map(({ pid }) => pid),
    async stop() {
      const all = [...open];
      for (const reader of all) reader.end(new Error("The server is stopping"));
      await Promise.all(all.map(({ exited }) => exited));
    },
  };
}

class ReaderEnded extends Error {}

interface FileOf {
  kind: keyof Reads;
  input: object;
  bytes: Uint8Array;
}

type Reader = ReturnType<typeof startReader>;

function startReader(onEnd: () => void) {
  assertDescriptors();
  let waiting: PromiseWithResolvers<FromReader> | undefined;
  let idle: Timer | undefined;
  let why: unknown;
  const child = Bun.spawn(
    [process.execPath, new URL("./reader.process.ts", import.meta.url).pathname],
    {
      env: { TZ: process.env.TZ },
      stdout: "ignore",
      stderr: "ignore",
      serialization: "advanced",
      ipc: (message: FromReader) => waiting?.resolve(message),
    },
  );
  child.unref();
  try {
    setPriority(child.pid, PRIORITY);
  } catch {
    // It has ended already; `exited` reports it.
  }
  const exited = child.exited.then((code) => {
    clearTimeout(idle);
    onEnd();
    const signal = child.signalCode;
    const large = `The file takes more than ${MEMORY_MAX_MB} MB of memory to read. ${NOTHING_CHANGED}`;
    const isLarge = signal === "SIGKILL" && new Refusal("invalid", large);
    waiting?.reject(
      why || isLarge || new ReaderEnded(`A file reader ended with ${signal ?? code}`),
    );
  });

  return {
    pid: child.pid,
    exited,
    async ask({ kind, input, bytes }: FileOf): Promise<FromReader> {
      clearTimeout(idle);
      waiting = Promise.withResolvers<FromReader>();
      const { promise } = waiting;
      const parts = Math.ceil(bytes.length / PART_BYTES);
      child.send({ kind, input, parts } satisfies ToReader);
      void promise.catch(() => {});
      for (let n = 0; n < parts && child.exitCode === null; n++) {
        child.send({ part: bytes.slice(n * PART_BYTES, (n + 1) * PART_BYTES) } satisfies ToReader);
        await setImmediate();
      }
      return promise;
    },
    /** Ends the process after this long without work. */
    rest(ms: number) {
      waiting = undefined;
      idle = setTimeout(() => this.end(new ReaderEnded("A file reader was idle")), ms);
      idle.unref();
    },
    /** The waiting caller gets the error. */
    end(error?: unknown) {
      why = error;
      child.kill("SIGKILL");
    },
  };
}

function valueIn(outcome: Omit<FromReader, "rss">): unknown {
  if ("value" in outcome) return outcome.value;
  if ("bug" in outcome) throw new Error(`A file reader failed: ${outcome.bug}`);
  throw toRefusal((outcome as Extract<FromReader, { refusal: unknown }>).refusal);
}
