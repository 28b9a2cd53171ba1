import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { shortMonth } from "../../domain/closing/closing.ts";
import { addDays, formatDate, rangeOf, today } from "../../domain/dates.ts";
import { bring } from "../server/closing.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const { dateFrom, dateTo } = rangeOf("lastMonth");
const month = dateFrom.slice(0, 7);
const day = (n: number) => addDays(dateFrom, n);

test("a small month is closed from its checklist, handed over, and opened again", async () => {
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
  expect(await axe(page)).toEqual([]);

  // The first task by Enter: its lines, and nothing else; the way back stands at the foot.
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/banking\/\w+\?to=/);
  const bar = page.getByRole("region", { name: /^Closing / });
  await bar.getByText("3 tasks left").waitFor();
  const { items: lines } = done(await owner.get("/api/bank-lines?state=open"));
  const accept = (n: number, body: object) =>
    owner.post(`/api/bank-lines/${lines[n]._id}/accept`, body);
  made(await accept(0, { proposal: lines[0].proposals[0]._id }));
  made(await accept(1, { create: [{ type: "Income", categoryId: fees._id, amount: 5 }] }));
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await bar.getByText("1 task left").waitFor();
  expect(await axe(page)).toEqual([]);
  await bar.getByRole("link", { name: "Next: send or move 1 draft" }).click();
  await page.getByRole("link", { name: draft.number }).waitFor();
  done(await owner.post(`/api/invoices/${draft._id}/send`, {}));
  await page.keyboard.press("Escape");

  await page.getByText("All that is left").waitFor();
  await page
    .getByRole("button", { name: /^Continue: lock/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(`The books are closed to ${formatDate(dateTo)}`).waitFor();
  await dialog.getByRole("button", { name: /^Close / }).click();
  await page.getByRole("heading", { name: /is closed\.$/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem("bahi-closing"))).toBeNull();
  expect(done(await owner.get("/api/locks")).lockedTo).toBe(dateTo);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: /documents$/ }).click();
  const path = await (await saving).path();
  const files = unzipSync(await Bun.file(path).bytes());
  expect(Object.keys(files)).toContain(`kaveri-${month}/statements/trial-balance.pdf`);

  await page.getByRole("button", { name: /^Reopen / }).click();
  await dialog.getByLabel("Reason *").fill("The interest was entered twice");
  await dialog.getByRole("button", { name: /^Reopen / }).click();
  await toast(page, `${shortMonth(month)} is open again`).waitFor();
  await page
    .getByRole("button", { name: /^Continue: lock/ })
    .first()
    .waitFor();
});

test("staff see what is left without the figures, on a phone in the dark too", async () => {
  const { owner, staff } = desk.world.narmada;
  const bill = { date: dateFrom, dueDate: dateTo };
  const { client } = made(await owner.post("/api/clients", { displayName: "Malabar Mills" }));
  const items = [{ description: "Logo", qty: 1, rate: 500 }];
  made(await owner.post("/api/invoices", { ...bill, clientId: client._id, items }));
  const { page } = await desk.visit(`/close?month=${month}`, {
    ...{ who: staff, phone: true, theme: "dark" },
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
