import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { readCsv } from "../../server/http/body.ts";
import { assertNotWaited, besideBystander } from "../bystander.ts";
import { newFolder, registerOwner, type ServerProcess, startServer } from "../process.ts";

// Hostile files sent to a server process while another agency works.

const { folder, remove } = newFolder();
let server: ServerProcess;
let attacker: Awaited<ReturnType<typeof registerOwner>>;
beforeAll(async () => {
  server = await startServer(folder, { LOG_LEVEL: "warn" });
  attacker = await registerOwner(server.url);
});
afterAll(async () => {
  server.child.kill();
  await server.child.exited;
  remove();
});

async function send(body: BodyInit, query = "", headers = {}, signal?: AbortSignal) {
  const answer = await fetch(`${server.url}/api/transactions/import?${query}`, {
    method: "POST",
    headers: { ...attacker.headers, "content-type": "text/csv", ...headers },
    body,
    ...(signal && { signal }),
  });
  const { message, errors, import: report } = await answer.json();
  return { status: answer.status, message, errors, report, headers: answer.headers };
}

const gzip = { "content-encoding": "gzip" };
const buildCsv = (count: number, row: (n: number) => string) =>
  CSV_HEADER + Array.from({ length: count }, (_, n) => row(n)).join("");

const ofProcess = (file: string) => readFileSync(`/proc/${server.child.pid}/${file}`, "utf8");
const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(ofProcess("status"))?.[1]) / 1024;
/** CPU time of all threads, in Linux's unit of a hundredth of a second. */
const cpuSeconds = () => {
  const fields = ofProcess("stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

test("rejects countless new names at once by their count and delays no one", async () => {
  const name = (n: number) => `2026-04-01,Row ${n},Account ${n},Category ${n},Income,1,\n`;
  const before = memoryMb();
  const { result, ...waits } = await besideBystander(server.url, () =>
    send(buildCsv(20_000, name), "createMissing=true"),
  );
  expect(result).toMatchObject({
    status: 400,
    message:
      "The file names more than 500 new accounts, the next one in line 502; is Account another column?",
  });
  assertNotWaited(waits);
  expect(memoryMb() - before).toBeLessThan(300);
});

test("creates, keeps and undoes the maximum of new names", async () => {
  const name = (n: number) => `2026-04-01,Row ${n},Account ${n},Category ${n},Income,1,\n`;
  const { result, ...waits } = await besideBystander(server.url, async () => {
    const { status, report } = await send(buildCsv(500, name), "createMissing=true");
    expect([status, report.added]).toEqual([201, 500]);
    const path = `${server.url}/api/imports/${report._id}`;
    return fetch(path, { method: "DELETE", headers: attacker.headers });
  });
  expect(result.status).toBe(200);
  assertNotWaited(waits);
  const { accounts } = await (
    await fetch(`${server.url}/api/accounts`, { headers: attacker.headers })
  ).json();
  expect(accounts.map(({ name }: { name: string }) => name)).toEqual(["Bank"]);
});

test("long notes enter and leave the search index a few at a time", async () => {
  const word = (n: number) => `${((n * 104_729) % 1_000_003).toString(36)}xyz`;
  const notes = (n: number) => Array.from({ length: 350 }, (_, k) => word(n * 350 + k)).join(" ");
  const csv = buildCsv(2_500, (n) => `2026-04-01,Row ${n},Bank,Fees,Income,1,${notes(n)}\n`);
  const { result, ...waits } = await besideBystander(server.url, async () => {
    const { status, report } = await send(csv);
    expect([status, report.added]).toEqual([201, 2_500]);
    const path = `${server.url}/api/imports/${report._id}`;
    return fetch(path, { method: "DELETE", headers: attacker.headers });
  });
  expect(result.status).toBe(200);
  assertNotWaited(waits);
});

test("rejects too many names in a file and too many columns", async () => {
  const wide = await send(`${CSV_HEADER}${",".repeat(1_000)}\n`);
  expect(wide).toMatchObject({ status: 400, message: "Line 2 has more than 1,000 columns" });
  const categories = buildCsv(501, (n) => `2026-04-01,Row ${n},Bank,Category ${n},Income,1,\n`);
  expect((await send(categories, "createMissing=true&dryRun=true")).message).toBe(
    "The file names more than 500 new categories, the next one in line 502; is Category another column?",
  );
});

test("an unknown long name gets a short error and few suggestions", async () => {
  const long = "x".repeat(150);
  const { errors } = await send(buildCsv(200, () => `2026-04-01,A row,${long},Fees,Income,1,\n`));
  expect(errors.length).toBe(100);
  expect(errors[0].message).toBe(`no account is called "${"x".repeat(60)}…"`);
});

test("rejects a gzip of 100 MB of line feeds with little CPU time", async () => {
  const packed = Bun.gzipSync(Buffer.alloc(100 << 20, "\n"));
  const before = cpuSeconds();
  const { status, message } = await send(packed, "", gzip);
  expect([status, message]).toEqual([
    400,
    "The file has more than 20,00,000 lines; send it in parts",
  ]);
  expect(cpuSeconds() - before).toBeLessThan(6);
});

test("rejects a gzip that unpacks to hundreds of times its size", async () => {
  const row = `2026-04-01,A row,No such bank,Fees,Income,1,${"n".repeat(4_000)}\n`;
  const packed = Bun.gzipSync(Buffer.from(CSV_HEADER + row.repeat(25_000)));
  const { status, message } = await send(packed, "", gzip);
  expect([status, message]).toEqual([
    400,
    "The file unpacks to over 200 times its size, so it is not a CSV",
  ]);
});

test("stops unpacking once the sender has disconnected", async () => {
  const sender = new AbortController();
  const request = new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "text/csv", ...gzip },
    body: Bun.gzipSync(Buffer.alloc(4 << 20, "a,b\n")),
    signal: sender.signal,
  });
  const parts = readCsv(request);
  expect((await parts.next()).done).toBe(false);
  sender.abort();
  await expect(parts.next()).rejects.toThrow("The upload was cut off");
});

/** An endless file in which each row is wrong. */
function endless() {
  let begun = false;
  const rows = Buffer.from("no date,A row,Bank,Fees,Income,1,\n".repeat(4_000));
  return new ReadableStream({
    async pull(stream) {
      await new Promise((goOn) => setImmediate(goOn)); // Lets the rest of this process run.
      stream.enqueue(begun ? rows : Buffer.from(CSV_HEADER));
      begun = true;
    },
  });
}

test("many files of one agency at once leave another's edits and imports their turns", async () => {
  const other = await registerAnother();
  const idle = await measureRounds(other, 5);
  const before = memoryMb();
  const senders = new AbortController();
  const { signal } = senders;
  const sent = Array.from({ length: 21 }, () => send(endless(), "", {}, signal).catch(() => null));
  const refused = await Promise.race(sent);
  if (refused?.status !== 429) throw new Error(`${refused?.status} ${refused?.message}`);
  expect(refused.message).toBe("Too many imports are running; try again when one has finished");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const busy = await measureRounds(other, 5);
  expect(memoryMb() - before).toBeLessThan(300);
  expect(busy.edit).toBeLessThan(10 * idle.edit + 3_000);
  expect(busy.import).toBeLessThan(10 * idle.import + 3_000);
  senders.abort();
  await Promise.all(sent);
});

async function registerAnother() {
  const call = async (method: string, path: string, body: string, headers: object) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    expect(answer.ok).toBe(true);
    return answer.json();
  };
  const json = JSON.stringify;
  const owner = { name: "Other Owner", email: "owner@other.test", password: "other password" };
  const agency = { agencyName: "Other", agencySlug: "the-other" };
  const { token } = await call("POST", "/auth/register", json({ ...owner, ...agency }), {});
  const mine = { authorization: `Bearer ${token}` };
  await call("POST", "/accounts", json({ name: "Bank" }), mine);
  await call("POST", "/categories", json({ name: "Fees", type: "Income" }), mine);
  const { client } = await call("POST", "/clients", json({ displayName: "A client" }), mine);
  const csv = { ...mine, "content-type": "text/csv" };
  return {
    edit: (n: number) =>
      call("PUT", `/clients/${client._id}`, json({ displayName: `Client ${n}` }), mine),
    import: () =>
      call(
        "POST",
        "/transactions/import?keepDuplicates=true",
        `${CSV_HEADER}2026-04-01,A row,Bank,Fees,Income,1,\n`,
        csv,
      ),
  };
}

async function measureRounds(other: Awaited<ReturnType<typeof registerAnother>>, count: number) {
  const longest = { edit: 0, import: 0 };
  for (let n = 0; n < count; n++) {
    for (const what of ["edit", "import"] as const) {
      const begun = performance.now();
      await other[what](n);
      longest[what] = Math.max(longest[what], performance.now() - begun);
    }
  }
  return longest;
}
