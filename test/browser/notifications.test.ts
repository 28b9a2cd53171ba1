import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("the bell counts, lists and keeps what is left to do", async () => {
  const { owner, staff, account, rent } = desk.world.kaveri;
  const empty = await desk.visit("/clients", { who: desk.world.narmada.owner });
  await empty.page.getByRole("button", { name: "Notifications", exact: true }).click();
  await empty.page.getByRole("dialog").getByText("Nothing new").waitFor();

  done(await owner.put("/api/approvals/limit", { limit: 500 }));
  const entry = { date: today(), description: "Desk", type: "Expense", amount: 900 };
  await staff.post("/api/transactions", {
    ...entry,
    accountId: account._id,
    categoryId: rent._id,
  });
  const { client } = made(await owner.post("/api/clients", { displayName: "Near" }));
  const items = [{ description: "Logo", qty: 1, rate: 700 }];
  const invoice = made(
    await staff.post("/api/invoices", { clientId: client._id, date: today(), items }),
  );
  const payment = { date: today(), amount: 300, mode: "Cash", accountId: account._id };
  made(await staff.post(`/api/invoices/${invoice._id}/payments`, payment));

  const { page } = await desk.visit("/clients", { who: owner });
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await page.getByRole("button", { name: "Notifications, 2 new" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  const dialog = page.getByRole("dialog", { name: "Notifications" });
  const rows = dialog.getByRole("listitem");
  await rows.nth(1).waitFor();
  expect(await rows.first().textContent()).toContain("asks to pay ₹900.00: Desk");
  await rows.nth(1).getByText("New").waitFor();
  expect(await rows.nth(1).textContent()).toContain("Near paid ₹300.00,");
  expect(await axe(page)).toEqual([]);
  // A payment that was seen is done, one to approve is not.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Notifications, 1 new" }).waitFor();
  await bell.click();
  await rows.nth(1).waitFor();
  expect(await rows.nth(1).getByText("New").count()).toBe(0);
  await rows.first().getByRole("link", { name: "Approve" }).click();
  await page.waitForURL("**/approvals");
});

test("the daily e-mail is switched on in the profile, if the agency can send it", async () => {
  const { owner } = desk.world.kaveri;
  const { settings } = desk.world.context;
  const { mail } = settings;
  const path = "/profile#notifications";
  settings.mail = { ...mail, url: "", from: "" };
  const none = await desk.visit(path, { who: owner });
  await none.page.getByText("Your agency has no e-mail set up").waitFor();
  settings.mail = { ...mail, url: "smtp://mail.example:25", from: "books@kaveri.example" };
  const { page } = await desk.visit(path, { who: owner });
  await page.getByRole("checkbox", { name: "E-mail me once a day at 9:00" }).click();
  await page.getByText("Daily e-mail switched on").waitFor();
  expect(done(await owner.get("/api/notifications/mail")).isOn).toBe(true);
  // The list's button reads also those that it does not show.
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("button", { name: "Notifications, 1 new" }).waitFor();
  settings.mail = mail;
});
