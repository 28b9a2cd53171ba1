import { describe, expect, test } from "bun:test";
import { done, made, type World } from "../world.ts";
import { client, eachInto, invoice, movingInto } from "./movingIn.ts";

let world: World;
eachInto((begun) => {
  world = begun;
});

const { moveIn, get, isRight, everything } = movingInto(() => world);

describe("payments", () => {
  const documents = [invoice("1", { total: "1180.00" }), invoice("2", { status: "DRAFT" })];
  const paid = (more: object = {}) => ({ document: "1", date: "2026-10-20", amount: 500, ...more });

  test("settle imported documents, in an account or before bahi, with TDS", async () => {
    const payments = [
      paid({ account: "KAVERI bank", mode: "UPI", reference: "N1" }),
      paid({ amount: "₹ 580.00", tdsAmount: "99.50" }),
      paid({ amount: 0, tdsAmount: 0.5 }),
    ];
    const file = { clients: [client], documents, payments };
    expect(made(await moveIn(file)).import).toMatchObject({ payments: 3 });
    const [one] = (await get("/invoices?status=PAID")).items;
    expect(one).toMatchObject({ received: 1080, tds: 100, balance: 0 });
    const { payments: kept } = await get(`/invoices/${one._id}`);
    const said = kept.map((one: { account: { name: string }; amount: number; mode: string }) =>
      [one.account.name, one.amount, one.mode].join(" "),
    );
    expect(said.sort()).toEqual([
      "Before bahi 0 Other",
      "Before bahi 580 Other",
      "kaveri bank 500 UPI",
    ]);
    const { body } = await moveIn(file);
    expect(body.import).toMatchObject({ _id: null, payments: 0, skipped: 6 });
    await isRight();
    const { import: later } = made(
      await moveIn({ ...file, documents: [...documents, invoice("3")] }),
    );
    done(await world.kaveri.owner.delete(`/api/imports/${later._id}`));
    await isRight();
  });

  test("settle a debit note, too", async () => {
    const note = invoice("D", { kind: "DEBIT_NOTE" });
    const payments = [paid({ document: "D" })];
    made(await moveIn({ clients: [client], documents: [...documents, note], payments }));
    expect((await get("/notes")).items[0]).toMatchObject({
      status: "PARTIALLY_PAID",
      balance: 680,
    });
    await isRight();
  });

  test.each<[string, object, string, string]>([
    [
      "more than is owed",
      { amount: 1180.01 },
      "payments.0.amount",
      "Amount and TDS must not be more than the balance of ₹1,180.00",
    ],
    ["a draft", { document: "2" }, "payments.0.document", "A draft cannot be paid"],
    [
      "nothing",
      { document: "9" },
      "payments.0.document",
      "Neither the file nor the books have an invoice 9",
    ],
    [
      "an unknown account",
      { account: "narmada bank" },
      "payments.0.account",
      'No account is named "narmada bank"',
    ],
    ["no money", { amount: 0 }, "payments.0.amount", "Amount must be greater than 0"],
  ])("are rejected for %s", async (_, more, path, message) => {
    const before = await everything();
    const answer = await moveIn({ clients: [client], documents, payments: [paid(more)] });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
    expect(await everything()).toEqual(before);
  });
});

test("an imported note settles nothing by itself: it is held and its invoice is owed", async () => {
  const original = { number: "1", date: "2026-10-05", total: "1180.00" };
  const note = invoice("C", { kind: "CREDIT_NOTE", date: "2026-10-20", original });
  made(await moveIn({ clients: [client], documents: [invoice("1"), note] }));
  expect((await get("/notes")).items[0]).toMatchObject({ status: "SENT", applied: 0, held: 1180 });
  expect((await get("/invoices")).items[0]).toMatchObject({ status: "SENT", balance: 1180 });
  await isRight();
});

describe("opening balances", () => {
  const opening = (account: string, more: object = {}) => ({
    account,
    date: "2026-04-01",
    amount: "1,25,000.50",
    ...more,
  });
  const balances = async () => {
    const { accounts } = await get("/accounts");
    return accounts.map((one: { name: string; openingBalance: number }) =>
      [one.name, one.openingBalance].join(" "),
    );
  };

  test("are set on existing or new accounts, and undone", async () => {
    const before = await balances();
    const openings = [opening("Kaveri Bank"), opening("Savings", { amount: 5 })];
    const payments = [{ document: "1", date: "2026-10-20", amount: 500, account: "savings" }];
    const file = { clients: [client], documents: [invoice("1")], payments, openings };
    const { import: moved } = made(await moveIn(file));
    expect(moved).toMatchObject({ openings: 2, created: { accounts: ["Savings"] } });
    expect(await balances()).toEqual(["kaveri bank 125000.5", "kaveri cash 0", "Savings 5"]);
    const { body } = await moveIn(file);
    expect(body.import).toMatchObject({ _id: null, openings: 0, skipped: 5 });
    await isRight();
    done(await world.kaveri.owner.delete(`/api/imports/${moved._id}`));
    expect(await balances()).toEqual(before);
    await isRight();
  });

  test("are imported for ledgers and accounts alike, and undone", async () => {
    const day = { date: "2026-04-01" };
    const openings = [
      opening("kaveri bank"),
      { ledger: "tds receivable", ...day, amount: 7_000 },
      { ledger: "GST payable IGST", ...day, amount: -500.25 },
      { ledger: "Opening balances", ...day, amount: "-1,31,500.25" },
    ];
    const held = async () => {
      const { ledgers } = await get("/ledgers");
      return ledgers.flatMap((one: { name: string; openingBalance: number }) =>
        one.openingBalance ? `${one.name} ${one.openingBalance}` : [],
      );
    };
    const dry = done(await moveIn({ openings }, "?dryRun=true")).import;
    expect(dry).toMatchObject({ _id: null, openings: 3 });
    expect(await held()).toEqual([]);
    const { import: moved } = made(await moveIn({ openings }));
    expect(moved).toMatchObject({ openings: 3 });
    expect(await held()).toEqual([
      "kaveri bank 125000.5",
      "TDS receivable 7000",
      "GST payable IGST -500.25",
      "Opening balances -131500.25",
    ]);
    expect((await moveIn({ openings })).body.import).toMatchObject({ _id: null, skipped: 3 });
    const again = [{ ledger: "TDS receivable", ...day, amount: 1 }];
    expect((await moveIn({ openings: again })).body.errors).toEqual([
      {
        path: "openings.0.amount",
        message: 'Ledger "TDS receivable" already has the opening balance ₹7,000.00',
      },
    ]);
    await isRight();
    done(await world.kaveri.owner.delete(`/api/imports/${moved._id}`));
    expect(await held()).toEqual([]);
    await isRight();
  });

  test("alone are an import", async () => {
    const { import: moved } = made(await moveIn({ openings: [opening("kaveri bank")] }));
    expect(moved).toMatchObject({ clients: 0, documents: 0, openings: 1 });
    const { body } = await moveIn({ openings: [opening("kaveri bank", { amount: 1 })] });
    const message = 'Account "kaveri bank" already has the opening balance ₹1,25,000.50';
    expect(body.errors).toEqual([{ path: "openings.0.amount", message }]);
  });

  test.each<[string, object[], string, string]>([
    [
      "twice",
      [opening("Till"), opening("TILL")],
      "openings.1.account",
      "TILL has two opening balances in the file",
    ],
    [
      "an unknown ledger",
      [{ ledger: "Capital", date: "2026-04-01", amount: 1 }],
      "openings.0.ledger",
      'No ledger is named "Capital": add its category first',
    ],
    [
      "of both",
      [opening("Till", { ledger: "GST payable" })],
      "openings.0.ledger",
      "An opening balance is for an account or a ledger, not both",
    ],
    [
      "a ledger of document totals",
      [{ ledger: "Trade receivables", date: "2026-04-01", amount: 1 }],
      "openings.0.ledger",
      '"Trade receivables" is the sum of unpaid documents; enter those instead',
    ],
    [
      "an imbalance",
      [
        opening("Till", { amount: 5 }),
        { ledger: "GST payable", date: "2026-04-01", amount: "-2.50" },
        { ledger: "Opening balances", date: "2026-04-01", amount: -3 },
      ],
      "openings.2.amount",
      "Opening balances is -₹3.00 in the file, but the others require -₹2.50",
    ],
    [
      "a zero amount",
      [{ date: "2026-04-01", amount: 1 }],
      "openings.0.account",
      "Account is required",
    ],
    [
      "a missing name",
      [opening("a → b")],
      "openings.0.account",
      "Account name cannot contain an arrow",
    ],
    [
      "below 0",
      [opening("Till", { amount: -1 })],
      "openings.0.amount",
      "Amount must not be negative",
    ],
    [
      "after its first entry",
      [opening("Late", { date: "2026-11-01" })],
      "openings.0.date",
      '"Late" has entries from 20 Oct 2026 on, before its opening balance',
    ],
  ])("are rejected for %s", async (_, openings, path, message) => {
    const payments = [{ document: "1", date: "2026-10-20", amount: 500, account: "Late" }];
    const isLate = path === "openings.0.date";
    const file = { clients: [client], documents: [invoice("1")], payments: isLate ? payments : [] };
    const before = await everything();
    const answer = await moveIn({ ...file, openings });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
    expect(await everything()).toEqual(before);
  });

  test("are rejected after an entry of the books", async () => {
    const { owner, account, fees } = world.kaveri;
    const entry = { date: "2026-03-31", description: "Before", type: "Income", amount: 5 };
    const links = { accountId: account._id, categoryId: fees._id };
    made(await owner.post("/api/transactions", { ...entry, ...links }));
    const { body } = await moveIn({ openings: [opening("kaveri bank")] });
    expect(body.errors[0]).toMatchObject({ path: "openings.0.date" });
  });
});
