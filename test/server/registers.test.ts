import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";
import { creditingIn } from "./crediting.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterAll(() => world.end());

const { post, addClient, line, sent, credit, pay } = creditingIn(() => world);
const csv = async (folder: string, query = "") => {
  const { status, headers, body } = await world.kaveri.owner.get(
    `/api/${folder}/export.csv${query}`,
  );
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  return body
    .trim()
    .split("\n")
    .map((row: string) => row.split(","));
};

test("registers list invoices and notes by HSN/SAC and rate, and payments with TDS", async () => {
  const client = await addClient({ displayName: "=Bela", gstin: "29AAGFS4321P1ZP" });
  const items = [
    { ...line(1_000), hsnSac: "998314" },
    { ...line(500), hsnSac: "998314" },
    { ...line(200, 5), hsnSac: "4901" },
  ];
  const invoice = await sent(client, 0, { items, roundOff: 0.5 });
  made(await post("/invoices", { clientId: client, date: "2026-10-05", items }));
  made(await pay(invoice._id, 100, 50));
  const note = await credit(invoice._id, 100);

  const [header, ...rows] = await csv("invoices");
  expect(header.slice(9, 17).join()).toBe(
    "HSN/SAC,Rate %,Taxable value,CGST,SGST,IGST,Round off,Total",
  );
  const { invoiceNumber } = invoice;
  const whose = ["2026-10-05", "'=Bela", "29AAGFS4321P1ZP", "Karnataka", "REGULAR", "No", ""];
  expect(rows).toEqual([
    [
      invoiceNumber,
      "Invoice",
      ...whose,
      "998314",
      "18",
      "1500.00",
      "0.00",
      "0.00",
      "270.00",
      "0.50",
      "1980.50",
      "PARTIALLY_PAID",
    ],
    [
      invoiceNumber,
      "Invoice",
      ...whose,
      "4901",
      "5",
      "200.00",
      "0.00",
      "0.00",
      "10.00",
      "",
      "",
      "PARTIALLY_PAID",
    ],
    [
      note.number,
      "Credit note",
      "2026-10-20",
      ...whose.slice(1, 6),
      invoiceNumber,
      "",
      "18",
      "-100.00",
      "0.00",
      "0.00",
      "-18.00",
      "0.00",
      "-118.00",
      "SENT",
    ],
  ]);
  const [, payment] = await csv("payments");
  expect(payment.slice(0, 7)).toEqual([
    "2026-10-25",
    "'=Bela",
    "29AAGFS4321P1ZP",
    invoiceNumber,
    "100.00",
    "50.00",
    "UPI",
  ]);
  expect(await csv("invoices", "?dateFrom=2026-10-06&dateTo=2026-10-31")).toHaveLength(2);
  expect(await csv("payments", "?dateTo=2026-10-24")).toHaveLength(1);
});

test("receipts have a register, without other agencies' receipts", async () => {
  const { owner, account } = world.narmada;
  const receipt = { date: "2026-10-05", client: { name: "Meera" }, purpose: "Logo", amount: 1.5 };
  const input = { ...receipt, mode: "Cash", accountId: account._id };
  const { receiptNumber } = made(await owner.post("/api/receipts", input)).receipt;
  const { body } = await owner.get("/api/receipts/export.csv");
  expect(body.split("\n")[1]).toBe(
    `${receiptNumber},2026-10-05,Meera,Logo,1.50,Cash,,narmada bank`,
  );
  expect(await csv("receipts")).toHaveLength(1);
});
