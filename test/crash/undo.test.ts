import { expect, test } from "bun:test";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { newFolder, registerOwner, startServer } from "../process.ts";
import { poster, sender } from "./rounds.ts";

const ROUNDS = 2;
const WRITERS = 4;
const LONGEST_MS = 1_000;

/** State of an unfinished undo and row snapshots without a log entry: neither may remain. */
const LEFT = `SELECT (SELECT count(*) FROM undo_states) AS states, (SELECT count(*) FROM row_images i
  WHERE seq > (SELECT max(seq) FROM audit_log a WHERE a.agency_id = i.agency_id)) AS strays`;

/** Months marked as closed that the lock does not cover. */
const OPEN_YET_CLOSED = `SELECT count(*) AS count FROM closings c JOIN locks l USING (agency_id)
  WHERE c.reopened_at = '' AND l.locked_to < c.month || '-31'`;

test("a server killed during undo, redo, locks and closing keeps each complete or not at all", async () => {
  const { folder, remove } = newFolder();
  let server = await startServer(folder, { LOG_LEVEL: "error" });
  const { headers: founder } = await registerOwner(server.url);
  const post = poster(server.url, founder);
  const make = (path: string, body: object) =>
    post({ method: "POST", path, body: JSON.stringify(body) });
  const { account } = await make("/accounts", { name: "Till" });
  const { category } = await make("/categories", { name: "Cabs", type: "Expense" });
  // Another owner works, because an undo of the same user could reach both operations.
  const ravi = { email: "ravi@crash.test", password: "ravi's own" };
  await make("/users/team", { ...ravi, name: "Ravi", role: "owner" });
  const { token } = await make("/auth/login", ravi);
  const headers = { authorization: `Bearer ${token}` };
  const send = (method: "POST" | "PUT", path: string, body: object) =>
    sender(server.url, headers)({ method, path, body: JSON.stringify(body) });
  const undone = new Map<string, string>();
  const locked = new Set<string>();
  const closed = new Set<string>();
  const enter = (date: string, n: number) => {
    const entry = { date, description: `Cab ${n}`, type: "Expense", amount: 1 + n };
    return send("POST", "/transactions", {
      ...entry,
      accountId: account._id,
      categoryId: category._id,
    });
  };

  async function work(onRound: () => void) {
    for (let n = 0; ; n++) {
      const added = await enter("2026-10-05", n);
      await added.json();
      const operation = added.headers.get("x-operation") ?? "";
      const answer = await send("POST", `/operations/${operation}/undo`, {});
      if (answer.status === 201) undone.set(operation, (await answer.json()).operation);
      const again = [...undone.values()].at(-1);
      if (n % 2 && again) await (await send("POST", `/operations/${again}/undo`, {})).text();
      await (await send("POST", "/undo", {})).text();
      await (await send("POST", "/redo", {})).text();
      const to = `2020-01-${String(1 + (n % 28)).padStart(2, "0")}`;
      const lock = await send("PUT", "/locks", { lockedTo: to, reason: "A round" });
      const movedBy = lock.headers.get("x-operation");
      if (movedBy) locked.add(movedBy); // Unset if another writer has just moved it there.
      await lock.text();
      const closing = await send("POST", "/close/2020-01", {});
      if (closing.status === 201) closed.add((await closing.json()).closing._id);
      if (movedBy && answer.status === 201 && closed.size > 0) onRound();
    }
  }

  for (let round = 0; round < ROUNDS; round++) {
    // A freshly started server may take longer than a round for its first undo.
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const working = Array.from({ length: WRITERS }, () => work(resolve).catch(() => {}));
    const moment = begun.then(() => Bun.sleep(Math.random() * LONGEST_MS));
    const killed = moment.then(() => server.child.kill("SIGKILL"));
    await Promise.all([...working, killed, server.child.exited]);
    const file = createClient({ url: `file:${join(folder, "books.db")}` });
    const left = await file.execute(LEFT);
    expect([left.rows[0]?.states, left.rows[0]?.strays]).toEqual([0, 0]);
    const links = await file.execute("SELECT undone_by FROM undos");
    const known = new Set(links.rows.map((row) => row.undone_by));
    expect([...undone.values()].filter((by) => !known.has(by))).toEqual([]);
    const locks = await file.execute("SELECT operation FROM audit_log WHERE entity = 'Lock'");
    const moved = new Set(locks.rows.map((row) => row.operation));
    expect([...locked].filter((by) => !moved.has(by))).toEqual([]);
    const closings = await file.execute("SELECT id FROM closings");
    const kept = new Set(closings.rows.map(({ id }) => id));
    expect([...closed].filter((id) => !kept.has(id))).toEqual([]);
    expect((await file.execute(OPEN_YET_CLOSED)).rows[0]?.count).toBe(0);
    file.close();
    server = await startServer(folder, { LOG_LEVEL: "error" });
    const look = async (path: string) =>
      (await fetch(`${server.url}/api${path}`, { headers })).json();
    expect(await look("/books/check")).toMatchObject({ ok: true, differences: [] });
    expect(await look("/audit/verify")).toMatchObject({ ok: true, records: { differences: [] } });
    const { lockedTo } = await look("/locks");
    expect(lockedTo).toMatch(/^2020-01-/);
    expect((await enter(lockedTo, 0)).status).toBe(409);
  }
  expect(undone.size).toBeGreaterThanOrEqual(ROUNDS);
  expect(locked.size).toBeGreaterThanOrEqual(ROUNDS);
  expect(closed.size).toBeGreaterThan(0);
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  remove();
}, 300_000);
