import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatMoment, today, toPresetRange } from "../../domain/dates.ts";
import { RECEIPT_MODES, receiptFileName } from "../../domain/documents/receipts.ts";
import { made } from "../world.ts";
import { axe, type Desk, hold, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

async function issue(changes = {}) {
  const { owner, account } = desk.world.kaveri;
  const client = { name: "Meera Iyer", phone: "98450 12345", address: "14, 2nd Cross\nBengaluru" };
  const input = { date: today(), client, purpose: "Logo design", amount: 1500.5, mode: "UPI" };
  const links = { accountId: account._id, reference: "UTR 42", notes: "First of two" };
  return made(await owner.post("/api/receipts", { ...input, ...links, ...changes })).receipt;
}

const visit = (path: string, who = desk.world.kaveri.owner, expectComplaints = /$^/) =>
  desk.visit(path, { who, expectComplaints });

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const card = (page: Page, name: string) =>
  page.locator(".kpi").filter({ hasText: name }).locator("dd");

async function readFacts(page: Page): Promise<Record<string, string>> {
  const terms = page.getByRole("main").getByRole("term");
  const values = page.getByRole("main").getByRole("definition");
  const [names, texts] = [await terms.allTextContents(), await values.allTextContents()];
  return Object.fromEntries(names.map((name, n) => [name, texts[n] ?? ""]));
}

test("an empty list links to the first receipt", async () => {
  const { page } = await visit("/receipts", desk.world.narmada.owner);
  await page.getByText("No receipts found").waitFor();
  await page.getByText("Create your first receipt to get started").waitFor();
  const { preset, ...range } = Object.fromEntries(new URL(page.url()).searchParams);
  expect([preset, range]).toEqual(["thisMonth", { ...toPresetRange("thisMonth") }]);
  await page.getByRole("link", { name: "Create Receipt" }).click();
  await heading(page, "New Receipt").waitFor();
});

test("shows that the list is loading, and an error with a retry", async () => {
  await issue({ purpose: "Long awaited" });
  const { page } = await visit("/settings/receipts", desk.world.kaveri.owner, /500/);
  const release = await hold(page, "**/api/receipts?**");
  await page.goto(`${desk.url}/receipts`);
  await page.getByText("Loading receipts...", { exact: true }).waitFor();
  release();
  await row(page, "Long awaited").waitFor();
  expect(await page.getByText("Loading receipts...").count()).toBe(0);

  await page.unroute("**/api/receipts?**");
  await page.route("**/api/receipts?**", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await toast(page, "Failed to load receipts").waitFor();
  await page.unroute("**/api/receipts?**");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await row(page, "Long awaited").waitFor();
});

test("keeps the filters in the address and pages through the list", async () => {
  for (let n = 1; n <= 11; n++) await issue({ purpose: `Instalment ${n}`, amount: n });
  await issue({ date: "2020-05-05", purpose: "Long ago", mode: "Cheque", amount: 70 });
  const { page } = await visit("/receipts");
  await page.getByText(/^Showing 1 to 10 of \d+ receipts$/).waitFor();
  await page.getByText("Page 1 of 2", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByText("Page 2 of 2", { exact: true }).waitFor();
  await page.getByText(/^Showing 11 to \d+ of \d+ receipts$/).waitFor();
  await page.getByRole("link", { name: "Previous page" }).click();
  await page.getByText("Page 1 of 2", { exact: true }).waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(
    ",Receipt No.,Date,Client,Purpose,Amount,Mode,Account,Actions".split(","),
  );
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByText("Page 2 of 2", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Filters 1 active" }).waitFor();
  const options = (label: string) => page.getByLabel(label).locator("option").allTextContents();
  expect(await options("Date Range")).toEqual(
    "All Time,This Month,Last Month,Year to Date,This FY,Last FY".split(","),
  );
  expect(await options("Payment Mode")).toEqual(["All modes", ...RECEIPT_MODES]);
  const account = page.getByRole("combobox", { name: "Account" });
  await account.selectOption("kaveri cash");
  await page.getByText("No receipts found").waitFor();
  expect(await page.getByText("Create your first receipt").count()).toBe(0);
  await page.getByRole("button", { name: "Show all receipts" }).click();
  await row(page, "Instalment 11").waitFor();
  expect(await account.inputValue()).toBe("");
  await page.goBack();
  await account.selectOption("All accounts");
  await page.getByLabel("Payment Mode").selectOption("UPI");
  await page.waitForURL((url) => url.searchParams.get("mode") === "UPI");
  expect(new URL(page.url()).searchParams.has("page")).toBe(false);
  await page.getByLabel("Min Amount").fill("10");
  await page.getByLabel("Max Amount").fill("11");
  await card(page, "Total Amount").getByText("₹21.00").waitFor();
  expect(await card(page, "Total Receipts").textContent()).toBe("2");
  await page.getByRole("button", { name: "Filters 4 active" }).waitFor();
  expect(await page.getByLabel("From Date").count()).toBe(0);

  await page.getByRole("button", { name: "Clear all" }).click();
  await card(page, "Date Range").getByText("All time").waitFor();
  await page.getByLabel("From Date").fill("2020-05-01");
  await page.getByLabel("From Date").press("Enter");
  await page.getByLabel("To Date").fill("2020-05-31");
  await page.getByLabel("To Date").press("Enter");
  await row(page, "Long ago").waitFor();
  expect(await card(page, "Date Range").textContent()).toBe("1 May – 31 May 2020");
  await page.reload();
  await row(page, "Long ago").getByText("₹70.00").waitFor();
  await page.getByRole("button", { name: "Filters 1 active" }).waitFor();
  await page.getByLabel("Date Range").selectOption({ label: "Year to Date" });
  await page.waitForURL(/preset=ytd/);
  expect(new URL(page.url()).searchParams.get("dateFrom")).toEndWith("-01-01");
  await page.getByLabel("Search receipts").fill("instalment 7");
  await page.waitForURL(/q=instalment/);
  await row(page, "Instalment 7").getByText("98450 12345").waitFor();
  await page.getByLabel("Search receipts").fill("instalment 777");
  await page.getByRole("button", { name: "Show all receipts" }).waitFor();
  expect(await axe(page)).toEqual([]);
});

test("on a phone, the filters are folded until opened", async () => {
  const { page } = await desk.visit("/receipts", { who: desk.world.kaveri.staff, phone: true });
  await page.getByRole("button", { name: "Filters 1 active" }).waitFor();
  expect(await page.getByLabel("Payment Mode").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Filters 1 active" }).click();
  await page.getByLabel("Payment Mode").waitFor();
});

test("a row opens its receipt with all details and links", async () => {
  const receipt = await issue({ purpose: "Opened by its row" });
  const { page } = await visit("/receipts");
  await row(page, "Opened by its row").getByText("UPI").click();
  await heading(page, "Receipt Details").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/receipts/${receipt._id}`);
  for (const name of [
    "Received From",
    "Payment Details",
    "Notes",
    "Linked Transaction",
    "Additional Information",
  ]) {
    await heading(page, name).waitFor();
  }
  const main = page.getByRole("main");
  for (const text of [
    "₹1,500.50",
    receipt.receiptNumber,
    "Meera Iyer",
    "98450 12345",
    "14, 2nd Cross",
    "Opened by its row",
    "UTR 42",
    "kaveri bank (Bank)",
    "First of two",
  ]) {
    expect(await main.textContent()).toContain(text);
  }
  expect(await readFacts(page)).toEqual({
    Name: "Meera Iyer",
    Phone: "98450 12345",
    Address: "14, 2nd Cross\nBengaluru",
    Purpose: "Opened by its row",
    Mode: "UPI",
    Reference: "UTR 42",
    Account: "kaveri bank (Bank)",
    "Created By": "Owner of kaveri",
    "Created At": formatMoment(receipt.createdAt),
    Agency: "kaveri",
  });
  expect(await main.textContent()).toMatch(/\w+day, \d+ \w+ 20\d\d/);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("link", { name: "View Transactions" }).click();
  await page.waitForURL(/\/transactions\b/);
  await row(page, receipt.receiptNumber).waitFor();
});

test("leaves out empty fields of a receipt and labels the others", async () => {
  const { narmada } = desk.world;
  const form = new FormData();
  form.set("agencyName", "Narmada Works");
  form.set("gstNumber", "29AAGCB7383J1Z4");
  const headers = { authorization: `Bearer ${narmada.owner.token}` };
  const request = new Request(`${desk.url}/api/metadata`, { method: "PUT", headers, body: form });
  expect((await desk.world.app.handle(request)).status).toBe(200);
  const input = { date: today(), purpose: "Prints", amount: 450, mode: "Cash" };
  const client = { name: "Ravi", email: "ravi@example.test" };
  const all = { ...input, client, accountId: narmada.account._id };
  const { receipt } = made(await narmada.staff.post("/api/receipts", all));
  const { page } = await visit(`/receipts/${receipt._id}`, narmada.staff);
  await heading(page, "Additional Information").waitFor();
  expect(await readFacts(page)).toEqual({
    Name: "Ravi",
    Email: "ravi@example.test",
    Purpose: "Prints",
    Mode: "Cash",
    Account: "narmada bank (Bank)",
    "Created By": "Staff of narmada",
    "Created At": formatMoment(receipt.createdAt),
    Agency: "Narmada Works",
    GSTIN: "29AAGCB7383J1Z4",
  });
  expect(await heading(page, "Notes").count()).toBe(0);
});

test("an owner deletes after a warning, and staff cannot", async () => {
  const receipts = [await issue({ purpose: "Doomed" }), await issue({ purpose: "Doomed too" })];
  const { page } = await visit("/receipts", desk.world.kaveri.owner, /500/);
  await row(page, "Doomed too").hover();
  await page.getByRole("button", { name: `Delete ${receipts[1].receiptNumber}` }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Receipt" });
  await question.getByText("The linked transaction is also deleted.").waitFor();
  await page.route("**/api/receipts/*", (route) => route.fulfill({ status: 500, json: {} }));
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Failed to delete receipt").waitFor();
  await page.unroute("**/api/receipts/*");
  await page.getByRole("button", { name: `Delete ${receipts[1].receiptNumber}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Receipt deleted successfully").waitFor();
  await row(page, "Doomed too").waitFor({ state: "detached" });

  await page.goto(`${desk.url}/receipts/${receipts[0]._id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete Receipt" })
    .getByText("The linked transaction is also deleted. This cannot be undone")
    .waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/receipts\?/);
  await toast(page, "Receipt deleted successfully").waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  const { owner } = desk.world.kaveri;
  for (const { transactionId } of receipts) {
    expect((await owner.get(`/api/transactions/${transactionId}`)).status).toBe(404);
  }

  const kept = await issue({ purpose: "Kept" });
  const theirs = await visit("/receipts", desk.world.kaveri.staff);
  await row(theirs.page, "Kept").hover();
  const file = theirs.page.waitForEvent("download");
  await theirs.page.getByRole("button", { name: `Download PDF of ${kept.receiptNumber}` }).click();
  expect((await file).suggestedFilename()).toBe(receiptFileName(kept.receiptNumber));
  await toast(theirs.page, "Receipt PDF downloaded successfully").waitFor();
  expect(await theirs.page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
  await theirs.page.goto(`${desk.url}/receipts/${kept._id}`);
  await theirs.page.getByText("Kept", { exact: true }).waitFor();
  expect(await theirs.page.getByRole("button", { name: "Delete" }).count()).toBe(0);
});

test("reports a missing receipt, a failed load and an unreadable PDF", async () => {
  const { page } = await visit("/receipts/0000000000000", desk.world.kaveri.owner, /404|500/);
  await heading(page, "Receipt not found").waitFor();
  await page.getByRole("link", { name: "Go to Receipts" }).click();
  await heading(page, "Receipts").waitFor();
  await page.getByRole("link", { name: "New Receipt" }).waitFor();

  const receipt = await issue();
  await page.route(/\/api\/receipts\/\w+$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${desk.url}/receipts/${receipt._id}`);
  await page.waitForURL(/\/receipts\?/);
  await toast(page, "Failed to load receipt").waitFor();
  await page.unroute(/\/api\/receipts\/\w+$/);

  await page.goto(`${desk.url}/receipts/${receipt._id}`);
  await page.route("**/pdf", (route) => route.fulfill({ status: 200, json: {} }));
  await page.getByRole("button", { name: "Download PDF" }).click();
  await toast(page, "Invalid PDF response from server").waitFor();
  await page.unroute("**/pdf");
  await page.route("**/pdf", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "Download PDF" }).click();
  await toast(page, "Failed to download PDF").waitFor();
});

test("every receipt screen fits its window and passes axe", async () => {
  const { _id, receiptNumber } = await issue();
  const paths = ["/receipts", "/receipts/new", `/receipts/${_id}`, "/settings/receipts"];
  const ready = [receiptNumber, "Client Name", "Receipt Details", "Prefix"];
  for (const [at, path] of paths.entries()) {
    const { page } = await desk.visit(path, { who: desk.world.kaveri.owner, phone: true });
    await page.getByText(ready[at]).first().waitFor();
    await page.waitForLoadState();
    await assertLooksRight(page, path);
  }
});
