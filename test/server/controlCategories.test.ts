import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createWorld, done, made, type World } from "../world.ts";
import { bring } from "./closing.ts";

let world: World;
let advances: string;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  const { owner, account } = world.kaveri;
  done(await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" }));
  clientId = made(await owner.post("/api/clients", { displayName: "Asha" })).client._id;
  made(
    await owner.post("/api/vouchers", {
      clientId,
      date: "2026-10-05",
      amount: 35_400,
      description: "Fair",
      mode: "UPI",
      accountId: account._id,
    }),
  );
  const { categories } = done(await owner.get("/api/categories"));
  advances = categories.find((one: { name: string }) => one.name === "Advances from clients")._id;
});
afterAll(() => world.end());

const MESSAGE =
  "Documents are booked to “Advances from clients”; record an advance, which creates its voucher";

describe("a control category", () => {
  test("rejects a plain entry on every route", async () => {
    const { staff, account, fees } = world.kaveri;
    const sides = { type: "Income", accountId: account._id, categoryId: advances };
    const entry = { ...sides, date: "2026-10-10", description: "Shivneri", amount: 18_500 };
    const { transaction } = made(
      await staff.post("/api/transactions", { ...entry, categoryId: fees._id }),
    );
    const statement = await bring(staff, account._id, [["2026-10-12", "UPI SHIVNERI", 18_500]]);
    const { items } = done(await staff.get(`/api/bank-lines?statementId=${statement._id}`));
    const parts = [
      { categoryId: fees._id, amount: 18_000 },
      { categoryId: advances, amount: 500 },
    ];
    const { categoryId: _, amount: __, ...common } = entry;
    const rule = { name: "Shivneri", test: { direction: "in" }, effect: { categoryId: advances } };
    const booked = { type: "Income", categoryId: advances, amount: 18_500 };
    const tried = {
      categoryId: [
        await staff.post("/api/transactions", entry),
        await staff.put(`/api/transactions/${transaction._id}`, { categoryId: advances }),
        await staff.post("/api/transactions/categorise", {
          ids: [transaction._id],
          categoryId: advances,
        }),
      ],
      "transactions.0.categoryId": [
        await staff.post("/api/transactions/batch", { transactions: [entry] }),
      ],
      "split.1.categoryId": [
        await staff.post("/api/transactions", { ...common, split: parts, amount: 18_500 }),
      ],
      "effect.categoryId": [await staff.post("/api/bank-rules", rule)],
      "create.0.categoryId": [
        await staff.post(`/api/bank-lines/${items[0]._id}/accept`, { create: [booked] }),
      ],
    };
    for (const [path, answers] of Object.entries(tried)) {
      for (const { status, body } of answers) {
        expect([path, status, body.errors]).toEqual([path, 400, [{ path, message: MESSAGE }]]);
      }
    }
  });

  test("keeps its entries and those of documents", async () => {
    const { owner, account } = world.kaveri;
    const add = async (name: string) =>
      made(await owner.post("/api/categories", { name, type: "Income" })).category;
    const { _id: deposits } = await add("Deposits");
    const entry = {
      type: "Income",
      accountId: account._id,
      categoryId: deposits,
      amount: 18_500,
      date: "2026-10-14",
      description: "Shivneri",
    };
    const { transaction } = made(await owner.post("/api/transactions", entry));
    const preflight = async () =>
      done(await owner.get("/api/gst/2026-10")).preflight.filter(
        ({ code }: { code: string }) => code === "ADVANCES_DIFFER",
      );
    expect(await preflight()).toEqual([]);
    done(await owner.put(`/api/categories/${deposits}`, { kind: "customer_advance" }));
    const path = `/api/transactions/${transaction._id}`;
    done(await owner.put(path, { notes: "Came before its voucher" }));
    expect(await preflight()).toMatchObject([
      {
        level: "ERROR",
        subject: "Advances from customers",
        message: expect.stringContaining("is ₹53,900.00, but the vouchers total ₹35,400.00"),
      },
    ]);
    done(await owner.delete(path));
    expect(await preflight()).toEqual([]);
  });

  test("is suggested neither by a rule nor from an earlier choice", async () => {
    const { owner, account } = world.narmada;
    const { _id } = made(
      await owner.post("/api/categories", { name: "Booked", type: "Income" }),
    ).category;
    const statement = await bring(owner, account._id, [
      ["2026-10-12", "UPI/627810001111/SHIVNERI ROASTERS", 18_500],
      ["2026-10-14", "UPI/627810002222/SHIVNERI ROASTERS", 9_500],
    ]);
    const lines = async () =>
      done(await owner.get(`/api/bank-lines?statementId=${statement._id}`)).items;
    const kinds = async () =>
      (await lines())[1].proposals.map(({ kind }: { kind: string }) => kind);
    const create = [{ type: "Income", categoryId: _id, amount: 18_500 }];
    made(await owner.post(`/api/bank-lines/${(await lines())[0]._id}/accept`, { create }));
    expect(await kinds()).toEqual(["memory"]);
    const rule = { name: "Roasters", test: { narration: "SHIVNERI" }, effect: { categoryId: _id } };
    made(await owner.post("/api/bank-rules", rule));
    expect(await kinds()).toEqual(["rule"]);
    done(await owner.put(`/api/categories/${_id}`, { kind: "customer_advance" }));
    expect(await kinds()).toEqual([]);
  });
});
