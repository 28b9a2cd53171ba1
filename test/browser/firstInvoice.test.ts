import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("from sign-up to a sent invoice takes at most twelve fields and four pages", async () => {
  const { page } = await desk.visit("/register");
  const pages = new Set([new URL(page.url()).pathname]);
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) pages.add(new URL(frame.url()).pathname);
  });
  let fields = 0;
  const fill = async (field: Locator, text: string) => {
    fields++;
    await field.fill(text);
  };
  await fill(page.getByLabel("Name", { exact: true }), "Meera");
  await fill(page.getByLabel("Email"), "meera@ganga.test");
  await fill(page.getByLabel("Password"), "figures and facts");
  await fill(page.getByLabel("Agency name"), "Ganga Studio");
  await page.getByRole("button", { name: "Create account" }).click();

  await page.getByRole("main").getByRole("link", { name: "New Invoice", exact: true }).click();
  await page.getByRole("combobox", { name: "Client", exact: true }).press("Alt+n");
  const dialog = page.getByRole("dialog", { name: "Add Client" });
  expect(await dialog.getByLabel("TAN").isVisible()).toBe(false);
  await fill(dialog.getByLabel("Display Name"), "Konkan Foods");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await fill(page.getByLabel("Description").first(), "Logo");
  await fill(page.getByLabel("Rate").first(), "25000");
  await page.getByRole("button", { name: "Create Invoice" }).click();
  await page.waitForURL(/\/invoices\/(?!new)/);
  await page.getByRole("button", { name: "Send Invoice" }).click();
  await page.getByText("Sent", { exact: true }).first().waitFor();

  expect(fields).toBeLessThanOrEqual(12);
  expect(pages.size).toBeLessThanOrEqual(4);
});
