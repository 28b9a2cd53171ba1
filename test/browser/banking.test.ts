import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { keepSampleBooks, listLines, type SampleBooks } from "../server/banking.ts";
import { done } from "../world.ts";
import { openStatement, pair } from "./bankPages.ts";
import { type Desk, dialog, openDesk, pick, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
let books: SampleBooks;
beforeAll(async () => {
  desk = await openDesk();
  books = await keepSampleBooks(desk.world.kaveri.owner);
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const sample = (name: string) =>
  fileURLToPath(new URL(`../data/statements/${name}`, import.meta.url));
test("uploads a dropped file, shows progress and opens its lines for review", async () => {
  const { page } = await desk.visit("/banking", {
    who: desk.world.kaveri.owner,
    expectComplaints: /422/,
  });
  await page.getByText("HDFC Current 2345").first().waitFor();
  await page.keyboard.press("u");
  await dialog(page).locator("input[type=file]").setInputFiles(sample("hdfc-account.xls"));
  await dialog(page).getByText("all 26 balances are continuous").waitFor();
  await dialog(page).getByText("9 of 26 already imported").waitFor();
  await dialog(page).getByRole("button", { name: "Review 26 lines" }).click();
  await page.getByRole("heading", { name: "Statement, 20 Apr – 31 May 2026" }).waitFor();
  await page.getByText("The statement adds up").waitFor();
});

test("asks for a locked file's password and reports a gap between statements", async () => {
  const { page } = await desk.visit("/banking#upload", {
    who: desk.world.kaveri.owner,
    expectComplaints: /422/,
  });
  const choose = (name: string) =>
    dialog(page).locator("input[type=file]").setInputFiles(sample(name));
  await choose("idfc-first-locked.xlsx");
  const password = dialog(page).getByLabel("Password for idfc-first-locked.xlsx");
  await password.fill("KESA0105");
  await password.press("Enter");
  await dialog(page).getByText("That password does not open the file").waitFor();
  await password.fill("KESA0104");
  await password.press("Enter");
  await dialog(page).getByText("Which account is this?").waitFor();
  await dialog(page).getByRole("button", { name: "Choose another file" }).click();
  await choose("axis-retail.csv");
  await dialog(page)
    .getByLabel("Which account is this?")
    .selectOption({ label: "kaveri bank (Bank)" });
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await dialog(page)
    .getByText("₹64,900.00 of payments is missing between line 10 (12 May 2026)")
    .waitFor();
  await dialog(page).getByRole("button", { name: "Import with the gap" }).waitFor();
});

test("moves between lines, accepts and undoes by keyboard", async () => {
  const page = await openStatement(desk, books);
  const { owner } = desk.world.kaveri;
  const current = page.locator(".pair.is-current");
  await current.getByText("Payment of 25-26/INV/000001, Zyntara Foods").first().waitFor();
  await current.getByText("₹1,18,000.00 − ₹2,000.00 TDS = ₹1,16,000.00").waitFor();
  await page.keyboard.press("Enter");
  await pair(page, "ZYNTARA FOODS").first().getByRole("button", { name: "Undo" }).waitFor();
  await page.locator(".pair.is-current", { hasText: "CHAI ADDA" }).waitFor();
  const [line] = await listLines(owner, books.hdfc);
  expect(line.match.kind).toBe("invoice");
  await page.keyboard.press("z");
  await pair(page, "ZYNTARA FOODS").first().getByRole("button", { name: "Accept" }).waitFor();
  await page.keyboard.press("a");
  const offer = toast(page, "9 accepted: ₹0.00 in, ₹4,81,600.00 out");
  // The message stays while hovered. Once undone with Z, it offers no second undo.
  await offer.hover();
  await page.getByRole("button", { name: "Accepted 9" }).waitFor();
  await page.keyboard.press("z");
  await offer.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Accept 9 confident" }).waitFor();
  expect((await listLines(owner, books.hdfc, "&state=matched")).length).toBe(0);

  // After the last row of a filter other rows appear, but the accepted one stays in view.
  await page.getByRole("button", { name: "Cancel out 2" }).click();
  await page.locator(".pair").nth(3).waitFor({ state: "detached" });
  await page.keyboard.press("j");
  await page.locator(".pair.is-current:focus", { hasText: "METRO CARD" }).waitFor();
  await page.keyboard.press("Enter");
  const last = page.locator(".pair.is-current.is-done:focus");
  await last.waitFor();
  expect(await last.evaluate((row) => row.getBoundingClientRect().top)).toBeLessThan(900);
  expect(await last.evaluate((row) => row.getBoundingClientRect().top)).toBeGreaterThan(0);
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "All 31" }).click();

  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Accepted 9" }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Undo all matches of this statement" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("This undoes 9 accepted lines").waitFor();
  await question.getByRole("button", { name: "Undo all" }).click();
  await page.getByRole("button", { name: "Accept 9 confident" }).waitFor();
  expect((await listLines(owner, books.hdfc, "&state=matched")).length).toBe(0);
});

test("creates an entry, a split or another match from a line", async () => {
  const page = await openStatement(desk, books);
  const { owner } = desk.world.kaveri;
  await page.keyboard.press("j");
  await page.keyboard.press("n");
  await pick(dialog(page).getByLabel("Category"), "Expense by bank");
  await dialog(page).getByRole("button", { name: "Accept" }).click();
  await page.locator(".pair.is-done", { hasText: "CHAI ADDA" }).waitFor();
  await page.locator(".pair.is-current", { hasText: "CHAI ADDA" }).waitFor();
  await page.keyboard.press("s");
  await pick(dialog(page).getByLabel("Category").first(), "Expense by bank");
  await dialog(page).getByLabel("Amount").first().fill("200");
  await pick(dialog(page).getByLabel("Category").nth(1), "Expense by bank");
  await dialog(page).getByLabel("Amount").nth(1).fill("49");
  await dialog(page).getByText("₹1.00 left").waitFor();
  await dialog(page).getByLabel("Amount").nth(1).fill("50");
  await dialog(page).getByText("The parts add up to the bank transaction").waitFor();
  await dialog(page).getByRole("button", { name: "Accept" }).click();
  await page.locator(".pair.is-current", { hasText: "MEERA KALVETI" }).waitFor();
  await page.keyboard.press("m");
  await dialog(page)
    .getByLabel(/Salary advance Meera Kalveti/)
    .check();
  await dialog(page).getByRole("button", { name: "Match" }).click();
  await page.getByRole("button", { name: "Accepted 3" }).waitFor();
  const matched = await listLines(owner, books.hdfc, "&state=matched");
  expect(matched.map(({ match }: { match: { parts: object[] } }) => match.parts.length)).toEqual([
    1, 2, 1,
  ]);
  for (const { match } of matched) done(await owner.delete(`/api/matches/${match._id}`));
});

test("names the user who already accepted the line", async () => {
  const page = await openStatement(desk, books, { expectComplaints: /409/ });
  const { staff } = desk.world.kaveri;
  const [line] = await listLines(staff, books.hdfc);
  const body = { proposal: line.proposals[0]._id };
  const { match } = done(await staff.post(`/api/bank-lines/${line._id}/accept`, body)).line;
  await page.keyboard.press("Enter");
  await page.locator(".pair.is-done", { hasText: "ZYNTARA FOODS" }).waitFor();
  done(await desk.world.kaveri.owner.delete(`/api/matches/${match._id}`));
});

test("shows the error of a failed line and keeps the cursor", async () => {
  const page = await openStatement(desk, books, { expectComplaints: /409/ });
  const { owner } = desk.world.kaveri;
  done(await owner.put("/api/locks", { lockedTo: "2026-09-30" }));
  await page.keyboard.press("Enter");
  const current = page.locator(".pair.is-current", { hasText: "ZYNTARA FOODS" });
  await current.getByRole("alert").getByText("Books are closed to 30 September 2026").waitFor();
  await current.getByText("₹1,16,000.00 is 25-26/INV/000001 less 2% TDS").first().waitFor();
  done(await owner.put("/api/locks", { lockedTo: "", reason: "The next test" }));
});

test("shows the statement of any day and exports it as PDF and CSV", async () => {
  const { page } = await desk.visit(`/reconciliation?account=${books.hdfc}&at=2026-04-30`, {
    who: desk.world.kaveri.staff,
  });
  await page.getByText("Balance as per books (Cr)").waitFor();
  await page.getByText("₹23,600.00 is unexplained").waitFor();
  for (const name of ["PDF", "CSV"]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`reconciliation-2026-04-30.${name.toLowerCase()}`);
  }
});

test("passes axe and does not scroll sideways", async () => {
  const { owner } = desk.world.kaveri;
  const { page: tablet } = await desk.visit("/reconciliation", { who: owner });
  await tablet.setViewportSize({ width: 768, height: 1024 });
  const rows = tablet.locator(".brs-table tr");
  await rows.first().waitFor();
  // A column one letter wide once made rows as tall as the page.
  const heights = await rows.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  expect(Math.max(...heights)).toBeLessThan(200);
  await tablet.setViewportSize({ width: 390, height: 844 });
  const edges = await rows
    .locator(".b-part:visible")
    .evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  expect(new Set(edges).size).toBe(1);
  const paths = ["/banking", `/banking/${books.statements.hdfc._id}`, "/reconciliation"];
  for (const path of paths) {
    const { page } = await desk.visit(path, { who: owner, phone: true });
    await page.locator(".pair.is-sure, .brs-table, .banks").first().waitFor();
    await assertLooksRight(page, path);
  }
});
