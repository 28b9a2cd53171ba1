import { afterAll, beforeAll, expect, test } from "bun:test";
import { measureCpu } from "../cpu.ts";
import { createWorld, made, type World } from "../world.ts";
import { INVOICE_COLUMNS, LINE_COLUMNS } from "./billing.ts";

// Other writes wait for one request that writes many rows, so it must be far cheaper than as many requests,
// measured on the same machine in the same minute.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

test("creates a thousand receipts together faster than seventy one by one", async () => {
  const { owner, account } = world.kaveri;
  const client = { name: "Meera", email: "", phone: "", address: "Pune" };
  const receipt = { date: "2026-04-01", client, purpose: "Retainer", amount: 1_000, mode: "UPI" };
  const input = { ...receipt, accountId: account._id, reference: "", notes: "" };
  const batch = (count: number) => ({ receipts: Array.from({ length: count }, () => input) });
  made(await owner.post("/api/receipts", input));
  made(await owner.post("/api/receipts/batch", batch(20)));
  const [, single] = await measureCpu(async () => {
    for (let n = 0; n < 70; n++) made(await owner.post("/api/receipts", input));
  });
  const together: number[] = [];
  for (const last of ["01091", "02091"]) {
    const [, taken] = await measureCpu(async () => {
      const { receipts } = made(await owner.post("/api/receipts/batch", batch(1_000)));
      expect(receipts.at(-1).receiptNumber).toEndWith(last);
    });
    together.push(taken);
  }
  expect(Math.min(...together)).toBeLessThan(single);
  expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true });
});

test("four hundred drafts follow their client in less than twice the time of fifty saves", async () => {
  const { owner } = world.narmada;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  const { client } = made(await owner.post("/api/clients", { displayName: "Mover", state: "27" }));
  const items = Array.from({ length: 50 }, () => ({ description: "A line", qty: 1, rate: 99.5 }));
  const input = { clientId: client._id, date: "2026-04-01", items };
  const draft = made(await owner.post("/api/invoices", input));
  const [, single] = await measureCpu(async () => {
    for (let n = 0; n < 50; n++) made(await owner.post("/api/invoices", input));
  });
  const { write } = world.books;
  const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)";
  await write.run(`${many} INSERT INTO documents (id, number, date, ${INVOICE_COLUMNS})
    SELECT id || i, number || '-' || i, date, ${INVOICE_COLUMNS} FROM documents, n
    WHERE id = '${draft._id}'`);
  await write.run(`${many} INSERT INTO document_lines (document_id, ${LINE_COLUMNS})
    SELECT document_id || i, ${LINE_COLUMNS}
    FROM document_lines, n WHERE document_id = '${draft._id}'`);

  const followed: number[] = [];
  for (const [state, stateCode] of [
    ["Goa", "30"],
    ["Maharashtra", "27"],
    ["Goa", "30"],
  ]) {
    const change = () => owner.put(`/api/clients/${client._id}`, { state, stateCode });
    const [, taken] = await measureCpu(change);
    followed.push(taken);
  }
  const taxes = "gst_mode, igst_paise, cgst_paise, grand_total_paise";
  const found = await world.books.read.all(
    `SELECT ${taxes}, count(*) AS drafts FROM documents WHERE client_id = '${client._id}' GROUP BY ${taxes}`,
  );
  const tax = { gst_mode: "IGST", igst_paise: 89_550, cgst_paise: 0, grand_total_paise: 587_050 };
  expect(found).toEqual([{ ...tax, drafts: 451 }]);
  expect(Math.min(...followed)).toBeLessThan(2 * single);
});
