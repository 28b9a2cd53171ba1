import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry } from "../../domain/agencies/verifyChain.ts";
import { forgetOutside } from "../journal.ts";
import { done } from "../world.ts";
import { bahi, type Seat } from "./bahi.ts";
import { openOctober } from "./october.ts";

let world: Awaited<ReturnType<typeof openOctober>>["world"];
let seat: Seat;
let log: LogEntry[];
let file: string;
beforeAll(async () => {
  ({ world, seat } = await openOctober());
  const { body } = await world.kaveri.owner.get("/api/audit/export.jsonl");
  log = body
    .trim()
    .split("\n")
    .map((line: string) => JSON.parse(line));
  file = join(seat.folder, "log.jsonl");
  writeFileSync(file, body);
});
afterAll(() => world.end());

const toHead = (seq: number) => `${seq}:${log[seq - 1]?.head.slice(0, 16)}`;

test("verifies a server's log locally, with the given hashes and the books", async () => {
  const { stdout, stderr, exitCode } = await bahi(seat, ["verify", "--head", toHead(3)]);
  expect(stdout.trim().split("\n")).toEqual([
    expect.stringMatching(
      /^\d+ entries, verified since \d+ \w{3} \d{4}; 1 head that you hold agrees\.$/,
    ),
    expect.stringMatching(/^Current head: \d+:[0-9a-f]{16}$/),
    "The books are correct: every figure agrees with its rows, and every record with the log.",
  ]);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  const again = await bahi(seat, ["verify", "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({
    ok: true,
    checkpoints: [{ agrees: true }],
    books: { ok: true },
  });
});

test("verifies an exported log without a server", async () => {
  const alone = { folder: seat.folder };
  const words = ["verify", "--file", file, "--head", toHead(2), "--head", toHead(5)];
  const { stdout, exitCode } = await bahi(alone, words);
  expect(stdout).toContain("; 2 heads that were given agree.");
  expect(exitCode).toBe(0);
});

test("prints the changed entry of a log and exits 3", async () => {
  const lines = readFileSync(file, "utf8").split("\n");
  const changed = join(seat.folder, "changed.jsonl");
  writeFileSync(
    changed,
    lines.with(3, lines[3]?.replace(/"action":"\w+"/, '"action":"VIEW"') ?? "").join("\n"),
  );
  const { stdout, stderr, exitCode } = await bahi(seat, ["verify", "--file", changed]);
  expect([stdout, exitCode]).toEqual(["", 3]);
  expect(stderr).toStartWith("bahi: the audit log is broken at entry 4: ");
  const json = await bahi(seat, ["verify", "--file", changed, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, broken: { seq: 4 } });
});

test("reports another log's hash and exits 3", async () => {
  const forged = `4:${"0".repeat(16)}`;
  const { stderr, exitCode } = await bahi(seat, ["verify", "--head", forged]);
  expect(stderr).toStartWith("bahi: the audit log does not match the head of entry 4; ");
  expect(exitCode).toBe(3);
});

test("names a record changed outside bahi and its entry, and exits 3", async () => {
  const [row] = await world.books.read.all<{ id: string; name: string }>(
    "SELECT id, name FROM accounts WHERE agency_id = 1 LIMIT 1",
  );
  const set = (name: string) =>
    world.books.write.run(`UPDATE accounts SET name = '${name}' WHERE id = '${row?.id}'`);
  await set("Another");
  await forgetOutside(world.books);
  const { stderr, exitCode } = await bahi(seat, ["verify"]);
  const says = "bahi: the log is unbroken, but a record differs from it: Account";
  expect(stderr.replace(/entry \d+/, "entry N")).toStartWith(
    `${says} "${row?.name}", entry N: name is Another, but was logged as ${row?.name}; keep a copy`,
  );
  expect(exitCode).toBe(3);
  await set(row?.name ?? "");
  await forgetOutside(world.books);
});

test("explains what cannot be verified", async () => {
  for (const [words, sentence] of [
    [["--head", "12"], "A head must be SEQ:HEX, such as 4127:9c4107be22d15a08"],
    [["--file", "nothing.jsonl"], "nothing.jsonl does not exist"],
    [["--agency", "x"], "--agency belongs to --file"],
    [["--file", "package.json"], "line 1 is not an audit log entry"],
  ] as const) {
    writeFileSync(join(seat.folder, "package.json"), "{}\n");
    const { stderr, exitCode } = await bahi(seat, ["verify", ...words]);
    expect(stderr).toStartWith(`bahi: ${sentence}`);
    expect([2, 3]).toContain(exitCode);
  }
});

test("saves the log's hash that comes with each downloaded file", async () => {
  const { token: _, ...open } = seat;
  const as = { ...open, env: { ...seat.env, BAHI_PASSWORD: "kaveri password" } };
  expect((await bahi(as, ["login", "--email", "owner@kaveri.test"])).exitCode).toBe(0);
  const held = (): { seq: number; head: string }[] =>
    Object.values<never[]>(
      JSON.parse(readFileSync(join(seat.folder, "config/bahi/heads.json"), "utf8")),
    ).flat();
  const before = held().length;
  expect((await bahi(as, ["transactions", "export"])).exitCode).toBe(0);
  expect(held()).toHaveLength(before + 1);
  const { seq, head } = done(await world.kaveri.owner.get("/api/audit/head"));
  expect(held()).toContainEqual({ seq, head });
});

test("bahi login notices a different log, and each command reports it", async () => {
  const words = ["login", "--email", "owner@kaveri.test"];
  const env = { ...seat.env, BAHI_PASSWORD: "kaveri password" };
  const { token: _, ...open } = seat;
  expect((await bahi({ ...open, env }, words)).exitCode).toBe(0);
  const path = join(seat.folder, "config/bahi/heads.json");
  const held = readFileSync(path, "utf8");
  writeFileSync(path, held.replace(/"head":"[^"]+"\}\]/, `"head":"${"0".repeat(64)}"}]`));
  const { stderr, exitCode } = await bahi({ ...open, env }, words);
  expect(stderr).toMatch(/the audit log of kaveri is not the one you saw last: entry \d+ is/);
  expect(exitCode).toBe(3);
  const warned = await bahi({ ...open, env }, ["accounts", "list", "--quiet"]);
  expect(warned.exitCode).toBe(0);
  expect(warned.stderr).toMatch(/Warning: the audit log of kaveri is not the one you saw/);
  expect((await bahi({ ...open, env }, ["verify"])).exitCode).toBe(3);
  expect((await bahi({ ...open, env }, ["verify", "--accept"])).exitCode).toBe(0);
  const after = await bahi({ ...open, env }, ["accounts", "list", "--quiet"]);
  expect([after.exitCode, after.stderr]).toEqual([0, ""]);
});
