import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { done, made } from "../world.ts";
import { addClient, LOGO, pay, sent } from "./billing.ts";
import { axe, type Desk, dialog, fill, hasValue, hold, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
let konkan: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  konkan = await addClient(owner, "Konkan Foods", { gstin: "27AAACB1234C1ZF" });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, who = desk.world.kaveri.owner, expectComplaints = /$^/) =>
  (await desk.visit(path, { who, expectComplaints })).page;
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const confirm = (page: Page, name: string) => dialog(page).getByRole("button", { name }).click();

async function advance(amount: number, clientId = konkan) {
  const { staff, account } = desk.world.kaveri;
  const input = { clientId, date: today(), amount, description: "Advance for a film" };
  return made(await staff.post("/api/vouchers", { ...input, mode: "UPI", accountId: account._id }));
}

test("records an advance, applies it to an invoice and refunds the rest", async () => {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan, {
    items: [{ description: "A film", qty: 1, rate: 1_000, taxPct: 18 }],
  });
  const page = await visit(`/clients?client=${konkan}`);
  await dialog(page).getByRole("link", { name: "Record advance" }).click();
  await dialog(page).getByLabel("Amount received").waitFor();
  await hasValue(dialog(page).getByLabel("Client"), "Konkan Foods");
  await confirm(page, "Record Advance");
  await dialog(page).getByText("Amount must be greater than 0").waitFor();
  await dialog(page).getByText("Description is required").waitFor();
  await fill(page, { "Amount received": "54,000", "TDS deducted": "5000", For: "A film" });
  await fill(page, { Account: `${account.name} (Bank)`, Reference: "UTR 1" });
  await confirm(page, "Record Advance");
  await toast(page, "Advance recorded").waitFor();
  await page.getByRole("link", { name: /RV.000001/ }).click();

  const paper = page.getByRole("article", { name: "Receipt Voucher" });
  for (const text of ["Konkan Foods", "₹50,000.00", "₹59,000.00", "−₹5,000.00", "₹54,000.00"]) {
    await paper.getByText(text).first().waitFor();
  }
  await act(page, "Use Advance").click();
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("1,180.00");
  await fill(page, { Amount: "180" });
  await confirm(page, "Use");
  await toast(page, "Advance used on the invoice").waitFor();
  await panel(page, "Used on").getByRole("link", { name: invoice.invoiceNumber }).click();

  await panel(page, "Balance due").getByText("₹1,000.00").waitFor();
  await act(page, "Use advance").click();
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("1,000.00");
  expect(await dialog(page).getByLabel("Advance").locator("option").allTextContents()).toEqual([
    `26-27/RV/000001, ${formatDate(today())}, ₹58,820.00 held`,
  ]);
  expect(await axe(page)).toEqual([]);
  await confirm(page, "Use");
  await page.getByText("Paid", { exact: true }).waitFor();
  const owed = await panel(page, "Balance due").locator("dl > div").allTextContents();
  expect(owed).toContain("Less: advance received₹1,180.00");

  await page.goto(`${desk.url}/clients?client=${konkan}`);
  await dialog(page).getByRole("link", { name: "Advances held ₹57,820.00" }).click();
  await page.getByRole("link", { name: /RV.000001/ }).click();
  await act(page, "Refund").click();
  await confirm(page, "Record refund");
  await toast(page, "Refund recorded").waitFor();
  await page.getByText("Used", { exact: true }).first().waitFor();
  await panel(page, "Unused advance").getByText("₹57,820.00").waitFor();
  expect(await act(page, "Use Advance").count()).toBe(0);
  await page.goto(`${desk.url}/vouchers`);
  await page.getByRole("link", { name: /RF.000001/ }).click();
  await page.getByRole("article", { name: "Refund Voucher" }).waitFor();
  await page.getByRole("link", { name: /RV.000001/ }).waitFor();
}, 60_000);

test("only owners cancel an unused advance, together with its income", async () => {
  const client = await addClient(desk.world.kaveri.owner, "Zest");
  const voucher = await advance(77, client);
  const theirs = await visit(`/vouchers/${voucher._id}`, desk.world.kaveri.staff);
  await act(theirs, "Use Advance").click();
  await dialog(theirs).getByText("Zest has no unpaid invoices.").waitFor();
  for (const name of ["Refund", "Cancel"]) expect(await act(theirs, name).count()).toBe(0);
  const page = await visit(`/vouchers/${voucher._id}`);
  const file = page.waitForEvent("download");
  await act(page, "Download PDF").click();
  expect((await file).suggestedFilename()).toBe(
    documentFileName("Receipt Voucher", voucher.number),
  );
  await act(page, "Cancel").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel advance" }).click();
  await toast(page, "Advance cancelled").waitFor();
  await page.getByText("This advance and its income are cancelled").waitFor();
  const { body } = await desk.world.kaveri.owner.get("/api/transactions?minAmount=77&maxAmount=77");
  expect(body.items.filter(({ amount }: { amount: number }) => amount === 77)).toEqual([]);
});

test("searches advances and shows empty and failed lists", async () => {
  const voucher = await advance(5);
  const page = await visit("/vouchers", desk.world.kaveri.staff, /404|500/);
  const row = page.getByRole("row").filter({ hasText: voucher.number });
  await row.waitFor();
  expect((await row.getByRole("cell").allTextContents()).slice(3, 8)).toEqual([
    ...["Konkan Foods", "Receipt voucher", "Open", "₹5.00", "₹5.00"],
  ]);
  await page.getByLabel("Search vouchers").fill("no such voucher");
  await page.getByText("No vouchers match").waitFor();
  await page.goto(`${desk.url}/vouchers/none`);
  await page.getByText("Voucher not found").waitFor();
  await page.route("**/api/vouchers", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${desk.url}/vouchers`);
  await page.getByText("Failed to load vouchers").waitFor();

  const others = await visit("/profile", desk.world.narmada.staff);
  const release = await hold(others, "**/api/vouchers");
  await others.goto(`${desk.url}/vouchers`);
  await others.getByText("Loading vouchers...", { exact: true }).waitFor({ state: "attached" });
  release();
  await others.getByText("No advances yet").waitFor();
});

test("applies a credit to one of more than 100 open invoices, found by search", async () => {
  const { owner } = desk.world.kaveri;
  const documents = Array.from({ length: 102 }, (_, n) => ({
    kind: "INVOICE",
    number: `OLD/${1000 + n}`,
    date: "2026-10-05",
    client: "c1",
    lines: [{ description: "Logo", qty: 1, rate: 1000 + n, taxPct: 18 }],
  }));
  const clients = [{ id: "c1", name: "Many Invoices", stateCode: "27" }];
  made(await owner.post("/api/import/books", { clients, documents }));
  const { items: found } = done(await owner.get("/api/invoices?q=OLD&limit=100&sort=date"));
  const invoiceId = found[0]._id;
  const account = { accountId: desk.world.kaveri.account._id, amount: found[0].grandTotal };
  await pay(owner, found[0], account);
  const input = { kind: "CREDIT_NOTE", invoiceId, date: today(), reason: "OTHER" };
  const items = [{ ...LOGO, rate: 100 }];
  const { _id } = made(await owner.post("/api/notes", { ...input, items }));
  done(await owner.post(`/api/notes/${_id}/send`, {}));
  const page = await visit(`/notes/${_id}`);
  await act(page, "Apply Credit").click();
  const select = dialog(page).locator("select");
  await select.locator("option").nth(99).waitFor({ state: "attached" });
  const text = (await select.textContent()) ?? "";
  const last = documents.find(({ number }) => number !== "OLD/1000" && !text.includes(number));
  const first = await select.inputValue();
  await dialog(page)
    .getByLabel("Search 101 invoices")
    .fill(last?.number ?? "");
  await select.locator("option", { hasText: last?.number }).waitFor({ state: "attached" });
  expect(await select.inputValue()).toBe(first);
  await assertLooksRight(page, "a search above a choice");
  await select.selectOption({ index: 1 });
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await toast(page, "Credit applied to the invoice").waitFor();
  const { applications } = done(await owner.get(`/api/notes/${_id}`));
  expect(applications[0].invoiceNumber).toBe(last?.number);
});
