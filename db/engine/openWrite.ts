import { AsyncLocalStorage } from "node:async_hooks";
import type { Client, Transaction } from "@libsql/client";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Place } from "../remote/primary.ts";

// Operations called inside a write join it: their writes are part of the same transaction, and their reads
// see it. AsyncLocalStorage knows which write the running code is part of, so no one has to pass it on.

/** An open write transaction. Only writeTransaction in `transaction.ts` begins one. */
export type Write = Parameters<Parameters<LibSQLDatabase["transaction"]>[0]>[0];

/** A write transaction that is still open. */
interface OpenWrite {
  /** The database, by identity. */
  place: Place;
  agencyId: number | undefined;
  tx: Write;
  open: Transaction;
}

type Entry = OpenWrite & { isOver?: true; outer: Entry | undefined };

const current = new AsyncLocalStorage<Entry>();

/** Runs `work` as part of an open write. What it starts and leaves running is part of it no longer. */
export async function runInWrite<T>(write: OpenWrite, work: () => Promise<T>): Promise<T> {
  const entry: Entry = { ...write, outer: current.getStore() };
  try {
    return await current.run(entry, work);
  } finally {
    entry.isOver = true;
  }
}

/** Returns the open write to this database that the running code is part of. */
export function findOpenWrite(place: Place): OpenWrite | undefined {
  for (let entry = current.getStore(); entry; entry = entry.outer) {
    if (entry.place === place && !entry.isOver) return entry;
  }
  return undefined;
}

/** A client for reads. Inside a write to the same database it reads in that transaction. */
export function createJoiningReader(
  place: Place,
  reader: Pick<Client, "batch" | "execute">,
): Client {
  const joining = {
    execute: (statement: string) => (findOpenWrite(place)?.open ?? reader).execute(statement),
    batch: (statements: string[]) =>
      findOpenWrite(place)?.open.batch(statements) ?? reader.batch(statements, "read"),
  };
  // drizzle only calls execute and batch to read.
  return joining as unknown as Client;
}
