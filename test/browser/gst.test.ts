import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expected, MONTH } from "../returnsBooks.ts";
import { makeEarlier } from "../server/earlierAgency.ts";
import { findPath, moveOctoberIn } from "../server/octoberIn.ts";
import { done, made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

// October 2026 of test/data/gst-returns, as the accountant works through it.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await moveOctoberIn(desk.world, "kaveri", true);
  await moveOctoberIn(desk.world, "narmada", false);
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const OCTOBER = "/gst?period=2026-10";

async function openMonth(options: { slug?: "kaveri" | "narmada"; phone?: boolean } = {}) {
  const { slug = "kaveri", phone = false } = options;
  const visit = await desk.visit(OCTOBER, { who: desk.world[slug].owner, phone });
  await visit.page
    .getByRole("heading", { name: /to fix before you file|Nothing to fix/ })
    .waitFor();
  return visit;
}

const findRow = (page: Page, subject: string) =>
  page.locator(".preflight-row", { has: page.getByRole("link", { name: subject, exact: true }) });

test("the periods lead to a month, whose tables open into its documents", async () => {
  const { page } = await desk.visit("/gst", { who: desk.world.kaveri.staff });
  const row = page.getByRole("row", { name: /October 2026/ });
  expect(await row.getByRole("cell").last().textContent()).toBe("2,31,817.00");
  await row.getByRole("link").click();
  const tables = page.getByRole("table", { name: "GSTR-1 for October 2026 by table" });
  await tables.getByRole("row", { name: /^4A/ }).waitFor();
  const cells = await tables.getByRole("row", { name: /^4A/ }).getByRole("cell").allInnerTexts();
  expect(cells.filter(Boolean)).toEqual([
    "4A",
    "16",
    "8,65,128.11",
    "53,910.07",
    "49,861.50",
    "49,861.50",
  ]);
  const used = tables.getByRole("row", { name: /^11B/ });
  expect((await used.getByRole("cell").allInnerTexts()).filter(Boolean)).toEqual([
    ...["11B", "1", "−1,00,000.00", "–", "−9,000.00", "−9,000.00"],
  ]);
  await tables.getByRole("button", { name: "Exports" }).click();
  const drill = page.getByRole("region", { name: "6A Exports" });
  expect(await drill.getByRole("link").allInnerTexts()).toEqual([
    "26-27/INV/000210",
    "26-27/INV/000211",
  ]);
  expect(await drill.textContent()).toContain("4,05,001.50");
  await page.getByRole("tab", { name: "GSTR-3B" }).click();
  await page.getByText("₹2,31,817.00").first().waitFor();
  for (const name of ["ITC reversed: section 17(5)", "Net ITC available", "Non-GST supplies"]) {
    await page.getByRole("rowheader", { name }).waitFor();
  }
  expect(page.url()).toContain("tab=gstr3b");
  await page.getByRole("button", { name: "September 2026" }).click();
  await page.waitForURL("**/gst?period=2026-09");
});

test.each(["gstr1", "hsn", "issued", "gstr2b", "gstr3b", "einvoices"])(
  "%s passes axe and does not scroll sideways",
  async (tab) => {
    const { page } = await desk.visit(`${OCTOBER}&tab=${tab}`, {
      who: desk.world.narmada.owner,
      phone: true,
    });
    await page
      .getByText(READY[tab] ?? "")
      .first()
      .waitFor();
    await assertLooksRight(page, tab);
  },
);

const READY: Record<string, string> = {
  gstr1: "43 invoices and notes; tax payable",
  hsn: "To all others",
  issued: "Receipt Voucher",
  gstr2b: "GSTR-2B is not loaded yet",
  gstr3b: "Estimated cash payment",
  einvoices: "to register",
};

test("fixes an issue in its row and shows an error for a wrong value", async () => {
  const { page } = await desk.visit(OCTOBER, {
    who: desk.world.kaveri.owner,
    expectComplaints: /400/,
  });
  const konkan = findRow(page, "Konkan Travels");
  const field = konkan.getByRole("textbox", { name: "GSTIN of Konkan Travels" });
  await field.fill("27AAGFK6155N1ZB");
  await field.press("Enter");
  await konkan.getByRole("alert").waitFor();
  expect(await konkan.getByRole("alert").textContent()).toContain("should be T");
  expect(await field.inputValue()).toBe("27AAGFK6155N1ZB");
  await field.fill("27AAGFK6155N1ZT");
  await field.press("Enter");
  await page.getByText("2 things to fix before you file").waitFor();

  const codes = findRow(page, "26-27/INV/000227");
  await codes.getByRole("combobox", { name: /line 1/ }).fill("998311");
  await codes.getByRole("combobox", { name: /line 2/ }).fill("998399");
  await codes.getByRole("button", { name: "Update" }).click();
  await page.getByText("1 thing to fix before you file").waitFor();
  await page.getByRole("tab", { name: /HSN summary/ }).click();
  await page.getByRole("rowheader", { name: "998399" }).waitFor();
});

test("downloads the file under the portal's name, and with errors only on request", async () => {
  const { page } = await openMonth({ slug: "narmada" });
  await page.getByRole("button", { name: "Download JSON" }).click();
  await page.getByText("3 errors: the portal may reject this file.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download anyway" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^returns_\d+_R1_27AAKFK4711R1ZR_offline\.json$/);
  const file = await Bun.file(await download.path()).json();
  expect(file.b2cs).toEqual((await expected("gstr1.json")).b2cs);
});

test("accepts the portal's response, rejects a wrong file and locks the document", async () => {
  const { page } = await desk.visit(`${OCTOBER}&tab=einvoices`, {
    who: desk.world.narmada.owner,
    expectComplaints: /400/,
  });
  const input = page.locator("input[type=file]");
  await input.setInputFiles(join(MONTH, "einvoices.json"));
  await page.getByText("This is the JSON sent to the portal, not its response.").waitFor();
  await input.setInputFiles(join(MONTH, "irp-response.json"));
  await page.getByText("3 documents are registered.").waitFor();
  await page.getByText("Download JSON (24 to register)").waitFor();

  await page.goto(desk.url + (await findPath(desk.world, "narmada", "26-27/INV/000201")));
  const panel = page.getByRole("region", { name: "E-invoice" });
  await panel.getByText("Registered").waitFor();
  expect(await panel.textContent()).toContain("fb587ef94a4e3c010ff5c3a983b750cd");
  expect(await page.getByRole("link", { name: "Edit", exact: true }).count()).toBe(0);

  await page.goto(desk.url + (await findPath(desk.world, "narmada", "26-27/INV/000208")));
  await panel.getByRole("button", { name: "Enter the IRN by hand" }).click();
  await panel.getByLabel("IRN, 64 characters").fill("a".repeat(64));
  await panel.getByLabel("Ack No.").fill("112610530645920");
  await panel.getByRole("button", { name: "Save the IRN" }).click();
  await panel.getByText("This IRN does not match any of your documents.").waitFor();
});

test("marks a month as filed with its ARN, and the owner reopens it", async () => {
  const { page } = await openMonth({ slug: "narmada", phone: true });
  await page.getByRole("button", { name: "Mark GSTR-1 as filed" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("ARN").fill("AA27");
  await dialog.getByRole("button", { name: "Mark as filed" }).click();
  await dialog.getByText("An ARN has 15 letters and digits").waitFor();
  await dialog.getByLabel("ARN").fill("AA271026001234Z");
  await dialog.getByRole("button", { name: "Mark as filed" }).click();
  const card = page.getByRole("region", { name: "GSTR-1, filed" });
  await card.waitFor();
  expect(await card.textContent()).toContain("ARN AA271026001234Z");
  expect(await card.textContent()).toContain("No changes since.");
  await page.getByRole("button", { name: "Mark GSTR-3B as filed" }).waitFor();
  await card.getByRole("button", { name: "Undo filing" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo filing" }).click();
  await page.getByRole("button", { name: "Mark GSTR-1 as filed" }).waitFor();
});

test("refuses to cancel an invoice of a filed return; it can be credited or amended", async () => {
  const { owner } = desk.world.narmada;
  const filed = { return: "GSTR1", date: "2026-11-11", arn: "AA271026001234Z" };
  made(await owner.post("/api/gst/2026-10/filed", filed));
  const { items } = done(await owner.get("/api/invoices?limit=100&sort=date"));
  const sections = Object.values<{ number: string }[]>(
    done(await owner.get("/api/gst/2026-10")).sections,
  ).flat();
  const listed = [];
  for (const { number } of sections) {
    const found = items.find((one: { invoiceNumber: string }) => one.invoiceNumber === number);
    if (found?.status !== "SENT") continue;
    const notes = done(await owner.get(`/api/notes?invoiceId=${found._id}`)).total;
    const { amendIn } = done(await owner.get(`/api/gst/documents/${found._id}`));
    if (amendIn && notes === 0) listed.push({ ...found, amendIn });
  }
  const [invoice] = listed;
  const { page } = await desk.visit(`/invoices/${invoice._id}`, {
    who: owner,
    expectComplaints: /409/,
  });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel invoice" }).click();
  await page.getByRole("button", { name: "Credit note" }).waitFor();
  const panel = page.getByRole("region", { name: "GST return" });
  expect(await panel.textContent()).toContain("In GSTR-1 for October 2026, filed 11 Nov 2026");
  await panel.getByRole("button", { name: "Amend the return…" }).press("Enter");
  const question = page.getByRole("alertdialog");
  await question.getByText(`restates ${invoice.invoiceNumber} as it is now`).waitFor();
  await question.getByRole("button", { name: /^Amend in / }).press("Enter");
  await panel.getByText("restates it in table 9A").waitFor();
  const { amendedIn } = done(await owner.get(`/api/gst/documents/${invoice._id}`));
  expect(amendedIn).toBe(invoice.amendIn);
  await panel.getByRole("button", { name: "Remove the amendment" }).click();
  await panel.getByRole("button", { name: "Amend the return…" }).waitFor();
});

test("records challans in the cash ledger and lists a vendor that did not file", async () => {
  const { owner } = desk.world.kaveri;
  const vendor = { displayName: "Late Filers", gstin: "27AAMFP3390B1Z8" };
  const { _id: vendorId } = made(await owner.post("/api/vendors", vendor)).vendor;
  const items = [{ description: "Print", taxable: 1_000, taxPct: 18 }];
  made(await owner.post("/api/bills", { vendorId, number: "LF/1", date: "2026-10-09", items }));
  const { page } = await desk.visit("/gst?view=cash", { who: owner });
  await page.getByRole("button", { name: "Record challan" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Head").selectOption("cgst");
  await dialog.getByLabel("Amount").fill("3240");
  await dialog.getByLabel("Challan (CIN)").fill("SBIN26112700012345");
  await dialog.getByLabel("Challan (CIN)").press("Enter");
  await page.getByText("CIN SBIN26112700012345").waitFor();
  expect(await page.getByRole("tabpanel").textContent()).toContain("CGST₹3,240.00");

  await assertLooksRight(page, "cash ledger");
  await page.getByRole("tab", { name: "Vendors’ returns" }).click();
  await page.getByRole("button", { name: "Vendor has not filed…" }).click();
  await dialog.getByLabel("Vendor").selectOption({ label: "Late Filers" });
  await dialog.getByLabel("Month of the bills").fill("2026-10");
  await dialog.getByRole("button", { name: "Reverse" }).click();
  await page.getByText("bills of October 2026, 1 bill").waitFor();
  await assertLooksRight(page, "vendors’ returns");
  await page.getByRole("button", { name: "Late Filers has filed October 2026" }).click();
  await dialog.getByRole("button", { name: "Reclaim" }).click();
  await page
    .getByText(/reclaimed/)
    .first()
    .waitFor();

  await owner.put("/api/metadata", { constitution: "LLP" });
  await page.goto(page.url().replace(/gst.*/, "tds"));
  await page.getByRole("button", { name: "Credit pay…" }).click();
  await dialog.getByLabel("Partner").fill("Asha Nair");
  await dialog.getByLabel("PAN").fill("ABCPN5511E");
  await dialog.getByLabel("Amount").fill("30000");
  await dialog.getByRole("button", { name: "Credit", exact: true }).click();
  const pay = page.getByRole("region", { name: "Partners’ pay" });
  await pay.getByText("TDS ₹3,000.00").waitFor();
});

test("starts the tax book of an existing agency after a preview", async () => {
  await makeEarlier(desk.world);
  const { page } = await desk.visit("/gst", { who: desk.world.kaveri.owner });
  await page.getByRole("button", { name: "Begin the tax book" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First day").selectOption("2026-10-01");
  await dialog.getByLabel("Credit, CGST").fill("1200");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog
    .getByRole("row", { name: /Input CGST/ })
    .first()
    .waitFor();
  await assertLooksRight(page, "the beginning of the tax book");
  await dialog.getByLabel("Credit, CGST").fill("1300");
  expect(await dialog.getByRole("table").count()).toBe(0);
  expect(await dialog.getByRole("button", { name: "Begin the tax book" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByRole("button", { name: "Begin the tax book" }).click();
  await page.getByText("The tax book begins on 1 Oct 2026").waitFor();
  await page.getByText("The tax ledgers follow the returns from 1 Oct 2026.").waitFor();
  const { page: other } = await desk.visit("/gst", { who: desk.world.kaveri.staff });
  await other.getByText("The tax ledgers follow the returns from 1 Oct 2026.").waitFor();
  expect(await other.getByRole("button", { name: "Change the first day" }).count()).toBe(0);
});
