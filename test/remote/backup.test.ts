import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { getAttachmentStore } from "../../db/attachments/store.ts";
import { verifyAttachments } from "../../db/attachments/verify.ts";
import { openBooks } from "../../db/open/open.ts";
import { newFolder } from "../process.ts";
import { startSqld } from "../sqld.ts";
import { createWorld, made } from "../world.ts";

const HAS_PAPERS = "SELECT name FROM sqlite_schema WHERE name = 'paper_bytes'";
const ROOT = join(import.meta.dir, "../..");

test("backs up a replica and restores it on another database server", async () => {
  const [here, there] = [newFolder(), newFolder()];
  const db = await startSqld(here.folder);
  const replica = join(here.folder, "replica.db");
  const world = await createWorld({}, { url: db.url, replica });
  const { owner, account, fees } = world.kaveri;
  const links = { accountId: account._id, categoryId: fees._id };
  const entry = { date: "2026-04-01", description: "A film", type: "Income", amount: 5, ...links };
  made(await owner.post("/api/transactions", entry));
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const paper = `%PDF-1.7 ${"paper ".repeat(100_000)}`;
  const query = `entity=client&id=${client._id}&name=bill.pdf`;
  const { attachment } = made(await owner.call("POST", `/api/attachments?${query}`, paper));
  while (!(await world.books.replica?.waitFor(world.books.primary?.position() ?? 0)))
    await Bun.sleep(5);

  const file = join(here.folder, "kept.db");
  const SESSION_SECRET = "of the servers, 32 characters long";
  const env = { ...process.env, DATABASE_URL: db.url, DATABASE_REPLICA: replica, SESSION_SECRET };
  const backup = Bun.spawnSync([process.execPath, "server/backup.ts", file], { cwd: ROOT, env });
  expect(backup.stdout.toString()).toBe(
    `${file} holds 2 agencies with 1 transaction and 1 attachment, verified after writing\n`,
  );

  const data = join(there.folder, "sqld/dbs/default");
  mkdirSync(data, { recursive: true });
  copyFileSync(file, join(data, "data"));
  const other = await startSqld(there.folder);
  const books = await openBooks({ url: other.url });
  const rows = "SELECT description, amount_paise AS paise FROM transactions";
  expect(await books.read.all(rows)).toEqual([{ description: "A film", paise: 500 }]);
  expect(await books.read.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);

  expect((await verifyAttachments(books, 1, "")).checked).toBe(1);
  books.close();

  const local = await openBooks({ url: `file:${file}` });
  const { checked, wrong } = await verifyAttachments(local, 1, "");
  expect([checked, wrong]).toEqual([1, []]);
  expect(await local.read.all(HAS_PAPERS)).toEqual([]);
  const { sha256 } = attachment;
  expect(await getAttachmentStore(local).read.all(HAS_PAPERS)).toHaveLength(1);
  expect(await getAttachmentStore(local).read.all("SELECT sha256 FROM paper_bytes")).toEqual([
    { sha256 },
  ]);
  local.close();
  await world.end();
  for (const { child } of [db, other]) child.kill("SIGKILL");
  for (const { remove } of [here, there]) remove();
});
