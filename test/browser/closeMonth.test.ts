import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { type CloseItem, formatShortMonth } from "../../domain/closing/closing.ts";
import { addDays, formatDate, today, toPresetRange } from "../../domain/dates.ts";
import { taskAt } from "../../islands/browser/closing.ts";
import { bring } from "../server/closing.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const { dateFrom, dateTo } = toPresetRange("lastMonth");
const month = dateFrom.slice(0, 7);
const day = (n: number) => addDays(dateFrom, n);

test("closes a small month from its checklist, shares it and reopens it", async () => {
  const { owner, account, fees } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 500 }];
  const bill = { clientId: client._id, date: day(3), dueDate: day(10), items };
  const draft = made(await owner.post("/api/invoices", bill));
  const entry = { date: day(4), description: "Retainer", type: "Income", amount: 700 };
  const links = { accountId: account._id, categoryId: fees._id };
  made(await owner.post("/api/transactions", { ...entry, ...links }));
  await bring(owner, account._id, [
    [day(4), "NEFT RETAINER", 700],
    [dateTo, "INTEREST", 5],
  ]);

  const { page } = await desk.visit("/close", { who: owner });
  await page.getByText("3 tasks left today.").waitFor();
  await page.getByText("0 of 2 lines matched").waitFor();
  const { firstMonth } = done(await owner.get(`/api/close/${month}`));
  expect(await page.getByLabel("Month").locator("option").last().getAttribute("value")).toBe(
    firstMonth,
  );
  expect(await axe(page)).toEqual([]);

  await page.keyboard.press("Enter");
  await page.waitForURL(/\/banking\/\w+\?to=/);
  const bar = page.getByRole("region", { name: /^Closing / });
  await bar.getByText("3 tasks left").waitFor();
  const pressed = page.locator(".review-bar [aria-pressed=true]");
  expect(await pressed.textContent()).toMatch(/^(Needs review|Confident) /);
  const { items: lines } = done(await owner.get("/api/bank-lines?state=open"));
  const create = [{ type: "Income", categoryId: fees._id, amount: 5 }];
  made(await owner.post(`/api/bank-lines/${lines[1]._id}/accept`, { create }));
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await bar.getByText("2 tasks left").waitFor();
  await page.reload();
  await page.getByText("1 of 2 to review").waitFor();
  await page.keyboard.press("Enter");
  await bar.getByText("1 task left").waitFor();
  expect(await axe(page)).toEqual([]);
  await bar.getByRole("link", { name: "Next: send or move 1 draft" }).waitFor();
  await page.getByText("Nothing left to review").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: draft.number }).waitFor();
  done(await owner.post(`/api/invoices/${draft._id}/send`, {}));
  await page.goto(`${desk.url}/bills/new`);
  await bar.getByText("Last step: lock the month").waitFor();
  const foot = await page.locator(".form-foot").boundingBox();
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await bar.getByRole("link", { name: "Back to checklist" }).click();

  await page
    .getByRole("button", { name: /^Continue: lock/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`The books close to ${formatDate(dateTo)}`).waitFor();
  await dialog.getByRole("button", { name: /^Close / }).click();
  await page.getByRole("heading", { name: /is closed\.$/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem("bahi-closing"))).toBeNull();
  expect(done(await owner.get("/api/locks")).lockedTo).toBe(dateTo);

  const documents = page.locator("#share");
  await documents.getByText("not yet with your accountant").waitFor();
  await documents.getByRole("button", { name: "Mark as shared" }).click();
  await documents.getByText(/^marked as shared .*, by Owner of kaveri$/).waitFor();

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /documents$/ }).click();
  const path = await (await saving).path();
  const files = unzipSync(await Bun.file(path).bytes());
  expect(Object.keys(files)).toContain(`kaveri-${month}/statements/trial-balance.pdf`);

  await page.getByRole("button", { name: /^Reopen / }).click();
  await dialog.getByLabel("Reason *").fill("The interest was entered twice");
  await dialog.getByRole("button", { name: /^Reopen / }).click();
  await toast(page, `${formatShortMonth(month)} reopened`).waitFor();
  await page
    .getByRole("button", { name: /^Continue: lock/ })
    .first()
    .waitFor();

  const accountant = { name: "Vinod Deshpande", email: "vinod@kaveri.test", role: "accountant" };
  const { url } = made(await owner.post("/api/users/invitations", accountant));
  const joined = { token: url.split("#")[1], password: "vinod's own" };
  const { token } = made(await desk.world.stranger.post("/api/auth/join", joined));
  const vinod = await desk.visit(`/close?month=${month}`, { who: desk.world.caller(token) });
  await vinod.page.getByText("Owner locks it").waitFor();
  await page.goto(`${desk.url}/settings/locks`);
  await page.getByRole("switch", { name: "Accountants may close months" }).click();
  await toast(page, "Accountants may close months now").waitFor();
  await vinod.page.reload();
  await vinod.page.getByRole("button", { name: "Continue: lock" }).first().click();
  await vinod.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close / })
    .click();
  await vinod.page
    .locator("#share")
    .getByText(/, Vinod Deshpande$/)
    .waitFor();
});

test("shows the month in work in the page and the tab title", () => {
  const task = (key: string, link: string) => ({ key, link, state: "open" }) as CloseItem;
  const items = [
    task("gstr1", "/gst?period=2026-10"),
    task("2b", "/gst?period=2026-10&tab=gstr2b"),
    task("drafts", "/invoices?status=DRAFT"),
  ];
  expect(taskAt(items, "/gst?tab=gstr2b&period=2026-10")?.key).toBe("2b");
  expect(taskAt(items.slice(1), "/gst?period=2026-10")).toBeUndefined();
  expect(taskAt(items, "/invoices?status=ALL")?.key).toBe("drafts");
});

test("shows staff the open steps without amounts, on a dark phone too", async () => {
  const { owner, staff } = desk.world.narmada;
  const bill = { date: dateFrom, dueDate: dateTo };
  const { client } = made(await owner.post("/api/clients", { displayName: "Malabar Mills" }));
  const items = [{ description: "Logo", qty: 1, rate: 500 }];
  made(await owner.post("/api/invoices", { ...bill, clientId: client._id, items }));
  const { page } = await desk.visit(`/close?month=${month}`, {
    who: staff,
    phone: true,
    theme: "dark",
  });
  await page.getByText("1 task left today.").waitFor();
  expect(await page.getByText("Profit").count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Continue: send or move 1 draft" }).click();
  await page.waitForURL(/\/invoices\?status=DRAFT/);
  await page.getByText("Malabar Mills").first().waitFor();
  expect(today() > dateTo).toBe(true);
});
