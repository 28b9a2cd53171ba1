import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import journal from "../../db/migrations/meta/_journal.json";
import { FEATURES } from "../../domain/agencies/features.ts";
import { newFolder, startServer } from "../process.ts";
import { type Figures, OWNER, readFigures } from "../released/figures.ts";
import { done, openWorld } from "../world.ts";

// A file of each earlier schema, with what its own version returned. docs/reliability.md explains how to
// make one.

const RELEASED = join(import.meta.dir, "../released");
const NAMES = readdirSync(RELEASED)
  .filter((name) => name.endsWith(".db.gz"))
  .map((name) => name.replace(".db.gz", ""));
/** Released together with the schema after them. */
const NO_VERSION = [
  ...["0000_books", "0005_invoices", "0008_figures_at_any_size"],
  ...["0013_moving_in", "0014_gst_returns", "0016_bills", "0017_gstr2b", "0018_attachments"],
  ...["0019_ledgers", "0020_chain", "0021_tally", "0022_locks", "0024_closings", "0025_sharing"],
  ...["0026_undo", "0027_outbox", "0028_approvals", "0029_series"],
  ...["0031_views_and_approvals", "0032_match_in_closed_books", "0034_row_journal"],
  ...["0035_accounts_and_sessions", "0036_second_factors", "0038_tax_book"],
  ...["0040_credit_ledgers", "0041_settlements", "0042_forms_and_amendments", "0043_tds_sums"],
  ...["0044_common_credit", "0045_late_invoices", "0047_tax_book_start", "0050_import_mappings"],
  ...["0052_send_choice", "0053_features", "0054_views", "0055_notifications"],
  ...["0057_comments", "0058_checklist_items", "0059_month_shared", "0060_responsible"],
];

const tags = journal.entries.map(({ tag }) => tag);

test("every earlier schema is stored as a file", () => {
  const earlier = tags.slice(0, -1).filter((tag) => !NO_VERSION.includes(tag));
  expect(earlier.filter((tag) => !NAMES.includes(tag))).toEqual([]);
});

test.each(NAMES)(
  "a file of %s is migrated, holds the same data and stays intact as a copy",
  async (name) => {
    const town = newFolder();
    const path = join(town.folder, "books.db");
    writeFileSync(path, Bun.gunzipSync(readFileSync(join(RELEASED, `${name}.db.gz`))));
    const world = await openWorld(town.folder);
    const { token } = done(await world.stranger.post("/api/auth/login", OWNER));
    const said: Figures = JSON.parse(readFileSync(join(RELEASED, `${name}.json`), "utf8"));
    expect(await readFigures(world.listen(), token)).toMatchObject({ ...said });
    const { body } = await world.caller(token).get("/api/books/check");
    expect(body).toMatchObject({ ok: true, differences: [] });
    if (!said.features) {
      // From before agencies chose their features: no entry of the sidebar goes away with an update.
      const { features } = (await world.caller(token).get("/api/metadata")).body;
      expect(FEATURES.filter((feature) => features[feature] !== true)).toEqual([]);
    }
    await world.close();

    const copies = readdirSync(town.folder).filter((file) =>
      file.startsWith("books.db.before-schema-"),
    );
    expect(copies).toHaveLength(name === tags.at(-1) ? 0 : 1);
    expect(await countMigrations(path)).toBe(tags.length);
    for (const copy of copies) {
      expect(await countMigrations(join(town.folder, copy))).toBe(tags.indexOf(name) + 1);
    }
    town.remove();
  },
  60_000,
);

test("an old file with totals beyond exact numbers is migrated correctly", async () => {
  const town = newFolder();
  const path = join(town.folder, "books.db");
  const packed = readFileSync(join(RELEASED, "0009_documents_at_any_size.db.gz"));
  writeFileSync(path, Bun.gunzipSync(packed));
  // Not libsql, whose closed connections hold a file until they are collected.
  const file = new Database(path);
  // The old version accepted this amount and then failed to return the total.
  file.run(`INSERT INTO transactions (agency_id, id, date, type, account_id, category_id,
      amount_paise, description, notes, fingerprint, created_by)
    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 2000)
    SELECT agency_id, 'large' || n, '2027-06-01', 'Income', account_id, category_id, 9999999999999,
      description, notes, n, created_by
    FROM n, (SELECT * FROM transactions WHERE type = 'Income' AND source IS NULL LIMIT 1)`);
  file.close();
  const server = await startServer(town.folder);
  const call = async (address: string, init: RequestInit = {}) =>
    (await fetch(`${server.url}/api${address}`, init)).text();
  const login = await call("/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const headers = { authorization: `Bearer ${JSON.parse(login).token}` };
  const june = await call("/transactions?dateFrom=2027-06-01&dateTo=2027-06-30", { headers });
  expect(june).toContain('"income":199999999999980.00');
  expect(await call("/books/check", { headers })).toContain('"ok":true');
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  town.remove();
}, 60_000);

test("rebuilt documents keep the rows that refer to them", async () => {
  const town = newFolder();
  const path = join(town.folder, "books.db");
  writeFileSync(path, Bun.gunzipSync(readFileSync(join(RELEASED, "0015_banking.db.gz"))));
  const count = (file: Database, from: string) =>
    file.query(`SELECT count(*) AS count FROM ${from}`).get();
  const before = new Database(path);
  before.run(`INSERT INTO einvoices SELECT agency_id, id, 'irn', '', '', '', '', 'ACT', created_at
    FROM documents`);
  const registered = count(before, "documents");
  before.close();
  const server = await startServer(town.folder);
  server.child.kill("SIGTERM");
  expect(await server.child.exited).toBe(0);
  const after = new Database(path);
  expect(count(after, "einvoices JOIN documents USING (agency_id, id)")).toEqual(registered);
  expect(after.query("PRAGMA foreign_key_check").all()).toEqual([]);
  after.close();
  town.remove();
}, 60_000);

async function countMigrations(path: string): Promise<number> {
  const file = createClient({ url: `file:${path}` });
  const { rows } = await file.execute("SELECT count(*) AS count FROM __drizzle_migrations");
  file.close();
  return Number(rows[0]?.count);
}
