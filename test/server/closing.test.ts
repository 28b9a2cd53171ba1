import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type CloseItem, computeOtherIncome } from "../../domain/closing/closing.ts";
import { today } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";
import { createWorld, done, made, type World } from "../world.ts";
import { type Billing, startBilling } from "./billing.ts";
import { assertHoldsFiles, behind, bring, checklist, fileAll, findItem, MONTH } from "./closing.ts";
import { newOwner } from "./locking.ts";

let world: World;
let billing: Billing;
beforeAll(async () => {
  world = await createWorld();
  billing = await startBilling(world);
});
afterAll(() => world.end());

const close = (month = MONTH) => world.kaveri.owner.post(`/api/close/${month}`, {});

async function isOpen(key: string, count: number): Promise<string> {
  const { owner } = world.kaveri;
  const { state, count: told, link, lines } = await findItem(owner, key);
  expect({ key, state, count: told }).toEqual({ key, state: "open", count });
  const shown = lines.filter((line) => line.count > 0);
  if (shown.length === 0) expect(await behind(owner, link)).toBe(count);
  for (const line of shown) expect(await behind(owner, line.link)).toBe(line.count);
  return link;
}

const isDone = async (key: string) => {
  const { state, count } = await findItem(world.kaveri.owner, key);
  expect({ key, state, count }).toEqual({ key, state: "done", count: 0 });
};

test("lists a month's items in order and rejects an invalid month", async () => {
  const { owner, account } = world.kaveri;
  const add = async (type: string) =>
    made(await owner.post("/api/accounts", { name: `Our ${type}`, type })).account._id;
  const [card] = [await add("Card"), await add("Wallet")];
  const { items, name, year, closing } = await checklist(owner);
  expect(items.map(({ key }) => key)).toEqual([
    ...[`bank:${account._id}`, `bank:${card}`, "receipts", "drafts", "bills", "preflight"],
    ...["proof", "gstr1", "2b", "gstr3b", "suspense", "lock", "papers", "shared"],
  ]);
  const states = Object.fromEntries(items.map(({ key, state }) => [key.split(":")[0], state]));
  expect(states).toEqual({
    bank: "done",
    receipts: "done",
    drafts: "done",
    bills: "done",
    preflight: "done",
    proof: "done",
    gstr1: "open",
    "2b": "open",
    gstr3b: "blocked",
    suspense: "done",
    lock: "blocked",
    papers: "blocked",
    shared: "blocked",
  });
  expect([name, closing, year.length, year[0]?.month]).toEqual(["July 2026", null, 12, "2026-04"]);
  for (const wrong of ["2026-13", "2026", "next", "2026-07-01"]) {
    expect((await owner.get(`/api/close/${wrong}`)).status).toBe(404);
    expect((await owner.post(`/api/close/${wrong}`, {})).status).toBe(404);
  }
});

describe("each item is open until it is done", () => {
  test("a bank account, until it has its statement and every line is matched", async () => {
    const { owner, account, fees, rent } = world.kaveri;
    const entry = { date: "2026-07-05", description: "Logo", type: "Income", amount: 50_000 };
    made(
      await owner.post("/api/transactions", {
        ...entry,
        accountId: account._id,
        categoryId: fees._id,
      }),
    );
    const before = await findItem(owner, "bank");
    expect(before).toMatchObject({ state: "open", link: "/banking", count: 1 });
    expect(before.note).toBe("no statement for 1 Jul – 31 Jul");

    const statement = await bring(owner, account._id, [
      ["2026-07-05", "NEFT LOGO", 50_000],
      ["2026-07-28", "BANK CHARGES", -118],
      ["2026-08-03", "BANK CHARGES", -59],
    ]);
    const link = await isOpen("bank", 2);
    expect(link).toBe(`/banking/${statement._id}?to=2026-07-31`);
    const next = await findItem(owner, "bank", "2026-08");
    expect(next.note).toStartWith("0 of 1 line matched, 2 open from before");
    expect((await checklist(owner)).firstMonth).toBe("2026-07");
    const { items } = done(await owner.get("/api/bank-lines?state=open"));
    const [income, charge] = items;
    const accept = `/api/bank-lines/${income._id}/accept`;
    made(await owner.post(accept, { proposal: income.proposals[0]._id }));
    const create = [{ type: "Expense", categoryId: rent._id, amount: 118, description: "Charge" }];
    made(await owner.post(`/api/bank-lines/${charge._id}/accept`, { create }));
    await isDone("bank");
    const after = await findItem(owner, "bank");
    expect([after.amount, after.by?.name, after.note]).toEqual([
      ...[49_882, "Owner of kaveri", "2 lines, statement to 31 Jul"],
    ]);
  });

  test("a receipt that looks like a payment, until it is linked or dismissed", async () => {
    const { owner, staff, account } = world.kaveri;
    const invoice = await billing.add({ date: "2026-07-02", dueDate: "2026-07-17" });
    done(await billing.act(invoice._id, "send"));
    const receipt = async (fields: object) => {
      const like = { date: "2026-07-20", client: { name: "Near" }, purpose: "Logo", mode: "UPI" };
      const body = { ...like, accountId: account._id, ...fields };
      return made(await staff.post("/api/receipts", body)).receipt;
    };
    // 59,000 less TDS of 10 % on 50,000.
    const paying = await receipt({ amount: 54_000 });
    const other = await receipt({ amount: 59_000 });
    await receipt({ amount: 1_234 });
    await receipt({ amount: 59_000, client: { name: "Somebody else" } });
    await isOpen("receipts", 2);

    const path = `/api/receipts/${paying._id}/payment`;
    expect(done(await staff.get(path)).likely).toMatchObject({
      _id: invoice._id,
      tdsAmount: 5_000,
    });
    done(await staff.put(`/api/receipts/${other._id}/payment`, { invoiceId: "" }));
    const small = await receipt({ amount: 1 });
    const wrong = { invoiceId: invoice._id, tdsAmount: 58_999 };
    const refused = await staff.put(`/api/receipts/${small._id}/payment`, wrong);
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, "tdsAmount"]);
    done(await owner.delete(`/api/receipts/${small._id}`));
    const { payment } = done(await staff.put(path, { invoiceId: invoice._id }));
    expect([payment.amount, payment.tdsAmount]).toEqual([54_000, 5_000]);
    expect((await billing.detail(invoice._id)).invoice.status).toBe("PAID");
    expect((await staff.put(path, { invoiceId: invoice._id })).status).toBe(409);
    expect((await owner.delete(`/api/receipts/${paying._id}`)).body.message).toMatch(/^This rec/);
    await isDone("receipts");
    expect(done(await owner.get("/api/books/check")).differences).toEqual([]);

    done(await owner.delete(`/api/payments/${payment._id}`));
    await isOpen("receipts", 1);
    done(await staff.put(path, { invoiceId: invoice._id }));
    await isDone("receipts");
  });

  test("drafts of invoices, notes and bills", async () => {
    const { owner } = world.kaveri;
    const draft = await billing.add({ date: "2026-07-31", dueDate: "2026-08-15" });
    await billing.add({ date: "2026-08-01", dueDate: "2026-08-15" });
    await isOpen("drafts", 1);
    const item = await findItem(owner, "drafts");
    expect(item.note).toContain(`${draft.number}, Near, ₹59,000.00`);
    done(await billing.act(draft._id, "send"));
    const note = made(
      await owner.post("/api/notes", {
        kind: "CREDIT_NOTE",
        invoiceId: draft._id,
        date: "2026-07-31",
        reason: "OTHER",
        items: [{ description: "Less", qty: 1, rate: 100, taxPct: 18 }],
      }),
    );
    const { link } = await findItem(owner, "drafts");
    expect(link).toStartWith("/notes?status=DRAFT&");
    await isOpen("drafts", 1);
    done(await owner.post(`/api/notes/${note._id}/send`, {}));
    await isDone("drafts");

    const { vendor } = made(await owner.post("/api/vendors", { displayName: "Paper Mill" }));
    const items = [{ description: "Paper", taxable: 100 }];
    const bill = { vendorId: vendor._id, number: "P/1", date: "2026-07-09", items };
    const { _id } = made(await owner.post("/api/bills", { ...bill, status: "DRAFT" }));
    await isOpen("bills", 1);
    done(await owner.put(`/api/bills/${_id}`, { status: "OPEN" }));
    await isDone("bills");
    expect((await findItem(owner, "bills")).note).toBe(
      "1 bill, 1 without an attachment, no monthly bill is missing",
    );
  });

  test("the check of the returns, and suspense balances", async () => {
    const { owner, account } = world.kaveri;
    const items = [{ description: "Sundry", qty: 1, rate: 100, taxPct: 18, hsnSac: "99831" }];
    const invoice = await billing.add({ date: "2026-07-06", dueDate: "2026-07-20", items });
    done(await billing.act(invoice._id, "send"));
    await isOpen("preflight", 1);
    const fix = { field: "hsnSac", id: invoice._id, lines: [{ line: 1, value: "998391" }] };
    done(await owner.put(`/api/gst/${MONTH}/corrections`, fix));

    const suspense = { name: "Ask Anjali", type: "Expense", kind: "suspense" };
    const { category } = made(await owner.post("/api/categories", suspense));
    const money = { date: "2026-07-28", description: "Whose is it?", type: "Expense", amount: 7 };
    const ids = { accountId: world.kaveri.cash._id, categoryId: category._id };
    const { transaction } = made(await owner.post("/api/transactions", { ...money, ...ids }));
    await isOpen("suspense", 1);
    const path = `/api/transactions/${transaction._id}`;
    done(await owner.put(path, { categoryId: world.kaveri.rent._id }));
    await isDone("suspense");
    expect(account._id).not.toBe(world.kaveri.cash._id);
    await isDone("preflight");
  });
});

test("closing an open month returns 409 with what is left, and only an owner closes one", async () => {
  const { owner, staff } = world.kaveri;
  const refused = await close();
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe(
    "July 2026 is not ready to be closed: GSTR-1 (due Tue 11 Aug), " +
      "GSTR-2B (published on Fri 14 Aug, not loaded yet), GSTR-3B (after GSTR-1, due Thu 20 Aug)",
  );
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual([
    ...["gstr1", "2b", "gstr3b"],
  ]);
  const person = { email: "anjali@closing.test", name: "Anjali Rao", role: "accountant" };
  const { url } = made(await owner.post("/api/users/invitations", person));
  const password = "anjali's own";
  const joined = { token: url.split("#")[1], password };
  const accountant = world.caller(made(await world.stranger.post("/api/auth/join", joined)).token);
  for (const who of [staff, accountant]) {
    expect((await who.post(`/api/close/${MONTH}`, {})).status).toBe(403);
  }
  expect((await checklist(staff)).figures).toBeNull();
  expect((await checklist(accountant)).figures).not.toBeNull();
  expect((await checklist(owner)).accountants).toHaveLength(1);
});

test("a complete month is locked, its documents are saved, and unlocking reopens it", async () => {
  const { owner, staff } = world.kaveri;
  await fileAll(owner);
  const { items: ready } = await checklist(owner);
  const last = (items: CloseItem[]) => items.slice(-3).map(({ state }) => state);
  expect(last(ready)).toEqual(["open", "blocked", "blocked"]);
  const key = { "idempotency-key": "july" };
  const { closing, items } = made(await owner.post(`/api/close/${MONTH}`, {}, key));
  expect(last(items)).toEqual(["done", "done", "open"]);
  expect(made(await owner.post(`/api/close/${MONTH}`, {}, key)).closing).toEqual(closing);
  expect(done(await owner.get("/api/locks")).lockedTo).toBe("2026-07-31");
  expect((await close()).body.message).toBe("July 2026 is already closed");
  const listMonthMails = async () =>
    done(await owner.get("/api/outbox?entity=month&id=2026-07")).items.map(
      (mail: { to: string; subject: string }) => `${mail.to}: ${mail.subject}`,
    );
  const first = "anjali@closing.test: Documents for July 2026 from kaveri";
  expect(await listMonthMails()).toEqual([first]);
  const { mail } = made(await owner.post("/api/close/2026-07/email", { to: "ca@firm.example" }));
  expect(mail.text).toContain("bahi reports month --month 2026-07");
  expect(await listMonthMails()).toEqual([
    first.replace("anjali@closing.test", "ca@firm.example"),
    first,
  ]);
  const { lines, ...july } = (await checklist(owner)).figures as never as Record<string, number>;
  expect(lines).toBeUndefined();
  expect(closing.figures).toEqual(july);
  expect(july).toMatchObject({ billed: 100_000, spent: 225, profit: 269_009 });
  expect(computeOtherIncome(closing.figures)).toBe(269_009 + 225 - 100_000);
  const seenByStaff = await checklist(staff);
  expect([seenByStaff.figures, seenByStaff.closing?.figures]).toEqual([null, null]);

  const { head, seq } = closing.head;
  expect(done(await owner.get(`/api/audit/head?seq=${seq}`)).head).toBe(head);
  await assertHoldsFiles(world, closing.papers);

  const back = { lockedTo: "2026-06-30", reason: "The bank charge of 28 July is wrong" };
  done(await owner.put("/api/locks", back));
  const open = await checklist(staff);
  expect(open.closing).toBeNull();
  expect(last(open.items)).toEqual(["open", "blocked", "blocked"]);
  done(await owner.put("/api/locks", { lockedTo: "2026-08-31" }));
  expect((await findItem(owner, "papers")).state).toBe("open");
  expect(made(await close()).closing._id).not.toBe(closing._id);
});

test("fits the checklist to an agency without GSTIN, with quarters, or with composition", async () => {
  const owner = await newOwner(world, "quarterly");
  const keys = async (month?: string) =>
    (await checklist(owner, month)).items.map(({ key }) => key.split(":")[0]);
  const rest = ["suspense", "lock", "papers", "shared"];
  expect(await keys()).toEqual(["receipts", "drafts", "bills", ...rest]);
  const now = today().slice(0, 7);
  const running = (await checklist(owner, now)).items.find(({ key }) => key === "lock");
  expect(running).toMatchObject({ state: "blocked", from: `${monthAfter(now)}-01` });
  const early = await owner.post(`/api/close/${now}`, {});
  expect(early.body.message).toMatch(/is not over yet: it can be closed from 1 /);
  expect(await findItem(owner, "papers", now)).toMatchObject({ state: "blocked" });

  const gstin = { gstNumber: "27AAACB1234C1ZF", filing: "QUARTERLY" };
  done(await owner.put("/api/metadata", gstin));
  expect(await keys("2026-07")).toEqual(["receipts", "drafts", "bills", "preflight", ...rest]);
  expect(await keys("2026-09")).toContain("gstr3b");
  expect((await findItem(owner, "gstr1", "2026-09")).due).toBe("2026-10-13");
  const blocked = await findItem(
    owner,
    "2b",
    monthAfter(now, (3 - (Number(now.slice(5)) % 3)) % 3),
  );
  expect([blocked.state, blocked.from.slice(8)]).toEqual(["blocked", "14"]);
  done(await owner.put("/api/metadata", { isComposition: true }));
  expect(await keys("2026-09")).toEqual(["receipts", "drafts", "bills", ...rest]);

  const closed = made(await owner.post("/api/close/2026-06", {}));
  expect(closed.closing.to).toEqual([]);
  const { year } = await checklist(owner, "2026-06");
  expect(year[2]).toEqual({ month: "2026-06", closedOn: today(), isLocked: true, changes: 0 });
  expect([year[1]?.isLocked, year[1]?.closedOn]).toEqual([true, ""]);
  expect((await checklist(world.kaveri.owner, "2026-06")).closing).toBeNull();
});
