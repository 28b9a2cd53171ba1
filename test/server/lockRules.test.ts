import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CSV_HEADER } from "../../domain/csv/transactions.ts";
import { addDays, today } from "../../domain/dates.ts";
import { giveException } from "../furnish.ts";
import { type Answer, type Caller, createWorld, done, made, type World } from "../world.ts";
import { closeTo, entries, newOwner, PASSWORD, pick, refusal } from "./locking.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

describe("a lock", () => {
  test("says at the field what to do and who can help", async () => {
    const owner = await newOwner(world, "said");
    const { add, accountId, categoryId } = await entries(owner);
    const { transaction } = made(await add("2026-09-30"));
    await closeTo(owner, "2026-09-30");
    const ask = "add an exception under Locks.";
    const closed = "Books are closed to 30 Sep 2026.";
    const at = async (answer: Promise<Answer>) => (await answer).body.errors;
    expect(await at(add("2026-09-01"))).toEqual([
      { path: "date", message: `${closed} Use 1 Oct 2026 or later, or ${ask}` },
    ]);
    const old = { message: `${closed} A${ask.slice(1)}` };
    const path = `/api/transactions/${transaction._id}`;
    expect(await at(owner.put(path, { notes: "A word" }))).toEqual([{ path: "date", ...old }]);
    expect(await at(owner.put(path, { date: "2026-10-01" }))).toEqual([{ path: "date", ...old }]);
    const opening = `${closed.slice(0, -1)}, including opening balances. A${ask.slice(1)}`;
    for (const path of [`/api/accounts/${accountId}`, "/api/ledgers/tds_receivable"]) {
      expect(await at(owner.put(path, { openingBalance: 1 }))).toEqual([
        { path: "openingBalance", message: opening },
      ]);
    }
    expect(await at(owner.put(`/api/accounts/${accountId}`, { type: "Card" }))).toEqual([
      { path: "type", ...old },
    ]);
    const category = `/api/categories/${categoryId}`;
    expect(await at(owner.put(category, { kind: "asset" }))).toEqual([{ path: "kind", ...old }]);
    done(await owner.put(category, { name: "Paper and pens" }));
    const many = await owner.post("/api/transactions/delete", { ids: [transaction._id] });
    expect(many.body.errors).toEqual([{ path: "ids.0", message: refusal("2026-09-30").message }]);
  });

  test("is lowered with a reason, and a final one never", async () => {
    const owner = await newOwner(world, "moved");
    const { add } = await entries(owner);
    made(await add("2026-03-31"));
    const put = async (body: object) => {
      const { status, body: said } = await owner.put("/api/locks", body);
      return status === 200 ? said : { status, paths: said.errors?.map(({ path }: Field) => path) };
    };
    expect(await put({ lockedTo: "2026-09-30" })).toMatchObject({
      lockedTo: "2026-09-30",
      finalTo: "",
      filedTo: "",
      set: { lockedTo: { by: { name: "Meera Kulkarni" } }, finalTo: null },
    });
    const wrong = (path: string) => ({ status: 400, paths: [path] });
    expect(await put({ lockedTo: "2026-08-31" })).toEqual(wrong("reason"));
    expect(await put({ lockedTo: "2026-02-30" })).toEqual(wrong("lockedTo"));
    expect(await put({ lockedTo: addDays(today(), 1) })).toEqual(wrong("lockedTo"));
    expect(await put({ finalTo: "2026-03-31" })).toEqual(wrong("password"));
    expect(await put({ finalTo: "2026-03-31", password: "a guess" })).toEqual(wrong("password"));
    const password = PASSWORD;
    expect(await put({ finalTo: addDays(today(), 1), password })).toEqual(wrong("finalTo"));
    const back = { lockedTo: "2026-08-31", reason: "The rent of August" };
    expect(await put(back)).toMatchObject({ lockedTo: "2026-08-31" });
    expect(await put({ finalTo: "2026-03-31", password })).toMatchObject({
      lockedTo: "2026-08-31",
      finalTo: "2026-03-31",
    });
    expect(await put({ finalTo: "2025-03-31", password })).toEqual(wrong("finalTo"));
    expect(await put({ lockedTo: "2026-03-30", reason: "No" })).toEqual(wrong("lockedTo"));
    made(await giveException(owner, "The bank charge of March"));
    expect((await add("2026-08-31")).status).toBe(201);
    const { status, body } = await add("2026-03-31");
    expect([status, body.errors]).toEqual([
      409,
      [{ path: "date", message: "Books are final to 31 Mar 2026. Use 1 Apr 2026 or later." }],
    ]);
    const { items } = done(await owner.get("/api/audit?entity=Lock"));
    expect(items.map(({ payload }: { payload: { after: object } }) => payload.after)).toEqual([
      { lockedTo: "2026-08-31", finalTo: "2026-03-31" },
      { lockedTo: "2026-08-31", finalTo: "", reason: "The rent of August" },
      { lockedTo: "2026-09-30", finalTo: "" },
    ]);
  });

  test("is not final over drafts and prevents new ones", async () => {
    const owner = await newOwner(world, "drafts");
    const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
    const bill = (date: string) =>
      owner.post("/api/invoices", {
        clientId: client._id,
        date,
        items: [{ description: "Logo", qty: 1, rate: 100 }],
      });
    const { _id } = made(await bill("2026-03-31"));
    const finish = () => owner.put("/api/locks", { finalTo: "2026-03-31", password: PASSWORD });
    expect(done(await owner.get("/api/locks/open?to=2026-03-31"))).toEqual({
      drafts: 1,
      bankLines: 0,
      gstErrors: 0,
    });
    const { status, body } = await finish();
    expect([status, body.message]).toEqual([409, expect.stringContaining("25-26/INV/000001")]);
    done(await owner.post(`/api/invoices/${_id}/send`, {}));
    done(await finish());
    expect((await bill("2026-03-31")).status).toBe(409);
    const { account } = made(await owner.post("/api/accounts", { name: "HDFC" }));
    const payment = { amount: 5, mode: "UPI", accountId: account._id };
    const pay = (date: string) => owner.post(`/api/invoices/${_id}/payments`, { ...payment, date });
    expect((await pay("2026-03-31")).status).toBe(409);
    made(await pay("2026-04-01"));
  });

  test("does not let a first payment issue a draft", async () => {
    const owner = await newOwner(world, "first");
    const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
    const { account } = made(await owner.post("/api/accounts", { name: "HDFC" }));
    const items = [{ description: "Logo", qty: 1, rate: 100 }];
    const draft = { clientId: client._id, date: "2026-09-30", items };
    const { _id } = made(await owner.post("/api/invoices", draft));
    await closeTo(owner, "2026-09-30");
    const payment = { date: "2026-10-01", amount: 5, mode: "UPI", accountId: account._id };
    const pay = () => owner.post(`/api/invoices/${_id}/payments`, payment);
    expect(pick(await pay())).toEqual(refusal("2026-09-30"));
    done(await owner.put(`/api/invoices/${_id}`, { date: "2026-10-01" }));
    const { payment: paid } = made(await pay());
    await closeTo(owner, "2026-10-01");
    expect(pick(await owner.delete(`/api/payments/${paid._id}`))).toEqual(refusal("2026-10-01"));
  });

  test("lets a later payment settle a bill unless it changes the bill's TDS", async () => {
    const owner = await newOwner(world, "kept");
    const party = { displayName: "Ravi Menon", pan: "ABCPM1234A", tdsRule: "PROFESSIONAL" };
    const { vendor } = made(await owner.post("/api/vendors", party));
    const { account } = made(await owner.post("/api/accounts", { name: "HDFC" }));
    const items = [{ description: "Advice", taxable: 60_000 }];
    const bill = { vendorId: vendor._id, number: "R/1", date: "2026-09-30", items };
    const { _id, tds, grandTotal } = made(await owner.post("/api/bills", bill));
    expect(tds).toBe(6_000);
    await closeTo(owner, "2026-09-30");
    const pay = (amount: number, tdsAmount: number) =>
      owner.post(`/api/bills/${_id}/payments`, {
        date: "2026-10-05",
        amount,
        tdsAmount,
        mode: "UPI",
        accountId: account._id,
      });
    expect(pick(await pay(grandTotal, 0))).toEqual(refusal("2026-09-30"));
    made(await pay(grandTotal - tds, tds));
  });

  test("lets each running write finish before it or rejects it", async () => {
    const owner = await newOwner(world, "race");
    const { add } = await entries(owner);
    const writes = Array.from({ length: 30 }, (_, n) => n);
    const answers = writes.map(async (n) => {
      if (n === 15) done(await owner.put("/api/locks", { lockedTo: "2026-09-30" }));
      return add("2026-09-30");
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual(expect.arrayContaining([409]));
    const { items } = done(await owner.get("/api/transactions?limit=100"));
    expect(items.length).toBe(statuses.filter((status) => status === 201).length);
    expect((await add("2026-09-30")).status).toBe(409);
  });

  test("is also enforced by the database: no statement bypasses it", async () => {
    const owner = await newOwner(world, "raw");
    const { add } = await entries(owner);
    const { transaction } = made(await add("2026-09-30"));
    await closeTo(owner, "2026-09-30");
    const where = `WHERE id = '${transaction._id}'`;
    for (const statement of [
      `UPDATE transactions SET amount_paise = 1 ${where}`,
      `UPDATE transactions SET date = '2026-10-01' ${where}`,
      `DELETE FROM transactions ${where}`,
    ]) {
      const error = await world.books.write.run(statement).then(
        () => undefined,
        ({ cause }: Error) => String(cause),
      );
      expect(error, statement).toContain("books are closed");
    }
  });
});

describe("an exception", () => {
  test("is for one person until it ends, and changes under it are listed", async () => {
    const { owner, staff } = world.narmada;
    const { add } = await entries(owner);
    made(await add("2026-09-30"));
    await closeTo(owner, "2026-09-30");
    const { users } = done(await owner.get("/api/users/team"));
    const { _id: userId } = users.find(({ role }: { role: string }) => role === "staff");
    const give = (until: number, more: object = {}) =>
      owner.post("/api/locks/exceptions", {
        userId,
        reason: "Twice",
        until: new Date(Date.now() + until).toISOString(),
        ...more,
      });
    const hour = 60 * 60_000;
    for (const wrong of [
      give(-hour),
      give(25 * hour),
      give(hour, { reason: "" }),
      give(hour, { userId: "nobody" }),
    ]) {
      expect((await wrong).status).toBe(400);
    }
    expect((await add("2026-09-30", staff)).status).toBe(409);
    const { exception } = made(await give(hour));
    made(await add("2026-09-30", staff));
    expect((await add("2026-09-30")).status).toBe(409);
    const { items } = done(await owner.get("/api/locks/changes"));
    expect(items).toMatchObject([
      { action: "CREATE", entity: "Transaction", exception: { _id: exception._id } },
    ]);
    done(await owner.delete(`/api/locks/exceptions/${exception._id}`));
    expect((await add("2026-09-30", staff)).status).toBe(409);
    expect((await staff.put("/api/locks", { lockedTo: "" })).status).toBe(403);
    expect(done(await staff.get("/api/locks"))).toMatchObject({
      lockedTo: "2026-09-30",
      exceptions: [],
    });
    done(await owner.put("/api/locks", { lockedTo: "2026-08-31", reason: "September" }));
    made(await add("2026-09-30", staff));
    made(await add("2026-10-01", staff));
    expect(done(await owner.get("/api/locks/changes"))).toMatchObject({
      total: 2,
      items: [{ exception: null }, { exception: { _id: exception._id } }],
    });
  });
});

describe("a file", () => {
  const csv = (...dates: string[]) =>
    `${CSV_HEADER}${dates.map((date, n) => `${date},Row ${n},Till,Sales,Income,${n + 1},\n`).join("")}`;
  const send = (owner: Caller, text: string, query = "") =>
    owner.call("POST", `/api/transactions/import?file=a.csv&createMissing=true${query}`, text, {
      "content-type": "text/csv",
    });

  test("is rejected as a whole, with each locked line", async () => {
    const owner = await newOwner(world, "file");
    await closeTo(owner, "2026-09-30");
    const text = csv("2026-09-30", "2026-10-01", "2026-08-01");
    for (const query of ["", "&dryRun=true"]) {
      const { status, body } = await send(owner, text, query);
      expect([status, body.message, body.errors]).toEqual([
        409,
        refusal("2026-09-30").message,
        [2, 4].map((line) => ({
          path: `line ${line}`,
          column: "Date",
          message: refusal("2026-09-30").message,
        })),
      ]);
    }
    expect((await send(owner, csv("2026-09-30", "2026-02-30"))).status).toBe(400);
    expect(done(await owner.get("/api/transactions")).total).toBe(0);
    made(await send(owner, csv("2026-10-01")));
  });

  test("is imported and undone under an exception", async () => {
    const owner = await newOwner(world, "file-excepted");
    const early = made(await send(owner, csv("2026-09-29"))).import;
    await closeTo(owner, "2026-09-30");
    expect(pick(await owner.delete(`/api/imports/${early._id}`))).toEqual(refusal("2026-09-30"));
    const { exception } = made(await giveException(owner, "A late file"));
    const late = made(await send(owner, csv("2026-09-30", "2026-10-01"))).import;
    expect(late.added).toBe(2);
    done(await owner.delete(`/api/imports/${late._id}`));
    expect(done(await owner.get("/api/transactions")).total).toBe(1);
    done(await owner.delete(`/api/locks/exceptions/${exception._id}`));
    const { items } = done(await owner.get("/api/locks/changes"));
    expect(items.map(({ action }: { action: string }) => action)).toEqual(["DELETE", "CREATE"]);
  });

  test("names the locked documents and payments of imported books", async () => {
    const owner = await newOwner(world, "file-books");
    await closeTo(owner, "2026-09-30");
    const document = (number: string, date: string) => ({
      kind: "INVOICE",
      number,
      date,
      client: "c1",
      lines: [{ description: "Design", qty: 1, rate: 100, taxPct: 0 }],
    });
    const { status, body } = await owner.post("/api/import/books?file=b.json", {
      clients: [{ id: "c1", name: "Konkan Foods" }],
      documents: [document("A/1", "2026-10-01"), document("A/2", "2026-09-30")],
      payments: [{ document: "A/1", date: "2026-09-01", amount: 5 }],
    });
    expect([status, body.errors.map(({ path }: Field) => path)]).toEqual([
      409,
      ["documents.1.date", "payments.0.date"],
    ]);
  });
});

interface Field {
  path: string;
}
