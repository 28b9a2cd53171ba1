import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, made, type World } from "../world.ts";

// One call for many records: all or none, each with its own log entry.

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const NOBODYS = "0000000000000";
type Named = { _id: string };
const listIds = (things: Named[]) => things.map(({ _id }) => _id);

const entry = (more = {}) => ({
  date: "2026-04-01",
  description: "Chai",
  type: "Expense",
  amount: 10.1,
  accountId: world.kaveri.account._id,
  categoryId: world.kaveri.rent._id,
  notes: "",
  ...more,
});

const receipt = (more = {}) => ({
  date: "2026-04-02",
  client: { name: "मीरा" },
  purpose: "Logo",
  amount: 5,
  mode: "UPI",
  accountId: world.kaveri.account._id,
  ...more,
});

async function addEntries(count: number): Promise<string[]> {
  const transactions = Array.from({ length: count }, () => entry());
  const { owner } = world.kaveri;
  return listIds(made(await owner.post("/api/transactions/batch", { transactions })).transactions);
}

async function everything() {
  const of = (path: string) => world.kaveri.owner.get(path);
  const paths = ["/api/transactions?limit=100", "/api/invoices?limit=100", "/api/receipts"];
  const lists = await Promise.all([...paths, "/api/audit"].map(of));
  return lists.map(({ body }) => body);
}

const newest = async (limit: number) =>
  (await world.kaveri.owner.get(`/api/audit?limit=${limit}`)).body.items;

describe("a batch of transactions", () => {
  test("creates all in order, transfers last, each with a log entry", async () => {
    const { owner, account, cash, fees } = world.kaveri;
    const sides = { fromAccountId: account._id, toAccountId: cash._id };
    const transfer = { date: "2026-04-03", amount: 7.77, description: "To till", ...sides };
    const income = entry({ type: "Income", categoryId: fees._id, description: "Fees in" });
    const answer = await owner.post("/api/transactions/batch", {
      transfers: [transfer],
      transactions: [entry(), income],
    });
    const { transactions } = made(answer);
    expect(transactions).toMatchObject([
      { description: "Chai", amount: 10.1, categoryId: { name: "Rent" }, isTransfer: false },
      { description: "Fees in", type: "Income" },
      { description: "To till", isTransfer: true, categoryId: null },
    ]);
    for (const made of transactions) {
      const { body } = await owner.get(`/api/transactions/${made._id}`);
      expect(body.transaction).toEqual(made);
    }
    expect(await newest(3)).toMatchObject(
      transactions.toReversed().map((after: Named) => ({
        action: "CREATE",
        entity: "Transaction",
        payload: { after },
      })),
    );
    expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true });
  });

  test("is created once for a key, and not at all if one is wrong", async () => {
    const { owner, account, fees } = world.kaveri;
    const key = { "idempotency-key": "undo of two" };
    const both = { transactions: [entry(), entry()] };
    const send = () => owner.post("/api/transactions/batch", both, key);
    const [first, again] = [made(await send()), made(await send())];
    expect(again).toEqual(first);

    const before = await everything();
    const sides = { fromAccountId: account._id, toAccountId: account._id };
    const transfer = { date: "2026-04-03", amount: 1, description: "To itself", ...sides };
    for (const [body, path] of [
      [{ transactions: [entry(), entry({ amount: 0 })] }, "transactions.1.amount"],
      [{ transactions: [entry(), entry({ categoryId: fees._id })] }, "transactions.1.categoryId"],
      [{ transactions: [entry({ accountId: NOBODYS })] }, "transactions.0.accountId"],
      [
        { transactions: [entry()], transfers: [{ ...transfer, toAccountId: NOBODYS }] },
        "transfers.0.toAccountId",
      ],
      [{ transfers: [transfer] }, "transfers.0.toAccountId"],
    ] as const) {
      const { status, body: said } = await owner.post("/api/transactions/batch", body);
      expect([status, said.errors[0].path]).toEqual([400, path]);
    }
    for (const body of [{}, { transactions: Array(1_001).fill(entry()) }, { transfers: "x" }]) {
      const { status, body: said } = await owner.post("/api/transactions/batch", body);
      expect([status, said.message]).toEqual([400, "Send 1 to 1,000 transactions and transfers"]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe("setting a category", () => {
  test("changes all of them, and an import recognizes them by it", async () => {
    const { owner, staff } = world.kaveri;
    const tea = { name: "Tea", type: "Expense" };
    const { _id: categoryId } = made(await owner.post("/api/categories", tea)).category;
    const ids = await addEntries(120);
    const { status, body } = await staff.post("/api/transactions/categorise", {
      ids: [...ids, ids[0]],
      categoryId,
    });
    expect(status).toBe(200);
    expect(listIds(body.transactions)).toEqual(ids);
    const { items, total, totals } = (
      await owner.get(`/api/transactions?categoryId=${categoryId}&limit=100`)
    ).body;
    expect([total, totals.expense]).toEqual([120, 1212]);
    const [after] = items;
    expect(after.categoryId).toEqual({ _id: categoryId, name: "Tea" });
    expect(body.transactions).toContainEqual(after);
    const before = { ...after, categoryId: expect.objectContaining({ name: "Rent" }) };
    const log = await newest(100);
    expect(log.filter(({ action }: { action: string }) => action === "UPDATE")).toHaveLength(100);
    expect(log).toContainEqual(expect.objectContaining({ payload: { before, after } }));

    const csv =
      "Date,Description,Account,Category,Type,Amount,Notes\n2026-04-01,Chai,kaveri bank,Tea,Expense,10.1,\n";
    const again = await owner.upload("/api/transactions/import?dryRun=true", csv);
    expect(again.body.import).toMatchObject({ added: 0, skipped: 1 });
    expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true });
  });

  test("changes nothing if one cannot have it", async () => {
    const { owner, account, cash, fees, rent } = world.kaveri;
    const ids = await addEntries(2);
    const sides = { fromAccountId: account._id, toAccountId: cash._id };
    const transfer = { date: "2026-04-03", amount: 1, description: "To till", ...sides };
    const moved = made(await owner.post("/api/transactions/transfer", transfer)).transaction._id;
    const { receiptNumber, transactionId } = made(
      await owner.post("/api/receipts", receipt()),
    ).receipt;
    const closed = made(await owner.post("/api/categories", { name: "Closed" })).category._id;
    await owner.put(`/api/categories/${closed}`, { isActive: false });
    const before = await everything();
    const categorise = (more: object) =>
      owner.post("/api/transactions/categorise", { ids, categoryId: rent._id, ...more });
    for (const [more, status, message] of [
      [
        { ids: [...ids, moved] },
        409,
        '"To till" of 3 Apr 2026 is of type Transfer; Rent is a category of type Expense',
      ],
      [
        { categoryId: fees._id },
        409,
        '"Chai" of 1 Apr 2026 is of type Expense; Fees is a category of type Income',
      ],
      [
        { ids: [...ids, transactionId] },
        409,
        `This transaction was created by receipt ${receiptNumber}; delete that receipt instead`,
      ],
      [{ ids: [...ids, NOBODYS] }, 404, "Transaction not found"],
      [{ categoryId: closed }, 400, "Choose one of your active categories"],
      [{ categoryId: NOBODYS }, 400, "Choose one of your active categories"],
      [{ ids: [] }, 400, "Send 1 to 1,000 ids of transactions"],
      [{ ids: Array(1_001).fill(ids[0]) }, 400, "Send 1 to 1,000 ids of transactions"],
      [{ ids: [5] }, 400, "Each id must be text"],
    ] as const) {
      const answer = await categorise(more);
      expect([answer.status, answer.body.message]).toEqual([status, message]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe("deleting", () => {
  test("removes all of them, and a batch restores them", async () => {
    const { owner } = world.kaveri;
    const ids = await addEntries(60);
    const before = (await owner.get("/api/transactions?limit=100")).body;
    const rows = before.items.filter(({ _id }: Named) => ids.includes(_id));
    const { status, body } = await owner.post("/api/transactions/delete", { ids });
    expect([status, body.message]).toEqual([200, "60 transactions deleted successfully"]);
    const after = (await owner.get("/api/transactions?limit=100")).body;
    expect(after.total).toBe(before.total - 60);
    for (const _id of ids) expect(after.items).not.toContainEqual(expect.objectContaining({ _id }));
    const deleted = (await newest(60)).map(({ action, payload }: never) => [action, payload]);
    for (const row of rows) expect(deleted).toContainEqual(["DELETE", { before: row }]);

    const transactions = rows.map(
      ({ accountId, categoryId, ...rest }: Record<"accountId" | "categoryId", Named>) => ({
        ...rest,
        accountId: accountId._id,
        categoryId: categoryId._id,
      }),
    );
    made(await owner.post("/api/transactions/batch", { transactions }));
    const { total, totals } = (await owner.get("/api/transactions")).body;
    expect({ total, totals }).toEqual({ total: before.total, totals: before.totals });
    expect((await owner.get("/api/books/check")).body).toMatchObject({ ok: true });
  });

  test("is for owners, in their agency, all or nothing", async () => {
    const { owner, staff } = world.kaveri;
    const ids = await addEntries(2);
    const { receiptNumber, transactionId } = made(
      await owner.post("/api/receipts", receipt()),
    ).receipt;
    const before = await everything();
    const refused = await staff.post("/api/transactions/delete", { ids });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Only agency owners can delete transactions.",
    ]);
    const clash = await owner.post("/api/transactions/delete", { ids: [...ids, transactionId] });
    expect([clash.status, clash.body.message]).toEqual([
      409,
      `This transaction was created by receipt ${receiptNumber}; delete that receipt instead`,
    ]);
    const neighbour = world.narmada.owner;
    const theirs = await neighbour.post("/api/transactions/delete", { ids });
    const nobodys = await neighbour.post("/api/transactions/delete", { ids: [NOBODYS] });
    expect([theirs.status, theirs.body]).toEqual([404, nobodys.body]);
    expect(await everything()).toEqual(before);
  });
});
