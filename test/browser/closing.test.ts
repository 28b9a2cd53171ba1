import { afterAll, beforeAll, expect, test } from "bun:test";
import { made } from "../world.ts";
import { axe, type Desk, dialog, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.leave());

test("closes an account once all its lines are matched, and reopens it with a reason", async () => {
  const { owner, staff, rent } = desk.world.kaveri;
  const { account } = made(await owner.post("/api/accounts", { name: "Closing bank" }));
  const { _id: accountId } = account;
  const entry = { date: "2026-05-01", description: "Tea", type: "Expense", amount: 250 };
  made(await owner.post("/api/transactions", { ...entry, accountId, categoryId: rent._id }));
  const file = "Date,Narration,Chq No,Debit,Credit,Balance\n01/05/2026,TEA,,250.00,,-250.00\n";
  const headers = { "content-type": "application/octet-stream" };
  const query = `accountId=${accountId}&file=may.csv`;
  made(await owner.call("POST", `/api/statements?${query}`, file, headers));
  const address = `/reconciliation?account=${accountId}&at=2026-05-01`;
  const { page } = await desk.visit(address, { who: owner, expectComplaints: /400/ });
  await page
    .getByText(/1 line to review/)
    .first()
    .waitFor();
  const close = page.getByRole("button", { name: "Close to 1 May 2026" });
  expect(await close.count()).toBe(0);
  const { items } = (await owner.get(`/api/bank-lines?accountId=${accountId}`)).body;
  const accepted = { proposal: items[0].proposals[0]._id };
  made(await owner.post(`/api/bank-lines/${items[0]._id}/accept`, accepted));
  await page.reload();
  await close.click();
  await dialog(page).getByText("You can no longer match, undo or remove").waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Close", exact: true }).last().click();
  await toast(page, "Account closed").waitFor();
  await page.getByText("Closed to 1 May 2026.").waitFor();

  const theirs = (await desk.visit(address, { who: staff })).page;
  await theirs.getByText("Closed to 1 May 2026.").waitFor();
  expect(await theirs.getByRole("button", { name: "Reopen" }).count()).toBe(0);
  await page.getByRole("button", { name: "Reopen" }).click();
  await dialog(page).getByRole("button", { name: "Reopen" }).click();
  await dialog(page).getByText("Reason is required").waitFor();
  await dialog(page).getByLabel("Reason").fill("A line was missing");
  await dialog(page).getByRole("button", { name: "Reopen" }).click();
  await toast(page, "Account reopened").waitFor();
  await close.or(page.getByText("Closed to 30 Apr 2026.")).first().waitFor();
});
