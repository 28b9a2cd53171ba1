import { describe, expect, test } from "bun:test";
import OCTOBER from "../data/gst-returns/2026-10/books.json";
import PLACEMENT from "../data/gst-returns/2026-10/placement.json";
import { done, made, type World } from "../world.ts";
import { client, eachInto, invoice, movingInto, PATH } from "./movingIn.ts";

let world: World;
eachInto((begun) => {
  world = begun;
});

const { moveIn, get, all, isRight, everything } = movingInto(() => world);

async function readDetail({ _id, kind }: { _id: string; kind: string }) {
  if (kind.endsWith("NOTE")) return get(`/notes/${_id}`);
  return (await get(`/invoices/${_id}`)).invoice;
}

describe("a month of books", () => {
  test("imports with every amount of its documents", async () => {
    const { import: moved } = made(await moveIn(OCTOBER, "?file=books.json"));
    expect(moved).toMatchObject({
      file: "books.json",
      dryRun: false,
      _id: expect.any(String),
      clients: 17,
      documents: 46,
      vouchers: 9,
      vendors: 0,
      bills: 0,
      payments: 0,
      skipped: 0,
      dateFrom: "2026-09-20",
      dateTo: "2026-10-31",
      created: {
        accounts: ["Before bahi"],
        categories: ["Advances from clients", "Refunds to clients"],
      },
    });
    const rows = [...(await all("invoices")), ...(await all("notes"))];
    const kept = new Map(rows.map((row) => [row.number, row]));
    expect(kept.size).toBe(PLACEMENT.length);
    for (const due of PLACEMENT) {
      const one = await readDetail(kept.get(due.number));
      const given = OCTOBER.documents.find(({ number }) => number === due.number);
      const tax = one.reverseCharge ? one.reverseChargeTax : one.tax;
      const [cgst, sgst, igst] = [tax.cgst, tax.sgst, tax.igst].map((sum: number) =>
        sum.toFixed(2),
      );
      expect({
        number: one.number,
        mode: one.gstMode,
        pos: one.supplyPlace.stateCode,
        taxable: one.taxableValue.toFixed(2),
        cgst,
        sgst,
        igst,
        total: one.grandTotal.toFixed(2),
      }).toEqual({ ...due, section: undefined } as never);
      expect(one).toMatchObject({ date: given?.date, supply: given?.supply, kind: given?.kind });
      const settled = ["PAID", "PARTIALLY_PAID"].includes(one.status) ? "SENT" : one.status;
      expect([one.number, settled]).toEqual([one.number, given?.status as string]);
    }
    await isRight();
  });

  test("imports advances, their use and their refunds", async () => {
    made(await moveIn(OCTOBER));
    const vouchers = await all("vouchers");
    const said = vouchers.map(({ number, amount, used, refunded, held }: Record<string, unknown>) =>
      [number, amount, used, refunded, held].join(" "),
    );
    expect(said.sort()).toEqual([
      "26-27/RF/000002 11800 0 0 0",
      "26-27/RF/000003 5900 0 0 0",
      "26-27/RV/000015 118000 118000 0 0",
      "26-27/RV/000016 11800 0 11800 0",
      "26-27/RV/000017 59000 0 5900 53100",
      "26-27/RV/000018 23600 23600 0 0",
      "26-27/RV/000019 70800 23600 0 47200",
      "26-27/RV/000020 200000 0 0 200000",
      "26-27/RV/000021 1000 333.33 0 666.67",
    ]);
    const { accounts } = await get("/accounts");
    const before = accounts.find(({ name }: { name: string }) => name === "Before bahi");
    expect(before).toMatchObject({ type: "Bank" });
    const { items } = await get(`/transactions?accountId=${before._id}&limit=100`);
    const sum = (type: string) =>
      items
        .filter((row: { type: string }) => row.type === type)
        .reduce((all: number, row: { amount: number }) => all + row.amount, 0);
    expect([sum("Income"), sum("Expense")]).toEqual([484_200, 17_700]);
  });
});

describe("the same file again", () => {
  test("adds nothing, even if its client was renamed and its draft sent", async () => {
    made(await moveIn(OCTOBER));
    const again = async () => {
      const { status, body } = await moveIn(OCTOBER);
      expect([status, body.import]).toMatchObject([
        200,
        { _id: null, clients: 0, documents: 0, vouchers: 0, payments: 0, skipped: 72 },
      ]);
    };
    const before = await everything();
    await again();
    expect(await everything()).toEqual(before);

    const { clients } = await get("/clients");
    const meera = clients.find((one: { displayName: string }) => one.displayName === "Meera Joshi");
    done(await world.kaveri.owner.put(`/api/clients/${meera._id}`, { displayName: "M. Joshi" }));
    const [draft] = (await get("/invoices?status=DRAFT")).items;
    done(await world.kaveri.owner.post(`/api/invoices/${draft._id}/send`, {}));
    await again();
  });

  test("returns the first response with the same key", async () => {
    const { owner } = world.kaveri;
    const key = { "idempotency-key": "moving in" };
    const first = made(await owner.post(PATH, OCTOBER, key));
    const second = made(await owner.post(PATH, OCTOBER, key));
    expect(second).toEqual(first);
    const other = await owner.post(PATH, { ...OCTOBER, vouchers: [] }, key);
    expect(other.status).toBe(409);
  });

  test("adds only its new records", async () => {
    const { documents, ...rest } = OCTOBER;
    made(await moveIn({ ...rest, vouchers: [], documents: documents.slice(0, 5) }));
    const { import: moved } = made(await moveIn(OCTOBER));
    expect(moved).toMatchObject({ clients: 0, documents: 41, vouchers: 9, skipped: 22 });
    await isRight();
  });
});

test("a dry run reports what would be added and adds nothing", async () => {
  const before = await everything();
  const { status, body } = await moveIn(OCTOBER, "?dryRun=true");
  expect([status, body.import]).toMatchObject([
    200,
    { _id: null, dryRun: true, clients: 17, documents: 46, vouchers: 9, skipped: 0 },
  ]);
  expect(body.import.warnings).toEqual([
    "The file has only the numbers of 26-27/SI/000004, 26-27/PV/000006: these count as used",
  ]);
  expect(await everything()).toEqual(before);
});

describe("numbers", () => {
  const add = async (path: string, more: object = {}) => {
    const { clients } = await get("/clients");
    const input = { clientId: clients[0]._id, date: "2026-11-02", ...more };
    return made(await world.kaveri.owner.post(`/api/${path}`, input));
  };

  test("continue after the highest imported one", async () => {
    made(await moveIn(OCTOBER));
    const items = [{ description: "Logo", qty: 1, rate: 100 }];
    expect((await add("invoices", { items })).number).toBe("26-27/INV/000230");
    const note = { kind: "CREDIT_NOTE", reason: "OTHER", items };
    const original = { number: "1", date: "2026-10-01", total: 500 };
    expect((await add("notes", { ...note, original })).number).toBe("26-27/CN/000022");
    await isRight();
  });

  test("belong to two documents if they restart each April", async () => {
    const documents = ["2026-03-31", "2026-04-01"].map((date) => invoice("INV-1", { date }));
    const { import: moved } = made(await moveIn({ clients: [client], documents }));
    expect(moved.documents).toBe(2);
    await isRight();
  });
});

describe("an import", () => {
  test("is listed among the others and undone as a whole", async () => {
    const { audit: _, ...before } = await books();
    const { import: moved } = made(await moveIn(OCTOBER, "?file=october.json"));
    const [batch] = (await get("/imports")).items;
    expect(batch).toMatchObject({
      _id: moved._id,
      file: "october.json",
      state: "done",
      rows: 72,
      added: 72,
      skipped: 0,
      totals: { income: 484_200, expense: 17_700, transfers: 0 },
      books: { clients: 17, documents: 46, vouchers: 9, payments: 0, vendors: 0, bills: 0 },
    });
    expect((await world.kaveri.staff.delete(`/api/imports/${moved._id}`)).status).toBe(403);
    done(await world.kaveri.owner.delete(`/api/imports/${moved._id}`));
    const { audit: __, ...after } = await books();
    expect(after).toEqual(before);
    await isRight();
    expect(made(await moveIn(OCTOBER)).import).toMatchObject({ documents: 46, skipped: 0 });
    await isRight();
  });

  async function books() {
    const [invoices, notes, vouchers, estimates, transactions, audit, ...masters] =
      await everything();
    return { invoices, notes, vouchers, estimates, transactions, audit, masters };
  }

  test("is not undone once a record of it was changed, settled or credited", async () => {
    const file = {
      clients: [client],
      documents: ["1", "2", "3"].map((n) => invoice(`A/INV/${n}`)),
    };
    const { import: moved } = made(await moveIn(file));
    const { owner, account } = world.kaveri;
    const ids = new Map(
      (await all("invoices")).map((one: { number: string }) => [one.number, one]),
    );
    const id = (n: number) => (ids.get(`A/INV/${n}`) as { _id: string })._id;
    const undo = () => owner.delete(`/api/imports/${moved._id}`);
    const refused = async (what: string) =>
      expect(await undo()).toMatchObject({
        status: 409,
        body: { message: `The import cannot be undone: ${what}` },
      });

    const money = { date: "2026-10-20", amount: 10, mode: "UPI", accountId: account._id };
    const paid = made(await owner.post(`/api/invoices/${id(1)}/payments`, money));
    await refused("Invoice A/INV/1 has been settled since");
    done(await owner.delete(`/api/payments/${paid.payment._id}`));
    const reason = { kind: "CREDIT_NOTE", reason: "OTHER", date: "2026-10-20" };
    const items = [{ description: "Logo", qty: 1, rate: 5 }];
    made(await owner.post("/api/notes", { ...reason, invoiceId: id(2), items }));
    await refused("Invoice A/INV/2 is referred to by a later document");
    done(await owner.put(`/api/invoices/${id(3)}`, { notes: "Changed" }));
    await refused("Invoice A/INV/3 has been changed since");
    expect((await all("invoices")).length).toBe(3);
    await isRight();
  });
});

test("warns in advance of a file with another agency's GSTIN", async () => {
  const documents = OCTOBER.documents.map(({ irn: _, ...one }) => one);
  const file = { ...OCTOBER, documents };
  const readWarning = async () => (await moveIn(file, "?dryRun=true")).body.import.warnings[0];
  const { owner } = world.kaveri;
  done(await owner.put("/api/metadata", { gstNumber: "29AAACB1234C1ZF" }));
  expect(await readWarning()).toBe(
    "The file is for GSTIN 27AAKFK4711R1ZR, but yours is 29AAACB1234C1ZF: check the tax",
  );
  done(await owner.put("/api/metadata", { gstNumber: "" }));
  expect(await readWarning()).toEndWith("but you have none: check the tax");
});

test("matches another program's rounded total with a round off of up to a rupee", async () => {
  const documents = ["1181.00", "1178.99"].map((total, n) =>
    invoice(`${n}`, { total, roundToTotal: true }),
  );
  const { body } = await moveIn({ clients: [client], documents });
  const message = "Its lines total ₹1,180.00, but its total is ₹1,178.99";
  expect(body.errors).toEqual([{ path: "documents.1.total", message }]);
  made(await moveIn({ clients: [client], documents: documents.slice(0, 1) }));
  const [one] = await all("invoices");
  expect((await get(`/invoices/${one._id}`)).invoice).toMatchObject({
    grandTotal: 1181,
    roundOff: 1,
  });
  await isRight();
});

test("a note that names no invoice says so on its PDF", async () => {
  made(await moveIn(OCTOBER));
  const [note] = (await get("/notes?q=26-27/CN/000021")).items;
  const { warnings, original } = await get(`/notes/${note._id}`);
  expect(original).toMatchObject({ invoiceId: "", number: "", total: 0 });
  const message = "The note does not name the invoice it corrects.";
  expect(warnings).toEqual([{ code: "NOTE_WITHOUT_ORIGINAL", message }]);
  expect((await world.kaveri.owner.get(`/api/notes/${note._id}/pdf`)).status).toBe(200);
});

test("only an owner imports books, and into their own agency", async () => {
  expect((await world.kaveri.staff.post(PATH, OCTOBER)).status).toBe(403);
  expect((await world.stranger.post(PATH, OCTOBER)).status).toBe(401);
  expect((await world.kaveri.owner.upload(PATH, "a")).status).toBe(415);
  made(await moveIn(OCTOBER));
  expect((await world.narmada.owner.get("/api/invoices")).body.total).toBe(0);
  expect((await world.narmada.owner.get("/api/imports")).body.total).toBe(0);
});

test("imported sent documents keep their details, and drafts follow the current ones", async () => {
  const documents = [invoice("1"), invoice("2", { status: "DRAFT" })];
  made(await moveIn({ clients: [client], documents }));
  const [known] = (await get("/clients")).clients;
  done(
    await world.kaveri.owner.put(`/api/clients/${known._id}`, {
      displayName: "Renamed",
      state: "Karnataka",
      stateCode: "29",
    }),
  );
  const rows = await all("invoices");
  const said = [];
  for (const { _id } of rows) {
    const { number, recipient, gstMode } = (await get(`/invoices/${_id}`)).invoice;
    said.push([number, recipient.name, gstMode]);
  }
  expect(said.sort()).toEqual([
    ["1", "Malabar Mills", "INTRA"],
    ["2", "Renamed", "IGST"],
  ]);
  await isRight();
});
