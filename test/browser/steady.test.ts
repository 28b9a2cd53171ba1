import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";

// Nothing jumps: what comes later has its place kept. A word that grows is no jump: a hundredth would be
// a line of text that moves all that is below it.
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
  { path: "/receipts", ready: "No receipts" },
  { path: "/invoices", ready: "No invoices" },
  { path: "/clients", ready: "No clients" },
];

test.each(PAGES)("$path stands still while it loads", async ({ path, signedOut, ready }) => {
  for (const phone of [false, true]) {
    const { page } = await desk.visit(path, {
      ...(!signedOut && { who: desk.world.kaveri.owner }),
      phone,
    });
    await page.getByText(ready).first().waitFor();
    await page.waitForLoadState("networkidle");
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(sum, JSON.stringify({ phone, shifts })).toBeLessThan(JUMP);
  }
});

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
}

/** What has moved so far without anybody's doing, and how much. */
function shiftsOf(page: Page) {
  return page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
    return ((await promise) as Shift[])
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => ({
        value,
        moved: sources.map(({ node }) => `${node?.nodeName} ${node?.className}`),
      }));
  });
}
