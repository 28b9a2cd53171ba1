import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import * as fc from "fast-check";
import { confirmAuthenticator, startAuthenticator } from "../../db/agencies/authenticator.ts";
import type { Books, Write } from "../../db/engine/books.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { categoryStore } from "../../db/ledger/categories.ts";
import { addShareLink, endShareLink } from "../../db/sharing/shareLinks.ts";
import { listTables } from "../../db/tables/journalTriggers.ts";
import { schemaModules } from "../../db/tables/schema.ts";
import { JOURNALED } from "../../db/tables/tables.ts";
import { verifyAgencyLog, verifyRecords } from "../../db/verify/log.ts";
import { openDemoBooks } from "../demoBooks.ts";
import { newFolder } from "../process.ts";
import { countRounds } from "../rounds.ts";
import { appCode } from "../server/factors.ts";
import { BY_HAND, OWNER } from "./forgeries.ts";

// Rows of the demo changed by SQL with the triggers dropped and restored. Each change is rolled back.

const { folder, remove } = newFolder();
let books: Books;
let agencyId = 0;
beforeAll(async () => {
  ({ books } = await openDemoBooks(folder));
  const [agency] = await books.write.all<{ id: number }>(sql`SELECT id FROM agencies`);
  agencyId = agency?.id ?? 0;
  await prepare();
});
afterAll(() => {
  books.close();
  remove();
});

async function prepare(): Promise<void> {
  const [owner] = await books.write.all<{ id: string; name: string; email: string }>(
    sql.raw(`SELECT id, name, email FROM users WHERE id = ${OWNER}`),
  );
  if (!owner) throw new Error("The demo has no owner");
  const tenant: Tenant = { books, agencyId, userId: owner.id, role: "owner" };
  const person = { ...owner, isMultiFactor: false };
  const site = { origin: "http://localhost", secret: "a secret of the tests" };
  const visitor = { email: owner.email, address: "192.0.2.1" };
  const { secret } = await startAuthenticator(tenant, person, site);
  await confirmAuthenticator(tenant, appCode(secret), person, { visitor, site });
  const [invoice] = await books.write.all<{ id: string }>(
    sql`SELECT id FROM documents WHERE family = 'INVOICES' AND status = 'SENT' LIMIT 1`,
  );
  const shared = { entity: "invoice", id: invoice?.id ?? "", expires: "never" } as const;
  const { _id } = await addShareLink(tenant, shared, (token) => token);
  await endShareLink(tenant, _id);
}

interface Found {
  changed: number;
  records: string[];
}

async function forge(change: (tx: Write) => Promise<number>): Promise<Found> {
  const found: Found = { changed: 0, records: [] };
  const rollback = new Error("rolled back");
  await books.write
    .transaction(async (one) => {
      const tx = one as unknown as Write;
      await tx.run(sql`PRAGMA defer_foreign_keys = ON`);
      const triggers = await tx.all<{ name: string; sql: string }>(
        sql`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
      );
      for (const { name } of triggers) await tx.run(sql.raw(`DROP TRIGGER ${name}`));
      found.changed = await change(tx);
      for (const trigger of triggers) await tx.run(sql.raw(trigger.sql));
      const { differences } = await verifyRecords(tx, agencyId, true);
      found.records = differences.map(({ _id }) => _id);
      // In a changed log, only the entry where the chain breaks is known.
      if (differences.length === 0) {
        found.records = (await verifyAgencyLog(tx, agencyId)).map(({ where }) => where);
      }
      throw rollback;
    })
    .catch((error) => {
      if (error !== rollback) throw error;
    });
  return found;
}

const run = async (tx: Write, statement: string) => (await tx.run(sql.raw(statement))).rowsAffected;

test("finds nothing in the untouched demo", async () => {
  expect(await forge(() => Promise.resolve(0))).toEqual({ changed: 0, records: [] });
});

test.each(Object.entries(BY_HAND))("finds %s", async (_, statements) => {
  const { changed, records } = await forge(async (tx) => {
    let last = 0;
    for (const one of statements) last = await run(tx, one);
    return last;
  });
  expect(changed).toBeGreaterThan(0);
  expect(records).not.toEqual([]);
});

const TABLES = listTables(schemaModules);
const NAMES = [...Object.keys(JOURNALED), "imports", "import_digests"];

interface Forgery {
  table: string;
  row: number;
  action: "delete" | "insert" | "update";
  column: number;
}

const forgeries: fc.Arbitrary<Forgery> = fc.record({
  table: fc.constantFrom(...NAMES),
  row: fc.nat({ max: 999 }),
  action: fc.constantFrom(
    "update" as const,
    "update" as const,
    "delete" as const,
    "insert" as const,
  ),
  column: fc.nat(),
});

function listColumns(name: string): string[] {
  const { agency = "agency_id", derived = [] } = JOURNALED[name] ?? {};
  const ignored = new Set([agency, ...derived, ...(name === "imports" ? HELD : [])]);
  const { columns } = getTableConfig(TABLES.get(name) as SQLiteTable);
  return columns.map((column) => column.name).filter((column) => !ignored.has(column));
}
const HELD = ["state", "held_until", "exception_id"];

/** Makes a change and returns the ids that may name its record; none if the table has no such row. */
async function apply(tx: Write, forgery: Forgery, nth: number): Promise<string[]> {
  const { table, action } = forgery;
  const name = sql.raw(table);
  const { record, agency = "agency_id" } = JOURNALED[table] ?? {
    record: table === "imports" ? "id" : "import_id",
  };
  const [count] = await tx.all<{ count: number }>(sql`SELECT count(*) AS count FROM ${name}`);
  const offset = Math.floor((forgery.row / 1_000) * (count?.count ?? 0));
  const [row] = await tx.all<Record<string, string | number | null> & { at: number }>(
    sql`SELECT rowid AS at, * FROM ${name} LIMIT 1 OFFSET ${offset}`,
  );
  if (!row || String(row[record]).includes("forged")) return [];
  // A missing imported transaction is named by its import.
  const ids = [record ? String(row[record]) : table, String(row.import_id ?? "")];
  if (action === "delete") {
    await tx.run(sql`DELETE FROM ${name} WHERE rowid = ${row.at}`);
    return ids;
  }
  if (action === "insert") {
    if (!record) return [];
    const columns = getTableConfig(TABLES.get(table) as SQLiteTable).columns;
    const names = columns.filter((column) => column.name !== "entry" && !column.generated);
    const key = typeof row[record] === "number" ? 9_000 + nth : `forged${nth}`;
    const values = names.map(({ name: column }) =>
      column === record || UNIQUE.test(column) ? sql`${key}` : sql.raw(column),
    );
    await tx.run(sql`INSERT INTO ${name} (${sql.raw(names.map((one) => one.name).join())})
      SELECT ${sql.join(values, sql`, `)} FROM ${name} WHERE rowid = ${row.at}`);
    return [String(key)];
  }
  const columns = listColumns(table).filter((column) => column !== agency);
  const column = columns[forgery.column % columns.length] ?? "";
  const value = row[column];
  const forged = typeof value === "number" ? value + 1 : forgeText(String(value ?? ""));
  await tx.run(sql`UPDATE ${name} SET ${sql.raw(column)} = ${forged} WHERE rowid = ${row.at}`);
  return column === record ? [...ids, String(forged)] : ids;
}

/** Changes a text. An index reads fields of some JSON, which has to stay valid. */
function forgeText(text: string): string {
  if (text.startsWith("{")) return text.replace("{", `{"forged":1${text === "{}" ? "" : ","}`);
  return text.startsWith("[") ? `${text} ` : `${text}forged`;
}

const UNIQUE = /digest|name_key|number$|irn/;
const AT_ONCE = 16;

test("finds many random changes and names their records", async () => {
  const all = fc.sample(forgeries, { seed: 40, numRuns: countRounds(400) });
  let count = 0;
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const made: { forgery: Forgery; ids: string[] }[] = [];
    const { records } = await forge(async (tx) => {
      await tx.run(sql`PRAGMA ignore_check_constraints = ON`);
      for (const [nth, forgery] of all.slice(at, at + AT_ONCE).entries()) {
        // A unique index refuses a key of another row.
        const ids = await apply(tx, forgery, at + nth).catch((error) => {
          if (/UNIQUE/.test(String(error.cause))) return [];
          throw error;
        });
        if (ids.length > 0) made.push({ forgery, ids });
      }
      return made.length;
    });
    expect(made.filter(({ ids }) => !ids.some((id) => records.includes(id)))).toEqual([]);
    count += made.length;
  }
  expect(count).toBeGreaterThanOrEqual(all.length / 2);
});

test("finds what the triggers recorded, even after later writes by bahi", async () => {
  const [client] = await books.write.all<{ id: string }>(sql`SELECT max(id) AS id FROM clients`);
  const id = client?.id ?? "";
  await books.write.run(sql`UPDATE clients SET email = 'x@y.z' WHERE id = ${id}`);
  const named = async () =>
    (await verifyRecords(books.read, agencyId, true)).differences.map(({ _id }) => _id);
  expect(await named()).toEqual([id]);
  const [owner] = await books.read.all<{ id: string }>(sql.raw(`SELECT ${OWNER} AS id`));
  const tenant = { books, agencyId, userId: owner?.id ?? "", role: "owner" } as const;
  const category = { name: "Forged", type: "Expense", ledger: "", isActive: true } as const;
  await categoryStore.add(tenant, category);
  expect(await named()).toEqual([id]);
});
