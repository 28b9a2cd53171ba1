import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { formatDate, today } from "../../domain/dates.ts";
import type { Bill } from "../../domain/purchases/bills.ts";
import { depositBy } from "../../domain/tds/deposits.ts";
import { made } from "../world.ts";
import { addBill, addVendor } from "./buying.ts";
import { type Desk, dialog, fill, openDesk, pick, problem, toast } from "./desk.ts";

let desk: Desk;
let pune: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  await owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
  const gstin = "27AAMFP3390B1Z8";
  pune = await addVendor(owner, "Pune Print House", {
    gstin,
    isSmallEnterprise: true,
    tdsRule: "CONTRACTOR",
  });
  made(await owner.post("/api/categories", { name: "Printing" }));
  const gifts = { name: "Gifts", itc: "BLOCKED", blockedBy: "GIFTS" };
  made(await owner.post("/api/categories", gifts));
  await addBill(owner, pune, { number: "PPH/58", taxable: 1_000 });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, expectComplaints = /$^/) =>
  (await desk.visit(path, { who: desk.world.kaveri.owner, expectComplaints })).page;
const act = (page: Page, name: string) => page.getByRole("button", { name });
const item = (page: Page, n: number) => page.getByRole("group", { name: `Item ${n}` });
const sums = (page: Page) => page.locator(".bill-end .sums > div").allTextContents();
const readId = (page: Page) => new URL(page.url()).pathname.split("/")[2];

async function write(page: Page, n: number, cells: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(cells)) {
    const cell = item(page, n).getByLabel(label);
    if (label === "Category") await cell.selectOption({ label: text });
    else await cell.fill(text);
  }
}

async function saved(page: Page): Promise<Bill> {
  await page.waitForURL(/\/bills\/(?!new)[a-z0-9]+$/);
  return (await desk.world.kaveri.owner.get(`/api/bills/${readId(page)}`)).body;
}

const PDF = { name: "PPH-61.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 x") };

test("enters a bill next to its attachment, with blocked credit, TDS and a total check", async () => {
  const { owner } = desk.world.kaveri;
  const page = await visit("/bills/new");
  await pick(page.getByLabel("Vendor *"), "Pune Print House");
  await page.getByText("Small enterprise: pay in 15 days").waitFor();
  await page.getByText("Previous: PPH/58").waitFor();
  await page.getByText("Same state: CGST + SGST").waitFor();
  await page.locator(".paper-drop input").first().setInputFiles(PDF);
  await page.getByRole("region", { name: "Attachment" }).getByText("PPH-61.pdf").first().waitFor();
  await page.getByLabel("Bill No. *").fill("PPH/61");
  await write(page, 1, { Description: "Brochures", Category: "Printing", Taxable: "60000/2" });
  await act(page, "Add Item").click();
  await write(page, 2, { Description: "Diwali gifts", Category: "Gifts", Taxable: "4000" });
  expect(await item(page, 1).getByRole("checkbox", { name: "Input credit" }).isChecked()).toBe(
    true,
  );
  expect(await item(page, 2).getByRole("checkbox", { name: "Input credit" }).isChecked()).toBe(
    false,
  );
  await item(page, 2).getByText("₹720.00 is added to the cost").waitFor();
  const by = formatDate(depositBy(today().slice(0, 7)));
  await page.getByText(`2%: ₹680.00, deposit by ${by}.`).waitFor();
  expect(await sums(page)).toEqual([
    ...["Taxable Amount₹34,000.00", "CGST + SGST₹6,120.00", "Input credit₹5,400.00"],
    ...["Blocked, part of the cost₹720.00", "Total₹40,120.00", "TDS 2%−₹680.00"],
    "To pay₹39,440.00",
  ]);
  await page.getByLabel("Total on the vendor's bill").fill("40121");
  await page.getByText("₹1.00 more than the items").waitFor();
  await page.getByLabel("Total on the vendor's bill").fill("40120");
  await page.getByText("matches", { exact: true }).waitFor();
  await page.keyboard.press("Control+Enter");
  const bill = await saved(page);
  expect(bill).toMatchObject({ number: "PPH/61", grandTotal: 40_120, tds: 680, credit: 5_400 });
  expect(bill.items.map(({ itc, blockedBy }) => `${itc} ${blockedBy}`)).toEqual([
    ...["ELIGIBLE ", "BLOCKED GIFTS"],
  ]);
  const papers = await owner.get(`/api/attachments?entity=bill&id=${bill._id}`);
  expect(papers.body.items).toMatchObject([{ name: "PPH-61.pdf" }]);
});

test("shows field errors, rejects a duplicate number and keeps the input", async () => {
  const page = await visit("/bills/new", /4\d\d/);
  await act(page, "Save Bill").first().click();
  await page.getByText("Vendor is required").waitFor();
  await item(page, 1).getByText("Description is required").waitFor();
  await pick(page.getByLabel("Vendor *"), "Pune Print House");
  await page.getByLabel("Bill No. *").fill("PPH/58");
  await write(page, 1, { Description: "Again", Taxable: "100" });
  await act(page, "Taxes as printed").click();
  await write(page, 1, { CGST: "50" });
  await act(page, "Save Bill").first().click();
  await item(page, 1)
    .getByText("CGST at this rate is ₹9.00, and may differ by at most ₹1")
    .waitFor();
  await write(page, 1, { CGST: "9.40" });
  await act(page, "Save Bill").first().click();
  await problem(page, "")
    .or(page.getByText(/PPH\/58 .*already/))
    .first()
    .waitFor();
  await page.reload();
  await page.getByText("This bill was not saved last time.").waitFor();
  expect(await page.getByLabel("Bill No. *").inputValue()).toBe("PPH/58");
  await page.getByLabel("Bill No. *").fill("PPH/60");
  await page.keyboard.press("Alt+Enter");
  await toast(page, "Bill PPH/60 saved").waitFor();
  expect(await page.getByLabel("Bill No. *").inputValue()).toBe("");
});

test("adds a vendor from the form, applies reverse charge and pays the bill at once", async () => {
  const { account } = desk.world.kaveri;
  const page = await visit("/bills/new");
  await pick(page.getByLabel("Vendor *"), "Add a vendor…");
  await fill(page, { "Display Name": "Lata Legal", PAN: "aaapl1234c" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("No GSTIN").waitFor();
  await act(page, "Reverse charge, import, note").click();
  await page.getByLabel("Tax", { exact: true }).selectOption("REVERSE_CHARGE");
  await page.getByText("Self-invoice: bahi numbers it").waitFor();
  await write(page, 1, { Description: "Advice", Taxable: "10000" });
  expect(await sums(page)).toContain("CGST + SGST, paid by us₹1,800.00");
  expect((await sums(page)).at(-1)).toBe("To pay₹10,000.00");
  await page.getByLabel("Paid", { exact: true }).selectOption({ label: `${account.name} (Bank)` });
  await act(page, "Save Bill").first().click();
  const bill = await saved(page);
  expect(bill).toMatchObject({ kind: "SELF_INVOICE", status: "PAID", paid: 10_000 });
});

test("edits a bill and creates one from an existing expense", async () => {
  const { owner, account, rent } = desk.world.kaveri;
  const { _id } = await addBill(owner, pune, { number: "PPH/90" });
  const page = await visit(`/bills/${_id}/edit`);
  await write(page, 1, { Taxable: "20000" });
  await act(page, "Update Bill").first().click();
  expect(await saved(page)).toMatchObject({ grandTotal: 23_600, number: "PPH/90" });

  const expense = { date: today(), type: "Expense", amount: 5_000, description: "Banners" };
  const entry = { ...expense, accountId: account._id, categoryId: rent._id };
  const { transaction } = made(await owner.post("/api/transactions", entry));
  await page.goto(`${desk.url}/transactions`);
  await act(page, "Banners").first().click();
  await dialog(page).getByRole("link", { name: "Convert to bill" }).click();
  await page.getByText("The existing expense is the payment of this bill.").waitFor();
  expect(await item(page, 1).getByLabel("Taxable").inputValue()).toBe("5,000.00");
  await pick(page.getByLabel("Vendor *"), "Pune Print House");
  await page.getByLabel("TDS to deduct").selectOption("");
  await page.getByLabel("Bill No. *").fill("PPH/91");
  await act(page, "Save Bill").first().click();
  const bill = await saved(page);
  expect(bill.payments).toMatchObject([{ amount: 5_000, transactionId: transaction._id }]);
});

const SAHARA = "27AAGCS1180F1ZH";
async function load2b(): Promise<string> {
  const { owner } = desk.world.kaveri;
  const inv = {
    inum: "SCH/26-27/1182",
    typ: "R",
    dt: "03-10-2026",
    val: 29_500,
    pos: "27",
    rev: "N",
    itcavl: "Y",
    rsn: "",
    diffprcnt: 1,
    txval: 25_000,
    igst: 0,
    cgst: 2_250,
    sgst: 2_250,
    cess: 0,
  };
  const b2b = [
    {
      ctin: SAHARA,
      trdnm: "Sahara Cloud Hosting",
      supfildt: "11-11-2026",
      supprd: "102026",
      inv: [inv],
    },
  ];
  const about = { gstin: "27AAACB1234C1ZF", rtnprd: "102026", version: "4.0", gendt: "14-11-2026" };
  const answer = await owner.post("/api/gst/2026-10/2b", { data: { ...about, docdata: { b2b } } });
  expect(answer.body).toMatchObject({ rows: 1 });
  const { pairs } = (await owner.get("/api/gst/2026-10/matching")).body;
  return pairs.find(({ ctin }: { ctin: string }) => ctin === SAHARA).row._id;
}

test("creates a bill and a vendor from a GSTR-2B row and corrects one that differs", async () => {
  const { owner } = desk.world.kaveri;
  const row = await load2b();
  const page = await visit(`/bills/new?period=2026-10&row=${row}`);
  expect(await dialog(page).getByLabel("GSTIN").inputValue()).toBe(SAHARA);
  expect(await dialog(page).getByLabel("State", { exact: true }).inputValue()).toBe("Maharashtra");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText(`GSTIN ${SAHARA}`).waitFor();
  expect(await page.getByLabel("Bill No. *").inputValue()).toBe("SCH/26-27/1182");
  expect((await sums(page)).at(-1)).toBe("To pay₹29,500.00");
  await act(page, "Save Bill").first().click();
  const bill = await saved(page);
  expect(bill).toMatchObject({ date: "2026-10-03", grandTotal: 29_500, credit: 4_500 });

  const items = [{ description: "Hosting", taxable: 20_000, taxPct: 18 }];
  expect((await owner.put(`/api/bills/${bill._id}`, { items })).status).toBe(200);
  await page.goto(`${desk.url}/bills/${bill._id}/edit?period=2026-10&row=${row}`);
  await page.getByText("To pay").first().waitFor();
  expect(await item(page, 1).getByLabel("Description").inputValue()).toBe("Hosting");
  await act(page, "Update Bill").first().click();
  expect(await saved(page)).toMatchObject({ grandTotal: 29_500, credit: 4_500 });
});
