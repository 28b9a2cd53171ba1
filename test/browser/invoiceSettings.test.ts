import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { defaultNumbering } from "../../domain/documents/numbering.ts";
import { axe, type Desk, hold, openDesk, problem, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const PATH = "/settings/invoice";
const { series } = defaultNumbering("INVOICE", today());

const visit = (who = desk.world.kaveri.owner, expectComplaints = /$^/) =>
  desk.visit(PATH, { who, expectComplaints });

const save = (page: Page) => page.getByRole("button", { name: "Save Settings" });
const next = (page: Page) => page.getByRole("region", { name: "Next invoice number" });

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
}

async function readValues(page: Page, labels: string[]) {
  return Promise.all(labels.map((label) => page.getByLabel(label).inputValue()));
}

test("shows three sections and a preview that counts characters while typing", async () => {
  const { page } = await visit(desk.world.narmada.owner);
  await page.getByRole("heading", { name: "Bank Details" }).waitFor();
  await page.getByRole("heading", { name: "Invoice Settings", level: 1 }).waitFor();
  const sections = await page
    .getByRole("main")
    .getByRole("heading", { level: 2 })
    .allTextContents();
  expect(sections).toEqual([
    "Invoice Numbering",
    "Next invoice number",
    "Default Settings",
    "Bank Details",
  ]);
  expect(await page.getByLabel("Next Sequence Number").getAttribute("readonly")).not.toBeNull();
  expect(await page.getByLabel("Reset Policy").locator("option").allTextContents()).toEqual([
    "YEARLY",
    "NEVER",
  ]);
  await next(page).getByText(`${series}/INV/000001`, { exact: true }).waitFor();
  await next(page).getByText("16 of at most 16 characters").waitFor();

  await fill(page, { Series: "2026-27" });
  await next(page).getByText("2026-27/INV/000001", { exact: true }).waitFor();
  await next(page).getByText("This number has 18 characters").waitFor();
  await fill(page, { Prefix: "IN_V" });
  await next(page).getByText("may hold only letters, digits, - and /").waitFor();
  await fill(page, { Series: "26", Prefix: "A" });
  await next(page).getByText("11 of at most 16 characters").waitFor();
});

test("validates the input and warns of values that may be intended", async () => {
  const { page } = await visit(desk.world.narmada.owner);
  await fill(page, { "IFSC Code": "hdfc1234", "UPI ID": "asha", "Default Tax %": "100.01" });
  expect(await page.getByLabel("IFSC Code").inputValue()).toBe("HDFC1234");
  await page.getByText("An IFSC is four letters, a zero and six characters").waitFor();
  await page.getByText("A UPI ID looks like asha@okhdfcbank").waitFor();
  await page.getByText("The agency has no GSTIN: set this to 0").waitFor();
  await fill(page, { "Default Place of Supply": "Mumbai", Series: "", Prefix: "" });
  await page.getByText("“Mumbai” is not an Indian state").waitFor();
  expect(await axe(page)).toEqual([]);
  await save(page).click();
  await page.getByText("Series is required").waitFor();
  await page.getByText("Prefix is required").waitFor();
  await page.getByText("Default tax must be from 0 to 100").waitFor();
});

test("an owner saves settings despite warnings and resets unsaved ones", async () => {
  const { page } = await visit();
  await fill(page, {
    Series: "2026-27",
    Prefix: "KS",
    "Default Tax %": "12.5",
    "Default Place of Supply": "29-Karnataka",
    "Account Name": "Kaveri Studio",
    "Bank Name": "HDFC Bank",
    "Account Number": "50100012345678",
    "IFSC Code": "hdfc000",
    "UPI ID": "kaveri@okhdfcbank",
    Branch: "Indiranagar",
  });
  await page.getByLabel("Reset Policy").selectOption("NEVER");
  await save(page).click();
  await toast(page, "Settings updated successfully").waitFor();
  await page.reload();
  const labels = ["Series", "Prefix", "Reset Policy", "Default Tax %", "IFSC Code", "Branch"];
  const kept = ["2026-27", "KS", "NEVER", "12.5", "HDFC000", "Indiranagar"];
  expect(await readValues(page, labels)).toEqual(kept);

  await fill(page, { Prefix: "XX", Branch: "Elsewhere" });
  await desk.world.kaveri.owner.put("/api/invoice-settings", { branch: "ignored", prefix: "ZZ" });
  await page.getByRole("button", { name: "Reset Changes" }).click();
  await next(page).getByText("2026-27/ZZ/000001", { exact: true }).waitFor();
  expect(await readValues(page, ["Prefix", "Branch"])).toEqual(["ZZ", "Indiranagar"]);
});

test("staff see them in read-only mode", async () => {
  const { page } = await visit(desk.world.kaveri.staff);
  await page
    .getByText("Only owners can modify invoice settings. You are viewing in read-only mode.")
    .waitFor();
  const fields = await page.getByRole("main").locator("input, select, textarea").all();
  expect(fields).toHaveLength(15);
  for (const field of fields) expect(await field.isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: /Save|Reset/ }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
});

test("shows the error of a failed save and keeps the input", async () => {
  const { page } = await visit(desk.world.narmada.owner, /403|500/);
  // Playwright may miss requests already running when a route is set.
  await page.getByLabel("Branch").waitFor();
  await page.waitForLoadState();
  const answers = [
    { status: 403, json: { message: "Only owners can update invoice settings" } },
    { status: 500, json: {} },
  ];
  await page.route("**/api/invoice-settings", (route) =>
    route.request().method() === "PUT" ? route.fulfill(answers.shift()) : route.continue(),
  );
  await fill(page, { Branch: "Typed" });
  await save(page).click();
  await problem(page, "Only owners can update invoice settings").waitFor();
  await save(page).click();
  await problem(page, "Error updating settings").waitFor();
  expect(await page.getByLabel("Branch").inputValue()).toBe("Typed");
});

test("shows a spinner while loading and a retry after a failure", async () => {
  const { page } = await desk.visit("/clients", {
    who: desk.world.narmada.owner,
    expectComplaints: /500/,
  });
  await page.getByText("No clients found").waitFor();
  const release = await hold(page, "**/api/invoice-settings");
  await page.goto(desk.url + PATH);
  await page.getByText("Loading settings...").waitFor();
  expect(await page.locator(".spinner").isVisible()).toBe(true);
  release();
  await page.getByLabel("Series").waitFor();
  await page.unroute("**/api/invoice-settings");
  await page.route("**/api/invoice-settings", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(desk.url + PATH);
  await page.getByText("Failed to load settings").waitFor();
  await page.unroute("**/api/invoice-settings");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Series").waitFor();
});
