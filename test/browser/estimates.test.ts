import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { made } from "../world.ts";
import { addClient, LOGO } from "./billing.ts";
import { axe, type Desk, dialog, fill, openDesk, pick, toast, unfold } from "./desk.ts";

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

const visit = async (path: string, expectComplaints = /$^/) =>
  (await desk.visit(path, { who: desk.world.kaveri.staff, expectComplaints })).page;
const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

async function offered(fields: object = {}): Promise<Estimate> {
  const { staff } = desk.world.kaveri;
  const input = { clientId: konkan, date: today(), items: [LOGO], ...fields };
  const { _id } = made(await staff.post("/api/estimates", input));
  return (await staff.post(`/api/estimates/${_id}/send`, {})).body;
}

test("writes an estimate, sends it, accepts it and bills it in two parts", async () => {
  const page = await visit("/invoices");
  await page.getByRole("button", { name: "New document" }).click();
  await page.getByRole("button", { name: "New Estimate" }).click();
  await page.getByRole("heading", { name: "New Estimate" }).waitFor();
  await pick(page.getByLabel("Client *"), "Konkan Foods");
  await page.getByLabel("Valid Until").fill("1/1/2020");
  await page.getByRole("textbox", { name: "Description" }).fill("A film");
  await page.getByRole("textbox", { name: "Rate" }).fill("100000");
  await act(page, "Create Estimate").first().click();
  await page.getByText("An estimate must be valid until its own date or later").waitFor();
  await page.getByLabel("Valid Until").fill("31/12/2099");
  await page.keyboard.press("Control+Enter");

  await page.waitForURL(/\/estimates\/(?!new)/);
  await page.getByRole("article", { name: "Estimate" }).waitFor();
  await page.getByText("Valid until").waitFor();
  await link(page, "Edit").click();
  await page.getByRole("heading", { name: "Edit Estimate" }).waitFor();
  await (await unfold(page, "Notes")).fill("Two rounds of changes");
  await act(page, "Update Estimate").first().click();
  await page.getByText("Two rounds of changes").waitFor();
  await act(page, "Send Estimate").click();
  await toast(page, "Estimate marked as sent").waitFor();
  await act(page, "Mark as accepted").click();
  await toast(page, "Estimate accepted").waitFor();
  await link(page, "Edit").waitFor({ state: "detached" });

  const address = page.url();
  await act(page, "Create Invoice").click();
  await dialog(page).getByText("₹1,00,000.00 left to bill").waitFor();
  expect(await dialog(page).getByLabel("Percent of each line").inputValue()).toBe("100");
  await fill(page, { "Percent of each line": "40%" });
  await dialog(page).getByText("The draft totals ₹40,000.00 before tax.").waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/invoices\//);
  await page.getByText("A film (40%)").waitFor();

  await page.goto(address);
  await page.getByText("Partly billed").waitFor();
  const left = page.getByRole("region", { name: "Not yet billed (before GST)" });
  expect(await left.locator(".due").textContent()).toBe("₹60,000.00");
  await page.getByRole("region", { name: "Invoices" }).getByRole("link", { name: /INV/ }).waitFor();
  await act(page, "Create Invoice").click();
  expect(await dialog(page).getByLabel("Percent of each line").inputValue()).toBe("60");
  await dialog(page).getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/invoices\//);
  await page.goto(address);
  await page.getByText("Billed", { exact: true }).first().waitFor();
  expect(await act(page, "Create Invoice").count()).toBe(0);
}, 60_000);

test("rejects billing more than is left and keeps the dialog's input", async () => {
  const estimate = await offered({ items: [LOGO, { ...LOGO, description: "A poster" }] });
  const page = await visit(`/estimates/${estimate._id}`, /409/);
  await act(page, "Create Invoice").click();
  const form = dialog(page);
  await form.getByLabel("A poster").uncheck();
  await form.getByLabel("A logo").uncheck();
  await form.getByRole("button", { name: "Create draft" }).click();
  await form.getByText("Choose at least one line").waitFor();
  await form.getByLabel("A logo").check();
  const { staff } = desk.world.kaveri;
  made(await staff.post(`/api/estimates/${estimate._id}/invoice`, { percent: 60 }));
  await form.getByRole("button", { name: "Create draft" }).click();
  await form.getByText(/Only ₹40,000.00 of the estimate is left to bill/).waitFor();
  expect(await form.getByLabel("A poster").isChecked()).toBe(false);
});

test("bills the rest as the dialog shows it", async () => {
  const items = [LOGO, { ...LOGO, description: "A poster" }, { ...LOGO, description: "A film" }];
  const estimate = await offered({ items });
  const { staff } = desk.world.kaveri;
  made(await staff.post(`/api/estimates/${estimate._id}/invoice`, { lines: [0] }));
  const page = await visit(`/estimates/${estimate._id}`);
  await act(page, "Create Invoice").click();
  const form = dialog(page);
  expect(await form.getByLabel("Percent of each line").inputValue()).toBe("66.67");
  await form.getByText("The draft totals ₹1,00,000.00 before tax.").waitFor();
  expect(await form.getByText(/is left to bill\./).count()).toBe(0);
  await form.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/invoices\//);
  await page.goto(`${desk.url}/estimates/${estimate._id}`);
  await page.getByText("Billed", { exact: true }).first().waitFor();
});

test("filters estimates by status and saves one as PDF", async () => {
  const estimate = await offered({ dueDate: today() });
  const declined = await offered();
  await desk.world.kaveri.staff.post(`/api/estimates/${declined._id}/decline`, {});
  const page = await visit("/estimates");
  await link(page, estimate.number).waitFor();
  await page.getByLabel("Status").selectOption({ label: "Declined" });
  await link(page, estimate.number).waitFor({ state: "detached" });
  await link(page, declined.number).waitFor();
  await act(page, "Clear All Filters").click();
  const file = page.waitForEvent("download");
  await act(page, `Download PDF of ${estimate.number}`).click();
  expect((await file).suggestedFilename()).toBe(documentFileName("Estimate", estimate.number));
  await link(page, declined.number).click();
  await page.getByText("Declined", { exact: true }).waitFor();
  await page.goto(`${desk.url}/estimates/${declined._id}/edit`);
  await page.getByText("An accepted or declined estimate cannot be edited").waitFor();
});
