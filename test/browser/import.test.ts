import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const HEAD = "Date,Description,Account,Category,Type,Amount,Notes\n";
const dialog = (page: Page) => page.getByRole("dialog");

const button = (page: Page, name: string) => dialog(page).getByRole("button", { name });

/** Lets an import reach the server, and holds back each response until released. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const chrome = await page.context().newCDPSession(page);
  const urlPattern = "*/api/transactions/import?*";
  await chrome.send("Fetch.enable", { patterns: [{ urlPattern, requestStage: "Response" }] });
  let held = Promise.withResolvers<string>();
  chrome.on("Fetch.requestPaused", ({ requestId }) => held.resolve(requestId));
  return async () => {
    const requestId = await held.promise;
    held = Promise.withResolvers();
    await chrome.send("Fetch.continueRequest", { requestId });
  };
}

/** Limits uploads to this many bytes a second. */
async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const chrome = await page.context().newCDPSession(page);
  const others = { offline: false, latency: 0, downloadThroughput: -1 };
  await chrome.send("Network.emulateNetworkConditions", { ...others, uploadThroughput });
}

async function choose(page: Page, rows: string[]): Promise<void> {
  const buffer = Buffer.from(HEAD + rows.map((row) => `${row}\n`).join(""));
  await page
    .getByLabel(/Drop a CSV file/)
    .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer });
}

test("previews a file, imports it and lets an owner undo it", async () => {
  const { page, calls } = await desk.visit("/transactions#import", {
    who: desk.world.kaveri.owner,
  });
  await choose(page, [
    `${today()},Printer ink,kaveri cash,Stationery,Expense,"1,250.00",`,
    `${today()},New client,Axis Bank,Fees,Income,50000,`,
    `${today()},To the till,kaveri bank → kaveri cash,Transfer,Transfer,2000,`,
  ]);
  await dialog(page).getByText("Nothing has been changed yet").waitFor();
  await dialog(page).getByText("₹50,000.00").waitFor();
  await dialog(page).getByText("Axis Bank").waitFor();
  await dialog(page).getByText("Stationery").waitFor();
  expect((await desk.world.kaveri.owner.get("/api/transactions")).body.total).toBe(0);

  await dialog(page).getByRole("button", { name: "Import 3 transactions" }).click();
  await toast(page, "3 transactions imported").waitFor();
  await page.getByRole("row").filter({ hasText: "Printer ink" }).waitFor();
  expect(calls.filter((call) => call === "POST /api/transactions/import")).toHaveLength(2);

  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(/^No transactions found for/).waitFor();
});

test("the list shows the dates of the file after an import", async () => {
  const { page } = await desk.visit("/transactions?q=nothing+like+it#import", {
    who: desk.world.narmada.owner,
  });
  await choose(page, [
    "2025-04-03,Old ink,narmada cash,Rent,Expense,5,",
    "2025-06-30,Old paper,narmada cash,Rent,Expense,7,",
  ]);
  await dialog(page).getByRole("button", { name: "Import 2 transactions" }).click();
  for (const name of ["Old ink", "Old paper"]) {
    await page.getByRole("row").filter({ hasText: name }).waitFor();
  }
  const { searchParams } = new URL(page.url());
  expect(["dateFrom", "dateTo", "q"].map((name) => searchParams.get(name))).toEqual([
    ...["2025-04-03", "2025-06-30"],
    null,
  ]);
});

test.each([
  ["a damaged workbook", "PK\u0003\u0004 and so on", /^The workbook is damaged or cut off/],
  [
    "an older workbook",
    "\u00d0\u00cf\u0011\u00e0",
    /^This is an older Excel workbook\. Save it as/,
  ],
  ["text without a table", "Dear sir,\nplease find\n", /^The file has no row of headings/],
])("rejects %s and changes nothing", async (_, text, message) => {
  const { page } = await desk.visit("/transactions#import", { who: desk.world.narmada.owner });
  await page.getByLabel(/Drop a CSV file/).setInputFiles({
    name: "books.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text, "latin1"),
  });
  await dialog(page).getByText(message).waitFor();
});

test("shows the upload's progress and then that the server is working", async () => {
  const { page } = await desk.visit("/transactions#import", {
    who: desk.world.narmada.owner,
    isItsOwn: true,
  });
  const release = await holdAnswers(page);
  const bar = dialog(page).getByRole("progressbar", { name: "Sending books.csv" });
  await choose(page, [`${today()},Printer ink,narmada cash,Rent,Expense,5,`]);
  await bar.and(page.locator("[value='1']")).waitFor();
  await dialog(page).getByText("Reading books.csv...").waitFor();
  expect(await axe(page)).toEqual([]);
  await release();

  await dialog(page).getByRole("button", { name: "Import 1 transaction" }).click();
  const atWork = dialog(page).getByText("Importing 1 transaction...");
  await atWork.waitFor();
  expect(await atWork.evaluate((text) => text.closest("[aria-live]")?.ariaLive)).toBe("polite");
  await page.keyboard.press("Escape");
  expect(await bar.isVisible()).toBe(true);
  expect(await button(page, "Cancel").isDisabled()).toBe(true);
  await release();
  await toast(page, "1 transaction imported").waitFor();
});

test("shows a large upload's progress and can cancel it until it is complete", async () => {
  const { owner } = desk.world.narmada;
  const { page } = await desk.visit("/transactions#import", { who: owner, isItsOwn: true });
  const rows = Array.from(
    { length: 4000 },
    (_, n) => `${today()},Large ${n},narmada bank,Rent,Expense,${n + 1},${"x".repeat(900)}`,
  );
  const share = dialog(page).getByText(/^[1-9]\d?%$/);
  await slowDown(page, 4 << 20);
  await choose(page, rows);
  await share.waitFor();
  await dialog(page).getByText("Sending books.csv...").waitFor();
  await slowDown(page, 512 << 10);
  await button(page, "Import 4,000 transactions").click();
  await share.waitFor();
  const ended = page.waitForEvent("requestfailed");
  await button(page, "Cancel").click();
  expect((await ended).failure()?.errorText).toBe("net::ERR_ABORTED");
  expect(await dialog(page).count()).toBe(0);
  const csv = `${HEAD}${rows.join("\n")}`;
  const looked = await owner.upload("/api/transactions/import?dryRun=true", csv);
  expect(looked.body.import).toMatchObject({ added: 4000, skipped: 0 });
});

test("an import after the session has expired leads to the sign-in page", async () => {
  const { page } = await desk.visit("/transactions#import", {
    who: desk.world.kaveri.staff,
    expectComplaints: /401/,
  });
  await choose(page, [`${today()},Ink,kaveri cash,Rent,Expense,5,`]);
  await button(page, "Import 1 transaction").waitFor();
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("auth-storage") ?? "{}");
    localStorage.setItem("auth-storage", JSON.stringify({ ...stored, token: "an.ended.one" }));
  });
  await button(page, "Import 1 transaction").click();
  await page.waitForURL("**/login");
});

test("imports a dropped file", async () => {
  const { page } = await desk.visit("/transactions#import", { who: desk.world.kaveri.staff });
  const zone = dialog(page).getByText("Drop a CSV file or choose one");
  const text = `${HEAD}${today()},Dropped,kaveri cash,Rent,Expense,3,\n`;
  const files = await page.evaluateHandle((text) => {
    const dragged = new DataTransfer();
    dragged.items.add(new File([text], "dropped.csv", { type: "text/csv" }));
    return dragged;
  }, text);
  await zone.waitFor();
  for (const type of ["dragover", "drop"]) await zone.dispatchEvent(type, { dataTransfer: files });
  await dialog(page).getByText("dropped.csv").waitFor();
  await button(page, "Import 1 transaction").waitFor();
});

test("corrects a bad row in place, and imports all rows", async () => {
  const { page } = await desk.visit("/transactions#import", {
    who: desk.world.kaveri.staff,
    expectComplaints: /400/,
  });
  await choose(page, [
    "2026-02-31,Ink,kaveri cash,Rent,Expense,5,",
    `${today()},Ok,kaveri cash,Rent,Expense,5,`,
  ]);
  await dialog(page).getByRole("heading", { name: "1 row needs a fix" }).waitFor();
  await button(page, "Import 1 row").waitFor();
  const date = dialog(page).getByLabel("Date of row 2");
  expect(await date.inputValue()).toBe("2026-02-31");
  await date.fill(today());
  await date.press("Enter");
  await dialog(page).getByRole("heading", { name: "All rows are fixed" }).waitFor();
  await button(page, "Import 2 rows").click();
  await toast(page, "2 transactions imported").waitFor();
  // A file with bahi's own columns needs no mapping.
  expect((await desk.world.kaveri.staff.get("/api/import-mappings")).body.mappings).toEqual([]);
});

test("reports that a file already imported adds nothing", async () => {
  const { staff } = desk.world.kaveri;
  const csv = `${HEAD}${today()},Twice,kaveri cash,Rent,Expense,5,\n`;
  await staff.upload("/api/transactions/import", csv);
  const { page } = await desk.visit("/transactions#import", { who: staff });
  await choose(page, [`${today()},Twice,kaveri cash,Rent,Expense,5,`]);
  await dialog(page).getByText("Every row of this file is already in your books.").waitFor();
  expect(
    await dialog(page)
      .getByRole("button", { name: /^Import \d/ })
      .count(),
  ).toBe(0);
});

test("undoes an earlier import from the same dialog", async () => {
  const { owner } = desk.world.kaveri;
  await owner.upload(
    "/api/transactions/import?file=old.csv",
    `${HEAD}${today()},Old row,kaveri cash,Rent,Expense,7,\n`,
  );
  const { page } = await desk.visit("/transactions#import", { who: owner });
  await page.getByRole("button", { name: "Undo the import of old.csv" }).click();
  const question = page.getByRole("alertdialog");
  await question
    .getByText("Everything this import added will be removed from the books.")
    .waitFor();
  await question.getByRole("button", { name: "Undo" }).click();
  await page
    .getByRole("button", { name: "Undo the import of old.csv" })
    .waitFor({ state: "detached" });
  expect((await owner.get("/api/transactions?q=Old%20row")).body.total).toBe(0);
});
