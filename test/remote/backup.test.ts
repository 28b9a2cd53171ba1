import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBooks } from "../../db/engine/open.ts";
import { newFolder } from "../process.ts";
import { startSqld } from "../sqld.ts";
import { createWorld, made } from "../world.ts";

const ROOT = join(import.meta.dir, "../..");

test("a backup is made of a replica, and becomes the books of another database server", async () => {
  const [here, there] = [newFolder(), newFolder()];
  const db = await startSqld(here.folder);
  const replica = join(here.folder, "replica.db");
  const world = await createWorld({}, { url: db.url, replica });
  const { owner, account, fees } = world.kaveri;
  const links = { accountId: account._id, categoryId: fees._id };
  const entry = { date: "2026-04-01", description: "A film", type: "Income", amount: 5, ...links };
  made(await owner.post("/api/transactions", entry));
  while (!(await world.books.replica?.waitFor(world.books.primary?.position() ?? 0)))
    await Bun.sleep(5);

  const file = join(here.folder, "kept.db");
  const SESSION_SECRET = "of the servers, 32 characters long";
  const env = { ...process.env, DATABASE_URL: db.url, DATABASE_REPLICA: replica, SESSION_SECRET };
  const backup = Bun.spawnSync([process.execPath, "server/backup.ts", file], { cwd: ROOT, env });
  expect(backup.stdout.toString()).toBe(
    `${file} holds 2 agencies with 1 transaction, proved after writing\n`,
  );

  const data = join(there.folder, "sqld/dbs/default");
  mkdirSync(data, { recursive: true });
  copyFileSync(file, join(data, "data"));
  const other = await startSqld(there.folder);
  const books = await openBooks({ url: other.url });
  const rows = "SELECT description, amount_paise AS paise FROM transactions";
  expect(await books.read.all(rows)).toEqual([{ description: "A film", paise: 500 }]);
  expect(await books.read.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);

  books.close();
  await world.end();
  for (const { child } of [db, other]) child.kill("SIGKILL");
  for (const { remove } of [here, there]) remove();
});
