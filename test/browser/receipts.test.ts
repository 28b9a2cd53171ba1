import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

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

test("without receipts the list says so, and leads to the first one", async () => {
  const { page } = await visit("/receipts", desk.world.narmada.owner);
  await page.getByText("No receipts found").waitFor();
  await page.getByText("Create your first receipt to get started").waitFor();
  expect(new URL(page.url()).searchParams.get("preset")).toBe("thisMonth");
  await page.getByRole("link", { name: "Create Receipt" }).click();
  await heading(page, "New Receipt").waitFor();
});

test("a receipt is written, previewed, made once, printed, and followed by another", async () => {
  const { page, calls } = await visit("/receipts/new", desk.world.kaveri.staff);
  await page.getByRole("textbox", { name: "Date", exact: true }).waitFor();
  await page.getByRole("button", { name: "Create Receipt" }).click();
  await page.getByText("Client name must be at least 2 characters").waitFor();
  await page.getByText("Purpose must be at least 2 characters").waitFor();
  await page.getByText("Amount must be greater than 0").waitFor();
  expect(calls).not.toContain("POST /api/receipts");

  expect(await page.getByLabel("Payment Mode").inputValue()).toBe("Cash");
  expect(await page.getByLabel("Account").locator("option:checked").textContent()).toBe(
    "kaveri bank (Bank)",
  );
  for (const name of ["Receipt Details", "Received From", "Payment Details"]) {
    await heading(page, name).waitFor();
  }
  await page.getByLabel("Client Name").fill("Ravi Menon");
  await page.getByLabel("Phone").fill("98450 54321");
  await page.getByLabel("Email").fill("no email");
  await page.getByLabel("Email").blur();
  await page.getByText("Invalid email").waitFor();
  await page.getByLabel("Email").fill("");
  await page.getByLabel("Purpose").fill("Website");
  await page.getByLabel("Amount").fill("1,000*1.18");
  await page.getByLabel("Reference Number").fill("");
  const preview = page.getByRole("region", { name: "Receipt Preview" });
  for (const text of ["₹1,180.00", "Ravi Menon", "Website", "Cash", "kaveri bank"]) {
    await preview.getByText(text).waitFor();
  }
  await preview.getByText("A transaction will be auto-created and a PDF generated").waitFor();

  await page.getByRole("button", { name: "Create Receipt" }).dblclick();
  await heading(page, "Receipt Created Successfully!").waitFor();
  await toast(page, "Receipt created successfully!").waitFor();
  await page
    .getByText("Your receipt has been generated and the transaction has been recorded.")
    .waitFor();
  expect(calls.filter((call) => call === "POST /api/receipts")).toHaveLength(1);
  expect(await axe(page)).toEqual([]);

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect((await file).suggestedFilename()).toMatch(/^Receipt-FY\d\d-\d\d-RCPT-\d{5}\.pdf$/);
  await toast(page, "Receipt PDF downloaded successfully").waitFor();

  const view = await page.getByRole("link", { name: "View Receipt" }).getAttribute("href");
  await page.getByRole("button", { name: "Create Another" }).click();
  expect(await page.getByLabel("Client Name").inputValue()).toBe("");
  expect(await page.getByLabel("Payment Mode").inputValue()).toBe("Cash");
  expect(await page.getByRole("textbox", { name: "Date", exact: true }).inputValue()).not.toBe("");
  await page.goto(desk.url + view);
  await page.getByText("Ravi Menon").waitFor();
  await page.getByText("Staff of kaveri").last().waitFor();
});

test("what the server refuses is said, and the form keeps what was typed", async () => {
  const { page } = await visit("/receipts/new", desk.world.kaveri.owner, /500/);
  await page.getByLabel("Client Name").fill("Ravi Menon");
  await page.getByLabel("Purpose").fill("Website");
  await page.getByLabel("Amount").fill("5");
  await page.route("**/api/receipts", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "Create Receipt" }).click();
  await toast(page, "Failed to create receipt").waitFor();
  expect(await page.getByLabel("Client Name").inputValue()).toBe("Ravi Menon");
  await page.getByRole("link", { name: "Cancel" }).click();
  await heading(page, "Receipts").waitFor();
});

test("the list keeps its filters in the address, and pages through them", async () => {
  for (let n = 1; n <= 11; n++) await issue({ purpose: `Instalment ${n}`, amount: n });
  await issue({ date: "2020-05-05", purpose: "Long ago", mode: "Cheque", amount: 70 });
  const { page } = await visit("/receipts");
  await page.getByText(/^Showing 1 to 10 of \d+ receipts$/).waitFor();
  await page.getByText("Page 1 of 2", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByText("Page 2 of 2", { exact: true }).waitFor();
  for (const name of ["Receipt No.", "Client", "Purpose", "Amount", "Mode", "Account", "Actions"]) {
    expect(await page.getByRole("columnheader", { name, exact: true }).count()).toBe(1);
  }

  await page.getByRole("button", { name: "Filters 1 active" }).click();
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
  await page.getByRole("button", { name: "Filters 1 active" }).click();
  await page.getByLabel("Date Range").selectOption({ label: "Year to Date" });
  await page.waitForURL(/preset=ytd/);
  await page.getByLabel("Search receipts").fill("instalment 7");
  await page.waitForURL(/q=instalment/);
  await row(page, "Instalment 7").getByText("98450 12345").waitFor();
  expect(await axe(page)).toEqual([]);
});

test("a row opens its receipt, which shows all of it and leads on", async () => {
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
    "Owner of kaveri",
  ]) {
    expect(await main.textContent()).toContain(text);
  }
  expect(await main.textContent()).toMatch(/\w+day, \d+ \w+ 20\d\d/);
  expect(await main.textContent()).not.toContain("Email");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("link", { name: "View Transactions" }).click();
  await row(page, receipt.receiptNumber).waitFor();
});

test("an owner deletes, after a warning; staff are not offered it", async () => {
  const receipts = [await issue({ purpose: "Doomed" }), await issue({ purpose: "Doomed too" })];
  const { page } = await visit("/receipts");
  await row(page, "Doomed too").hover();
  await page.getByRole("button", { name: `Delete ${receipts[1].receiptNumber}` }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Receipt" });
  await question.getByText("The linked transaction is also deleted.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Receipt deleted successfully").waitFor();
  await row(page, "Doomed too").waitFor({ state: "detached" });

  await page.goto(`${desk.url}/receipts/${receipts[0]._id}`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByText("This cannot be undone").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/receipts\?/);
  await toast(page, "Receipt deleted successfully").waitFor();
  const { owner } = desk.world.kaveri;
  for (const { transactionId } of receipts) {
    expect((await owner.get(`/api/transactions/${transactionId}`)).status).toBe(404);
  }

  const kept = await issue({ purpose: "Kept" });
  const theirs = await visit("/receipts", desk.world.kaveri.staff);
  await row(theirs.page, "Kept").hover();
  await theirs.page
    .getByRole("button", { name: `Download PDF of ${kept.receiptNumber}` })
    .waitFor();
  expect(await theirs.page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
  await theirs.page.goto(`${desk.url}/receipts/${kept._id}`);
  await theirs.page.getByText("Kept", { exact: true }).waitFor();
  expect(await theirs.page.getByRole("button", { name: "Delete" }).count()).toBe(0);
});

test("one that is not there, one that fails to load, a PDF that is none", async () => {
  const { page } = await visit("/receipts/0000000000000", desk.world.kaveri.owner, /404|500/);
  await heading(page, "Receipt not found").waitFor();
  await page.getByRole("link", { name: "Go to Receipts" }).click();
  await heading(page, "Receipts").waitFor();

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

test.each([
  { phone: true, theme: "light" as const },
  { phone: true, theme: "dark" as const },
  { phone: false, theme: "dark" as const },
])("every screen of receipts keeps to its window and passes axe, %p", async (look) => {
  const { _id } = await issue();
  const { owner } = desk.world.kaveri;
  for (const path of ["/receipts", "/receipts/new", `/receipts/${_id}`, "/settings/receipts"]) {
    const { page } = await desk.visit(path, { who: owner, ...look });
    await page.waitForLoadState("networkidle");
    const isWide = await page.evaluate(() => document.body.scrollWidth > innerWidth);
    expect([path, isWide, await axe(page)]).toEqual([path, false, []]);
  }
});
