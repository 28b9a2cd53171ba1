import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, type World } from "../world.ts";
import { client, invoice, line, movingInto, PATH } from "./movingIn.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const { moveIn, everything } = movingInto(() => world);

describe("a wrong file", () => {
  const voucher = (more: object = {}) => ({
    kind: "RECEIPT_VOUCHER",
    number: "RV/1",
    date: "2026-10-01",
    client: "c1",
    amount: 1180,
    ...more,
  });
  const refund = { kind: "REFUND_VOUCHER", number: "RF/1", against: "RV/1", date: "2026-10-09" };
  const uses = (amount: number) => ({ adjusts: [{ voucher: "RV/1", amount }] });
  const other = { ...client, id: "c2", name: "Another" };

  test.each<[string, object, string, string]>([
    [
      "an unknown client",
      { documents: [invoice("1", { client: "c9" })] },
      "documents.0.client",
      "The file has no client c9",
    ],
    [
      "a number twice",
      { documents: [invoice("1"), invoice("1")] },
      "documents.1.number",
      "Invoice 1 is in the file twice",
    ],
    [
      "a client twice",
      { clients: [client, client] },
      "clients.1.id",
      "Client c1 is in the file twice",
    ],
    [
      "another total",
      { documents: [invoice("1", { total: "1180.01" })] },
      "documents.0.total",
      "Its lines total ₹1,180.00, but its total is ₹1,180.01",
    ],
    [
      "a decimal comma",
      { documents: [invoice("1", { lines: [{ ...line, rate: "500,50" }] })] },
      "documents.0.lines.0.rate",
      "Rate must be a number",
    ],
    [
      "a decimal comma in a quantity",
      { documents: [invoice("1", { lines: [{ ...line, qty: "1,00" }] })] },
      "documents.0.lines.0.qty",
      "Quantity must be a number",
    ],
    [
      "no such day",
      { documents: [invoice("1", { date: "2026-02-30" })] },
      "documents.0.date",
      "Date must be a valid day, written YYYY-MM-DD",
    ],
    [
      "no such place",
      { documents: [invoice("1", { placeOfSupplyCode: "99" })] },
      "documents.0.placeOfSupplyCode",
      "Place of supply must be the code of a State, such as 27",
    ],
    [
      "no lines",
      { documents: [invoice("1", { lines: [] })] },
      "documents.0.lines",
      "Lines are required",
    ],
    [
      "a negative amount",
      { documents: [invoice("1", { lines: [{ ...line, rate: 0 }], roundOff: "-1" })] },
      "documents.0.roundOff",
      "Grand total must not be negative",
    ],
    [
      "a declined invoice",
      { documents: [invoice("1", { status: "DECLINED" })] },
      "documents.0.status",
      "Status does not fit the kind: estimates are ACCEPTED or DECLINED, other documents CANCELLED",
    ],
    [
      "an advance used beyond what is held",
      { vouchers: [voucher()], documents: [invoice("1", uses(1000)), invoice("2", uses(180.01))] },
      "documents.1.adjusts.0.amount",
      "Receipt voucher RV/1 has only ₹180.00",
    ],
    [
      "an advance used beyond what is owed",
      { vouchers: [voucher({ amount: 5000 })], documents: [invoice("1", uses(1180.01))] },
      "documents.0.adjusts.0.amount",
      "Amount must not be more than the balance of ₹1,180.00",
    ],
    [
      "another's advance",
      {
        clients: [client, other],
        vouchers: [voucher({ client: "c2" })],
        documents: [invoice("1", uses(1))],
      },
      "documents.0.adjusts.0.voucher",
      "Receipt voucher RV/1 belongs to another client",
    ],
    [
      "no such advance",
      { documents: [invoice("1", uses(1))] },
      "documents.0.adjusts.0.voucher",
      "No receipt voucher has the number RV/1",
    ],
    [
      "an advance on a draft",
      { vouchers: [voucher()], documents: [invoice("1", { ...uses(1), status: "DRAFT" })] },
      "documents.0.adjusts.0.voucher",
      "Only a sent invoice can use advances",
    ],
    [
      "a refund of a used advance",
      {
        vouchers: [voucher(), { ...refund, client: "c1", amount: 180.01 }],
        documents: [invoice("1", uses(1000))],
      },
      "vouchers.1.amount",
      "Receipt voucher RV/1 has only ₹180.00",
    ],
    [
      "a zero refund",
      { vouchers: [{ ...refund, client: "c1", amount: 1 }] },
      "vouchers.0.against",
      "No receipt voucher has the number RV/1",
    ],
    [
      "a refund before its advance",
      { vouchers: [voucher(), { ...refund, client: "c1", amount: 1, date: "2026-09-30" }] },
      "vouchers.1.date",
      "The refund is dated before RV/1",
    ],
    [
      "a bill of an unknown vendor",
      { bills: [{ number: "B/1", date: "2026-10-01", vendor: "v1", lines: [{ taxable: 1 }] }] },
      "bills.0.vendor",
      "The file has no vendor v1",
    ],
    ["no list", { documents: { kind: "INVOICE" } }, "documents", "documents must be a list"],
    ["null", { documents: [null] }, "documents.0", "Send the fields as a JSON object"],
  ])("is rejected at its path and changes nothing: %s", async (_, file, path, message) => {
    const before = await everything();
    const answer = await moveIn({ clients: [client], ...file });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
    expect(answer.body.errors).toHaveLength(1);
    expect(await everything()).toEqual(before);
  });

  test.each<[string, object, string]>([
    ["total", { lines: [{ ...line, rate: 999 }] }, "of ₹1,180.00"],
    ["day", { date: "2026-10-06" }, "dated 5 Oct 2026"],
    ["client", { client: "c2" }, "for Malabar Mills"],
    ["place", { placeOfSupplyCode: "29" }, "supplied to Maharashtra"],
  ])("is rejected for a number that the books have with another %s", async (_, more, what) => {
    await moveIn({ clients: [client], documents: [invoice("Known")] });
    const before = await everything();
    const answer = await moveIn({ clients: [client, other], documents: [invoice("Known", more)] });
    const message = `Invoice Known already exists, ${what}`;
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: `documents.0.number: ${message}`,
        errors: [{ path: "documents.0.number", message }],
      },
    });
    expect(await everything()).toEqual(before);
  });

  test("is rejected at its path for one wrong rate in ten thousand", async () => {
    const before = await everything();
    const documents = Array.from({ length: 10_000 }, (_, n) => invoice(`A/INV/${n + 1}`));
    (documents[7_017] as { lines: object[] }).lines = [line, { ...line, rate: "12.345" }];
    const { status, body } = await moveIn({ clients: [client], documents });
    const message = "Rate must have at most 2 decimals and be at most ₹99,99,99,99,999.99";
    const path = "documents.7017.lines.1.rate";
    expect([status, body]).toEqual([
      400,
      { message: `${path}: ${message}`, errors: [{ path, message }] },
    ]);
    expect(await everything()).toEqual(before);
  });

  test("reports only its first hundred errors", async () => {
    const documents = Array.from({ length: 150 }, (_, n) => invoice(`${n}`, { client: "nobody" }));
    const { body } = await moveIn({ documents });
    expect(body.message).toBe("150 errors in the file");
    expect(body.errors).toHaveLength(100);
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, number, RegExp]>([
    ["no JSON", "{", 400, /not valid JSON/],
    ["a list", "[]", 400, /must be a JSON object/],
    ["nothing", "{}", 400, /has no clients/],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), 400, /UTF-8/],
    ["half a character", '{"clients":[{"id":"\\ud800"}]}', 400, /UTF-8/],
    ["depth", "[".repeat(30), 400, /nested too deep/],
    ["too much", `{"documents":[${"0,".repeat(6_000_001)}0]}`, 400, /too many values/],
  ])("is rejected if the file is %s", async (_, body, status, message) => {
    const headers = { "content-type": "application/json" };
    const answer = await world.kaveri.owner.call("POST", PATH, body, headers);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
  });
});
