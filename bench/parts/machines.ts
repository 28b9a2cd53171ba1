import { join } from "node:path";
import { type Sqld, startSqld } from "../../test/sqld.ts";
import { MONTH, writeBooks } from "../books.ts";
import { type Finding, joinValues, median, ms, type Part, thousands, times } from "../measure.ts";
import { FOLDER, importFile, register, type Server, startServer } from "../server.ts";
import { startSlowLine } from "../slowLine.ts";
import { callsPerSecond } from "./bare.ts";
import { ROWS } from "./imports.ts";

const RUNS = 3;
const CREATORS = 16;
const WRITING_MS = 4_000;
const LIST = `/api/transactions?${new URLSearchParams(MONTH)}`;
/** Log message of a server once its replica is ready. */
const IS_READ = "Reads come from the replica";
const SESSION_SECRET = "the same for all servers of the bench";

export const machines: Part = {
  title: "servers before a database server, beside one on a local file",
  async run() {
    const file = await writeBooks(FOLDER, ROWS);
    const db = await startDurable();
    const findings = [
      ...(await besideAFile(db, file)),
      ...(await byNumber(db)),
      ...(await byDistance(db)),
    ];
    db.child.kill();
    return findings;
  },
};

/** Starts sqld as in production: a commit waits for the disk, as with a local file. */
async function startDurable(): Promise<Sqld> {
  const db = await startSqld(FOLDER);
  const first = await startServer("durable", undefined, buildEnv(db, db.url));
  while (!(await isDurable(db))) await Bun.sleep(50);
  await first.stop();
  return db;
}

async function isDurable({ url }: Sqld): Promise<boolean> {
  const body = JSON.stringify({
    requests: [{ type: "execute", stmt: { sql: "PRAGMA synchronous" } }, { type: "close" }],
  });
  const answer = await fetch(`${url}/v2/pipeline`, { method: "POST", body });
  const { results } = await answer.json();
  return results[0].response.result.rows[0][0].value === "2";
}

let replicas = 0;

function buildEnv(db: Sqld, url: string, hasReplica = false): Record<string, string> {
  replicas += 1;
  const replica = hasReplica && { DATABASE_REPLICA: join(FOLDER, `replica-${replicas}.db`) };
  return { DATABASE_URL: url, DATABASE_ADMIN_URL: db.adminUrl, SESSION_SECRET, ...replica };
}

async function besideAFile(db: Sqld, file: string): Promise<Finding[]> {
  const [here, there]: [number[], number[]] = [[], []];
  const local = await startServer("machines-local");
  const remote = await startServer("machines-remote", undefined, buildEnv(db, db.url, true));
  let tokens: [string, string] = ["", ""];
  for (let n = 0; n < RUNS; n++) {
    tokens = [await register(local, `run-${n}`), await register(remote, `run-${n}`)];
    here.push((await importFile(local, tokens[0], file)).rowsPerSecond);
    there.push((await importFile(remote, tokens[1], file)).rowsPerSecond);
  }
  await untilInStep(remote, tokens[1]);
  const [file_, replica]: [number[], number[]] = [[], []];
  for (let n = 0; n <= RUNS; n++) {
    const rates = [
      await callsPerSecond(local.url + LIST, tokens[0]),
      await callsPerSecond(remote.url + LIST, tokens[1]),
    ];
    if (n === 0) continue; // Warm-up.
    file_.push(rates[0] ?? 0);
    replica.push(rates[1] ?? 0);
  }
  await local.stop();
  await remote.stop();
  return [
    {
      what: "import, 100,000 rows, into a database server, rows/s",
      measured: joinValues(there, thousands),
      beside: `a local file ${joinValues(here, thousands)}`,
      ratio: times(median(there) / median(here)),
      target: "0.33 ×",
    },
    {
      what: "a month's list from 16 connections, of a replica, calls/s",
      measured: thousands(median(replica)),
      beside: `a local file ${thousands(median(file_))}`,
      ratio: times(median(replica) / median(file_)),
      target: "0.75 ×",
    },
  ];
}

/** Waits until the replica has caught up with an import, which keeps it busy. */
async function untilInStep({ url }: Server, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const readTotal = async () => (await (await fetch(url + LIST, { headers })).json()).total;
  for (let last = -1, now = await readTotal(); last !== now; now = await readTotal()) {
    last = now;
    await Bun.sleep(1_000);
  }
}

async function byNumber(db: Sqld): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const hasReplica of [false, true]) {
    for (const count of [1, 2, 3]) {
      findings.push(
        await measure(
          db,
          db.url,
          count,
          hasReplica,
          count === 1 ? "one server" : `${count} servers`,
        ),
      );
    }
  }
  return findings;
}

async function byDistance(db: Sqld): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const delay of [20, 100]) {
    const line = await startSlowLine(db.url, delay);
    for (const hasReplica of [false, true]) {
      findings.push(await measure(db, line.url, 1, hasReplica, `one server, ${delay} ms away`));
    }
    line.stop();
  }
  return findings;
}

/** Lets all servers read at once for a while, then write. */
async function measure(
  db: Sqld,
  url: string,
  count: number,
  hasReplica: boolean,
  who: string,
): Promise<Finding> {
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) {
    servers.push(await startServer(`machines-${n}`, undefined, buildEnv(db, url, hasReplica)));
  }
  const token = await register(servers[0] as Server, `of-${replicas}`);
  const input = await prepare(servers[0] as Server, token);
  if (hasReplica) for (const server of servers) await server.hasLogged(IS_READ);
  const read = () => Promise.all(servers.map((server) => callsPerSecond(server.url + LIST, token)));
  await read(); // Warm-up.
  const reads = await read();
  const waits = await write(servers, token, input);
  for (const server of servers) await server.stop();
  const sum = reads.reduce((all, rate) => all + rate, 0);
  return {
    what: `${who}, ${hasReplica ? "each with a replica" : "without a replica"}: reads/s, writes/s`,
    measured: `${thousands(sum)}, ${(waits.length / (WRITING_MS / 1000)).toFixed(0)}`,
    beside: `a write's p50 ${ms(median(waits))}`,
    ratio: "–",
    target: "–",
  };
}

async function prepare({ url }: Server, token: string) {
  const post = async (path: string, body: object) => (await ask(url, token, path, body)).json();
  const { account } = await post("accounts", { name: "Till" });
  const { category } = await post("categories", { name: "Fees", type: "Income" });
  const day = { date: MONTH.dateFrom, description: "Of many", type: "Income", amount: 5 };
  return { ...day, accountId: account._id, categoryId: category._id };
}

/** Measures each write by several users who share the servers. */
async function write(servers: Server[], token: string, entry: object): Promise<number[]> {
  const waits: number[] = [];
  const end = performance.now() + WRITING_MS;
  const create = async (_: unknown, n: number) => {
    const { url } = servers[n % servers.length] as Server;
    while (performance.now() < end) {
      const started = performance.now();
      await ask(url, token, "transactions", entry);
      waits.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CREATORS }, create));
  return waits;
}

async function ask(url: string, token: string, path: string, body: object): Promise<Response> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} to ${path}`);
  return answer;
}
