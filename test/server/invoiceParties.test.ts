import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";
import { type Billing, INVOICE_COLUMNS, LINE_COLUMNS, startBilling } from "./billing.ts";

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld();
  billing = await startBilling(world);
});
afterAll(() => world.end());

describe("the details saved with an invoice", () => {
  const bank = { accountName: "Kaveri Studio", upi: "kaveri@ybl" };
  async function rename(agencyName: string, displayName: string, upi: string) {
    const { owner } = world.kaveri;
    await owner.put("/api/metadata", { agencyName });
    await owner.put(`/api/clients/${billing.near}`, { displayName, city: displayName });
    await owner.put("/api/invoice-settings", { bankDetails: { ...bank, upi } });
  }
  const shown = ({ supplier, recipient }: Shown) => [
    supplier.agencyName,
    recipient.name,
    supplier.bankDetails.upi,
  ];
  interface Shown {
    supplier: { agencyName: string; bankDetails: { upi: string } };
    recipient: { name: string };
  }

  test("a draft follows agency, client and bank; a sent invoice does not", async () => {
    await rename("Kaveri", "Near", "kaveri@ybl");
    const [draft, sent, paid] = [
      (await billing.add())._id,
      (await billing.add())._id,
      (await billing.add())._id,
    ];
    await billing.act(sent, "send");
    await billing.pay(paid, 5);
    await rename("Kaveri Two", "Nearer", "two@ybl");
    expect(shown((await billing.detail(draft)).invoice)).toEqual([
      "Kaveri Two",
      "Nearer",
      "two@ybl",
    ]);
    for (const id of [sent, paid]) {
      expect(shown((await billing.detail(id)).invoice)).toEqual(["Kaveri", "Near", "kaveri@ybl"]);
    }
    const edit = await world.kaveri.owner.put(`/api/invoices/${sent}`, { notes: "Edited" });
    expect(shown(edit.body)).toEqual(["Kaveri", "Near", "kaveri@ybl"]);
    const other = await world.kaveri.owner.put(`/api/invoices/${sent}`, { clientId: billing.far });
    expect(shown(other.body)).toEqual(["Kaveri", "Far Ltd", "kaveri@ybl"]);
    expect(other.body.gstMode).toBe("IGST");
    await rename("Kaveri", "Near", "kaveri@ybl");
  });

  test("a draft's taxes follow a moved client and a new GSTIN; a sent invoice's do not", async () => {
    const { owner } = world.kaveri;
    const moving = made(await owner.post("/api/clients", { displayName: "Moving", state: "27" }));
    const clientId = moving.client._id;
    const [draft, sent] = [
      (await billing.add({ clientId }))._id,
      (await billing.add({ clientId }))._id,
    ];
    await billing.act(sent, "send");
    const modes = async () => [
      (await billing.detail(draft)).invoice.gstMode,
      (await billing.detail(sent)).invoice.gstMode,
    ];
    await owner.put(`/api/clients/${clientId}`, { state: "Goa", stateCode: "30" });
    expect(await modes()).toEqual(["IGST", "INTRA"]);
    expect((await billing.detail(draft)).invoice.tax).toEqual({ cgst: 0, sgst: 0, igst: 9_000 });
    await owner.put("/api/metadata", { gstNumber: "30AAACB1234C1ZF" });
    expect(await modes()).toEqual(["INTRA", "INTRA"]);
    await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
    expect(await modes()).toEqual(["IGST", "INTRA"]);
  });

  test("an invoice that is a draft again takes up changes made since", async () => {
    const { owner } = world.kaveri;
    const { client } = made(
      await owner.post("/api/clients", { displayName: "Moved", state: "27" }),
    );
    const { _id } = await billing.add({ clientId: client._id });
    const { payment } = await billing.pay(_id, 5);
    await owner.put(`/api/clients/${client._id}`, { state: "Goa", stateCode: "30" });
    expect((await billing.detail(_id)).invoice.gstMode).toBe("INTRA");
    await owner.delete(`/api/payments/${payment._id}`);
    expect((await billing.detail(_id)).invoice).toMatchObject({ status: "DRAFT", gstMode: "IGST" });
  });

  test("many drafts follow a new GSTIN while other requests are served", async () => {
    const { owner } = world.kaveri;
    const { write, read } = world.books;
    const { _id } = await billing.add();
    const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)";
    await write.run(`${many} INSERT INTO documents (id, number, date, ${INVOICE_COLUMNS})
      SELECT id || i, number || '-' || i, date('2026-01-01', (i / 9) || ' days'), ${INVOICE_COLUMNS}
      FROM documents, n WHERE id = '${_id}'`);
    await write.run(`${many} INSERT INTO document_lines (document_id, ${LINE_COLUMNS})
      SELECT document_id || i, ${LINE_COLUMNS}
      FROM document_lines, n WHERE document_id = '${_id}'`);
    const modes = () =>
      read.all(`SELECT gst_mode, sum(igst_paise > 0) AS taxed, count(*) AS drafts FROM documents
        WHERE id LIKE '${_id}%' GROUP BY 1`);
    expect(await modes()).toEqual([{ gst_mode: "INTRA", taxed: 0, drafts: 451 }]);

    let isDone = false;
    const change = owner.put("/api/metadata", { gstNumber: "29AAACB1234C1ZB" }).then(() => {
      isDone = true;
    });
    let others = 0;
    for (; !isDone; others++) await world.narmada.owner.get("/api/accounts");
    await change;
    expect(await modes()).toEqual([{ gst_mode: "IGST", taxed: 451, drafts: 451 }]);
    expect(others).toBeGreaterThan(2); // Not only before and after it.
    await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  });
});
