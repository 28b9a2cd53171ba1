import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Client, InArgs } from "@libsql/client";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql";
import { selectEntries as rowsOfLog, selectIds } from "../../db/agencies/auditLog.ts";
import { readShares } from "../../db/closing/share.ts";
import { clientStore, listClients } from "../../db/documents/clients.ts";
import { INVOICE_LIST } from "../../db/documents/listInvoices.ts";
import { selectPage } from "../../db/documents/listPage.ts";
import { listReceipts, RECEIPT_LIST } from "../../db/documents/listReceipts.ts";
import type { Read } from "../../db/engine/books.ts";
import { accountStore } from "../../db/ledger/accounts.ts";
import { categoryStore } from "../../db/ledger/categories.ts";
import { selectSums } from "../../db/ledger/rollup.ts";
import { matching, type Narrowed, selectRows } from "../../db/ledger/rows.ts";
import { listSpans } from "../../db/undo/operations.ts";
import { verifyInvoices } from "../../db/verify/invoices.ts";
import { derive } from "../../db/verify/rollups.ts";
import type { Paise } from "../../domain/money.ts";
import { createWorld, made, type World } from "../world.ts";
import { overhearWrites } from "./overheard.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const MONTH = { dateFrom: "2026-04-01", dateTo: "2026-04-30" };

async function explainQuery(filter: Narrowed): Promise<string> {
  const keys = sql`${matching(1, filter, sql`entry, date`)} ORDER BY date DESC, entry DESC LIMIT 10`;
  const steps = await world.books.read.all<{ detail: string }>(
    sql`EXPLAIN QUERY PLAN ${selectRows(1, keys, "newest")}`,
  );
  return steps.map(({ detail }) => detail).join("\n");
}

describe("a page of the list", () => {
  test.each<[string, Narrowed, RegExp]>([
    [
      "a month",
      MONTH,
      /SEARCH t USING COVERING INDEX transactions_by_date \(agency_id=\? AND date>\? AND date<\?\)/,
    ],
    ["everything", {}, /SEARCH t USING COVERING INDEX transactions_by_date \(agency_id=\?\)/],
    ["amounts", { minAmount: 5 as Paise }, /USING COVERING INDEX transactions_by_date/],
    [
      "the days named by the rollup",
      { accountId: "a", days: ["2026-04-01"] },
      /SEARCH t USING COVERING INDEX transactions_by_date \(agency_id=\? AND date=\?\)/,
    ],
    [
      "words",
      { q: "rent" },
      /SCAN transactions_search VIRTUAL TABLE[\s\S]*SEARCH t USING INTEGER PRIMARY KEY/,
    ],
    [
      "words in a month",
      { ...MONTH, q: "rent" },
      /SEARCH transactions USING COVERING INDEX transactions_by_date \(agency_id=\? AND date=\?\)/,
    ],
  ])("of %s walks its index and reads complete rows by key", async (_, filter, expected) => {
    const plan = await explainQuery(filter);
    expect(plan).toMatch(expected);
    expect(plan).toMatch(/SEARCH t USING INTEGER PRIMARY KEY \(rowid=\?\)/);
    expect(plan).not.toMatch(/SCAN t\b/);
  });

  test("needs no sort for a month before it has its ten keys", async () => {
    for (const filter of [MONTH, {}]) {
      const plan = await explainQuery(filter);
      expect(plan.split("USE TEMP B-TREE").length - 1).toBeLessThanOrEqual(1);
    }
  });
});

test("totals read the rollups and no transactions", async () => {
  for (const filter of [
    {},
    MONTH,
    { accountId: "a", dateFrom: "2025-04-15" },
    { type: "Income" as const },
  ]) {
    const steps = await world.books.read.all<{ detail: string }>(
      sql`EXPLAIN QUERY PLAN ${selectSums(1, filter)}`,
    );
    const plan = steps.map(({ detail }) => detail).join("\n");
    expect(plan).toContain("SEARCH");
    expect(plan).not.toContain("transactions");
    expect(plan).not.toMatch(/SCAN (daily|monthly)/);
  }
});

test("a check of the books reads transactions in index order and sorts none", async () => {
  const asked: SQL[] = [];
  const all = async (query: SQL) => {
    asked.push(query);
    return [];
  };
  const dates = sql`agency_id = 1 AND date >= '2026-04' AND date < '2026-05'`;
  await derive({ all } as unknown as Read, dates, new Map());
  const steps = await world.books.read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${asked[0]}`);
  expect(steps.map(({ detail }) => detail)).toEqual([
    "SEARCH transactions USING COVERING INDEX transactions_by_date (agency_id=? AND date>? AND date<?)",
  ]);
});

test("a check of the books reads the lines of an invoice by key", async () => {
  const { asked, heard, $client } = overheard(world.books.write);
  await verifyInvoices(heard, 1);
  const { sql, args } = asked.find(({ sql }) =>
    sql.includes("document_lines"),
  ) as (typeof asked)[number];
  const { rows } = await $client.execute({
    sql: `EXPLAIN QUERY PLAN ${sql}`,
    args: args as string[],
  });
  expect(rows.map(({ detail }) => detail)).toContain(
    "SEARCH l USING INDEX sqlite_autoindex_document_lines_1 (agency_id=? AND document_id=?)",
  );
});

test("a page of invoices walks its filter's index and reads ten rows by key", async () => {
  const tenant = { books: world.books, agencyId: 1, userId: "u", role: "owner" as const };
  for (const [filter, index, window = { offset: 20 }] of [
    [{}, "COVERING INDEX documents_by_date (agency_id=? AND family=?)"],
    [
      {},
      "COVERING INDEX documents_by_date (agency_id=? AND family=? AND date=?)",
      { days: ["2026-04-01"], offset: 3 },
    ],
    [MONTH, "COVERING INDEX documents_by_date (agency_id=? AND family=? AND date>? AND date<?)"],
    [
      { status: "SENT" as const },
      "INDEX documents_by_status (agency_id=? AND family=? AND status=?)",
    ],
    [
      { clientId: "c" },
      "COVERING INDEX documents_by_client (agency_id=? AND client_id=? AND family=?)",
    ],
    [{ status: "UNPAID" as const }, "INDEX documents_due (agency_id=? AND family=?)"],
    [
      { status: "OVERDUE" as const },
      "INDEX documents_due (agency_id=? AND family=? AND due_date<?)",
    ],
  ] as [
    Parameters<typeof INVOICE_LIST.onDays>[0],
    string,
    { offset: number; days?: string[] }?,
  ][]) {
    const query = selectPage(tenant, INVOICE_LIST, filter, window, 10).getSQL();
    const steps = await world.books.read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`);
    const plan = steps.map(({ detail }) => detail);
    expect(plan[0]).toStartWith("SEARCH documents USING INDEX sqlite_autoindex_documents");
    expect(plan).toContain(`SEARCH documents USING ${index}`);
  }
});

test("changing an account, a category or a client scans no rows that refer to it", async () => {
  const { owner, account, rent } = world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Asha & Sons" }));
  const { body } = await owner.get("/api/auth/me");
  const { $client } = overheard(world.books.write);
  const { asked, books } = overhearWrites(world.books);
  const tenant = { books, agencyId: 1, userId: body.user._id, role: "owner" as const };
  await accountStore.change(tenant, account._id, { name: "HDFC" });
  await categoryStore.change(tenant, rent._id, { name: "Rent of the studio" });
  await clientStore.change(tenant, client._id, { phone: "98500 63321" });

  const updates = asked.filter(({ sql }) => /^update "(accounts|categories|clients)"/.test(sql));
  expect(updates.length).toBe(3);
  for (const { sql, args } of updates) {
    const steps = await $client.execute({ sql: `EXPLAIN ${sql}`, args });
    const writes = steps.rows.map(({ opcode }) => opcode);
    expect(writes).toContain("Insert");
    expect(writes).not.toContain("FkCounter"); // It would scan the rows that refer to the record.
  }
});

test("a page of the audit log reads its date index and only the payloads it shows", async () => {
  const filter = { entity: "Account" as const };
  const owner = { agencyId: 1 };
  const ids = selectIds(owner, filter, { days: ["2026-04-01"], offset: 3 }, 50);
  const query = rowsOfLog(world.books.read, owner, ids).getSQL();
  const steps = await world.books.read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`);
  const plan = steps.map(({ detail }) => detail);
  expect(plan[0]).toBe(
    "SEARCH audit_log USING INDEX sqlite_autoindex_audit_log_1 (agency_id=? AND id=?)",
  );
  expect(plan).toContain(
    "SEARCH e USING COVERING INDEX audit_log_by_moment (agency_id=? AND at>? AND at<?)",
  );
});

test("a user's last operations are read from the log's end, by key", async () => {
  const { asked, heard, $client } = overheard(world.books.read);
  const tenant = { books: world.books, agencyId: 1, userId: "u", role: "owner" as const };
  await listSpans(heard, tenant);
  const [query] = asked as [{ sql: string; args: InArgs }];
  const { rows } = await $client.execute({ ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` });
  const plan = rows.map(({ detail }) => String(detail));
  expect(plan).toContain("SEARCH z USING INDEX audit_log_chain (agency_id=? AND seq=?)");
  expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual(["SCAN done", "SCAN done"]);
});

test("a page of receipts walks the date index and reads ten rows by key", async () => {
  const tenant = { books: world.books, agencyId: 1, userId: "u", role: "owner" as const };
  for (const [window, index] of [
    [{ offset: 20 }, "(agency_id=?)"],
    [{ days: ["2026-04-01"], offset: 3 }, "(agency_id=? AND date=?)"],
  ] as [{ offset: number; days?: string[] }, string][]) {
    const query = selectPage(tenant, RECEIPT_LIST, { mode: "Cash" }, window, 10);
    const steps = await world.books.read.all<{ detail: string }>(
      sql`EXPLAIN QUERY PLAN ${query.getSQL()}`,
    );
    const plan = steps.map(({ detail }) => detail);
    expect(plan[0]).toStartWith("SEARCH receipts USING INDEX sqlite_autoindex_receipts");
    expect(plan).toContain(`SEARCH receipts USING COVERING INDEX receipts_by_date ${index}`);
  }
});

test("receipts of a rare mode are searched on their days, not in all receipts", async () => {
  const { asked, heard } = overheard(world.books.read);
  const books = { ...world.books, read: heard };
  const tenant = { books, agencyId: 1, userId: "u", role: "owner" as const };
  await listReceipts(tenant, { mode: "Cheque", page: 1, limit: 10 });
  expect(asked.map(({ sql }) => sql).join()).toMatch(
    /FROM receipt_days\s[\s\S]*mode = \?[\s\S]*GROUP BY date/,
  );
});

test("the sharing of a month's documents is read by index, not from the whole log", async () => {
  const { asked, heard, $client } = overheard(world.books.read);
  await readShares(heard, { agencyId: 1 }, { dateFrom: "2026-04", dateTo: "2027-03" });
  const [query] = asked as [{ sql: string; args: InArgs }];
  const { rows } = await $client.execute({ ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` });
  const plan = rows.map(({ detail }) => String(detail));
  expect(plan).toContain("SEARCH a USING INDEX audit_log_views (agency_id=? AND <expr>=?)");
  expect(plan.filter((step) => step.startsWith("SCAN"))).toEqual([]);
});

test("clients are listed with their balance without reading invoices", async () => {
  const { asked, heard } = overheard(world.books.read);
  const books = { ...world.books, read: heard };
  await listClients({ books, agencyId: 1, userId: "u", role: "owner" });
  expect(asked.map(({ sql }) => sql).join()).toContain("client_dues");
  expect(asked.map(({ sql }) => sql).join()).not.toMatch(/from "?documents/i);
});

function overheard(connection: World["books"]["read"]) {
  const asked: { sql: string; args: unknown[] }[] = [];
  const logger = { logQuery: (sql: string, args: unknown[]) => void asked.push({ sql, args }) };
  const { $client } = connection as unknown as { $client: Client };
  return { asked, heard: drizzle($client, { logger }), $client };
}
