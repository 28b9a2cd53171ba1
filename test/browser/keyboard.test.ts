import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { staff, account, fees } = desk.world.kaveri;
  const links = { accountId: account._id, categoryId: fees._id, date: today(), type: "Income" };
  for (const description of ["First fee", "Second fee", "Third fee"]) {
    made(await staff.post("/api/transactions", { ...links, description, amount: 1180 }));
  }
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const dialog = (page: Page) => page.getByRole("dialog");
const current = (page: Page) => page.locator("tr[aria-current=true]").textContent();

async function open(path = "/transactions") {
  const { page } = await desk.visit(path, { who: desk.world.kaveri.owner });
  await page.getByText("Third fee").first().waitFor();
  return page;
}

test("adds, edits and deletes an entry without a mouse", async () => {
  const page = await open();
  await page.keyboard.press("n");
  await dialog(page).waitFor();
  await page.keyboard.type("500+250");
  await page.keyboard.press("Tab");
  await page.keyboard.type("By keyboard alone");
  await page.keyboard.press("Tab");
  await page.keyboard.type("kaveri b");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Rent");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Transaction created successfully").waitFor();
  await page
    .getByRole("row")
    .filter({ hasText: "By keyboard alone" })
    .getByText("−₹750.00")
    .waitFor();

  await page.keyboard.press("j");
  expect(await current(page)).toContain("By keyboard alone");
  await page.keyboard.press("e");
  await dialog(page).waitFor();
  await dialog(page).getByLabel("Description").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(", and changed");
  await page.keyboard.press("Enter");
  await toast(page, "Transaction updated successfully").waitFor();
  await page.getByRole("row").filter({ hasText: "and changed" }).waitFor();

  await page.keyboard.press("x");
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await toast(page, "Transaction deleted successfully").waitFor();
  await page.getByRole("row").filter({ hasText: "and changed" }).waitFor({ state: "detached" });
  expect(await current(page)).toContain("Third fee");

  // While a field has text, Ctrl Z is the field's own undo.
  await page.keyboard.press("/");
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("Control+z");
  await page.getByText(/^Restored: /).waitFor();
  await page.getByRole("row").filter({ hasText: "and changed" }).waitFor();
});

test("keys move between rows and open them", async () => {
  const page = await open();
  await page.keyboard.press("End");
  expect(await current(page)).toContain("First fee");
  await page.keyboard.press("k");
  expect(await current(page)).toContain("Second fee");
  await page.keyboard.press("Enter");
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("Second fee");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

test("the same keys move through, open and delete receipts", async () => {
  const { staff, cash } = desk.world.kaveri;
  const paid = { date: today(), client: { name: "Meera Iyer" }, amount: 450, mode: "Cash" };
  for (const purpose of ["Prints", "Frames"]) {
    made(await staff.post("/api/receipts", { ...paid, purpose, accountId: cash._id }));
  }
  const { page } = await desk.visit("/receipts", { who: desk.world.kaveri.owner });
  await page.getByText("Frames").waitFor();
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  expect(await current(page)).toContain("Frames");
  await page.keyboard.press("x");
  const question = page.getByRole("alertdialog", { name: "Delete Receipt" });
  await question.getByRole("button", { name: "Keep" }).click();
  await page.keyboard.press("j");
  expect(await current(page)).toContain("Prints");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Receipt Details" }).waitFor();

  await page.getByText("Prints").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("frames");
  await page.getByRole("group", { name: "Receipts" }).getByText("RCPT/00002, Meera Iyer").click();
  await page.getByText("Frames").waitFor();
});

test.each([
  ["/transactions", "Third fee"],
  ["/settings/masters", "kaveri cash"],
])("a form on %s returns focus to the button that opened it", async (path, name) => {
  const { page } = await desk.visit(path, { who: desk.world.kaveri.owner });
  const button = page.getByRole("button", { name: `Edit ${name}` });
  await button.focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("/ focuses the search, where letters are text", async () => {
  const page = await open();
  await page.keyboard.press("/");
  await page.keyboard.type("n fee jk");
  expect(await page.getByRole("searchbox").inputValue()).toBe("n fee jk");
  expect(await dialog(page).count()).toBe(0);
});

test("Esc asks before discarding input", async () => {
  const page = await open();
  await page.keyboard.press("n");
  await dialog(page).getByLabel("Description").fill("Not to be lost");
  const question = page.getByRole("alertdialog");
  await page.keyboard.press("Escape");
  await question.getByText("You will lose what you typed.").waitFor();
  await question.getByRole("button", { name: "Keep" }).click();
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("Not to be lost");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await dialog(page).waitFor({ state: "detached" });

  await page.keyboard.press("n");
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("");
});

test("the palette opens screens, finds entries and amounts, and runs actions", async () => {
  const page = await open();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: "Dashboard" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.type("second");
  await palette.getByRole("option", { name: /Second fee/ }).click();
  await page.waitForURL(/q=Second\+fee/);
  await page.getByText("Showing 1 to 1 of 1").waitFor();

  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("1,180");
  await palette.getByRole("option", { name: "Transactions of ₹1,180.00" }).click();
  await page.getByText("Showing 1 to 3 of 3").waitFor();

  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("transfer");
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("heading", { name: "Transfer Funds" }).waitFor();
  expect(new URL(page.url()).hash).toBe("");
});

test("g and a letter open a screen, ? lists the shortcuts, and they can be turned off", async () => {
  const page = await open();
  await page.keyboard.press("?");
  await dialog(page).getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await page.waitForURL("**/settings/masters");

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: "Turn single-key shortcuts off" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  expect(await dialog(page).count()).toBe(0);
});
