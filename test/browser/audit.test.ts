import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { type Desk, openDesk } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { owner, staff, account, fees } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: fees._id };
  const entry = { date: "2026-10-01", description: "A website", type: "Income", amount: 500 };
  const { transaction } = made(await owner.post("/api/transactions", { ...entry, ...links }));
  await staff.put(`/api/transactions/${transaction._id}`, { amount: 155000.5, date: "2026-10-02" });
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const open = (path = "/settings/audit", look = {}) =>
  desk.visit(path, { who: desk.world.kaveri.owner, ...look });

test("opens a change as before and after values, and links to the record", async () => {
  const { page } = await open();
  const change = page
    .getByRole("row")
    .filter({ hasText: "changed date from 1 Oct 2026 to 2 Oct 2026" });
  await change.getByText("staff@kaveri.test").waitFor();
  await change.getByText("UPDATE").waitFor();
  const opener = change.getByRole("button");
  expect(await opener.getAttribute("aria-expanded")).toBe("false");
  await opener.click();
  const fields = page.getByRole("list", { name: "What changed" }).getByRole("listitem");
  expect(await fields.allInnerTexts()).toEqual([
    expect.stringMatching(/^Date\s+was\s*1 Oct 2026\s+is now\s*2 Oct 2026$/),
    expect.stringMatching(/^Amount\s+was\s*₹500.00\s+is now\s*₹1,55,000.50$/),
  ]);
  await page.getByText("As JSON").click();
  await page.getByText('"amount": 155000.5').waitFor();
  await page.getByRole("link", { name: "Open the current version" }).click();
  await page.waitForURL("**/transactions?**");
  await page.getByText("A website").first().waitFor();
});

test("keeps filters in the address and in the browser history", async () => {
  const { page } = await open();
  await page.getByLabel("Entity").selectOption({ label: "Transaction" });
  await page.getByLabel("Action").selectOption("UPDATE");
  await page.waitForURL("**/settings/audit?entity=Transaction&action=UPDATE");
  await page.getByText("Showing 1 to 1 of 1").waitFor();
  await page.getByLabel("From date").fill("t");
  await page.getByLabel("From date").press("Enter");
  await page.waitForURL(`**dateFrom=${today()}`);
  await page.goBack();
  expect(await page.getByLabel("From date").inputValue()).toBe("");
  await page.getByRole("button", { name: "Clear All Filters" }).click();
  await page.waitForURL((url) => url.search === "" || url.search === "?");

  const later = await open("/settings/audit?dateTo=2020-01-01");
  await later.page.getByText("No entries match").waitFor();
});

test("shows fifty entries a page and at most five page buttons", async () => {
  const { owner } = desk.world.narmada;
  for (let n = 0; n < 400; n++) made(await owner.post("/api/accounts", { name: `Account ${n}` }));
  const { page } = await desk.visit("/settings/audit", { who: owner });
  await page.getByText(/Showing 1 to 50 of 4\d\d/).waitFor();
  const pages = page.getByRole("link", { name: /^Page \d+$/ });
  for (const next of ["Page 2", "Page 3", "Page 4"]) {
    await page.getByRole("link", { name: next, exact: true }).click();
    await page.locator(`[aria-current="page"][aria-label="${next}"]`).waitFor();
    expect(await pages.count()).toBeLessThanOrEqual(5);
  }
  expect(await pages.count()).toBe(5);
  expect(new URL(page.url()).search).toBe("?page=4");
});

test("saves the filtered log as CSV", async () => {
  const { page } = await open("/settings/audit?entity=Transaction&action=UPDATE");
  await page.getByText("Showing 1 to 1 of 1").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("audit-log.csv");
  const lines = (await Bun.file(await file.path()).text()).trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("Amount: ₹500.00 → ₹1,55,000.50");
});

test("shows an error if loading fails", async () => {
  const { page } = await desk.visit("/profile", {
    who: desk.world.kaveri.owner,
    expectComplaints: /Failed to load resource/,
  });
  await page.route("**/api/audit*", (route) => route.abort());
  await page.getByRole("link", { name: "Audit Log" }).first().click();
  await page.getByRole("alert").getByText("Failed to load audit logs").waitFor();
  await page.unroute("**/api/audit*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("staff@kaveri.test").first().waitFor();
});

test("passes axe and does not scroll sideways", async () => {
  const { page } = await open("/settings/audit", { phone: true });
  await page.getByRole("button", { name: /changed date/ }).click();
  await page.getByRole("list", { name: "What changed" }).waitFor();
  await page.getByRole("img", { name: /^Entries per day/ }).waitFor();
  await assertLooksRight(page, "the log");
});
