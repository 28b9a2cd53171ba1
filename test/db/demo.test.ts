import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Books, openBooks } from "../../db/books.ts";
import { checkBooks } from "../../db/check.ts";
import { receiptsUntil } from "../../db/demo/counter.ts";
import { ACCOUNTS, CATEGORIES } from "../../db/demo/studio.ts";
import { yearUntil } from "../../db/demo/year.ts";
import { writeDemo } from "../../db/demo.ts";
import { listReceipts } from "../../db/receipts.ts";
import { listMembers } from "../../db/team.ts";
import { exportTransactions, listTransactions } from "../../db/transactions/lists.ts";
import { signIn } from "../../db/users.ts";
import { toCsv } from "../../domain/csv.ts";
import { addDays } from "../../domain/dates.ts";
import { RECEIPT_MODES } from "../../domain/receipts.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bahi-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ON = "2026-11-21";

async function ownerOf(books: Books, credentials: { email: string; password: string }) {
  const { session, user } = await signIn(books, credentials);
  return { books, ...session, role: user.role };
}

async function csvOf(books: Books, credentials: { email: string; password: string }) {
  const { slices } = await exportTransactions(await ownerOf(books, credentials), {} as never);
  let csv = "";
  for await (const slice of slices) csv += toCsv(slice);
  return csv;
}

describe("the demo", () => {
  test("is the same in every database, and written once", async () => {
    const [one, other] = [
      await openBooks(`file:${join(folder, "one.db")}`),
      await openBooks(`file:${join(folder, "other.db")}`),
    ];
    const credentials = await writeDemo(one, ON);
    await writeDemo(other, ON);
    const csv = await csvOf(one, credentials);
    expect(csv.split("\n").length).toBeGreaterThan(1_400);
    expect(await csvOf(other, credentials)).toBe(csv);

    expect(await writeDemo(one, "2027-03-01")).toEqual(credentials);
    expect(await csvOf(one, credentials)).toBe(csv);

    const owner = await ownerOf(one, credentials);
    expect((await listMembers(owner)).map(({ role }) => role)).toEqual(["owner", "staff"]);
    const week = { dateFrom: addDays(ON, -6), dateTo: ON, page: 1, limit: 100 };
    const { total, totals } = await listTransactions(owner, week as never);
    expect(total).toBeGreaterThan(15);
    expect(totals.income).toBeGreaterThan(0);
    expect((await checkBooks(owner)).differences).toEqual([]);

    const { items } = await listReceipts(owner, { page: 1, limit: 100 } as never);
    expect(items).toHaveLength(33);
    expect(new Set(items.map(({ mode }) => mode))).toEqual(new Set(RECEIPT_MODES));
    const numbers = items.map(({ receiptNumber }) => receiptNumber);
    expect([numbers[0], numbers.at(-1)]).toEqual(["FY26-27/RCPT/00022", "FY25-26/RCPT/00001"]);
    for (const books of [one, other]) books.close();
  });
});

/** The first and last days of months, a leap day, and any day. */
describe.each(["2026-11-21", "2026-12-01", "2027-03-31", "2028-02-29", "2029-01-02"])(
  "a year until %s",
  (on) => {
    const rows = yearUntil(on);

    test("ends on that day's eve or on it, with about 1,500 rows", () => {
      expect(rows[0]?.date.slice(0, 7)).toBe(addDays(on, -365).slice(0, 7));
      expect(addDays(on, -2) < (rows.at(-1)?.date ?? "")).toBe(true);
      expect(rows.length).toBeGreaterThan(1_350);
      expect(rows.length).toBeLessThan(1_650);
      expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted());
    });

    test("has people at the counter in each of its months", () => {
      const receipts = receiptsUntil(on);
      const months = new Set(receipts.map(({ date }) => date.slice(5, 7)));
      expect(months.size).toBe(12);
      expect(receipts.length).toBeGreaterThanOrEqual(33);
      expect((receipts.at(-1)?.date ?? "") > addDays(on, -21)).toBe(true);
      expect(receipts.every(({ date }) => date <= on && date >= addDays(on, -365))).toBe(true);
    });

    test("earns more than it spends, and overdraws nothing", () => {
      const held = new Map<string, number>(ACCOUNTS.map((a) => [a.name, a.openingBalance]));
      const sums = { Income: 0, Expense: 0, Transfer: 0 };
      const lowest = new Map(held);
      for (const { type, account, toAccount, amount } of rows) {
        sums[type] += amount;
        held.set(account, (held.get(account) ?? 0) + (type === "Income" ? amount : -amount));
        if (toAccount) held.set(toAccount, (held.get(toAccount) ?? 0) + amount);
        for (const [name, paise] of held) lowest.set(name, Math.min(paise, lowest.get(name) ?? 0));
      }
      expect(sums.Income).toBeGreaterThan(sums.Expense);
      expect([...lowest].filter(([, paise]) => paise < 0)).toEqual([]);
    });

    test("uses every account and category, and text in three scripts", () => {
      const text = rows.map(({ description }) => description).join("\n");
      expect(text).toMatch(/\p{Script=Devanagari}/u);
      expect(text).toMatch(/\p{Script=Tamil}/u);
      const used = new Set(rows.map(({ category }) => category));
      expect(used).toEqual(new Set([...CATEGORIES.Income, ...CATEGORIES.Expense, "Transfer"]));
      expect(new Set(rows.map(({ account }) => account))).toEqual(
        new Set(ACCOUNTS.map(({ name }) => name)),
      );
      for (const { amount } of rows) expect(Number.isInteger(amount) && amount > 0).toBe(true);
    });
  },
);

test("a day is the same whenever the demo is made, but for what is fetched from the bank", () => {
  const day = (on: string) =>
    yearUntil(on).filter(
      ({ date, type, category }) =>
        date === "2026-10-07" && type !== "Transfer" && category !== "GST Paid",
    );
  expect(day("2026-11-21").length).toBeGreaterThan(1);
  expect(day("2027-02-11")).toEqual(day("2026-11-21"));
});
