import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, today } from "../../domain/dates.ts";
import { type Invoice, invoiceFileName } from "../../domain/documents/invoices.ts";
import { addClient, draft, pay, sent } from "./billing.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
let konkan: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  const form = new FormData();
  form.set("agencyName", "Kaveri Works");
  form.set("location", "Koregaon Park, Pune");
  form.set("gstNumber", "27AAACB1234C1ZF");
  const headers = { authorization: `Bearer ${owner.token}` };
  const request = new Request(`${desk.url}/api/metadata`, { method: "PUT", headers, body: form });
  expect((await desk.world.app.handle(request)).status).toBe(200);
  const bankDetails = { bankName: "HDFC Bank", accountNo: "50200048127736", ifsc: "HDFC0000149" };
  const numbering = { series: "26-27", prefix: "INV", resetPolicy: "YEARLY", defaultTaxPct: 18 };
  await owner.put("/api/invoice-settings", { ...numbering, bankDetails });
  konkan = await addClient(owner, "Konkan Foods", {
    billingName: "Konkan Foods LLP",
    billingAddress: "12 Residency Road",
    city: "Bengaluru",
    pin: "560025",
    gstin: "29AAGFS4321P1ZP",
  });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const open = ({ _id }: Invoice, who = desk.world.kaveri.owner, expectComplaints = /$^/) =>
  desk.visit(`/invoices/${_id}`, { who, expectComplaints });
const paper = (page: Page) => page.getByRole("article");
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function actions(page: Page): Promise<string[]> {
  await paper(page).waitFor();
  const texts = await page.locator(".page-head .actions > *").allTextContents();
  return texts.map((text) => text.replace(/[PS]$/, "").replace("Download D", "Download PDF"));
}

test("prints the document without the panels beside it", async () => {
  const { page } = await open(await draft(desk.world.kaveri.owner, konkan));
  await paper(page).waitFor();
  await page.getByRole("button", { name: "Duplicate" }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("button", { name: "Duplicate" }).isVisible()).toBe(false);
  expect(await page.locator(".page-head .actions").isVisible()).toBe(false);
  expect(await paper(page).isVisible()).toBe(true);
});

test("the document shows both parties, all amounts of every line and the total", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan, {
    date: "2026-10-29",
    dueDate: addDays(today(), 7),
    items: [
      { description: "Brand identity", hsnSac: "998391", qty: 1, rate: 240000, taxPct: 18 },
      { description: "Brochure", qty: 24.5, rate: 1850, discountPct: 10, taxPct: 5 },
    ],
    roundOff: 0.36,
    notes: "Thank you.",
    terms: "Within 30 days.",
  });
  const { page } = await open(invoice);
  await paper(page).waitFor();
  const text = await paper(page).textContent();
  for (const part of [
    "Kaveri WorksKoregaon Park, Pune\nGSTIN 27AAACB1234C1ZF",
    `Tax Invoice${invoice.invoiceNumber}`,
    "Konkan Foods LLP12 Residency Road\nBengaluru 560025\n29-Karnataka\nGSTIN 29AAGFS4321P1ZP",
    "29 Oct 2026",
    "in 7 days",
    "29-KarnatakaAnother state: IGST",
    "HDFC Bank\nA/c 50200048127736, IFSC HDFC0000149",
    "Thank you.",
    "Within 30 days.",
  ]) {
    expect(text).toContain(part);
  }
  const cells = (name: string) =>
    paper(page).getByRole("row").filter({ hasText: name }).locator("> *").allTextContents();
  expect(await cells("Description")).toEqual("Description,Qty,Rate,Taxable,IGST,Total".split(","));
  expect((await cells("Brand identity")).slice(1)).toEqual([
    ...["1", "₹2,40,000.00", "₹2,40,000.00", "₹43,200.0018%", "₹2,83,200.00"],
  ]);
  expect(await cells("Brochure")).toEqual([
    ...["Brochure24.5 × ₹1,850.00, less 10%, 5% GST", "24.5", "₹1,850.00less 10%"],
    ...["₹40,792.50", "₹2,039.635%", "₹42,832.13"],
  ]);
  expect(await readSums(page)).toEqual({
    Subtotal: "₹2,85,325.00",
    Discount: "−₹4,532.50",
    "Taxable Amount": "₹2,80,792.50",
    IGST: "₹45,239.63",
    "Round Off": "₹0.36",
    "Grand Total": "₹3,26,032.49",
  });
  expect(await page.title()).toBe(`₹3,26,032.49 due, ${invoice.invoiceNumber} · bahi`);
  expect(await axe(page)).toEqual([]);
});

const readSums = (page: Page) =>
  paper(page)
    .locator(".sums > div")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => ["dt", "dd"].map((tag) => row.querySelector(tag)?.textContent)),
      ),
    );

test("shows CGST and SGST separately, each at half the rate", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await draft(owner, konkan, { placeOfSupply: "27-Maharashtra" });
  const { page } = await open(invoice);
  await paper(page).getByText("Same state: CGST + SGST").waitFor();
  expect(await paper(page).getByRole("columnheader").allTextContents()).toEqual(
    "Description,Qty,Rate,Taxable,CGST,SGST,Total".split(","),
  );
  const sums = await readSums(page);
  expect(sums).toMatchObject({ "CGST 9%": "₹4,500.00", "SGST 9%": "₹4,500.00" });
});

test("a draft lists what to check before it is sent", async () => {
  const { owner } = desk.world.kaveri;
  const nobody = await addClient(owner, "No address");
  const items = [{ description: "A logo", qty: 1, rate: 50000, taxPct: 18 }];
  const { page } = await open(await draft(owner, nobody, { placeOfSupply: "Mumbai", items }));
  await paper(page).waitFor();
  const notes = page.getByRole("main").getByRole("note");
  expect(await notes.locator("p").allTextContents()).toEqual([
    "“Mumbai” is not an Indian state, so the tax within the agency's state applies. " +
      "Abroad? Enter Outside India.",
    "From ₹50,000, an invoice without the client's GSTIN must show their address and state.",
    "HSN/SAC is missing on item 1.",
  ]);
  expect(await axe(page)).toEqual([]);
  await act(page, "Send Invoice").click();
  await page.getByText("Sent", { exact: true }).waitFor();
  expect(await notes.count()).toBe(0);
});

test("offers exactly the specified actions for each status and role", async () => {
  const { owner, staff, account } = desk.world.kaveri;
  const accountId = account._id;
  const [part, paid] = [await sent(owner, konkan), await sent(owner, konkan)];
  await pay(owner, part, { amount: 100, accountId });
  await pay(owner, paid, { amount: 59000, accountId });
  const cancelled = await sent(owner, konkan);
  await owner.post(`/api/invoices/${cancelled._id}/cancel`, {});
  const PDF = "Download PDF";
  const MAIL = "Send by e-mail";
  const offers: [Invoice, owners: string[], staffs: string[]][] = [
    [
      await draft(owner, konkan),
      ["Discard draft", "Edit", PDF, "Add Payment", "Send Invoice", MAIL],
      ["Discard draft", PDF, "Add Payment", "Send Invoice", MAIL],
    ],
    [
      await sent(owner, konkan),
      ["Cancel", "Edit", PDF, MAIL, "Add Payment"],
      ["Cancel", PDF, MAIL, "Add Payment"],
    ],
    [part, ["Edit", PDF, MAIL, "Add Payment"], [PDF, MAIL, "Add Payment"]],
    [paid, [PDF, MAIL], [PDF, MAIL]],
    [cancelled, [PDF], [PDF]],
  ];
  for (const [invoice, owners, staffs] of offers) {
    const theirs = await open(invoice, staff);
    expect(await actions(theirs.page)).toEqual(staffs);
    const ours = await open(invoice);
    expect(await actions(ours.page)).toEqual(owners);
    await desk.clear();
  }
  const { page } = await open(part, staff);
  await panel(page, "Payments").getByText("₹100.00").waitFor();
  expect(await page.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
  const ours = await open(part);
  await ours.page.getByRole("button", { name: /^Delete payment of ₹100.00/ }).waitFor();
});

test("sending a draft updates the invoice in another tab", async () => {
  const invoice = await draft(desk.world.kaveri.owner, konkan);
  const [one, other] = [await open(invoice), await open(invoice, undefined, /409/)];
  await paper(other.page).waitFor();
  await act(one.page, "Send Invoice").click();
  await toast(one.page, "Invoice marked as sent").waitFor();
  await one.page.getByText("Sent", { exact: true }).waitFor();
  expect(await act(one.page, "Send Invoice").count()).toBe(0);
  await act(other.page, "Send Invoice").click();
  await toast(other.page, "Only a draft invoice can be sent").waitFor();
  await other.page.getByText("Sent", { exact: true }).waitFor();
});

test("cancelling asks, keeps the number and explains what prevents it", async () => {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  const { page } = await open(invoice, desk.world.kaveri.staff, /409|500/);
  const question = page.getByRole("alertdialog", { name: "Cancel Invoice" });
  await act(page, "Cancel").click();
  await question.getByText("Are you sure you want to cancel this invoice?").waitFor();
  await question.getByText(`${invoice.invoiceNumber}, Konkan Foods, ₹59,000.00`).waitFor();
  await question.getByText("The number won't be reused. You can undo this.").waitFor();
  expect(await axe(page)).toEqual([]);
  await question.getByRole("button", { name: "Keep" }).click();
  await page.getByText("Sent", { exact: true }).waitFor();

  await page.route("**/cancel", (route) => route.fulfill({ status: 500, json: {} }));
  await act(page, "Cancel").click();
  const readAgain = page.waitForResponse(`**/api/invoices/${invoice._id}`);
  await question.getByRole("button", { name: "Cancel invoice" }).click();
  await toast(page, "Error cancelling invoice").waitFor();
  await readAgain; // Otherwise it may show the next payment.
  await page.unroute("**/cancel");

  const payment = await pay(owner, invoice, { amount: 1, accountId: account._id });
  await act(page, "Cancel").waitFor();
  await act(page, "Cancel").click();
  await question.getByRole("button", { name: "Cancel invoice" }).click();
  await toast(page, "An invoice with payments cannot be cancelled; delete them first").waitFor();
  await page.getByText("Partially paid").waitFor();
  await owner.delete(`/api/payments/${payment._id}`);
  await page.reload();
  await act(page, "Cancel").click();
  await question.getByRole("button", { name: "Cancel invoice" }).click();
  await toast(page, "Invoice cancelled").waitFor();
  await page.getByText("This invoice is cancelled", { exact: false }).waitFor();
  expect(await actions(page)).toEqual(["Download PDF"]);
  expect(await panel(page, "Balance due").locator(".due").textContent()).toBe("₹0.00");
});

test("the invoice and its income link to each other", async () => {
  const { owner, account } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  await pay(owner, invoice, { amount: 777, date: "2020-06-07", accountId: account._id });
  const { page } = await open(invoice);
  await panel(page, "Linked income").getByRole("link", { name: "Transactions" }).click();
  await page.waitForURL("**/transactions?**");
  const row = page.getByRole("row").filter({ hasText: invoice.invoiceNumber });
  await row.getByText("₹777.00").waitFor();
  await row.getByRole("link", { name: /^Open invoice/ }).click();
  await page.getByRole("heading", { name: invoice.invoiceNumber }).waitFor();
  const file = page.waitForEvent("download");
  await act(page, "Download PDF").click();
  expect((await file).suggestedFilename()).toBe(invoiceFileName(invoice.invoiceNumber));
  expect(invoiceFileName(invoice.invoiceNumber)).not.toContain("/");
});

test("the document of an agency without GSTIN and GST does not mention GST", async () => {
  const { owner } = desk.world.narmada;
  const items = [{ description: "A logo", qty: 1, rate: 1000, taxPct: 0 }];
  const invoice = await sent(owner, await addClient(owner, "Plain"), { items });
  const { page } = await open(invoice, owner);
  const words = await paper(page).textContent();
  expect(words).toContain("Subtotal");
  expect(words).not.toMatch(/taxable|place of supply|gst|hsn/i);
});

test("reports a missing invoice, another agency's invoice and a failed load", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await draft(owner, konkan);
  const { page } = await open(invoice, desk.world.narmada.owner, /404|500/);
  await page.getByRole("heading", { name: "Invoice not found" }).waitFor();
  await page.getByRole("link", { name: "Go to Invoices" }).click();
  await page.getByRole("heading", { name: "Invoices" }).waitFor();

  const ours = await open(invoice, owner, /500/);
  await paper(ours.page).waitFor();
  const address = `**/api/invoices/${invoice._id}`;
  await ours.page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
  await ours.page.reload();
  await ours.page.getByText("Failed to load invoice").waitFor();
  await ours.page.unroute(address);
  await act(ours.page, "Try again").click();
  await paper(ours.page).waitFor();
});
