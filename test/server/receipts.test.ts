import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { forgetOutside } from "../journal.ts";
import { png } from "../pictures.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const payload = (changes = {}) => ({
  date: "2026-10-05",
  client: { name: "Meera Iyer", phone: "98450 12345" },
  purpose: "Logo design",
  amount: 1500.5,
  mode: "UPI",
  reference: "UTR 42",
  accountId: world.kaveri.account._id,
  ...changes,
});

const issue = async (changes = {}, who = world.kaveri.owner) =>
  made(await who.post("/api/receipts", payload(changes))).receipt;

const counts = async () => {
  const { owner } = world.kaveri;
  const receipts = (await owner.get("/api/receipts?limit=1")).body;
  const transactions = (await owner.get("/api/transactions?limit=1")).body;
  return [receipts.total, transactions.total, transactions.totals.income];
};

describe("access", () => {
  test.each([
    ["GET", "", { owner: 200, staff: 200 }],
    ["GET", "/settings", { owner: 200, staff: 200 }],
    ["PUT", "/settings", { owner: 200, staff: 403 }],
    ["POST", "", { owner: 201, staff: 201 }],
    ["POST", "/batch", { owner: 201, staff: 201 }],
    ["GET", "/:id", { owner: 200, staff: 200, neighbour: 404 }],
    ["GET", "/:id/pdf", { owner: 200, staff: 200, neighbour: 404 }],
    ["DELETE", "/:id", { owner: 200, staff: 403, neighbour: 404 }],
  ])("%s /receipts%s", async (method, path, expected) => {
    const { _id } = await issue();
    const url = `/api/receipts${path.replace(":id", _id)}`;
    const bodies: Record<string, unknown> = {
      "PUT/settings": { prefix: "RCPT", series: "FY26-27", resetPolicy: "YEARLY" },
      POST: payload(),
      "POST/batch": { receipts: [payload()] },
    };
    const body = bodies[method + path];
    const ask = (who: World["stranger"]) =>
      who.call(method, url, body ? JSON.stringify(body) : undefined, {
        "content-type": "application/json",
      });
    expect((await ask(world.stranger)).status).toBe(401);
    // The owner comes last, because an owner may delete it.
    const { staff, neighbour } = expected as Record<string, number>;
    if (neighbour) expect((await ask(world.narmada.owner)).status).toBe(neighbour);
    expect((await ask(world.kaveri.staff)).status).toBe(staff as number);
    expect((await ask(world.kaveri.owner)).status).toBe(expected.owner);
  });

  test("shows staff the specification's sentence", async () => {
    const settings = { prefix: "X", series: "Y", resetPolicy: "NEVER" };
    const answer = await world.kaveri.staff.put("/api/receipts/settings", settings);
    expect(answer.body.message).toBe("Only owners can update receipt settings");
  });
});

describe("a new receipt", () => {
  test("is complete: number, income, author and the agency's current details", async () => {
    const receipt = await issue({ date: "2030-05-05", notes: "Second\nline" }, world.kaveri.staff);
    expect(receipt).toMatchObject({
      receiptNumber: "FY30-31/RCPT/00001",
      date: "2030-05-05",
      client: { name: "Meera Iyer", phone: "98450 12345", email: "", address: "" },
      amount: 1500.5,
      mode: "UPI",
      accountId: { _id: world.kaveri.account._id, name: "kaveri bank", type: "Bank" },
      createdBy: { fullName: "Staff of kaveri" },
      metadataSnapshot: { agencyName: "kaveri", gstin: "" },
    });
    const { owner } = world.kaveri;
    expect((await owner.get(`/api/receipts/${receipt._id}`)).body).toEqual({ receipt });
    const { transaction } = (await owner.get(`/api/transactions/${receipt.transactionId}`)).body;
    expect(transaction).toMatchObject({
      type: "Income",
      amount: 1500.5,
      date: "2030-05-05",
      categoryId: { name: "Receipts" },
      source: { type: "Receipt", _id: receipt._id },
    });
    const log = (await owner.get("/api/audit?entity=Receipt&action=CREATE&limit=1")).body;
    expect(log.items[0].payload.after).toEqual(receipt);
    await world.kaveri.owner.delete(`/api/receipts/${receipt._id}`);
  });

  test("is rejected by field and uses no number", async () => {
    const before = await counts();
    const { nextSeq } = (await world.kaveri.owner.get("/api/receipts/settings")).body;
    const wrong = { client: { name: "M", email: "no" }, purpose: "", amount: 0, mode: "Barter" };
    const answer = await world.kaveri.staff.post("/api/receipts", payload(wrong));
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "Client name must be at least 2 characters",
    ]);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      "client.name",
      "client.email",
      "purpose",
      "amount",
      "mode",
    ]);
    const closed = made(await world.kaveri.owner.post("/api/accounts", { name: "Closed" })).account;
    await world.kaveri.owner.put(`/api/accounts/${closed._id}`, { isActive: false });
    for (const accountId of [closed._id, world.narmada.account._id, "nobody"]) {
      const { status, body } = await world.kaveri.owner.post(
        "/api/receipts",
        payload({ accountId }),
      );
      const message = "Choose one of your active accounts";
      expect([status, body.errors]).toEqual([400, [{ path: "accountId", message }]]);
    }
    expect(await counts()).toEqual(before);
    const after = (await world.kaveri.owner.get("/api/receipts/settings")).body;
    expect(after.nextSeq).toBe(nextSeq);
  });

  test("ignores a number, an author or a transaction sent with it", async () => {
    const sent = { receiptNumber: "X", transactionId: "X", createdBy: "X", agencyId: 2 };
    const receipt = await issue(sent);
    expect(JSON.stringify(receipt)).not.toContain('"X"');
  });

  test("is created once with the same Idempotency-Key", async () => {
    const key = { "idempotency-key": "a double click" };
    const before = await counts();
    const send = (changes = {}) => world.kaveri.owner.post("/api/receipts", payload(changes), key);
    const [first, second] = await Promise.all([send(), send()]);
    expect(made(second)).toEqual(made(first));
    expect((await send({ amount: 7 })).status).toBe(409);
    expect((await counts())[0]).toBe(before[0] + 1);
  });

  test("needs the category Receipts to be for income", async () => {
    const { owner, account } = world.narmada;
    const input = payload({ accountId: account._id });
    const taken = made(await owner.post("/api/categories", { name: "receipts", type: "Expense" }));
    const { status, body } = await owner.post("/api/receipts", input);
    expect([status, body.message]).toEqual([
      409,
      "Receipts are booked to an Income category called Receipts; rename your Expense category of that name",
    ]);
    await owner.put(`/api/categories/${taken.category._id}`, { name: "Slips" });
    made(await owner.post("/api/receipts", input));
  });
});

describe("a receipt's transaction", () => {
  test("is changed and deleted by its receipt alone", async () => {
    const { owner } = world.kaveri;
    const receipt = await issue();
    const url = `/api/transactions/${receipt.transactionId}`;
    const made = `This transaction was created by receipt ${receipt.receiptNumber}`;
    const message = `${made}; delete that receipt instead`;
    for (const answer of [await owner.put(url, { amount: 2 }), await owner.delete(url)]) {
      expect([answer.status, answer.body]).toEqual([409, { message }]);
    }
    const before = await counts();
    const gone = await owner.delete(`/api/receipts/${receipt._id}`);
    expect(gone.body).toEqual({ message: "Receipt deleted successfully" });
    expect((await owner.get(url)).status).toBe(404);
    expect((await owner.get(`/api/receipts/${receipt._id}`)).body.message).toBe(
      "Receipt not found",
    );
    expect(await counts()).toEqual([before[0] - 1, before[1] - 1, before[2] - receipt.amount]);
    const log = (await owner.get("/api/audit?entity=Receipt&action=DELETE&limit=1")).body;
    expect(log.items[0].payload.before).toEqual(receipt);
    expect((await issue()).receiptNumber > receipt.receiptNumber).toBe(true);
  });

  test("keeps the books correct", async () => {
    const check = async () => (await world.kaveri.owner.get("/api/books/check")).body;
    expect(await check()).toMatchObject({ ok: true, differences: [] });
    const { write } = world.books;
    const { _id, receiptNumber: number } = await issue({ date: "2045-05-05" });
    const where = sql`agency_id = 1 AND id = ${_id}`;
    await write.run(sql`UPDATE receipts SET amount_paise = 7 WHERE ${where}`);
    await write.run(sql`UPDATE number_series SET next_seq = 1 WHERE stem = 'FY45-46/RCPT'`);
    expect((await check()).differences).toEqual([
      expect.objectContaining({ where: `receipt ${number}`, stored: 7, derived: 150050 }),
      expect.objectContaining({ where: "numbers of FY45-46/RCPT", stored: 1, derived: 2 }),
      expect.objectContaining({ figure: "amount", stored: "0.07", derived: "1500.50" }),
      expect.objectContaining({ where: 'Numbering "FY26-27/RCPT": it was changed outside bahi' }),
    ]);
    await write.run(
      sql`UPDATE receipts SET amount_paise = 150050, date = '2045-05-06' WHERE ${where}`,
    );
    expect((await check()).differences[0]).toMatchObject({ stored: 150050, derived: 0 });
    await write.run(sql`UPDATE receipts SET date = '2045-05-05' WHERE ${where}`);
    await write.run(sql`UPDATE number_series SET next_seq = 2 WHERE stem = 'FY45-46/RCPT'`);
    await forgetOutside(world.books);
    expect((await check()).ok).toBe(true);
  });
});

describe("a batch", () => {
  test("changes nothing and names the row if one of 1,000 is bad", async () => {
    const before = await counts();
    const receipts = Array.from({ length: 1000 }, (_, n) => payload({ amount: n + 1 }));
    const send = () => world.kaveri.owner.post("/api/receipts/batch", { receipts });
    receipts[612] = payload({ amount: 1.234 });
    const { status, body } = await send();
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          path: "receipts.612.amount",
          message: "Amount must have at most 2 decimals and be at most ₹99,99,99,99,999.99",
        },
      ],
    ]);
    receipts[612] = payload({ accountId: world.narmada.account._id });
    expect((await send()).body.errors).toEqual([
      { path: "receipts.612.accountId", message: "Choose one of your active accounts" },
    ]);
    expect(await counts()).toEqual(before);

    receipts[612] = payload();
    const all = made(await send()).receipts;
    const sequences = all.map(({ receiptNumber }: { receiptNumber: string }) =>
      Number(receiptNumber.slice(-5)),
    );
    expect(sequences).toEqual(sequences.map((_: number, n: number) => sequences[0] + n));
    expect(await counts()).toEqual([
      before[0] + 1000,
      before[1] + 1000,
      before[2] + 500_500 - 613 + 1500.5,
    ]);
  });

  test("takes 1,000 with pages of notes in Devanagari and rejects over 8 MB", async () => {
    const { staff, account } = world.narmada;
    const send = (letters: number) => {
      const notes = "क".repeat(letters);
      const client = { name: "Meera Iyer", address: notes };
      const one = payload({ accountId: account._id, client, notes });
      return staff.post("/api/receipts/batch", { receipts: Array(1000).fill(one) });
    };
    const { status, body } = await send(1400);
    expect([status, body]).toEqual([413, { message: "The request body is larger than 8 MB" }]);
    expect(made(await send(1200)).receipts).toHaveLength(1000);
  });

  test("has 1 to 1,000 receipts", async () => {
    for (const receipts of [[], undefined, Array(1001).fill(payload())]) {
      const { status, body } = await world.kaveri.owner.post("/api/receipts/batch", { receipts });
      expect([status, body.message]).toEqual([400, "Send 1 to 1,000 receipts"]);
    }
  });
});

test("a receipt's PDF is named by its number and logged", async () => {
  const receipt = await issue();
  const views = async () => (await world.kaveri.owner.get("/api/audit?action=VIEW")).body.total;
  const before = await views();
  const { status, headers, body } = await world.kaveri.staff.get(
    `/api/receipts/${receipt._id}/pdf`,
  );
  expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const name = `Receipt-${receipt.receiptNumber.replaceAll("/", "-")}.pdf`;
  expect(headers.get("content-disposition")).toContain(`attachment; filename="${name}"`);
  expect(body.slice(0, 5)).toBe("%PDF-");
  expect(await views()).toBe(before + 1);
});

test("a receipt's PDF shows the logo of its day, even if replaced since", async () => {
  const { owner } = world.kaveri;
  const pictures = async (id: string) =>
    (await owner.get(`/api/receipts/${id}/pdf`)).body.split("/Subtype /Image").length - 1;
  const setLogo = async (side: number) => {
    const form = new FormData();
    form.set("logo", new File([png(side, side)], "logo.png", { type: "image/png" }));
    const headers = { authorization: `Bearer ${owner.token}` };
    const body = { method: "POST", headers, body: form };
    return world.app.handle(new Request("http://localhost/api/users/logo", body));
  };
  expect((await setLogo(40)).status).toBe(200);
  const { _id, metadataSnapshot } = await issue();
  expect(metadataSnapshot.logoUrl).toMatch(/^\/logos\/./);
  expect(await pictures(_id)).toBeGreaterThan(0);
  const before = (await owner.get(`/api/receipts/${_id}/pdf`)).body;
  await setLogo(50);
  expect((await owner.get(`/api/receipts/${_id}/pdf`)).body).toBe(before);
  expect((await issue()).metadataSnapshot.logoUrl).not.toBe(metadataSnapshot.logoUrl);
});
