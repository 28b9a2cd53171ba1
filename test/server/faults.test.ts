import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import {
  classifyFault,
  DatabaseError,
  formatTrace,
  toStartupError,
} from "../../db/engine/errors.ts";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

describe("a full disk", () => {
  test("is reported, changes nothing, and ends when there is room", async () => {
    const { owner, account, fees } = world.kaveri;
    const { context, books } = world;
    const said: string[] = [];
    context.log.error = (message) => said.push(message);
    const entry = (description: string) => ({
      date: "2026-04-01",
      description,
      type: "Income",
      amount: 5,
      accountId: account._id,
      categoryId: fees._id,
      notes: "x".repeat(5_000),
    });
    made(await owner.post("/api/transactions", entry("There was room")));
    const before = await owner.get("/api/transactions");

    await books.write.run("VACUUM"); // Leaves no free page for an entry.
    const pages = await books.write.get<{ page_count: number }>("PRAGMA page_count");
    await books.write.run(sql.raw(`PRAGMA max_page_count = ${pages?.page_count}`));
    const refused = await owner.post("/api/transactions", entry("There is none"));
    expect(refused).toMatchObject({
      status: 503,
      body: { message: "The server's disk is full; try again once there is room" },
    });
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(said).toEqual(["The server's disk is full; try again once there is room"]);
    expect(await owner.get("/api/transactions")).toMatchObject({ status: 200, body: before.body });

    await books.write.run("PRAGMA max_page_count = 1000000");
    made(await owner.post("/api/transactions", entry("There is room again")));
    expect((await owner.get("/api/transactions")).body.total).toBe(2);
    expect((await owner.get("/api/books/check")).body.ok).toBe(true);
  });

  test("lets every attachment be read and logs it once there is room", async () => {
    const { owner, account, fees } = world.kaveri;
    const { books } = world;
    const links = { accountId: account._id, categoryId: fees._id };
    const entry = { date: "2026-04-02", description: "With a paper", type: "Income", amount: 5 };
    const { transaction } = made(await owner.post("/api/transactions", { ...entry, ...links }));
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) {
      const path = `/api/attachments?entity=transaction&id=${transaction._id}&name=${n}.pdf`;
      const headers = { "content-type": "application/octet-stream" };
      const bytes = Buffer.from(`%PDF-1.4\n${n}\n%%EOF\n`);
      ids.push(made(await owner.call("POST", path, bytes, headers)).attachment._id);
    }
    const views = async () => (await owner.get("/api/audit?action=VIEW&limit=100")).body.items;
    const before = (await views()).length;

    await books.write.run("VACUUM");
    const pages = await books.write.get<{ page_count: number }>("PRAGMA page_count");
    await books.write.run(sql.raw(`PRAGMA max_page_count = ${pages?.page_count}`));
    const filler = { ...entry, ...links, notes: "x".repeat(5_000) };
    expect((await owner.post("/api/transactions", filler)).status).toBe(503);
    for (let round = 0; round < 20; round++) {
      for (const id of ids) {
        const answer = await owner.get(`/api/attachments/${id}/content`);
        expect(answer.status).toBe(200);
      }
    }
    const logged = (await views()).length;
    expect(logged - before).toBeLessThan(240);

    await books.write.run("PRAGMA max_page_count = 1000000");
    await owner.get(`/api/attachments/${ids[0]}/content`);
    const { total } = (await owner.get("/api/audit?action=VIEW&limit=1")).body;
    expect(total - before).toBe(241);
    expect((await owner.get("/api/audit/verify")).body.ok).toBe(true);
  });
});

test("a write that fills the disk ends with that error", async () => {
  const { books } = world;
  const pages = await books.write.get<{ page_count: number }>("PRAGMA page_count");
  await books.write.run(sql.raw(`PRAGMA max_page_count = ${(pages?.page_count ?? 0) + 3}`));
  const write = writeTransaction({ books }, async (tx) => {
    for (let n = 0; n < 20; n++) {
      await tx.run(sql`INSERT INTO logos (agency_id, id, type, bytes)
        VALUES (1, ${`logo ${n}`}, 'image/png', randomblob(30000))`);
    }
  });
  expect(await write.catch(classifyFault)).toBe("full");
  await books.write.run("PRAGMA max_page_count = 1000000");
  expect(await books.read.all("SELECT id FROM logos")).toEqual([]);
});

test("a start on a full disk reports it, even from a general failure", () => {
  const failure = Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_SHMSIZE" });
  const refusal = toStartupError("/proc/books.db", failure) as Error;
  expect(refusal.message).toBe("/proc/books.db cannot be opened: its disk is full");
  const path = join(world.folder, "books.db");
  expect((toStartupError(path, failure) as Error).message).toBe(
    `${path} cannot be opened: its disk failed`,
  );
});

describe("the record of a failure", () => {
  test("never quotes the data to be written", () => {
    const params = ["a description", "$argon2id$v=19$m=65536"];
    const error = Object.assign(new Error(`Failed query: INSERT …\nparams: ${params}`), {
      query: "INSERT …",
      cause: new Error("UNIQUE constraint failed: users.email"),
    });
    expect(formatTrace(error)).toContain("Failed query: INSERT …");
    expect(formatTrace(error)).toEndWith("UNIQUE constraint failed: users.email");
    for (const param of params) expect(formatTrace(error)).not.toContain(param);
  });

  test("recognizes disk errors by code in any thread, never by message", () => {
    const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    expect(classifyFault(new Error("Failed query", { cause: full }))).toBe("full");
    const failing = Object.assign(new Error(""), { code: "SQLITE_IOERR_WRITE" });
    expect(classifyFault(failing)).toBe("failing");
    expect(classifyFault(new DatabaseError("damaged", "in a thread"))).toBe("damaged");
    expect(classifyFault(new Error("SQLITE_FULL, says the description"))).toBeUndefined();
  });
});
