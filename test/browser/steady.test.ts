import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, hold, openDesk } from "./desk.ts";
import { followRequests } from "./walk.ts";

// Content that arrives later must have its space reserved. A growing word is no shift; a hundredth would be
// a line of text that moves everything below it.
const JUMP = 0.01;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { staff, account, rent } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: rent._id };
  for (let n = 1; n <= 12; n++) {
    const entry = { date: today(), description: `Rent ${n}`, type: "Expense", amount: n, ...links };
    made(await staff.post("/api/transactions", entry));
  }
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const PAGES = [
  { path: "/login", signedOut: true, ready: "Sign up" },
  { path: "/register", signedOut: true, ready: "Create account" },
  { path: "/dashboard", ready: "Rent" },
  { path: "/transactions", ready: "Showing 1 to 10 of 12" },
  { path: "/settings/masters", ready: "kaveri cash" },
  { path: "/banking", ready: "No statements yet" },
  { path: "/receipts", ready: "No receipts" },
  { path: "/invoices", ready: "No invoices" },
  { path: "/bills", ready: "No bills yet" },
  { path: "/bills/new", ready: "Tax and payment" },
  { path: "/notes", ready: "No credit notes" },
  { path: "/vouchers", ready: "No advances" },
  { path: "/series", ready: "No recurring invoices yet" },
  { path: "/gst", ready: "No GSTIN, so no returns" },
  { path: "/close", ready: "lock the month; its documents" },
  { path: "/approvals", ready: "No payments to approve" },
  { path: "/tds", ready: "No TDS was deducted" },
  { path: "/settings/export", ready: "Everything in one file" },
  { path: "/settings/locks", ready: "Lock history" },
  { path: "/settings/features", ready: "Switches on with your first statement" },
  { path: "/settings/items", ready: "No items yet" },
  { path: "/settings/reminders", ready: "Reminders are off" },
  { path: "/settings/trash", ready: "No deleted records" },
  { path: "/vendors", ready: "No vendors" },
  { path: "/clients", ready: "No clients" },
  { path: "/reports", ready: "Balance sheet" },
  { path: "/journals", ready: "No journals yet" },
  { path: "/journals/new", ready: "Add Line" },
  { path: "/reports/profit-and-loss", ready: "Loss for the year" },
];

test.each(PAGES)("$path does not shift while it loads", async ({ path, signedOut, ready }) => {
  for (const phone of [false, true]) {
    const { page } = await desk.visit("/healthz", {
      ...(!signedOut && { who: desk.world.kaveri.owner }),
      phone,
    });
    // Responses arrive after the page was seen without them.
    const answer = await hold(page, "**/api/**");
    const { quiet } = followRequests(page);
    await using _watching = await page.addInitScript(watchShifts);
    await page.goto(desk.url + path);
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
    answer();
    await page.getByText(ready).first().waitFor();
    await page.waitForLoadState();
    await quiet();
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(sum, JSON.stringify({ phone, shifts })).toBeLessThan(JUMP);
  }
});

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
}

/** Runs in the page: records layout shifts without input. */
function watchShifts(): void {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
      const moved = sources.map(({ node }) => `${node?.nodeName} ${node?.className}`);
      if (!hadRecentInput) window.shifts.push({ value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[];
  }
}
