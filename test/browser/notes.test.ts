import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import type { Invoice } from "../../domain/documents/invoices.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import type { Note } from "../../domain/documents/notes.ts";
import { made } from "../world.ts";
import { addClient, LOGO, pay, sent } from "./billing.ts";
import { axe, type Desk, dialog, fill, hold, openDesk, problem, toast } from "./desk.ts";

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

async function paid(items = [LOGO]): Promise<Invoice> {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan, { items });
  await pay(owner, invoice, { amount: invoice.grandTotal, accountId: account._id });
  return invoice;
}

async function held(): Promise<{ invoice: Invoice; note: Note }> {
  const { owner } = desk.world.kaveri;
  const invoice = await paid();
  const items = [{ ...LOGO, rate: 10_000 }];
  const input = { kind: "CREDIT_NOTE", invoiceId: invoice._id, date: today(), reason: "OTHER" };
  const { _id } = made(await owner.post("/api/notes", { ...input, items }));
  const note = (await owner.post(`/api/notes/${_id}/send`, {})).body;
  return { invoice, note };
}

test("credits part of a paid invoice and applies the credit to another invoice", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await paid([LOGO, { ...LOGO, description: "A poster", rate: 5_000 }]);
  const other = await sent(owner, konkan);
  const page = await visit(`/invoices/${invoice._id}`);
  const notes = panel(page, "Notes");
  await notes.getByText("No notes yet.").waitFor();
  await notes.getByRole("link", { name: "Credit note" }).click();

  await page.getByRole("heading", { name: "New Credit Note" }).waitFor();
  await page.getByText(`₹64,900.00, ₹0.00 due`).waitFor();
  const total = page.locator(".summary .grand");
  expect(await total.textContent()).toBe("Total₹64,900.00");
  await act(page, "Remove A poster").click();
  expect(await total.textContent()).toBe("Total₹59,000.00");
  await page.getByLabel("Credit now").fill("100000/10");
  expect(await total.textContent()).toBe("Total₹11,800.00");
  await page.getByText("Rupees Eleven Thousand Eight Hundred Only").waitFor();
  const sums = await page.locator(".summary .sums > div").allTextContents();
  expect(sums).toEqual([
    ...["Taxable value₹10,000.00", "CGST₹900.00", "SGST₹900.00", "Total₹11,800.00"],
    "Invoice balance after this note₹53,100.00",
  ]);
  await act(page, "Create Credit Note").click();
  await page.getByText("Choose a reason").waitFor();
  await page.getByLabel("Reason *").selectOption({ label: "The service was deficient" });
  await page.getByLabel("Note to the client").fill("As agreed");
  await page.keyboard.press("Control+Enter");

  await page.waitForURL(/\/notes\/(?!new)/);
  await page.getByRole("article", { name: "Credit Note" }).waitFor();
  for (const text of ["Draft", "The service was deficient", "As agreed"]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  await page.getByText("Please reverse input tax credit to the extent of this note.").waitFor();
  await act(page, "Send Credit Note").click();
  await toast(page, "Credit note marked as sent").waitFor();
  await page.getByText("Open", { exact: true }).waitFor();
  await act(page, "Apply Credit").click();
  expect(await dialog(page).getByLabel("Amount").inputValue()).toBe("11,800.00");
  expect(await dialog(page).getByLabel("Invoice").locator("option").allTextContents()).toEqual([
    `${other.invoiceNumber}, ${formatDate(today())}, ₹59,000.00 due`,
  ]);
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Apply" }).click();
  await toast(page, "Credit applied to the invoice").waitFor();
  await page.getByText("Applied", { exact: true }).first().waitFor();
  await panel(page, "Applied to").getByRole("link", { name: other.invoiceNumber }).click();

  await page.getByText("Partially paid").waitFor();
  const owed = await panel(page, "Balance due").locator("dl > div").allTextContents();
  expect(owed).toContain("Less: credit applied₹11,800.00");
  await page.getByRole("img", { name: "20% settled" }).waitFor();
});

test("only owners undo and refund an applied credit and cancel a note", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { note } = await held();
  const other = await sent(owner, konkan);
  const input = { invoiceId: other._id, amount: 800 };
  made(await owner.post(`/api/notes/${note._id}/apply`, input));
  const theirs = await visit(`/notes/${note._id}`, staff);
  await theirs.getByRole("link", { name: other.invoiceNumber }).waitFor();
  await act(theirs, "Apply Credit").waitFor();
  for (const name of [/Unapply/, "Refund", "Cancel"]) {
    expect(await theirs.getByRole("button", { name }).count()).toBe(0);
  }

  const page = await visit(`/notes/${note._id}`, owner, /400/);
  await act(page, `Unapply ₹800.00 from ${other.invoiceNumber}`).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Undo" }).click();
  await toast(page, "Undone").waitFor();
  await panel(page, "Applied to").getByText("No invoice yet.").waitFor();
  await act(page, "Refund").click();
  await fill(page, { Amount: "20000", Reference: "UTR 9" });
  await dialog(page).getByRole("button", { name: "Record refund" }).click();
  await dialog(page).getByText("Amount must not be more than the ₹11,800.00 held").waitFor();
  await fill(page, { Amount: "1800" });
  await dialog(page).getByRole("button", { name: "Record refund" }).click();
  await toast(page, "Refund recorded").waitFor();
  await panel(page, "Credited").getByText("₹10,000.00").waitFor();
  expect(await act(page, "Cancel").count()).toBe(0);

  const another = (await held()).note;
  await page.goto(`${desk.url}/notes/${another._id}`);
  await act(page, "Cancel").click();
  await question.getByRole("button", { name: "Cancel credit note" }).click();
  await toast(page, "Credit note cancelled").waitFor();
  await page.getByText("This note is cancelled.").waitFor();
}, 60_000);

test("shows an invoice settled by notes alone as credited", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  const input = { kind: "CREDIT_NOTE", invoiceId: invoice._id, date: today(), reason: "OTHER" };
  const { _id } = made(await owner.post("/api/notes", { ...input, items: [LOGO] }));
  await owner.post(`/api/notes/${_id}/send`, {});
  const page = await visit(`/invoices/${invoice._id}`);
  await page.locator(".page-title").getByText("Credited", { exact: true }).waitFor();
});

test("edits a draft and puts back removed lines", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan, {
    items: [LOGO, { ...LOGO, description: "A poster" }],
  });
  const input = { kind: "CREDIT_NOTE", invoiceId: invoice._id, date: today(), reason: "DISCOUNT" };
  const items = [{ ...LOGO, rate: 10_000 }];
  const { _id } = made(await owner.post("/api/notes", { ...input, items, notes: "First" }));
  const page = await visit(`/notes/${_id}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("heading", { name: "Edit Credit Note" }).waitFor();
  expect(await page.getByLabel("Credit now").inputValue()).toBe("10,000.00");
  await page.getByText("₹50,000.00 billed").waitFor();
  await act(page, "Restore all lines").click();
  expect(await page.getByLabel("Credit now").count()).toBe(2);
  await page.getByLabel("Credit now").nth(1).fill("5000");
  await page.getByLabel("Note to the client").fill("Second");
  await act(page, "Update Credit Note").first().click();
  await page.waitForURL(`**/notes/${_id}`);
  const note = (await owner.get(`/api/notes/${_id}`)).body;
  expect([note.grandTotal, note.items.length, note.reason]).toEqual([17_700, 2, "DISCOUNT"]);
});

test("a note uses its invoice's tax, whatever tax the agency pays now", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  await owner.put("/api/metadata", { isComposition: true });
  const page = await visit(`/notes/new?invoice=${invoice._id}`);
  await page.locator(".summary .grand").getByText("₹59,000.00").waitFor();
  await owner.put("/api/metadata", { isComposition: false });
});

test("tells lines with equal names apart when a draft is edited", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan, { items: [LOGO, { ...LOGO, rate: 5_000 }] });
  const input = { kind: "CREDIT_NOTE", invoiceId: invoice._id, date: today(), reason: "DISCOUNT" };
  const items = [{ ...LOGO, rate: 5_000 }];
  const { _id } = made(await owner.post("/api/notes", { ...input, items }));
  const page = await visit(`/notes/${_id}/edit`);
  await page.getByText("₹5,000.00 billed").waitFor();
  await act(page, "Restore all lines").click();
  await page.getByText("₹50,000.00 billed").waitFor();
  expect(await page.getByLabel("Credit now").nth(1).inputValue()).toBe("50,000.00");
});

test("a debit note falls due, is partly paid, and loses its payment again", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  const page = await visit(`/notes/new?invoice=${invoice._id}&kind=DEBIT_NOTE`);
  await page.getByLabel("Debit now").fill("1000");
  await page.getByLabel("Due Date").fill("1/1/2020");
  await act(page, "Create Debit Note").first().click();
  await page.getByText("Due date must not be before the date of the note").waitFor();
  await page.getByLabel("Due Date").fill("31/12/2099");
  await act(page, "Create Debit Note").first().click();
  await act(page, "Send Debit Note").click();
  await toast(page, "Debit note marked as sent").waitFor();
  await page.getByText("31 Dec 2099").waitFor();
  const due = panel(page, "Balance due").locator(".due");
  expect(await due.textContent()).toBe("₹1,180.00");
  await page.locator(".page-head").getByRole("button", { name: "Add Payment" }).click();
  await fill(page, { Amount: "180", Mode: "UPI" });
  await dialog(page).getByRole("button", { name: "Add Payment" }).click();
  await toast(page, "Payment added successfully").waitFor();
  await page.getByText("Partially paid").waitFor();
  expect(await due.textContent()).toBe("₹1,000.00");
  expect(await act(page, "Cancel").count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await act(page, `Delete payment of ₹180.00, ${formatDate(today())}`).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Payment deleted successfully").waitFor();
  await page.getByText("Sent", { exact: true }).waitFor();
});

test("lists notes with their status, finds them and opens one", async () => {
  const { note, invoice } = await held();
  const page = await visit("/notes", desk.world.kaveri.staff);
  const row = page.getByRole("row").filter({ hasText: note.number });
  await row.waitFor();
  const cells = (await row.getByRole("cell").allTextContents()).slice(3, 8);
  const money = ["₹11,800.00", "₹11,800.00"];
  expect(cells).toEqual(["Konkan Foods", invoice.invoiceNumber, "Open", ...money]);
  await page.getByLabel("Search notes").fill("no such note");
  await page.getByText("No notes match").waitFor();
  await act(page, "Show all notes").click();
  const file = page.waitForEvent("download");
  await act(page, `Download PDF of ${note.number}`).click();
  expect((await file).suggestedFilename()).toBe(documentFileName("Credit Note", note.number));
  await page.getByLabel("Kind").selectOption({ label: "Debit notes" });
  await row.waitFor({ state: "detached" });
  await page.getByRole("navigation", { name: "Documents" }).getByText("Invoices").click();
  await page.waitForURL("**/invoices");
  expect(await page.locator(".tabs [aria-current=page]").textContent()).toBe("Invoices");
});

test("shows empty, loading and failed lists of notes", async () => {
  const page = await visit("/profile", desk.world.narmada.staff, /500/);
  const release = await hold(page, "**/api/notes");
  await page.goto(`${desk.url}/notes`);
  await page.getByText("Loading notes...", { exact: true }).waitFor({ state: "attached" });
  release();
  await page.getByText("No credit notes yet").waitFor();
  await page.unroute("**/api/notes");
  await page.route("**/api/notes", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await page.getByText("Failed to load notes").waitFor();
});

test("a debit note adds a missing amount, and a form that cannot be sent keeps its input", async () => {
  const invoice = await paid();
  const address = `/notes/new?invoice=${invoice._id}&kind=DEBIT_NOTE`;
  const page = await visit(address, desk.world.kaveri.staff, /ERR_/);
  await page.getByRole("heading", { name: "New Debit Note" }).waitFor();
  expect(await page.getByLabel("Debit now").inputValue()).toBe("");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/or remove the line/).waitFor();
  await page.getByLabel("Debit now").fill("1000");
  await page.route("**/api/notes", (route) => route.abort());
  await page.keyboard.press("Control+Enter");
  await problem(page, "Error saving note").waitFor();
  // Exclude a button that is still sending.
  await page.locator("[type=submit][aria-busy=false]:visible").first().waitFor();
  await page.unroute("**/api/notes");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/notes\/(?!new)/);
  await act(page, "Send Debit Note").click();
  await page.getByText("Sent", { exact: true }).waitFor();
  const { body } = await desk.world.kaveri.owner.get(`/api/notes?invoiceId=${invoice._id}`);
  expect(body.items).toMatchObject([{ kind: "DEBIT_NOTE", grandTotal: 1_180 }]);
});

test("explains what cannot be credited and warns of excess or late credit", async () => {
  const { owner } = desk.world.kaveri;
  const draft = made(
    await owner.post("/api/invoices", { clientId: konkan, date: today(), items: [LOGO] }),
  );
  const page = await visit(`/notes/new?invoice=${draft._id}`, owner, /404/);
  await page.getByText("Only a sent invoice can be credited or debited").waitFor();
  await page.goto(`${desk.url}/notes/new?invoice=none`);
  await page.getByText("Invoice not found").waitFor();
  await page.goto(`${desk.url}/notes/none`);
  await page.getByText("Note not found").waitFor();
  const old = await sent(owner, konkan, { date: "2020-05-05" });
  await page.goto(`${desk.url}/notes/new?invoice=${old._id}`);
  await page.getByText(/^Tax could be credited until 30 Nov 2021/).waitFor();
  await page.getByLabel("Credit now").fill("60000");
  await page.getByText("More than the ₹50,000.00 that was billed on this line").waitFor();
  await page.getByText(/exceed its total/).waitFor();
});
