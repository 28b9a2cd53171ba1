import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";
import { send as attach, PDF } from "./attaching.ts";

// Rule 46(b) of the CGST Rules: serial numbers without gaps. The newest document of a series returns its
// number when it is undone or discarded, if no one outside has seen it. Every other one keeps its number
// and stays as cancelled.

let world: World;
let owner: Caller;
let staff: Caller;
let clientId: string;
let vendorId: string;
beforeAll(async () => {
  world = await createWorld();
  ({ owner, staff } = world.kaveri);
  const { client } = made(await owner.post("/api/clients", { displayName: "Saffron Kitchens" }));
  const { vendor } = made(await owner.post("/api/vendors", { displayName: "Night Cabs" }));
  [clientId, vendorId] = [client._id, vendor._id];
  done(await owner.put("/api/metadata", { gstNumber: "27AAPFU0939F1ZV", state: "Maharashtra" }));
});
afterAll(() => world.end());

const DATE = "2026-10-14";
const items = [{ description: "Logo", qty: 1, rate: 1000, taxPct: 18 }];
const undo = (by: Caller, { headers }: Answer) =>
  by.post(`/api/operations/${headers.get("x-operation")}/undo`, {});

const readRecord = ({ body }: Answer) => body.receipt ?? body;

interface Series {
  name: string;
  add: () => Promise<Answer>;
  path: string;
  numberOf: (record: Record<string, string>) => string;
  see: (id: string) => Promise<Answer>;
}

const invoice = (more = {}) =>
  owner.post("/api/invoices", { clientId, date: DATE, items, ...more });
const number = ({ number }: Record<string, string>) => number ?? "";

let sent: string;
const SERIES: Series[] = [
  {
    name: "invoice",
    add: () => invoice(),
    path: "invoices",
    numberOf: ({ invoiceNumber }) => invoiceNumber ?? "",
    see: (id) => owner.get(`/api/invoices/${id}/pdf`),
  },
  {
    name: "bill of supply",
    add: () => invoice({ kind: "BILL_OF_SUPPLY", items: [{ ...items[0], taxPct: 0 }] }),
    path: "invoices",
    numberOf: ({ invoiceNumber }) => invoiceNumber ?? "",
    see: (id) => owner.post("/api/share-links", { entity: "invoice", id }),
  },
  {
    name: "credit note",
    add: () =>
      owner.post("/api/notes", {
        kind: "CREDIT_NOTE",
        reason: "OTHER",
        invoiceId: sent,
        date: DATE,
        items,
      }),
    path: "notes",
    numberOf: number,
    see: (id) => owner.get(`/api/notes/${id}/pdf`),
  },
  {
    name: "receipt voucher",
    add: () =>
      owner.post("/api/vouchers", {
        clientId,
        date: DATE,
        amount: 118,
        description: "Advance",
        mode: "UPI",
        accountId: world.kaveri.account._id,
      }),
    path: "vouchers",
    numberOf: number,
    see: (id) => owner.get(`/api/vouchers/${id}/pdf`),
  },
  {
    name: "self-invoice",
    add: () =>
      owner.post("/api/bills", {
        vendorId,
        date: DATE,
        reverseCharge: true,
        kind: "SELF_INVOICE",
        items: [{ description: "Cab", taxable: 100, taxPct: 5 }],
      }),
    path: "bills",
    numberOf: number,
    see: (id) => owner.get(`/api/bills/${id}/pdf`),
  },
];

const read = async (path: string, id: string) => {
  const body = done(await owner.get(`/api/${path}/${id}`));
  return body.invoice ?? body.bill ?? body;
};

describe.each(SERIES.map((series) => [series.name, series] as const))("a %s", (_, series) => {
  const { add, path, numberOf, see } = series;
  beforeAll(async () => {
    sent = made(await invoice({ items: [{ ...items[0], rate: 90_000 }] }))._id;
    done(await owner.post(`/api/invoices/${sent}/send`, {}));
  });

  test("returns its number when its creation is undone, and takes it again", async () => {
    const first = await add();
    const { _id: id, ...record } = readRecord(first);
    const undone = await undo(owner, first);
    expect(undone.status).toBe(201);
    expect((await owner.get(`/api/${path}/${id}`)).status).toBe(404);
    expect((await undo(owner, undone)).status).toBe(201);
    expect(numberOf(await read(path, id))).toBe(numberOf(record));
    expect((await undo(owner, first)).status).toBe(201);
    const second = readRecord(await add());
    expect(numberOf(second)).toBe(numberOf(record));
    expect((await undo(owner, undone)).status).toBe(409);
  });

  test("keeps its number and is cancelled when a later one exists", async () => {
    const first = await add();
    const later = await add();
    const { _id: id, ...record } = readRecord(first);
    const undone = await undo(owner, first);
    expect(undone.body.summary).toMatch(/^Cancelled: /);
    const kept = await read(path, id);
    expect([numberOf(kept), kept.status]).toEqual([numberOf(record), "CANCELLED"]);
    expect((await undo(owner, undone)).status).toBe(201);
    expect((await read(path, id)).status).toBe(record.status);
    expect((await undo(owner, later)).status).toBe(201);
  });

  test("keeps its number once someone outside has seen it", async () => {
    const first = await add();
    const { _id: id } = readRecord(first);
    expect((await see(id)).status).toBeLessThan(300);
    expect((await undo(owner, first)).body.summary).toMatch(/^Cancelled: /);
    expect((await read(path, id)).status).toBe("CANCELLED");
  });

  test("leaves no gap", async () => {
    expect(done(await owner.get("/api/books/check")).differences).toEqual([]);
    expect(done(await owner.get("/api/audit/verify")).ok).toBe(true);
  });
});

describe("a discarded draft", () => {
  test.each([
    ["invoices", () => invoice(), () => staff],
    ["notes", () => SERIES[2]?.add() as Promise<Answer>, () => owner],
  ] as const)("gives its number to the next: %s", async (path, add, by) => {
    const draft = readRecord(await add());
    const gone = done(await by().post(`/api/${path}/${draft._id}/cancel`, {}));
    const name = draft.invoiceNumber ?? draft.number;
    const message = `Draft ${name} was discarded. The next document will use its number.`;
    expect(gone).toEqual({ message, removed: true });
    expect((await owner.get(`/api/${path}/${draft._id}`)).status).toBe(404);
    const next = readRecord(await add());
    expect(next.invoiceNumber ?? next.number).toBe(name);
    const later = readRecord(await add());
    const kept = done(await by().post(`/api/${path}/${next._id}/cancel`, {}));
    expect(kept).toMatchObject({ status: "CANCELLED" });
    done(await by().post(`/api/${path}/${later._id}/cancel`, {}));
  });

  test("is restored from the trash with its attachments", async () => {
    const draft = made(await invoice());
    made(await attach(owner, { entity: "invoice", id: draft._id, name: "brief.pdf" }, PDF));
    done(await owner.post(`/api/invoices/${draft._id}/cancel`, {}));
    expect((await owner.post(`/api/trash/${draft._id}/restore`, {})).status).toBe(201);
    const { items: papers } = done(
      await owner.get(`/api/attachments?entity=invoice&id=${draft._id}`),
    );
    expect(papers).toHaveLength(1);
    expect((await read("invoices", draft._id)).status).toBe("DRAFT");
  });

  test("stays in the trash if it would leave a gap before it", async () => {
    const drafts = [made(await invoice()), made(await invoice())];
    for (const { _id } of drafts.toReversed()) {
      done(await owner.post(`/api/invoices/${_id}/cancel`, {}));
    }
    const [first, second] = drafts;
    const refused = await owner.post(`/api/trash/${second?._id}/restore`, {});
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `${second?.invoiceNumber} would leave a gap: ${first?.invoiceNumber} is free. ` +
        `Restore ${first?.invoiceNumber} first`,
    ]);
    expect((await owner.post(`/api/trash/${first?._id}/restore`, {})).status).toBe(201);
    expect((await owner.post(`/api/trash/${second?._id}/restore`, {})).status).toBe(201);
  });
});

describe("a receipt", () => {
  const add = (name = "Meera Iyer") =>
    owner.post("/api/receipts", {
      date: DATE,
      client: { name },
      purpose: "Workshop",
      amount: 500,
      mode: "UPI",
      accountId: world.kaveri.account._id,
    });
  const readNumber = (answer: Answer): string => made(answer).receipt.receiptNumber;

  test("returns its number when its creation is undone", async () => {
    const first = await add();
    expect((await undo(owner, first)).status).toBe(201);
    const second = await add();
    expect(readNumber(second)).toBe(readNumber(first));
    expect((await undo(owner, second)).status).toBe(201);
  });

  test("returns all numbers of an undone batch", async () => {
    const next = readNumber(await add());
    const receipts = ["Anu", "Bela", "Chand"].map((name) => ({
      date: DATE,
      client: { name },
      purpose: "Workshop",
      amount: 5,
      mode: "UPI",
      accountId: world.kaveri.account._id,
    }));
    const batch = await owner.post("/api/receipts/batch", { receipts });
    made(batch);
    expect((await undo(owner, batch)).status).toBe(201);
    expect(Number(readNumber(await add()).slice(-5))).toBe(Number(next.slice(-5)) + 1);
  });

  test("is restored after its deletion, not undone, until a later one exists", async () => {
    const before = await owner.post("/api/clients", { displayName: "Undone in its place" });
    const first = await add();
    const { _id: id } = made(first).receipt;
    const deleted = await owner.delete(`/api/receipts/${id}`);
    expect(deleted.headers.get("x-undo")).toBe("none");
    const refused = await undo(owner, deleted);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "An owner can restore a deleted receipt from the trash.",
    ]);
    const history = done(await owner.get(`/api/history?entity=Receipt&id=${id}`)).items[0];
    expect(history).toMatchObject({ action: "DELETE", canUndo: false });
    expect((await staff.post(`/api/trash/${id}/restore`, {})).status).toBe(403);
    expect((await owner.post(`/api/trash/${id}/restore`, {})).status).toBe(201);
    done(await owner.delete(`/api/receipts/${id}`));
    const skipped = await owner.post("/api/undo", {});
    expect(skipped.body.undoes).toBe(before.headers.get("x-operation"));
    const later = await add();
    const late = await owner.post(`/api/trash/${id}/restore`, {});
    expect([late.status, late.body.message]).toEqual([
      409,
      `${readNumber(first)} stays deleted: the later ${readNumber(later)} exists`,
    ]);
  });
});
