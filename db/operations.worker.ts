import { existsSync } from "node:fs";
import { drizzle } from "drizzle-orm/libsql";
import { type PlainRefusal, Refusal, toPlain } from "../domain/refusal.ts";
import { type Books, connect } from "./engine/books.ts";
import { openReader } from "./engine/connect.ts";
import { classifyFault, type Fault, formatTrace } from "./engine/errors.ts";
import type { Body } from "./engine/files.ts";
import type { Mutex } from "./engine/mutex.ts";
import { type Outcome, withOutcome } from "./engine/outcome.ts";
import type { Tenant } from "./engine/tenant.ts";
import { OPERATIONS } from "./operations.ts";
import { isLocal, type Place } from "./remote/primary.ts";

// The thread of a database worker. Use it through engine/worker.ts.

export type Operations = typeof OPERATIONS;

interface Question {
  call: number;
  operation: keyof Operations;
  tenant: Omit<Tenant, "books">;
  input: unknown;
  /** The caller reads the replica. */
  isCopy: boolean;
  hasBody: boolean;
}

/** A part of a call's body. null ends it; `why` means that it is incomplete. */
interface Part {
  chunk: number;
  bytes: Uint8Array<ArrayBuffer> | null;
  why?: string;
}

export type ToDbWorker = "stop" | { open: Place } | { turn: number } | Question | Part;

/** With the position after the call's writes. */
export type Answer = { answer: number; position: number } & Content;

type Content =
  | { value: unknown; outcome: Outcome }
  | {
      refusal: PlainRefusal;
    }
  | { bug: string; fault: Fault | undefined };

export type FromDbWorker = Answer | { took: number } | { wants: number } | { ends: number };

declare const self: Worker;
const post = (message: FromDbWorker) => self.postMessage(message);

let place: Place;
/** A local file stays open. */
let books: Promise<Books> | undefined;
const turns = new Map<number, (end: () => void) => void>();
let wanted = 0;

const mutex: Mutex = {
  acquire() {
    wanted += 1;
    const { promise, resolve } = Promise.withResolvers<() => void>();
    turns.set(wanted, resolve);
    post({ wants: wanted });
    return promise;
  },
  close: () => Promise.resolve(), // The server's thread closes its own.
};

const bodies = new Map<number, { parts: Part[]; wake(): void }>();

self.onmessage = ({ data }: MessageEvent<ToDbWorker>) => {
  if (data === "stop") void stop();
  else if ("open" in data) open(data.open);
  else if ("turn" in data) {
    turns.get(data.turn)?.(() => post({ ends: data.turn }));
    turns.delete(data.turn);
  } else if ("chunk" in data) {
    const body = bodies.get(data.chunk);
    body?.parts.push(data);
    body?.wake();
  } else void answer(data);
};

function open(at: Place) {
  place = at;
  if (isLocal(at.url)) books = connect(at, mutex);
}

/**
 * Opens books for one call. With a server, each call has its own connections: one opened during an outage
 * would never recover, and a replica fetched again is another file.
 */
async function booksFor(isCopy: boolean): Promise<Books> {
  if (books) return { ...(await books), close() {} };
  if (!isCopy) return connect(place, mutex);
  const path = place.replica ?? "";
  if (!existsSync(path)) throw new Error(`The replica ${path} is being fetched again`);
  const reader = await openReader(`file:${path}`);
  const remote = await connect(place, mutex);
  const close = () => {
    reader.close();
    remote.close();
  };
  return { ...remote, read: drizzle(reader), isCopy, close };
}

/**
 * Runs only while an operation waits or yields, because messages are read only then. Uncommitted changes are
 * rolled back.
 */
async function stop() {
  const opened = await books?.catch(() => undefined);
  opened?.close();
  process.exit();
}

async function answer({ call, operation, tenant, input, isCopy, hasBody }: Question) {
  // Before the first await: bytes may arrive before anyone reads.
  const body = createBody(call, hasBody);
  const run = OPERATIONS[operation] as (tenant: Tenant, input: unknown, body: Body) => unknown;
  let position = 0;
  const reply = (content: Content) => post({ answer: call, position, ...content });

  async function attempt(isCopy: boolean): Promise<unknown> {
    const opened = await booksFor(isCopy);
    try {
      return await run({ ...tenant, books: opened }, input, body);
    } finally {
      position = opened.primary?.position() ?? 0;
      opened.close();
    }
  }
  try {
    const done = await withOutcome(() =>
      attempt(isCopy).catch((error) => {
        if (!isCopy || error instanceof Refusal) throw error;
        return attempt(false); // The replica may be damaged or being fetched.
      }),
    );
    reply(done);
  } catch (error) {
    if (error instanceof Refusal) {
      reply({ refusal: toPlain(error) });
    } else {
      reply({ bug: formatTrace(error), fault: classifyFault(error) });
    }
  } finally {
    bodies.delete(call);
  }
}

function createBody(call: number, hasBody: boolean): Body {
  const body = { parts: [] as Part[], wake: () => {} };
  if (hasBody) bodies.set(call, body);
  return readParts(call, body);
}

async function* readParts(
  call: number,
  body: { parts: Part[]; wake(): void },
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const part = body.parts.shift();
    if (!part) {
      await new Promise<void>((go) => {
        body.wake = go;
      });
      continue;
    }
    if (part.why) throw new Refusal("invalid", part.why);
    if (!part.bytes) return;
    yield part.bytes;
    post({ took: call }); // Asking for the next part means that this one is done.
  }
}
