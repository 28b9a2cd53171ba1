import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { computeHead } from "../../domain/agencies/chain.ts";
import type { LogEntry } from "../../domain/agencies/verifyChain.ts";
import { tamper } from "../tamper.ts";
import { createWorld, done, made, type World } from "../world.ts";

// The server's hash chain of the audit log, changed by SQL as someone with the database could.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const verify = async (heads = "") =>
  (await world.kaveri.owner.get(`/api/audit/verify${heads && `?heads=${heads}`}`)).body;

const exported = async (): Promise<LogEntry[]> =>
  (await world.kaveri.owner.get("/api/audit/export.jsonl")).body
    .trim()
    .split("\n")
    .map((line: string) => JSON.parse(line));

const fault = async (statement: string): Promise<string> => {
  try {
    await world.books.write.run(statement);
    return "nothing";
  } catch (error) {
    return String((error as Error).cause);
  }
};

describe("an agency's log", () => {
  test("is one hash chain from its first entry, extended by every write", async () => {
    const { owner, staff, account } = world.kaveri;
    const before = (await owner.get("/api/audit/head")).body;
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? owner : staff).put(`/api/accounts/${account._id}`, { name: `Bank ${n}` }),
      ),
    );
    const { ok, entries, end } = await verify();
    expect([ok, entries]).toEqual([true, before.seq + 20]);
    expect((await staff.get("/api/audit/head")).body).toEqual(end);
    const then = (await staff.get(`/api/audit/head?seq=${before.seq}`)).body;
    expect(then).toEqual(before);
    expect(
      await verify(`${before.seq}:${before.head.slice(0, 16)},${end.seq}:${end.head}`),
    ).toMatchObject({ ok: true, checkpoints: [{ agrees: true }, { agrees: true }] });
  });

  test("adds its hash to every exported file", async () => {
    const { owner } = world.kaveri;
    for (const path of ["transactions/export.csv", "audit/export.jsonl"]) {
      const { status, headers } = await owner.get(`/api/${path}`);
      const { seq, head } = done(await owner.get("/api/audit/head"));
      expect([path, status, headers.get("x-log-head")]).toEqual([path, 200, `${seq}:${head}`]);
    }
    expect((await owner.get("/api/accounts")).headers.get("x-log-head")).toBeNull();
  });

  test("is exported as stored, for one agency", async () => {
    const log = await exported();
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
    expect(Object.keys(log[0] ?? {})).toEqual([
      "seq",
      "_id",
      "at",
      "userId",
      "action",
      "entity",
      "payload",
      "head",
    ]);
    expect(log.at(-1)).toMatchObject({ action: "VIEW", payload: '{"export":"audit-log.jsonl"}' });
    expect(JSON.stringify(log)).not.toContain("narmada");
    const { status, body } = await world.kaveri.staff.get("/api/audit/export.jsonl");
    expect([status, body.message]).toEqual([403, "Only agency owners can view audit logs."]);
  });

  test("rejects an invalid hash and an unknown entry", async () => {
    const { owner } = world.kaveri;
    const { status, body } = await owner.get("/api/audit/verify?heads=12:xyz");
    expect([status, body.message]).toEqual([
      400,
      "A head must be SEQ:HEX, such as 4127:9c4107be22d15a08",
    ]);
    expect((await owner.get("/api/audit/head?seq=99999")).status).toBe(404);
  });

  test("rejects an entry out of order and a change of an entry", async () => {
    const row = "agency_id, 'x', at, user_id, action, entity, payload";
    for (const [seq, head] of [
      ["max(seq) + 2", "'a'"],
      ["max(seq)", `'${"a".repeat(64)}'`],
      ["max(seq) + 1", "''"],
    ]) {
      const put = `INSERT INTO audit_log SELECT ${row}, ${seq}, ${head}, NULL
        FROM audit_log WHERE agency_id = 1`;
      expect(await fault(put)).toContain("follows the last");
    }
    for (const change of ["head = ''", "payload = '{}'", "seq = seq + 1000"])
      expect(await fault(`UPDATE audit_log SET ${change}`)).toContain("cannot be changed");
  });
});

describe("a log changed outside bahi", () => {
  test("is broken at that entry, as the check of the books reports", async () => {
    const log = await exported();
    const { payload } = log[4] as LogEntry;
    const to = (text: string) =>
      tamper(
        world.books,
        `UPDATE audit_log SET payload = '${text}' WHERE agency_id = 1 AND seq = 5`,
      );
    await to("{}");
    const { ok, broken, end } = await verify();
    expect([ok, broken.seq, end.seq]).toEqual([false, 5, 4]);
    const check = (await world.kaveri.owner.get("/api/books/check")).body;
    expect(check.ok).toBe(false);
    expect(check.differences[0].where).toStartWith("audit log, entry 5: ");
    await to(payload.replaceAll("'", "''"));
    expect((await verify()).ok).toBe(true);
  });

  test("is found by a published hash even if the whole chain was rebuilt", async () => {
    const log = await exported();
    const last = log.at(-1) as LogEntry;
    const { payload } = log[2] as LogEntry;
    let head = (log[1] as LogEntry).head;
    // Rows are verified separately, so a forger leaves their digest unchanged.
    const forged = JSON.stringify({ forged: true, rows: JSON.parse(payload).rows });
    for (const entry of log.slice(2)) {
      const text = entry.seq === 3 ? forged : entry.payload;
      head = computeHead(head, { ...entry, payload: text });
      const values = `payload = '${text.replaceAll("'", "''")}', head = '${head}'`;
      await tamper(
        world.books,
        `UPDATE audit_log SET ${values} WHERE agency_id = 1 AND seq = ${entry.seq}`,
      );
    }
    expect(payload).not.toContain("forged");
    expect((await verify()).ok).toBe(true);
    const first = log[1] as LogEntry;
    const heads = `${first.seq}:${first.head.slice(0, 16)},${last.seq}:${last.head.slice(0, 16)}`;
    expect(await verify(heads)).toMatchObject({
      ok: false,
      broken: null,
      checkpoints: [{ agrees: true }, { agrees: false }],
    });
    made(await world.kaveri.owner.post("/api/accounts", { name: "Another" }));
    expect((await verify()).ok).toBe(true);
  });
});
