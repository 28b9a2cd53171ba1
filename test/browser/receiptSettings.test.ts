import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { defaultNumbering } from "../../domain/documents/numbering.ts";
import { axe, type Desk, openDesk, problem, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const { series } = defaultNumbering("RECEIPT", today());

const visit = (path: string, who = desk.world.kaveri.owner, expectComplaints = /$^/) =>
  desk.visit(path, { who, expectComplaints });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

test("shows the next number, and only the owner can change settings", async () => {
  const { page } = await visit("/settings/receipts");
  await heading(page, "Receipt Settings").waitFor();
  const next = page.getByRole("status").filter({ hasText: "/RCPT/" });
  await next.getByText(new RegExp(`^${series}/RCPT/\\d{5}$`)).waitFor();
  expect(await page.getByLabel("Next Sequence Number").getAttribute("readonly")).not.toBeNull();
  for (const help of [
    "Format: series/prefix/sequence, for example FY25-26/RCPT/00001.",
    "The sequence is padded to 5 digits.",
    "Numbers are sequential, without gaps.",
    "Change the series for a new financial year.",
  ]) {
    await page.getByText(help).waitFor();
  }
  await page.getByLabel("Prefix").fill("");
  await page.getByLabel("Series").fill("");
  await page.getByText("FY25-26/RCPT/00001", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await page.getByText("Prefix is required").waitFor();
  await page.getByText("Series is required").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Prefix").inputValue()).toBe("RCPT");
  await page.getByLabel("Prefix").fill("RV");
  await page.getByLabel("Reset Policy").selectOption("NEVER");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await toast(page, "Receipt settings updated successfully").waitFor();
  await page.getByText(`${series}/RV/00001`, { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);

  const theirs = await visit("/settings/receipts", desk.world.kaveri.staff);
  await theirs.page.getByText("Only account owners can modify receipt settings.").waitFor();
  for (const label of ["Prefix", "Series", "Reset Policy", "Next Sequence Number"]) {
    expect(await theirs.page.getByLabel(label).isDisabled()).toBe(true);
  }
  expect(await theirs.page.getByRole("button", { name: /Save|Cancel/ }).count()).toBe(0);
});

test("shows the error of a failed save and keeps the input", async () => {
  const { page } = await visit("/settings/receipts", desk.world.narmada.owner, /500/);
  await page.getByLabel("Prefix").fill("RV");
  await page.route("**/api/receipts/settings", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "Save Settings" }).click();
  await problem(page, "Failed to update settings").waitFor();
  expect(await page.getByLabel("Prefix").inputValue()).toBe("RV");
});

test("shows loading errors on every screen", async () => {
  const { page } = await visit("/profile", desk.world.kaveri.owner, /500/);
  await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
  await page.route("**/api/**", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${desk.url}/receipts`);
  await toast(page, "Failed to load receipts").waitFor();
  await page.goto(`${desk.url}/receipts/new`);
  await toast(page, "Failed to load accounts").waitFor();
  await page.goto(`${desk.url}/settings/receipts`);
  await toast(page, "Failed to load settings").waitFor();
});

test.each([
  ["/settings/receipts", "/api/receipts/settings", "Receipt settings updated successfully"],
  ["/settings/invoice", "/api/invoice-settings", "Settings updated successfully"],
])("%s: warns of another owner's changes", async (path, api, saved) => {
  const { owner } = desk.world.kaveri;
  const { page } = await visit(path, owner, /409/);
  const save = page.getByRole("button", { name: "Save Settings" });
  await page.getByLabel("Prefix").fill("MINE");
  expect((await owner.put(api, { prefix: "THEIRS" })).status).toBe(200);
  await save.click();
  await page.getByText(/ changed this in the meantime \(prefix\)\. Save again to/).waitFor();
  expect((await owner.get(api)).body.prefix).toBe("THEIRS");
  await save.click();
  await toast(page, saved).waitFor();
  expect((await owner.get(api)).body.prefix).toBe("MINE");
});
