import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  newFolder,
  registerOwner,
  runServer,
  type ServerProcess,
  startServer,
} from "../process.ts";
import { type Sqld, startSqld } from "../sqld.ts";

const { folder, remove } = newFolder();
const replica = join(folder, "replica.db");
const SESSION_SECRET = "of the servers, 32 characters long";
let db: Sqld;
let server: ServerProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  db = await startSqld(folder);
  const env = {
    DATABASE_URL: db.url,
    DATABASE_REPLICA: replica,
    SESSION_SECRET,
    LOG_LEVEL: "warn",
  };
  server = await startServer(folder, env);
  ({ headers } = await registerOwner(server.url));
  await server.hasLogged(/Reads come from the replica/);
});
afterAll(async () => {
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  db.child.kill("SIGKILL");
  remove();
});

const start = (path: string) =>
  startServer(folder, { DATABASE_URL: db.url, DATABASE_REPLICA: path, SESSION_SECRET });

const get = (path: string) => fetch(`${server.url}${path}`, { headers });

async function accounts(): Promise<string[]> {
  const { accounts } = await (await get("/api/accounts")).json();
  return accounts.map(({ name }: { name: string }) => name);
}

async function add(name: string) {
  const { status } = await fetch(`${server.url}/api/accounts`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  expect(status).toBe(201);
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await Bun.sleep(20);
}

const isUp = async () => (await (await get("/healthz")).json()).status === "ok";

/** Stops the database server, changes its folder and starts it again. */
async function whileDown(work: () => void) {
  db.child.kill("SIGTERM");
  // It sometimes waits for a connection forever.
  const timer = setTimeout(() => db.child.kill("SIGKILL"), 2_000);
  await db.child.exited;
  clearTimeout(timer);
  work();
  db = await startSqld(folder, db.ports);
  await until(isUp);
}

test("does not use another file as a replica", async () => {
  const own = newFolder();
  const local = await startServer(own.folder);
  await registerOwner(local.url);
  local.child.kill("SIGTERM");
  await local.child.exited;
  const path = join(own.folder, "books.db");
  const before = readFileSync(path);

  const env = { DATABASE_URL: db.url, DATABASE_REPLICA: path, SESSION_SECRET };
  const { exitCode, stderr } = await runServer(own.folder, env);
  const why =
    "is not a replica; set DATABASE_REPLICA to the path of a file that does not exist yet";
  expect(exitCode).toBe(1);
  // It may have warned of the database server first.
  expect(stderr).toEndWith(`bahi cannot start: ${path} ${why}\n`);
  expect(readFileSync(path).equals(before)).toBe(true);
  own.remove();
});

test("fetches a replica removed during a read again", async () => {
  for (const name of readdirSync(folder))
    if (/^replica\.db(-|$)/.test(name)) rmSync(join(folder, name));
  await add("After it was removed");
  await until(async () => (await accounts()).includes("After it was removed"));
  expect((await get("/api/books/check")).status).toBe(200);
});

function children({ pid } = server.child): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

/** Returns whether the server has read the replica since it was fetched again. */
const inStep = () => statSync(`${replica}-wal`, { throwIfNoEntry: false }) !== undefined;

test("a thread reads from the server what it cannot read in a damaged replica", async () => {
  await until(async () => children().length === 1 && inStep());
  const [follower = server.child.pid] = children();
  process.kill(follower, "SIGSTOP");
  try {
    const spoilt = Buffer.alloc(8_192, 7);
    for (const path of [`${replica}-wal`, replica]) writeFileSync(path, spoilt);
    const answer = await get("/api/books/check");
    expect([answer.status, await answer.json()]).toMatchObject([200, { ok: true }]);
  } finally {
    if (children().includes(follower)) process.kill(follower, "SIGCONT");
  }
});

test("follows a database server whose files were restored from an older copy", async () => {
  const kept = join(folder, "kept");
  await whileDown(() => cpSync(join(folder, "sqld"), kept, { recursive: true }));
  await add("Made after the copy");
  await until(async () => (await accounts()).includes("Made after the copy"));
  await whileDown(() => {
    rmSync(join(folder, "sqld"), { recursive: true });
    cpSync(kept, join(folder, "sqld"), { recursive: true });
  });
  await until(async () => !(await accounts()).includes("Made after the copy"));
  await add("Made after it was put back");
  await until(async () => (await accounts()).includes("Made after it was put back"));
  expect(await accounts()).not.toContain("Made after the copy");
  expect((await get("/api/books/check")).status).toBe(200);
});

test("a killed server leaves no process behind, not even a waiting one", async () => {
  const other = await start(join(folder, "other.db"));
  await other.hasLogged(/Reads come from the replica/);
  const [follower] = children(other.child);
  db.child.kill("SIGSTOP");
  try {
    await other.hasLogged(/The database server is not responding/);
    other.child.kill("SIGKILL");
    await until(async () => !existsSync(`/proc/${follower}`));
  } finally {
    db.child.kill("SIGCONT");
  }
  await until(isUp);
});
