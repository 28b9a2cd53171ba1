import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Desk, openDesk, unfold } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const WORDS = "Thanks 😀, شکریہ";
const SENTENCE = "The PDF cannot show: 😀, ش, ک, ر, ی and others";

async function tryField(page: Page, field: ReturnType<Page["getByLabel"]>): Promise<void> {
  await field.fill(WORDS);
  await page.getByText(SENTENCE, { exact: true }).waitFor();
  const note = await field.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${note}"]`).textContent()).toContain(SENTENCE);
  await field.fill("धन्यवाद, நன்றி, ধন্যবাদ ₹");
  await page.getByText(SENTENCE, { exact: true }).waitFor({ state: "detached" });
}

test.each([
  ["/receipts/new", ["Client Name", "Address", "Purpose", "Reference Number", "Notes"]],
  ["/invoices/new", ["Description", "Notes", "Terms & Conditions"]],
  ["/clients#new", ["Display Name", "City", "Billing Address"]],
  ["/settings/metadata", ["Agency name", "Location"]],
  ["/transactions#new", ["Description", "Notes"]],
  ["/settings/masters#new", ["Name"]],
  ["/settings/invoice", ["Series", "Prefix", "Account Name", "Bank Name", "Branch"]],
])("%s names the characters that its PDF cannot show, next to the field", async (path, labels) => {
  const { page } = await desk.visit(path, { who: desk.world.kaveri.owner });
  const form = path.endsWith("#new") ? page.getByRole("dialog") : page;
  if (path.startsWith("/clients")) await form.getByText("More details").click();
  if (path === "/invoices/new") for (const label of labels.slice(1)) await unfold(page, label);
  for (const label of labels) await tryField(page, form.getByLabel(label).first());
});
