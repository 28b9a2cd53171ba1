import { expect } from "bun:test";
import { randomInt } from "node:crypto";
import { type Client, createClient } from "@libsql/client";
import { createLedger } from "../crash/ledger.ts";
import { inspect, poster, sender, type Town } from "../crash/rounds.ts";
import { createCrew } from "../crash/writers.ts";
import { openOffice } from "../furnish.ts";
import { newFolder, registerOwner, type ServerProcess, startServer } from "../process.ts";
import { type Sqld, startSqld } from "../sqld.ts";

const WRITERS = 4;
const [BEFORE_MS, AWAY_MS, AFTER_MS] = [700, 400, 700];

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** A database server and two bahi servers, each with a replica. */
export async function startCluster() {
  const { folder, remove } = newFolder();
  let db = await startSqld(folder);
  const start = (n: number) =>
    startServer(folder, {
      DATABASE_URL: db.url,
      DATABASE_ADMIN_URL: db.adminUrl,
      DATABASE_REPLICA: `${folder}/replica-${n}.db`,
      SESSION_SECRET: "the same for both of the two servers",
      LOG_LEVEL: "warn",
    });
  const servers = await Promise.all([start(0), start(1)]);

  return {
    folder,
    servers: servers as [ServerProcess, ServerProcess],
    db: () => db,
    open: () => createClient({ url: db.url }),
    async restartDb(): Promise<Sqld> {
      db.child.kill("SIGKILL");
      await db.child.exited;
      await Bun.sleep(AWAY_MS);
      db = await startSqld(folder, db.ports);
      return db;
    },
    async restartServer(n: 0 | 1): Promise<void> {
      servers[n]?.child.kill("SIGKILL");
      await servers[n]?.child.exited;
      servers[n] = await start(n);
    },
    async end(): Promise<void> {
      for (const { child } of servers) child.kill("SIGTERM");
      for (const { child } of servers) expect(await child.exited).toBe(0);
      db.child.kill("SIGKILL");
      remove();
    },
  };
}

/**
 * Each round runs writers on two servers, kills and restarts one of the three machines, and checks every
 * acknowledged write. Returns the number of writes.
 */
export async function killInTurn(rounds: number, onRound = (_: number) => {}): Promise<number> {
  const cluster = await startCluster();
  const { servers, open } = cluster;
  const { headers } = await registerOwner(servers[0].url);
  const ledger = createLedger(open);
  const office = await openOffice(poster(servers[0].url, headers));
  const town: Town = { headers, ledger, crew: createCrew(ledger, office) };
  await ledger.begin();

  for (let round = 1; round <= rounds; round++) {
    const end = new AbortController();
    const working = Array.from({ length: WRITERS }, (_, n) =>
      town.crew.keepWorking(
        (...call) => sender(servers[n % 2]?.url ?? "", headers)(...call),
        end.signal,
      ),
    );
    await Bun.sleep(randomInt(BEFORE_MS));
    if (round % 3 === 0) await cluster.restartDb();
    else await cluster.restartServer(round % 3 === 1 ? 0 : 1);
    await Bun.sleep(randomInt(AFTER_MS));
    end.abort();
    await Promise.all(working);
    await untilWhole(servers.map(({ url }) => url));
    if (round < rounds) await letGo(open());
    await inspect(town, servers[round % 2]?.url ?? "");
    onRound(round);
  }
  await ledger.audit();
  await cluster.end();
  return town.crew.count();
}

async function letGo(client: Client): Promise<void> {
  await client.execute("UPDATE imports SET held_until = 0");
  client.close();
}

async function untilWhole(urls: string[]): Promise<void> {
  for (const url of urls) {
    const health = () => fetch(`${url}/healthz`).then((answer) => answer.json());
    while ((await health()).status !== "ok") await Bun.sleep(20);
  }
}
