import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("adds, edits and deletes an item by keyboard, and leaves blank fields to the invoice", async () => {
  const { page } = await desk.visit("/settings/items", {
    who: desk.world.kaveri.staff,
    expectComplaints: /409/,
  });
  await page.getByText("No items yet").waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Website care");
  await dialog.getByLabel("HSN/SAC").fill("998313");
  await dialog.getByLabel("Rate").fill("28,000");
  await dialog.getByLabel("Tax % (GST)").fill("18");
  await dialog.getByLabel("Tax % (GST)").press("Enter");
  await toast(page, "Item created successfully").waitFor();
  const row = page.getByRole("row").filter({ hasText: "Website care" });
  expect(await row.textContent()).toMatch(/998313[\s\S]*₹28,000\.00[\s\S]*18/);

  await page.keyboard.press("n");
  await dialog.getByLabel("Name").fill("website CARE");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("An item with this name already exists").first().waitFor();
  await dialog.getByLabel("Name").fill("Photo shoot");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "Photo shoot" }).waitFor();
  const { items } = (await desk.world.kaveri.owner.get("/api/items?q=photo")).body;
  expect(items).toMatchObject([{ name: "Photo shoot", rate: null, taxPct: null }]);

  await page.getByRole("button", { name: "Edit Website care" }).click();
  expect(await dialog.getByLabel("Rate").inputValue()).toBe("28,000.00");
  await dialog.getByLabel("Rate").fill("30000");
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Item updated successfully").waitFor();
  await row.getByText("₹30,000.00").waitFor();

  await page.getByRole("button", { name: "Delete Website care" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
});
