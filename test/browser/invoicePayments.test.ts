import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { addClient, pay, sent } from "./billing.ts";
import { axe, type Desk, dialog, fill, openDesk, problem, toast } from "./desk.ts";

let desk: Desk;
let konkan: string;
beforeAll(async () => {
  desk = await openDesk();
  konkan = await addClient(desk.world.kaveri.owner, "Konkan Foods");
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const open = ({ _id }: Invoice, who = desk.world.kaveri.owner, expectComplaints = /$^/) =>
  desk.visit(`/invoices/${_id}`, { who, expectComplaints });
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a payment starts with the amount due, today and bank transfer", async () => {
  const invoice = await sent(desk.world.kaveri.owner, konkan);
  const { page } = await open(invoice);
  await page.getByRole("article").waitFor();
  await page.keyboard.press("p");
  const field = (label: string) => dialog(page).getByLabel(label);
  await field("Amount").waitFor();
  const values = ["Amount", "Date", "Mode", "TDS deducted", "Reference", "Notes"].map((label) =>
    field(label).inputValue(),
  );
  expect(await Promise.all(values)).toEqual([
    "59,000.00",
    formatDate(today()),
    "Bank Transfer",
    "",
    "",
    "",
  ]);
  expect(await field("Mode").locator("option").allTextContents()).toEqual(
    "Bank Transfer,UPI,Cash,Card,Cheque,Other".split(","),
  );
  expect(await field("Account").inputValue()).toBe("kaveri bank (Bank)");
  expect(await axe(page)).toEqual([]);

  await act(page, "10% is ₹5,000.00").click();
  expect(await field("TDS deducted").inputValue()).toBe("5,000.00");
  expect(await field("Amount").inputValue()).toBe("54,000.00");
  await act(page, "1% is ₹500.00").click();
  expect(await field("Amount").inputValue()).toBe("58,500.00");
  await act(page, "2% is ₹1,000.00").click();
  expect(await field("Amount").inputValue()).toBe("58,000.00");
  await field("TDS deducted").fill("5900");
  await dialog(page).getByText("More than 10% of the taxable value of ₹50,000.00").waitFor();
  expect(await field("Amount").inputValue()).toBe("53,100.00");
  await field("Amount").fill("53100.01");
  await dialog(page).getByRole("button", { name: "Add Payment" }).click();
  const over = "Amount and TDS must not be more than the balance of ₹59,000.00";
  await dialog(page).getByText(over).waitFor();
  await fill(page, { Amount: "", Account: "" });
  await dialog(page).getByText("Account is required").waitFor();
  await dialog(page).getByText("Amount must be greater than 0").waitFor();
  for (const [typed, sentence] of [
    ["1/1/2020", /^The invoice is dated \d+ \w+ \d{4}, which is later$/],
    ["1/1/2099", "This date is in the future"],
  ] as const) {
    await field("Date").fill(typed);
    await field("Date").press("Tab");
    await dialog(page).getByText(sentence).waitFor();
  }
  await field("Date").fill("t");
  await fill(page, { Amount: "53100", Account: "kaveri bank (Bank)" });
  await dialog(page).getByRole("button", { name: "Add Payment" }).click();
  await toast(page, "Payment added successfully").waitFor();
  await page.getByText("Paid", { exact: true }).waitFor();
});

test("a payment dated before its invoice asks first, and TDS is at most 20%", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  const { page } = await open(invoice);
  await act(page, "Add Payment").click();
  await fill(page, { Amount: "1", "TDS deducted": "58999" });
  const submit = dialog(page).getByRole("button", { name: "Add Payment" });
  await submit.click();
  const most =
    "TDS can be at most ₹10,000.00, 20% of the taxable value that has no TDS yet; " +
    "an owner can write off the rest";
  await dialog(page).getByText(most).waitFor();
  await fill(page, { "TDS deducted": "" });
  await dialog(page).getByLabel("Date").fill("1/1/2020");
  await dialog(page).getByLabel("Date").press("Tab");
  await dialog(page).getByText("GST on an advance is due in the month of the payment").waitFor();
  await submit.click();
  await dialog(page).getByText("Tick this to save an advance, or correct the date").waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByLabel("Save as an advance").check();
  await submit.click();
  await toast(page, "Payment added successfully").waitFor();
  const { body } = await owner.get(`/api/invoices/${invoice._id}`);
  expect(body.payments).toMatchObject([{ date: "2020-01-01", amount: 59_000, tdsAmount: 0 }]);
});

test("keeps a payment that failed to send and records it once", async () => {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  const { page } = await open(invoice, desk.world.kaveri.staff, /ERR_|400|500/);
  await act(page, "Add Payment").click();
  await fill(page, { Amount: "1000", Reference: "UTR 42", Notes: "First part" });
  const address = `**/api/invoices/${invoice._id}/payments`;
  const submit = dialog(page).getByRole("button", { name: "Add Payment" });
  await page.route(address, async (route) => {
    await route.fetch(); // The request arrives, and its response is lost.
    await route.abort();
  });
  await submit.click();
  await problem(page, "Error adding payment").waitFor();
  expect(await dialog(page).getByLabel("Reference").inputValue()).toBe("UTR 42");
  await page.unroute(address);
  await submit.click();
  await toast(page, "Payment added successfully").waitFor();
  const { body } = await owner.get(`/api/invoices/${invoice._id}`);
  expect(body.payments).toHaveLength(1);
  expect(body.summary).toEqual({ totalPaid: 1000, tds: 0, balance: 58000 });

  // Another user then pays all but one rupee.
  await act(page, "Add Payment").click();
  await dialog(page).getByLabel("Amount").waitFor();
  await pay(owner, invoice, { amount: 57999, accountId: account._id });
  await submit.click();
  const refusal = "Amount and TDS must not be more than the balance of ₹1.00";
  await dialog(page).getByText(refusal).waitFor();
  await dialog(page).getByText(`${invoice.invoiceNumber}, ₹1.00 due`).waitFor();
  await fill(page, { Amount: "1" });
  await submit.click();
  await page.getByText("Paid", { exact: true }).waitFor();
});

test("an owner deletes a payment and its income after confirmation", async () => {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  const amount = { amount: 1200, tdsAmount: 300, reference: "UTR 7", accountId: account._id };
  const { transactionId } = await pay(owner, invoice, amount);
  const { page } = await open(invoice, owner, /500/);
  const payments = panel(page, "Payments");
  for (const text of [formatDate(today()), "UPI, UTR 7", "₹1,200.00", "TDS ₹300.00"]) {
    await payments.getByText(text).waitFor();
  }
  await panel(page, "Linked income").getByText("+₹1,200.00").waitFor();
  await page.getByRole("img", { name: "2% settled" }).waitFor();
  const sums = await panel(page, "Balance due").locator("dl > div").allTextContents();
  expect(sums.slice(0, 2)).toEqual(["Total Paid₹1,200.00", "TDS deducted₹300.00"]);

  const remove = payments.getByRole("button", { name: /^Delete payment of ₹1,200.00/ });
  const question = page.getByRole("alertdialog", { name: "Delete Payment" });
  await page.route("**/api/payments/*", (route) => route.fulfill({ status: 500, json: {} }));
  await remove.click();
  await question.getByText("Are you sure you want to delete this payment?").waitFor();
  await question.getByText("Its income in kaveri bank is deleted with it.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Error deleting payment").waitFor();
  await page.unroute("**/api/payments/*");
  await remove.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Payment deleted successfully").waitFor();
  await page.getByText("No payments yet.").waitFor();
  expect(await panel(page, "Linked income").count()).toBe(0);
  expect((await owner.get(`/api/transactions/${transactionId}`)).status).toBe(404);
});

test("an owner writes off the balance, undoes it and duplicates the invoice", async () => {
  const { owner, staff, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  await pay(owner, invoice, { amount: 58_000, accountId: account._id });
  const theirs = (await open(invoice, staff)).page;
  await panel(theirs, "Payments").getByText("UPI").waitFor();
  expect(await act(theirs, "Write off").count()).toBe(0);

  const { page } = await open(invoice);
  const file = page.waitForEvent("download");
  await act(page, `Download receipt of ₹58,000.00, ${formatDate(today())}`).click();
  const number = invoice.invoiceNumber.replaceAll("/", "-");
  expect((await file).suggestedFilename()).toBe(`Payment-Receipt-${number}.pdf`);
  await act(page, "Write off").click();
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("1,000.00");
  await dialog(page).getByRole("button", { name: "Write off" }).click();
  await dialog(page).getByText("Reason is required").waitFor();
  await fill(page, { Reason: "Bank charges" });
  await dialog(page).getByRole("button", { name: "Write off" }).click();
  await toast(page, "Written off").waitFor();
  const settled = panel(page, "Credits and write-offs");
  await settled.getByText(`${formatDate(today())}, Bank charges`).waitFor();
  await page.locator(".page-title").getByText("Paid", { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await act(page, "Undo ₹1,000.00, Written off").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await toast(page, "Undone").waitFor();
  await page.getByText("Partially paid", { exact: true }).waitFor();

  await act(page, "Duplicate").click();
  await toast(page, "Draft created from this invoice").waitFor();
  await page.locator(".page-title").getByText("Draft", { exact: true }).waitFor();
  expect(page.url()).not.toContain(invoice._id);
});

test("deleting TDS recorded alone mentions no income", async () => {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  await pay(owner, invoice, { amount: 0, tdsAmount: 5_000, accountId: account._id });
  const { page } = await open(invoice);
  await page.getByRole("button", { name: /^Delete payment of/ }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Payment" });
  await question.getByText(`TDS ₹5,000.00, UPI, ${formatDate(today())}`, { exact: true }).waitFor();
  expect(await question.getByText(/Its income/).count()).toBe(0);
});
