import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getMetadata } from "../../db/agencies/agency.ts";
import { countAudit, listAudit } from "../../db/agencies/auditLog.ts";
import { listMembers } from "../../db/agencies/team.ts";
import { registerAgency, signIn } from "../../db/agencies/users.ts";
import { listAttachments } from "../../db/attachments/listAttachments.ts";
import { listBankLines } from "../../db/banking/lines.ts";
import { listStatements } from "../../db/banking/statements.ts";
import { computeInvoiceTotals, type DemoInvoice, invoicesUntil } from "../../db/demo/billing.ts";
import { billsUntil } from "../../db/demo/bills.ts";
import { CLIENTS } from "../../db/demo/clients.ts";
import { receiptsUntil } from "../../db/demo/counter.ts";
import { writeDemo } from "../../db/demo/demo.ts";
import { listClosedMonths, toHalfClosedMonth } from "../../db/demo/months.ts";
import { ACCOUNTS, AGENCY, CATEGORIES } from "../../db/demo/studio.ts";
import { VENDORS } from "../../db/demo/vendors.ts";
import { yearUntil } from "../../db/demo/year.ts";
import { listInvoices } from "../../db/documents/listInvoices.ts";
import { listReceipts } from "../../db/documents/listReceipts.ts";
import type { Books } from "../../db/engine/books.ts";
import { openReaders } from "../../db/engine/readers.ts";
import { listImports } from "../../db/imports/reports.ts";
import { exportTransactions } from "../../db/ledger/export.ts";
import { listTransactions } from "../../db/ledger/listTransactions.ts";
import { openBooks } from "../../db/open/open.ts";
import { listBills } from "../../db/purchases/listBills.ts";
import { getBalanceSheet } from "../../db/reports/statements.ts";
import { getMatching } from "../../db/returns/matching.ts";
import { getTdsPayable } from "../../db/tds/payable.ts";
import { verifyBooks } from "../../db/verify/books.ts";
import { toCsv } from "../../domain/csv/transactions.ts";
import { addDays, readMonth } from "../../domain/dates.ts";
import { INVOICE_STATUSES, isOverdue } from "../../domain/documents/invoices.ts";
import { RECEIPT_MODES } from "../../domain/documents/receipts.ts";
import { gstinWarning } from "../../domain/gst/gstin.ts";
import { toWeekEnd } from "../../domain/purchases/bills.ts";
import { toTdsQuarter } from "../../domain/tds/payable.ts";
import { ON, openDemoBooks } from "../demoBooks.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bahi-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function signInOwner(books: Books, credentials: { email: string; password: string }) {
  const { session, user } = await signIn(books, credentials, { address: "here" }, "");
  return { books, ...session, role: user.role };
}

async function exportCsv(books: Books, credentials: { email: string; password: string }) {
  const slices = await exportTransactions(await signInOwner(books, credentials), {} as never);
  let csv = "";
  for await (const slice of slices) csv += toCsv(slice);
  return csv;
}

describe("the demo", () => {
  test("is the same in every database and written once", async () => {
    const { books: one, written: credentials } = await openDemoBooks(folder);
    const other = await openBooks({ url: `file:${join(folder, "other.db")}` });
    await writeDemo(other, ON);
    const csv = await exportCsv(one, credentials);
    expect(csv.split("\n").length).toBeGreaterThan(1_400);
    expect(await exportCsv(other, credentials)).toBe(csv);

    expect(await writeDemo(one, "2027-03-01")).toEqual({ ...credentials, statements: [] });
    expect(await exportCsv(one, credentials)).toBe(csv);

    const owner = await signInOwner(one, credentials);
    const members = await listMembers(owner);
    const roles = members.map(({ role }) => role).sort();
    expect(roles).toEqual(["accountant", "owner", "staff", "staff"]);
    const week = { dateFrom: addDays(ON, -6), dateTo: ON, page: 1, limit: 100 };
    const { total, totals } = await listTransactions(owner, week as never);
    expect(total).toBeGreaterThan(15);
    expect(totals.income).toBeGreaterThan(0);
    const readers = openReaders(one, 60_000);
    expect((await verifyBooks(owner, readers)).differences).toEqual([]);
    await readers.stop("now");

    const { items } = await listReceipts(owner, { page: 1, limit: 100 } as never);
    expect(items).toHaveLength(33);
    expect(new Set(items.map(({ mode }) => mode))).toEqual(new Set(RECEIPT_MODES));
    const numbers = items.map(({ receiptNumber }) => receiptNumber);
    expect([numbers[0], numbers.at(-1)]).toEqual(["FY26-27/RCPT/00022", "FY25-26/RCPT/00001"]);

    const billed = await listInvoices(owner, { page: 1, limit: 100 } as never);
    expect(new Set(billed.items.map(({ status }) => status))).toEqual(new Set(INVOICE_STATUSES));
    expect(billed.items.some((invoice) => isOverdue(invoice, ON))).toBe(true);
    const planned = yearUntil(ON).filter(({ category }) => category === "Invoice Payments");
    const received = planned.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
    expect(billed.totals.received).toBe(received / 100);
    expect(billed.totals.tds).toBeGreaterThan(0);
    for (const books of [one, other]) books.close();
  });

  test("has work all year, mistakes and documents downloaded by the accountant", async () => {
    const books = await openBooks({ url: `file:${join(folder, "demo.db")}` });
    const owner = await signInOwner(books, await writeDemo(books, ON));
    const { byAction, byDay } = await countAudit(owner, {});
    expect(byAction.map(({ action }) => action)).toEqual(["CREATE", "DELETE", "UPDATE", "VIEW"]);
    expect(new Set(byDay.map(({ date }) => date.slice(0, 7))).size).toBe(13);
    const { items } = await listAudit(owner, { page: 1, limit: 1_000 } as never);
    const moments = items.map(({ at }) => at);
    // Today's entries have the real clock's date, whatever day the test sets.
    const past = moments.filter((at) => at < `${addDays(ON, -1)}T18:30`);
    expect(past.length).toBeGreaterThan(500);
    expect(past).toEqual(past.toSorted().reverse());
    const imports = await listImports(owner, { page: 1, limit: 100 });
    expect(imports.items[0]?.file).toBe("statement-2026-11.csv");
    expect(imports.total).toBe(13);
    expect((await getMetadata(owner)).logoUrl).not.toBe("");
    books.close();
  });

  test("has three accounts with statements, the newest in review", async () => {
    const books = await openBooks({ url: `file:${join(folder, "demo.db")}` });
    const owner = await signInOwner(books, await writeDemo(books, ON));
    const { items } = await listStatements(owner, { page: 1, limit: 50 } as never);
    const ends = [...listClosedMonths(ON), toHalfClosedMonth(ON)].map(
      (month) => readMonth(month)?.dateTo,
    );
    expect(items.map(({ file, proof }) => `${file} ${proof}`).sort()).toEqual([
      ...ends.map((day) => `HDFC_4471_${day}.csv proved`),
      "HDFC_4471_2026-11-15.csv proved",
      ...ends.map((day) => `ICICI_0092_${day}.csv proved`),
      ...ends.map((day) => `Paytm_${day}.csv proved`),
    ]);
    const query = { page: 1, limit: 100, state: "open" };
    const { items: lines, total, likely } = await listBankLines(owner, query as never);
    expect(lines.find((one) => /^UPI-/.test(one.narration) && !one.party)).toBeUndefined();
    expect(total).toBeGreaterThan(30);
    expect(likely).toBeGreaterThan(20);
    expect(likely).toBeLessThan(total - 5);
    books.close();
  });

  test("buys from all kinds of vendors and has rows of last month's GSTR-2B to review", async () => {
    const books = await openBooks({ url: `file:${join(folder, "demo.db")}` });
    const owner = await signInOwner(books, await writeDemo(books, ON));
    const { items } = await listBills(owner, { page: 1, limit: 200 } as never);
    const planned = billsUntil(ON);
    expect(items).toHaveLength(planned.length);
    expect(new Set(items.map(({ vendorId }) => vendorId.displayName))).toEqual(
      new Set(Object.values(VENDORS).map(({ displayName }) => displayName)),
    );
    const deducted = planned.filter(({ tdsPaise }) => tdsPaise > 0);
    expect(items.filter(({ tds }) => tds > 0)).toHaveLength(deducted.length);
    const paid = planned.flatMap(({ payments }) => payments);
    expect(items.reduce((sum, bill) => sum + Math.round(bill.paid * 100), 0)).toBe(
      paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
    );
    const open = items.filter(({ status }) => status === "OPEN" || status === "PARTIALLY_PAID");
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set(["DRAFT", "OPEN", "PARTIALLY_PAID", "PAID"]),
    );
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(["BILL", "CREDIT_NOTE", "SELF_INVOICE"]),
    );
    const late = open.filter(({ dueDate, onHold }) => dueDate < ON && !onHold);
    const week = open.filter(({ dueDate }) => dueDate >= ON && dueDate <= toWeekEnd(ON));
    expect([late.length, week.length, open.filter(({ onHold }) => onHold).length]).toEqual([
      1, 1, 1,
    ]);
    expect(open.some(({ smallEnterpriseBy }) => smallEnterpriseBy)).toBe(true);
    const { months, deposits } = await getTdsPayable(owner, toTdsQuarter("2026-07-01"));
    expect(months.map(({ tds, payable }) => [tds > 0, payable])).toEqual(
      months.map(() => [true, 0]),
    );
    expect(deposits.length).toBeGreaterThan(3);
    const { pairs, ...counts } = JSON.parse(await getMatching(owner, "2026-10"));
    expect(counts).toMatchObject({ matched: 5, suggested: 0, mismatch: 1, missing: 3 });
    expect(pairs.map(({ status }: { status: string }) => status)).toContain("MISSING_IN_BOOKS");
    const papers = await listAttachments(owner, { entity: "bill", page: 1, limit: 100 } as never);
    expect(papers.items.map(({ kind }) => kind)).toEqual(planned.map(() => "pdf"));
    const sheet = await getBalanceSheet(owner, { at: ON, compare: "none" });
    const [assets, ...others] = [sheet.totalAssets, sheet.totalEquity, sheet.totalLiabilities].map(
      (sum) => Math.round(Number(sum) * 100),
    );
    expect(assets).toBe(others.reduce((sum, paise) => sum + paise, 0));
    books.close();
  });

  test("reports an earlier start that broke off midway", async () => {
    const books = await openBooks({ url: `file:${join(folder, "half.db")}` });
    const registration = { name: "Asha", email: "asha@indigo.example", password: "indigo demo" };
    const agency = { agencyName: "Indigo Studio", agencySlug: "indigo-studio" };
    await registerAgency(books, { ...registration, ...agency }, { address: "here" });
    await expect(writeDemo(books, ON)).rejects.toThrow(
      "data/demo.db holds half a demo; delete it, and start again",
    );
    books.close();
  });
});

function stateOn(invoice: DemoInvoice, on: string): string {
  const { ends, payments, dueDate } = invoice;
  if (ends !== "sent") return ends;
  const { grandTotalPaise } = computeInvoiceTotals(invoice);
  const settled = payments.reduce((sum, { amount, tdsAmount }) => sum + amount + tdsAmount, 0);
  if (settled === grandTotalPaise) return "paid";
  if (dueDate < on) return "overdue";
  return settled > 0 ? "partly paid" : "sent";
}

test("the GSTINs of the demo pass their check and cover several states", () => {
  const gstins = [AGENCY, ...Object.values(CLIENTS), ...Object.values(VENDORS)]
    .map((party) => ("gstin" in party ? party.gstin : party.gstNumber))
    .filter(Boolean);
  expect(gstins.map(gstinWarning)).toEqual(gstins.map(() => undefined));
  expect(new Set(gstins.map((gstin) => gstin.slice(0, 2))).size).toBeGreaterThan(3);
  expect(gstins.length).toBeLessThan(Object.keys({ ...CLIENTS, ...VENDORS }).length + 1);
});

/** First and last days of months, a leap day, and an ordinary day. */
describe.each(["2026-11-21", "2026-12-01", "2027-03-31", "2028-02-29", "2029-01-02"])(
  "a year until %s",
  (on) => {
    const rows = yearUntil(on);

    test("ends on that day or the day before, with about 1,600 rows", () => {
      expect(rows[0]?.date.slice(0, 7)).toBe(addDays(on, -365).slice(0, 7));
      expect(addDays(on, -2) < (rows.at(-1)?.date ?? "")).toBe(true);
      expect(rows.length).toBeGreaterThan(1_450);
      expect(rows.length).toBeLessThan(1_750);
      expect(rows.map(({ date }) => date)).toEqual(rows.map(({ date }) => date).toSorted());
    });

    test("has activity in each of its months", () => {
      const receipts = receiptsUntil(on);
      const months = new Set(receipts.map(({ date }) => date.slice(5, 7)));
      expect(months.size).toBe(12);
      expect(receipts.length).toBeGreaterThanOrEqual(33);
      expect((receipts.at(-1)?.date ?? "") > addDays(on, -21)).toBe(true);
      expect(receipts.every(({ date }) => date <= on && date >= addDays(on, -365))).toBe(true);
    });

    test("has invoices in every status, within the state and beyond", () => {
      const invoices = invoicesUntil(on);
      expect(new Set(invoices.map((invoice) => stateOn(invoice, on)))).toEqual(
        new Set(["draft", "sent", "overdue", "partly paid", "paid", "cancelled"]),
      );
      expect(invoices.length).toBeGreaterThan(80);
      const billed: string[] = invoices.map(({ client }) => client);
      expect(new Set(billed)).toEqual(new Set(Object.keys(CLIENTS)));
      expect(invoices.map(({ date }) => date)).toEqual(invoices.map(({ date }) => date).toSorted());
      const payments = invoices.flatMap(({ payments }) => payments);
      expect(payments.some(({ tdsAmount }) => tdsAmount > 0)).toBe(true);
      expect(payments.every(({ date, amount }) => date <= on && amount > 0)).toBe(true);
    });

    test("earns more than it spends and overdraws no account", () => {
      const held = new Map<string, number>(ACCOUNTS.map((a) => [a.name, a.openingBalance]));
      const sums = { Income: 0, Expense: 0, Transfer: 0 };
      const lowest = new Map(held);
      for (const { type, account, toAccount, amountPaise } of rows) {
        sums[type] += amountPaise;
        const moved = type === "Income" ? amountPaise : -amountPaise;
        held.set(account, (held.get(account) ?? 0) + moved);
        if (toAccount) held.set(toAccount, (held.get(toAccount) ?? 0) + amountPaise);
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
      const paid = ["Advances from clients", "Invoice Payments", "Receipts", "TDS Paid"];
      expect(used).toEqual(
        new Set([...CATEGORIES.Income, ...CATEGORIES.Expense, ...paid, "Transfer"]),
      );
      expect(new Set(rows.map(({ account }) => account))).toEqual(
        new Set(ACCOUNTS.map(({ name }) => name)),
      );
      for (const { amountPaise } of rows)
        expect(Number.isInteger(amountPaise) && amountPaise > 0).toBe(true);
    });
  },
);

test("a day is the same whenever the demo is created, except for bank imports", () => {
  const day = (on: string) =>
    yearUntil(on).filter(
      ({ date, type, category }) =>
        date === "2026-10-07" && type !== "Transfer" && category !== "GST Paid",
    );
  expect(day("2026-11-21").length).toBeGreaterThan(1);
  expect(day("2027-02-11")).toEqual(day("2026-11-21"));
});
