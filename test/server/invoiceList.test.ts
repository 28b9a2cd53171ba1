import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createWorld, made, type World } from "../world.ts";
import { INVOICE_COLUMNS } from "./billing.ts";

let world: World;
const clients: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  for (const displayName of ["Asha", "Bela", "Chitra 100%"]) {
    const client = { displayName, billingName: `${displayName} Ltd` };
    clients.push(made(await world.kaveri.owner.post("/api/clients", client)).client._id);
  }
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      for (const step of steps) await live(step);
    }),
    { numRuns: 12, seed: 7 },
  );
});
afterAll(() => world.end());

interface Step {
  client: number;
  day: number;
  rate: number;
  due: string;
  ends: "draft" | "sent" | "part" | "paid" | "cancelled";
}
const history: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    client: fc.integer({ min: 0, max: 2 }),
    day: fc.integer({ min: 1, max: 28 }),
    rate: fc.integer({ min: 1, max: 5_000_00 }),
    due: fc.constantFrom("", "2026-11-01", "2099-01-01"),
    ends: fc.constantFrom("draft", "sent", "part", "paid", "cancelled"),
  }),
  { minLength: 1, maxLength: 8 },
);

async function live({ client, day, rate, due, ends }: Step) {
  const { owner, account } = world.kaveri;
  const invoice = made(
    await owner.post("/api/invoices", {
      clientId: clients[client],
      date: `2026-10-${String(day).padStart(2, "0")}`,
      dueDate: due,
      items: [{ description: "Work", qty: 1, rate: rate / 100 }],
    }),
  );
  const path = `/api/invoices/${invoice._id}`;
  if (ends === "draft") return;
  await owner.post(`${path}/send`, {});
  if (ends === "cancelled") await owner.post(`${path}/cancel`, {});
  if (ends !== "part" && ends !== "paid") return;
  const whole = { date: "2026-10-30", mode: "UPI", accountId: account._id };
  const amount = ends === "paid" ? invoice.grandTotal : 0.01;
  const { payment } = made(await owner.post(`${path}/payments`, { ...whole, amount }));
  if (rate % 3 === 0) await owner.delete(`/api/payments/${payment._id}`);
}

interface Row {
  _id: string;
  invoiceNumber: string;
  date: string;
  dueDate: string;
  status: string;
  clientId: { _id: string; displayName: string };
  grandTotal: number;
  received: number;
  tds: number;
}

async function everything(filter: string): Promise<{ rows: Row[]; totals: object; total: number }> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { body } = await world.kaveri.staff.get(`/api/invoices?limit=7&page=${page}&${filter}`);
    rows.push(...body.items);
    expect(body.totalPages).toBe(Math.ceil(body.total / 7));
    if (body.items.length === 0) return { rows, totals: body.totals, total: body.total };
  }
}

const rupees = (rows: Row[], figure: (row: Row) => number) =>
  rows
    .filter(({ status }) => status !== "CANCELLED")
    .reduce((sum, row) => sum + Math.round(figure(row) * 100), 0) / 100;

const FILTERS: [string, (row: Row) => boolean][] = [
  ["", () => true],
  ["status=DRAFT", ({ status }) => status === "DRAFT"],
  ["status=SENT", ({ status }) => status === "SENT"],
  ["status=PARTIALLY_PAID", ({ status }) => status === "PARTIALLY_PAID"],
  ["status=PAID", ({ status }) => status === "PAID"],
  ["status=UNPAID", ({ status }) => ["SENT", "PARTIALLY_PAID"].includes(status)],
  ["status=CANCELLED", ({ status }) => status === "CANCELLED"],
  [
    "status=OVERDUE",
    ({ status, dueDate }) =>
      ["SENT", "PARTIALLY_PAID"].includes(status) && dueDate === "2026-11-01",
  ],
  [
    "dateFrom=2026-10-10&dateTo=2026-10-20",
    ({ date }) => date >= "2026-10-10" && date <= "2026-10-20",
  ],
  [
    "dateTo=2026-10-05&status=SENT",
    ({ date, status }) => date <= "2026-10-05" && status === "SENT",
  ],
  ["q=BELA", ({ clientId }) => clientId.displayName === "Bela"],
  ["q=100%25", ({ clientId }) => clientId.displayName === "Chitra 100%"],
  ["q=inv/00000", ({ invoiceNumber }) => invoiceNumber.includes("INV/00000")],
  [
    "q=asha&dateFrom=2026-10-12",
    ({ clientId, date }) => clientId.displayName === "Asha" && date >= "2026-10-12",
  ],
];

describe("the list of invoices", () => {
  test.each(FILTERS)(
    "?%s: returns its rows, newest first, with their totals",
    async (filter, holds) => {
      const all = (await everything("")).rows;
      const { rows, totals, total } = await everything(filter);
      expect(rows.map(({ _id }) => _id)).toEqual(all.filter(holds).map(({ _id }) => _id));
      expect(rows.length, "there is something to list").toBeGreaterThan(0);
      expect(total).toBe(rows.length);
      const issued = rows.filter(({ status }) => status !== "DRAFT");
      expect(totals).toEqual({
        grandTotal: rupees(issued, ({ grandTotal }) => grandTotal),
        received: rupees(issued, ({ received }) => received),
        tds: 0,
        balanceDue: rupees(issued, ({ grandTotal, received }) => grandTotal - received),
        drafts: rows.length - issued.length,
      });
      const order = rows.map(({ date, invoiceNumber }) => `${date} ${invoiceNumber}`);
      expect(order).toEqual([...order].sort().reverse());
    },
  );

  test("filters by client", async () => {
    const { rows } = await everything(`clientId=${clients[1]}`);
    expect(rows).toEqual((await everything("q=bela")).rows);
  });

  test.each([
    ["status=OPEN", "Status must be one of DRAFT, SENT, PARTIALLY_PAID, PAID, CANCELLED"],
    ["dateFrom=2026-10-02&dateTo=2026-10-01", "From date must not be after to date"],
    ["page=0", "Page must be a whole number from 1 to 999999999"],
    ["limit=101", "Limit must be a whole number from 1 to 100"],
  ])("?%s is rejected", async (query, message) => {
    const { status, body } = await world.kaveri.staff.get(`/api/invoices?${query}`);
    expect([status, body.message]).toEqual([400, message]);
  });

  test("shows another agency none of it", async () => {
    const { body } = await world.narmada.owner.get("/api/invoices");
    expect(body).toMatchObject({ items: [], total: 0, totals: { grandTotal: 0 } });
  });
});

test("pages on to the last of many pages with every invoice once", async () => {
  const { owner } = world.narmada;
  const { client } = made(await owner.post("/api/clients", { displayName: "Dev" }));
  const items = [{ description: "Logo", qty: 1, rate: 1 }];
  made(await owner.post("/api/invoices", { clientId: client._id, date: "2041-01-01", items }));
  // Enough for pages to be found by counting days.
  await world.books.write.run(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 800)
    INSERT INTO documents (id, number, date, sent_at, ${INVOICE_COLUMNS})
    SELECT id || i, 'many/' || i, date('2041-01-01', (i * 7 % 90) || ' days'),
      iif(i % 10, created_at, NULL), ${INVOICE_COLUMNS}
    FROM documents, n WHERE client_id = '${client._id}'`);
  for (const status of ["SENT", undefined]) {
    const kept = await world.books.read.all<{ id: string }>(`SELECT id FROM documents
      WHERE agency_id = 2 ${status ? `AND status = '${status}'` : ""} ORDER BY date DESC, id DESC`);
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(kept.length / 9) + 1; page++) {
      const query = `limit=9&page=${page}${status ? `&status=${status}` : ""}`;
      const { body } = await owner.get(`/api/invoices?${query}`);
      ids.push(...body.items.map(({ _id }: Row) => _id));
      expect(body.total).toBe(kept.length);
    }
    expect(ids).toEqual(kept.map(({ id }) => id));
  }
});
