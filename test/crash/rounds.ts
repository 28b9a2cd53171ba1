import { expect } from "bun:test";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { openOffice } from "../furnish.ts";
import type { Call } from "../nouns/noun.ts";
import { killAtStart, newFolder, registerOwner, startServer } from "../process.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type Crew, createCrew, type Send } from "./writers.ts";

const WRITERS = 16;
/** Between a start and its kill lies a random part of this. */
const LONGEST_MS = 600;
/** A start that is itself killed, one round in so many. */
const KILLED_START = 4;

/** So that what is said at all is an error. */
const QUIET = { LOG_LEVEL: "error" };

export interface Town {
  headers: Record<string, string>;
  ledger: Ledger;
  crew: Crew;
}

/**
 * So many times: writers of every kind at work, a kill at a random moment, a start on the same file, and
 * everything that was acknowledged held against it. Gives how many writes there were.
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

/** Of what was answered, so much is asked for again in each round, and must not be made twice. */
const REPEATED = 3;

/** The file as the crash left it; then what was not answered is asked for again, and held the next time. */
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
