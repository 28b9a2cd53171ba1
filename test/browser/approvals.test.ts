import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk, pick, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("holds a staff payment above the limit until an owner approves or rejects it", async () => {
  const { owner, staff } = desk.world.kaveri;
  const settings = (await desk.visit("/settings/metadata", { who: owner })).page;
  await settings.locator("summary", { hasText: "Approvals" }).click();
  await settings.getByLabel("Approval limit for staff payments").fill("50000");
  await settings.getByRole("button", { name: "Save limit" }).click();
  await toast(settings, "Limit saved").waitFor();

  const { page } = await desk.visit("/transactions#new", { who: staff });
  const form = page.getByRole("dialog");
  for (const what of ["Deposit for the studio", "Deposit for the shop"]) {
    await form.getByLabel("Amount *").fill("60000");
    await form.getByText("this waits until an owner approves it").waitFor();
    await form.getByLabel("Description *").fill(what);
    await pick(form.getByLabel("Account *"), "kaveri bank");
    await pick(form.getByLabel("Category *"), "Rent");
    await form.getByRole("button", { name: "Save and next" }).click();
    await toast(page, "Waiting for an owner’s approval").first().waitFor();
    await form.getByLabel("Description *").and(page.locator("[value='']")).waitFor();
  }
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /Approvals.*2 waiting/ }).waitFor();
  expect(done(await owner.get("/api/transactions")).total).toBe(0);
  await page.goto(`${desk.url}/approvals`);
  await page.getByRole("button", { name: "Deposit for the studio" }).click();
  await form.getByText("Staff of kaveri, ").waitFor();
  await form.getByRole("button", { name: "Withdraw" }).waitFor();
  expect(await form.getByRole("button", { name: "Approve" }).count()).toBe(0);

  const { page: screen } = await desk.visit("/approvals", { who: owner });
  await screen.getByRole("button", { name: "Deposit for the shop" }).waitFor();
  expect(await axe(screen)).toEqual([]);
  await screen.keyboard.press("j");
  await screen.keyboard.press("a");
  await toast(screen, "Approved: Deposit for the shop, ₹60,000.00").waitFor();
  await screen.getByRole("button", { name: "Deposit for the studio" }).click();
  const dialog = screen.getByRole("dialog");
  expect(await axe(screen)).toEqual([]);
  await dialog.getByRole("button", { name: "Refuse…" }).click();
  await dialog.getByLabel("Reason *").fill("Paid in September");
  await dialog.getByRole("button", { name: "Refuse" }).click();
  await screen.getByText("No payments to approve").waitFor();
  await screen.getByRole("link", { name: "Approvals" }).waitFor({ state: "hidden" });
  await screen.getByRole("button", { name: "Refused" }).click();
  await screen.getByText("Paid in September").waitFor();
  const { items } = done(await owner.get("/api/transactions"));
  expect(items).toMatchObject([{ description: "Deposit for the shop", amount: 60_000 }]);
});

test("holds only the bills above the limit and pays the others", async () => {
  const { owner, staff } = desk.world.narmada;
  done(await owner.put("/api/approvals/limit", { limit: 1000 }));
  const { vendor } = made(await owner.post("/api/vendors", { displayName: "Pune Print House" }));
  for (const [n, taxable] of [500, 5000].entries()) {
    const items = [{ description: "Posters", taxable, taxPct: 0 }];
    const bill = { vendorId: vendor._id, number: `P/${n}`, date: "2026-10-05", items };
    made(await owner.post("/api/bills", bill));
  }
  const { page } = await desk.visit("/bills", { who: staff, phone: false });
  await page.getByRole("row", { name: /P\/0/ }).getByRole("checkbox").check();
  await page.getByRole("row", { name: /P\/1/ }).getByRole("checkbox").check();
  await page.getByRole("button", { name: /^Pay/ }).last().click();
  const form = page.getByRole("dialog");
  await form.getByText("needs an owner’s approval").waitFor();
  await form.getByRole("button", { name: "Pay 2 bills" }).click();
  await toast(page, "1 bill paid, 1 needs an owner’s approval").waitFor();
});

test("a bill shows its pending payment and offers no second one", async () => {
  const { owner, staff, account } = desk.world.narmada;
  done(await owner.put("/api/approvals/limit", { limit: 1000 }));
  const { vendor } = made(await owner.post("/api/vendors", { displayName: "Konkan Press" }));
  const items = [{ description: "Posters", taxable: 7000, taxPct: 0 }];
  const dated = { number: "K/1", date: "2026-10-05" };
  const bill = made(await owner.post("/api/bills", { vendorId: vendor._id, ...dated, items }));
  const paying = { date: "2026-10-06", mode: "UPI", accountId: account._id, amount: 7000 };
  const asked = await staff.post(`/api/bills/${bill._id}/payments`, paying);
  expect(asked.status).toBe(202);
  const { page } = await desk.visit(`/bills/${bill._id}`, { who: staff });
  await page.locator(".pill", { hasText: "Awaiting approval" }).first().waitFor();
  await page.getByRole("link", { name: "See the request" }).waitFor();
  expect(await page.getByRole("button", { name: /^Pay/ }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.goto(`${desk.url}/bills?q=K%2F1`);
  const row = page.getByRole("row", { name: /K\/1/ });
  await row.getByText("Awaiting approval").waitFor();
  expect(await row.getByRole("button", { name: /^Pay/ }).count()).toBe(0);
});
