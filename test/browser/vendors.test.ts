import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { addBill, addVendor } from "./buying.ts";
import { type Desk, dialog, fill, openDesk, pick, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.world.kaveri.owner.put("/api/metadata", { gstNumber: "27AAACB1234C1ZF" });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = async (path: string, expectComplaints = /$^/) =>
  (await desk.visit(path, { who: desk.world.kaveri.owner, expectComplaints })).page;

test("adds a vendor with PAN and state from the GSTIN, finds it by PAN and edits it", async () => {
  const { owner } = desk.world.kaveri;
  const page = await visit("/vendors");
  await page.getByText("Add a vendor to enter their bills").waitFor();
  await page.keyboard.press("n");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("Display name is required").waitFor();
  await fill(page, { "Display Name": "Pune Print House", GSTIN: "27aamfp3390b1z8" });
  await dialog(page).getByLabel("TDS").selectOption({ label: "Contractor: company, firm or LLP" });
  await dialog(page).getByLabel("Micro or small enterprise").check();
  await fill(page, { "Agreed days": "30" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Vendor created successfully").waitFor();
  const [vendor] = (await owner.get("/api/vendors")).body.vendors;
  expect(vendor).toMatchObject({
    pan: "AAMFP3390B",
    state: "Maharashtra",
    isSmallEnterprise: true,
    agreedDays: 30,
  });
  await page.getByLabel("Search vendors").fill("aamfp");
  await page.getByText("1 vendor").waitFor();
  await page.getByText("Small enterprise: 30 days").waitFor();
  await page.getByRole("button", { name: "Actions for Pune Print House" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await fill(page, { Kind: "Composition dealer", "Agreed days": "" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Composition dealer").waitFor();
  await page.getByText("Small enterprise: 15 days").waitFor();

  await page.keyboard.press("n");
  await fill(page, { "Display Name": "Nandi Hills UK", Kind: "Overseas" });
  await dialog(page).getByLabel("Country").selectOption("GB");
  await dialog(page).getByLabel("Associated enterprise").check();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Vendor created successfully").waitFor();
  const { vendors } = (await owner.get("/api/vendors?q=nandi")).body;
  expect(vendors).toMatchObject([{ isAssociated: true, agreedDays: null }]);
});

test("the panel shows the amount due, and a vendor with bills is not deleted", async () => {
  const { owner } = desk.world.kaveri;
  const id = await addVendor(owner, "Lata Legal");
  await addBill(owner, id, { number: "LL/7", due: -3 });
  const page = await visit("/vendors", /409/);
  await page.getByRole("link", { name: "Lata Legal" }).click();
  await dialog(page).getByText("Billed, 1 bill").waitFor();
  await dialog(page).getByRole("link", { name: "LL/7" }).waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: "Actions for Lata Legal" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(/bill/i).first().waitFor();
  expect((await owner.get(`/api/vendors/${id}`)).status).toBe(200);
});

test("deposits TDS by month and code, files its statement and deletes a deposit", async () => {
  const { owner, account } = desk.world.kaveri;
  const id = await addVendor(owner, "Meera Edits", { tdsRule: "PROFESSIONAL", pan: "AAAPM1234C" });
  const dates = { date: "2026-10-12", dueDate: "2026-10-20" };
  await addBill(owner, id, { number: "ME/1", taxable: 60_000, ...dates });
  const page = await visit("/tds?quarter=2026-27-Q3");
  const month = page.getByRole("region", { name: "October 2026" });
  await month.getByText("October 2026, deposit by Sat 7 Nov 2026").waitFor();
  const register = page.getByRole("table", { name: "Register for the quarter" });
  await register.getByText("× 10%").waitFor();
  await page.getByText("Code 1027 of October 2026 has no challan").waitFor();
  await month.getByRole("button", { name: "Record deposit Professional fees" }).click();
  await dialog(page).getByText("₹6,000.00 to deposit").waitFor();
  await fill(page, { Account: `${account.name} (Bank)`, "Challan (CIN)": "0510308 42" });
  await dialog(page).getByRole("button", { name: "Record deposit" }).click();
  await month.waitFor({ state: "detached" });
  await register.getByText("Deposited").waitFor();
  await page.getByText("no. 0510308 42").waitFor();
  await page.getByText("Each challan matches its deductions to the rupee.").waitFor();
  await page.getByRole("button", { name: "Mark Form 140 as filed" }).click();
  await fill(page, { Token: "070900200412" });
  await dialog(page).getByRole("button", { name: "Mark as filed" }).click();
  await page.getByRole("navigation", { name: "Quarters" }).getByText("Form 140").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Register for Form 140 (26Q)" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("TDS-2026-27-Q3.csv");
  await page.getByRole("button", { name: "Delete deposit of ₹6,000.00" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await month.getByText("October 2026, deposit by Sat 7 Nov 2026").waitFor();
  await page.getByRole("button", { name: "Previous quarter" }).click();
  await page.getByText("No TDS was deducted in this quarter").waitFor();
});

test("records an advance with its TDS and applies it to a bill", async () => {
  const { owner, account } = desk.world.kaveri;
  const rule = { tdsRule: "PROFESSIONAL", pan: "AABCL6127J" };
  const id = await addVendor(owner, "Lotus Advisors", rule);
  await addBill(owner, id, { number: "LA/1", taxable: 1_00_000, date: "2026-10-12" });
  const page = await visit(`/vendors?vendor=${id}`);
  const panel = page.getByRole("dialog", { name: "Lotus Advisors" });
  await panel.getByText("No advances yet.").waitFor();
  await panel.getByRole("button", { name: "Record advance" }).click();
  const form = page.getByRole("dialog", { name: "Record advance" });
  await form.getByText("Leave blank to use the rule: Professional fees").waitFor();
  await form.getByLabel("Paid").fill("54000");
  await form.getByLabel("Reference").fill("ADV/1");
  await pick(form.getByLabel("Account"), `${account.name} (Bank)`);
  await form.getByRole("button", { name: "Record advance" }).click();
  await panel.getByText("ADV/1").waitFor();
  await panel.getByRole("button", { name: "Settle a bill" }).click();
  const use = page.getByRole("dialog", { name: "Settle a bill" });
  await use.getByRole("button", { name: "Settle bill" }).click();
  await toast(page, "Bill settled with the advance").waitFor();
  const { items } = (await owner.get(`/api/bills?vendorId=${id}`)).body;
  expect(items).toMatchObject([{ status: "PARTIALLY_PAID", paid: 54_000 }]);
});
