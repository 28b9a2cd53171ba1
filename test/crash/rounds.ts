import { expect } from "bun:test";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { openOffice } from "../furnish.ts";
import type { Call } from "../nouns/noun.ts";
import { killAtStart, newFolder, registerOwner, startServer } from "../process.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type Crew, createCrew, type Send } from "./writers.ts";

const WRITERS = 16;
const LONGEST_MS = 600;
const KILLED_START = 4;

const QUIET = { LOG_LEVEL: "error" };

export interface Town {
  headers: Record<string, string>;
  ledger: Ledger;
  crew: Crew;
}

/**
 * Each round runs writers of every kind, kills the server at a random moment, restarts it on the same file,
 * and checks every acknowledged write. Returns the number of writes.
 */
export async function runRounds(rounds: number, onRound = (_: number) => {}): Promise<number> {
  const { folder, remove } = newFolder();
  let server = await startServer(folder, QUIET);
  const { headers } = await registerOwner(server.url);
  const url = `file:${join(folder, "books.db")}`;
  const ledger = createLedger(() => createClient({ url, concurrency: 1, timeout: 10_000 }));
  const office = await openOffice(poster(server.url, headers));
  const town: Town = { headers, ledger, crew: createCrew(ledger, office) };
  await ledger.begin();

  for (let round = 1; round <= rounds; round++) {
    const send = sender(server.url, headers);
    const working = Promise.all(Array.from({ length: WRITERS }, () => town.crew.work(send)));
    const killed = Bun.sleep(Math.random() * LONGEST_MS).then(() => server.child.kill("SIGKILL"));
    await Promise.all([working, killed, server.child.exited]);
    if (round % KILLED_START === 0) await killAtStart(folder, Math.random() * LONGEST_MS);
    server = await startServer(folder, QUIET);
    await inspect(town, server.url);
    onRound(round);
  }
  await ledger.audit();
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  expect(await server.stderr).toBe("");
  remove();
  return town.crew.count();
}

/** This many acknowledged requests are repeated in each round and must create nothing. */
const REPEATED = 3;

/**
 * Checks the file as the crash left it, then repeats the unconfirmed writes, which the next check covers.
 */
export async function inspect({ headers, ledger, crew }: Town, url: string): Promise<void> {
  const unanswered = ledger.things.filter(({ pending }) => pending?.action === "CREATE");
  await ledger.settled();
  await ledger.audit();
  const answered = ledger.things.filter(({ creation, now }) => now && now === creation?.write);
  await crew.repeat(sender(url, headers), [...unanswered, ...answered.slice(-REPEATED)]);
  const check = await fetch(`${url}/api/books/check`, { headers });
  expect(await check.json()).toMatchObject({ ok: true, differences: [] });
  const gone = ledger.things.filter(({ now, kind }) => !now && !kind.onlyOne);
  for (const thing of gone) ledger.things.splice(ledger.things.indexOf(thing), 1);
}

export function sender(url: string, headers: Record<string, string>): Send {
  return ({ method, path, body, type = "application/json" }: Call, key?: string) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && { "content-type": type }),
        ...(key && { "idempotency-key": key }),
      },
      ...(body && { body }),
    });
}

export const poster = (url: string, headers: Record<string, string>) => (call: Call) =>
  sender(url, headers)(call).then((answer) => answer.json());
