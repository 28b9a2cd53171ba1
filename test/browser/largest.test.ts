import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { LARGEST_AMOUNT, toRupees } from "../../domain/money.ts";
import { made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner, account } = desk.world.kaveri;
  const client = { name: "Crore & Sons", email: "", phone: "", address: "" };
  const receipt = { client, purpose: "All of it", amount: toRupees(LARGEST_AMOUNT), mode: "UPI" };
  const payload = { ...receipt, date: "2026-04-02", accountId: account._id };
  made(await owner.post("/api/receipts/batch", { receipts: Array(1_000).fill(payload) }));
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

/** 1,000 times the largest amount, which a JavaScript number cannot hold to the paisa. */
const SUM = "₹9,99,99,99,99,99,990.00";
const PERIOD = "preset=custom&dateFrom=2026-04-01&dateTo=2026-04-30";

test.each([
  ["/dashboard", false],
  ["/dashboard", true],
  ["/transactions", false],
  ["/receipts", false],
])("%s shows a sum beyond the range of exact numbers (phone: %p)", async (path, phone) => {
  const { page } = await desk.visit(`${path}?${PERIOD}`, { who: desk.world.kaveri.owner, phone });
  await page.getByText(SUM).first().waitFor();
  const hidden = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(hidden).toBe(0);
});
