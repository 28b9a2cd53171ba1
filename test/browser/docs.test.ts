import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { CALLS } from "../../server/api/calls.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("the API reference opens from the profile and lists every endpoint", async () => {
  const { page } = await desk.visit("/profile", { who: desk.world.kaveri.staff });
  await page.getByRole("link", { name: "The API, for your own programs" }).click();
  await page.getByRole("heading", { name: "The bahi API" }).waitFor();
  // The page is long and shown while it loads.
  await page.waitForLoadState();
  const headings = await page.getByRole("heading").allTextContents();
  for (const { summary } of CALLS)
    expect(headings.filter((text) => text === summary)).toHaveLength(1);
});

test("the contents link to endpoints, and a schema name opens its schema", async () => {
  const { page } = await desk.visit("/docs");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Delete a receipt" }).click();
  const call = page.getByRole("article", { name: "Delete a receipt and its income" });
  await call.getByText("DELETE", { exact: true }).waitFor();
  expect(await call.getByRole("heading").first().isVisible()).toBe(true);
  await call.getByText("Owners only").waitFor();
  await call.getByText("Only agency owners can delete receipts.").waitFor();
  expect(page.url()).toEndWith("/docs#deleteReceipt");

  const fields = page.getByRole("table", { name: "Fields of Receipt", exact: true });
  expect(await fields.isVisible()).toBe(false);
  await page
    .getByRole("article", { name: "Get a receipt" })
    .getByRole("link", { name: "Receipt", exact: true })
    .click();
  await fields.getByText("receiptNumber").waitFor();
});

test("copies an example unchanged", async () => {
  const { page } = await desk.visit("/docs", { isItsOwn: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const call = page.getByRole("article", { name: "List accounts, by name" });
  await call.getByRole("button", { name: "Copy Request: List accounts, by name" }).click();
  await call.getByRole("button", { name: "Copied Request" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(
    'curl "$BAHI_SERVER/api/accounts" \\\n  -H "Authorization: Bearer $BAHI_TOKEN"',
  );
});

test("on a phone, the contents open from the header and close on a choice", async () => {
  const { page } = await desk.visit("/docs", { phone: true });
  const contents = page.getByRole("navigation", { name: "Contents" });
  await page.getByRole("heading", { name: "The bahi API" }).waitFor();
  expect(await contents.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Contents" }).click();
  await contents.getByRole("link", { name: "Limits" }).click();
  await contents.waitFor({ state: "hidden" });
  expect(page.url()).toEndWith("#limits");
});

test("works without JavaScript", async () => {
  const { page } = await desk.visit("/docs");
  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  const bare = await context?.newPage();
  await bare?.goto(`${desk.url}/docs`);
  await bare
    ?.getByRole("article", { name: "Create a receipt" })
    .getByText("Wedding invitations")
    .first()
    .waitFor();
  expect(await bare?.getByRole("button", { name: /^Copy/ }).count()).toBe(0);
  await context?.close();
});
