import { afterAll, beforeAll, expect, test } from "bun:test";
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { launchBrowser } from "../browser/chromium.ts";
import { bahi } from "../cli/bahi.ts";
import { newFolder, registerOwner } from "../process.ts";
import { type Cluster, startCluster } from "./machines.ts";

let cluster: Cluster;
let token: string;
let headers: Record<string, string>;
let names = 0;

beforeAll(async () => {
  cluster = await startCluster();
  for (const server of cluster.servers) await server.hasLogged(/Reads come from the replica/);
  ({ token, headers } = await registerOwner(cluster.servers[0].url));
});
afterAll(() => cluster.end());

async function add(server: 0 | 1, more: Record<string, string> = {}) {
  names += 1;
  const answer = await fetch(`${cluster.servers[server].url}/api/accounts`, {
    method: "POST",
    headers: { ...headers, ...more, "content-type": "application/json" },
    body: JSON.stringify({ name: `Account ${names}` }),
  });
  return { status: answer.status, answer, position: answer.headers.get("x-bahi-position") ?? "" };
}

const read = (server: 0 | 1, position: string) =>
  fetch(`${cluster.servers[server].url}/api/accounts`, {
    headers: { ...headers, ...(position && { "x-bahi-position": position }) },
  });

async function seen(server: 0 | 1, position = "") {
  const answer = await read(server, position);
  return (await answer.json()).accounts.length;
}

const health = async (server: 0 | 1) =>
  (await (await fetch(`${cluster.servers[server].url}/healthz`)).json()).status;

/** Waits until both replicas are current and returns the number of accounts. */
async function settled(): Promise<number> {
  const { position } = await add(0);
  const all = await seen(0, position);
  await until(async () => (await seen(0)) === all && (await seen(1)) === all);
  return all;
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await Bun.sleep(20);
}

/** The process that keeps a server's replica current. */
function findFollowerPid(server: 0 | 1): number {
  const { pid } = cluster.servers[server].child;
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
}

test("a writer sees the write on the same and on the other server", async () => {
  const before = await settled();
  for (let n = 1; n <= 20; n++) {
    const { position, status } = await add(n % 2 === 0 ? 0 : 1);
    expect(status).toBe(201);
    expect([await seen(0, position), await seen(1, position)]).toEqual([before + n, before + n]);
  }
});

test("sees it even if the replica lags; clients without writes read the replica", async () => {
  const before = await settled();
  const follower = findFollowerPid(1);
  process.kill(follower, "SIGSTOP");
  try {
    const { position } = await add(0);
    expect(await seen(1)).toBe(before);
    expect(await seen(1, position)).toBe(before + 1);
    await until(async () => (await seen(1)) === before + 1);
  } finally {
    process.kill(follower, "SIGCONT");
  }
  await until(async () => (await seen(1)) === before + 1);
});

test("terminal and browser send their last write, so they see it", async () => {
  const { url } = cluster.servers[1];
  const { folder, remove } = newFolder();
  const seat = { url, token, folder };
  const before = await settled();
  const follower = findFollowerPid(1);
  process.kill(follower, "SIGSTOP");
  const browser = await launchBrowser();
  try {
    const csv = `${CSV_HEADER}2026-10-01,Logo,Petty cash,Fees,Income,5,\n`;
    await bahi(seat, ["import", "-", "--create-missing"], csv);
    const { stdout } = await bahi(seat, ["accounts", "list", "--json"]);
    expect(JSON.parse(stdout).accounts.length).toBe(before + 1);

    const page = await browser.newPage();
    await page.goto(`${url}/login`);
    await page.getByLabel("Email").fill("asha@crash.test");
    await page.getByLabel("Password", { exact: true }).fill("asha password");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard");
    await page.goto(`${url}/settings/masters`);
    await page.getByRole("button", { name: "Add Account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Typed in the browser");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: "Typed in the browser" }).waitFor();
  } finally {
    process.kill(follower, "SIGCONT");
    await browser.close();
    remove();
  }
});

test("rebuilds a replica whose follower is killed or whose file is damaged", async () => {
  const before = await settled();
  process.kill(findFollowerPid(0), "SIGKILL");
  const { position } = await add(1);
  expect(await seen(0, position)).toBe(before + 1);

  // While it is small, the log holds all of it.
  const path = `${cluster.folder}/replica-0.db-wal`;
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(statSync(path).size - 100, 7), 0, undefined, 100);
  closeSync(file);
  const { position: next } = await add(0);
  expect(await seen(0, next)).toBe(before + 2);
  await cluster.servers[0].hasLogged(/is being fetched again.*Reads come from the replica/s);
  const { position: last } = await add(1);
  expect(await seen(0, last)).toBe(before + 3);
});

const TOKENS = "/api/tokens";

async function makeToken(name: string) {
  const answer = await fetch(`${cluster.servers[0].url}${TOKENS}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name }),
  });
  const { token, secret } = await answer.json();
  const statusAt = async (server: 0 | 1, position = "") => {
    const authorization = { authorization: `Bearer ${secret}`, "x-bahi-position": position };
    const { url } = cluster.servers[server];
    return (await fetch(`${url}/api/accounts`, { headers: authorization })).status;
  };
  return { id: token._id as string, statusAt };
}

test("an access token is known on every server at once, and revoked everywhere at once", async () => {
  await settled();
  const follower = findFollowerPid(1);
  process.kill(follower, "SIGSTOP");
  try {
    const { id, statusAt } = await makeToken("Made elsewhere");
    expect([await statusAt(0), await statusAt(1)]).toEqual([200, 200]);
    const address = `${cluster.servers[0].url}${TOKENS}/${id}`;
    const revoked = await fetch(address, { method: "DELETE", headers });
    const position = revoked.headers.get("x-bahi-position") ?? "";
    expect([revoked.status, await statusAt(1, position)]).toEqual([200, 401]);
  } finally {
    process.kill(follower, "SIGCONT");
  }
});

test("while the database is frozen, both servers read, refuse writes and say so", async () => {
  const unused = await makeToken("Used on a bad day");
  const before = await settled();
  cluster.db().child.kill("SIGSTOP");
  try {
    await until(async () => (await health(0)) === "read-only" && (await health(1)) === "read-only");
    for (const server of [0, 1] as const) {
      expect(await seen(server)).toBe(before);
      expect(await unused.statusAt(server)).toBe(200);
      const { status, answer } = await add(server);
      expect([status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(await answer.json()).toEqual({
        message: "The database is not responding; try again in a moment",
      });
    }
    const credentials = { email: "asha@crash.test", password: "asha password" };
    const body = JSON.stringify(credentials);
    const login = { method: "POST", headers: { "content-type": "application/json" }, body };
    expect((await fetch(`${cluster.servers[0].url}/api/auth/login`, login)).status).toBe(200);
  } finally {
    cluster.db().child.kill("SIGCONT");
  }
  await until(async () => (await health(0)) === "ok" && (await health(1)) === "ok");
  expect(await seen(1, (await add(0)).position)).toBe(before + 1);
});

test("while it is frozen, no client sees older data than before", async () => {
  const before = await settled();
  const { position: known } = await add(0);
  await until(async () => (await seen(1, known)) === before + 1);
  const follower = findFollowerPid(1);
  process.kill(follower, "SIGSTOP");
  const { position } = await add(0);
  await until(async () => (await seen(0, position)) === before + 2);
  cluster.db().child.kill("SIGSTOP");
  try {
    await until(async () => (await health(0)) === "read-only" && (await health(1)) === "read-only");
    const answer = await read(1, position);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
    expect((await answer.json()).message).toBe(
      "The database is not responding; try again in a moment",
    );
    expect([await seen(1, known), await seen(1)]).toEqual([before + 1, before + 1]);
    expect(await seen(0, position)).toBe(before + 2);
  } finally {
    cluster.db().child.kill("SIGCONT");
    process.kill(follower, "SIGCONT");
  }
  await until(async () => (await health(0)) === "ok" && (await health(1)) === "ok");
  expect(await seen(1, position)).toBe(before + 2);
});

test("a write with a lost response happens once, however often its key is sent", async () => {
  const before = await settled();
  names += 1;
  const send = (server: 0 | 1) =>
    fetch(`${cluster.servers[server].url}/api/accounts`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "idempotency-key": "lost" },
      body: JSON.stringify({ name: "Asked for again" }),
    });
  // The database goes away during the response, and both servers ask again as soon as it is back.
  const first = send(0).then(({ status }) => status);
  await cluster.restartDb();
  expect(await first).toBeOneOf([201, 503]);
  await until(async () => (await health(0)) === "ok" && (await health(1)) === "ok");
  const again = await Promise.all([send(0), send(1), send(0)]);
  const ids = await Promise.all(again.map(async (answer) => (await answer.json()).account._id));
  expect(new Set(ids).size).toBe(1);
  expect(await seen(0, (await add(1)).position)).toBe(before + 2);
});

test("the servers restore durable commits after a database restart", async () => {
  await cluster.restartDb();
  const synchronous = async () => {
    const client = cluster.open();
    const { rows } = await client.execute("PRAGMA synchronous");
    client.close();
    return rows[0]?.synchronous;
  };
  await until(async () => (await synchronous()) === 2);
  expect(await synchronous()).toBe(2);
});
