import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { defaultNumbering } from "../../domain/documents/numbering.ts";
import { createWorld, made, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.end());

const payload = (date: string, accountId = world.kaveri.account._id) => ({
  date,
  client: { name: "Meera Iyer" },
  purpose: "Logo design",
  amount: 10,
  mode: "Cash",
  accountId,
});

const issue = (date: string) => world.kaveri.owner.post("/api/receipts", payload(date));
const issueNumber = async (date: string) => made(await issue(date)).receipt.receiptNumber;
const settings = async () => (await world.kaveri.owner.get("/api/receipts/settings")).body;
const set = (changes: object) => world.kaveri.owner.put("/api/receipts/settings", changes);

describe("settings", () => {
  test("default to this financial year until an owner changes them", async () => {
    expect(await settings()).toEqual({ ...defaultNumbering("RECEIPT", today()), nextSeq: 1 });
  });

  test("are rejected by field, and logged before and after", async () => {
    const { status, body } = await set({ prefix: "", series: " ", resetPolicy: "DAILY" });
    expect([status, body.errors]).toEqual([
      400,
      [
        { path: "prefix", message: "Prefix is required" },
        { path: "series", message: "Series is required" },
        { path: "resetPolicy", message: "Reset policy must be YEARLY or NEVER" },
      ],
    ]);
    const answer = await set({ prefix: "RV", series: "25-26", resetPolicy: "NEVER", nextSeq: 99 });
    const after = { prefix: "RV", series: "25-26", resetPolicy: "NEVER", nextSeq: 1 };
    expect([answer.status, answer.body]).toEqual([200, after]);
    const log = (await world.kaveri.owner.get("/api/audit?entity=ReceiptSettings")).body;
    expect(log.items[0].payload).toEqual({
      before: { ...defaultNumbering("RECEIPT", today()), nextSeq: 1 },
      after,
    });
  });
});

describe("numbers", () => {
  test("follow the document's year, each year its own, and advance the settings", async () => {
    await set({ series: "FY25-26", prefix: "RCPT", resetPolicy: "YEARLY" });
    expect(await issueNumber("2026-03-30")).toBe("FY25-26/RCPT/00001");
    expect(await settings()).toMatchObject({ series: "FY25-26", nextSeq: 2 });
    expect(await issueNumber("2026-03-31")).toBe("FY25-26/RCPT/00002");
    expect(await issueNumber("2026-04-01")).toBe("FY26-27/RCPT/00001");
    expect(await settings()).toMatchObject({ series: "FY26-27", nextSeq: 2 });
    expect(await issueNumber("2026-03-30")).toBe("FY25-26/RCPT/00003");
    expect(await settings()).toMatchObject({ series: "FY26-27", nextSeq: 2 });
  });

  test("continue in their series with the policy NEVER", async () => {
    await set({ series: "FY25-26", resetPolicy: "NEVER" });
    expect(await issueNumber("2026-04-01")).toBe("FY25-26/RCPT/00004");
    expect(await settings()).toMatchObject({ series: "FY25-26", nextSeq: 5 });
    await set({ resetPolicy: "YEARLY" });
    expect(await issueNumber("2026-03-31")).toBe("FY25-26/RCPT/00005");
  });

  test("conflict if a series without a year restarts, even with deleted ones", async () => {
    await set({ series: "A", resetPolicy: "YEARLY" });
    const first = made(await issue("2026-03-31")).receipt;
    expect(first.receiptNumber).toBe("A/RCPT/00001");
    await world.kaveri.owner.delete(`/api/receipts/${first._id}`);
    const { status, body } = await issue("2026-04-01");
    expect([status, body.message]).toEqual([
      409,
      "Receipt number A/RCPT/00001 is already used; change the series in the receipt settings",
    ]);
    expect(await issueNumber("2026-03-01")).toBe("A/RCPT/00002");
    await set({ series: "B" });
    expect(await issueNumber("2026-04-01")).toBe("B/RCPT/00001");
    await set({ series: "A", resetPolicy: "NEVER" });
    expect(await issueNumber("2026-04-01")).toBe("A/RCPT/00003");
  });

  test("are not reused after a deletion or a rejection", async () => {
    await set({ series: "C", resetPolicy: "NEVER" });
    const { _id } = made(await issue("2026-04-01")).receipt;
    await world.kaveri.owner.delete(`/api/receipts/${_id}`);
    await world.kaveri.owner.post("/api/receipts", payload("2026-04-01", "nobody"));
    expect(await issueNumber("2026-04-01")).toBe("C/RCPT/00002");
  });

  test("belong to one agency", async () => {
    const { owner, account } = world.narmada;
    const { receipt } = made(await owner.post("/api/receipts", payload("2026-04-01", account._id)));
    expect(receipt.receiptNumber).toBe("FY26-27/RCPT/00001");
  });

  test("have no gap and no duplicate for 100 receipts from 16 connections", async () => {
    await set({ series: "FY26-27", prefix: "RUSH", resetPolicy: "YEARLY" });
    const before = (await world.kaveri.owner.get("/api/transactions?limit=1")).body.total;
    const bad = payload("2026-05-05", "nobody");
    const answers = await rush("/api/receipts", payload("2026-05-05"), bad);
    const numbers = answers.map(({ receipt }) => receipt.receiptNumber);
    expect(numbers.sort()).toEqual(hundred("FY26-27/RUSH/", 5));
    const after = (await world.kaveri.owner.get("/api/transactions?limit=1")).body.total;
    expect(after).toBe(before + 100);
  });

  test("have none for 100 invoices either, among as many rejected ones", async () => {
    const { owner } = world.kaveri;
    const { client } = made(await owner.post("/api/clients", { displayName: "Asha" }));
    const items = [{ description: "Logo", qty: 1, rate: 100 }];
    const bill = { clientId: client._id, date: "2026-05-05", items };
    const answers = await rush("/api/invoices", bill, { ...bill, clientId: "nobody" });
    const numbers = answers.map(({ invoiceNumber }) => invoiceNumber);
    expect(numbers.sort()).toEqual(hundred("26-27/INV/", 6));
    expect((await owner.get("/api/books/check")).body.differences).toEqual([]);
    const late = made(await owner.post("/api/invoices", { ...bill, date: "2026-03-30" }));
    expect(late.invoiceNumber).toBe("25-26/INV/000001");
  });
});

const hundred = (stem: string, digits: number) =>
  Array.from({ length: 100 }, (_, n) => stem + String(n + 1).padStart(digits, "0"));

/** Sends a hundred valid and a hundred invalid requests over 16 connections; returns what was created. */
async function rush(path: string, good: object, bad: object) {
  const { port } = world.app.server ?? {};
  const url = port ? `http://127.0.0.1:${port}` : world.listen();
  let left = 200;
  // biome-ignore lint/suspicious/noExplicitAny: read without types, like a client.
  const created: any[] = [];
  const connection = async () => {
    while (left-- > 0) {
      const answer = await fetch(url + path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${world.kaveri.owner.token}`,
        },
        body: JSON.stringify(left % 2 ? good : bad),
      });
      if (answer.status === 201) created.push(await answer.json());
      else expect(answer.status).toBe(400);
    }
  };
  await Promise.all(Array.from({ length: 16 }, connection));
  return created;
}
