import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { keepSampleBooks, listLines, type SampleBooks } from "../server/banking.ts";
import { done, made } from "../world.ts";
import { openStatement } from "./bankPages.ts";
import { type Desk, dialog, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
let books: SampleBooks;
beforeAll(async () => {
  desk = await openDesk();
  books = await keepSampleBooks(desk.world.kaveri.owner);
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("Other match pays several invoices with the chosen TDS by keyboard", async () => {
  const { owner } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Later Foods" }));
  const add = async (rate: number, date: string) => {
    const items = [{ description: "Design", qty: 1, rate, taxPct: 18 }];
    const dates = { date, dueDate: date };
    const invoice = made(
      await owner.post("/api/invoices", { clientId: client._id, ...dates, items }),
    );
    done(await owner.post(`/api/invoices/${invoice._id}/send`, {}));
    return invoice;
  };
  const [small, large] = [await add(50_000, "2026-03-20"), await add(2_00_000, "2026-03-10")];
  const later = await add(1_00_000, "2026-11-05");
  const page = await openStatement(desk, books);
  await page.locator(".pair.is-current", { hasText: "ZYNTARA FOODS" }).waitFor();
  const { keyboard } = page;
  await keyboard.press("m");
  const rows = dialog(page).locator("li.match-row");
  await rows.first().waitFor();
  await keyboard.type("later foods");
  await dialog(page).getByRole("button", { name: "Invoices 2" }).waitFor();
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringContaining(`${small.number} · due 20 Mar 2026, ₹57,000.00 less`),
    expect.stringContaining(`${large.number} · due 10 Mar 2026, ₹1,20,000.00 more`),
  ]);
  await keyboard.press("ArrowDown");
  await keyboard.press("Space");
  await dialog(page).getByText("₹57,000.00 left").waitFor();
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  expect(await dialog(page).getByLabel(`TDS on ${small.number}`).inputValue()).toBe("");
  await keyboard.type("10%");
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await dialog(page).getByText("part payment, leaves ₹1,74,000.00").waitFor();
  await dialog(page).getByText("Equal, ₹0.00 left").waitFor();
  const figures = await dialog(page).locator(".match-figure .num").allInnerTexts();
  expect(figures).toEqual(["₹1,21,000.00", "₹5,000.00", "₹1,16,000.00", "₹1,16,000.00"]);
  const gst = dialog(page).getByRole("checkbox", { name: "GST-TDS (s. 51)" });
  await gst.first().press("Space");
  expect(await dialog(page).getByLabel(`GST-TDS on ${small.number}`).inputValue()).toBe("1,000.00");
  await dialog(page).getByText("₹1,000.00 left").waitFor();
  await dialog(page).getByLabel(`Amount for ${large.number}`).fill("63000");
  await dialog(page).getByText("Equal, ₹0.00 left").waitFor();
  await assertLooksRight(page, "Other match with GST-TDS");
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  const button = await dialog(page).getByRole("button", { name: "Match both" }).boundingBox();
  expect((button?.y ?? 800) + (button?.height ?? 0)).toBeLessThan(800);
  if (size) await page.setViewportSize(size);
  await dialog(page).getByLabel(`Amount for ${large.number}`).fill("62000");
  await gst.first().press("Space");
  await dialog(page).getByLabel(`Amount for ${large.number}`).fill("62,000.01");
  await dialog(page).getByText("₹0.01 too much").waitFor();
  expect(await dialog(page).getByRole("button", { name: "Match both" }).isDisabled()).toBe(true);
  await dialog(page).getByLabel(`Amount for ${large.number}`).fill("62000");
  await assertLooksRight(page, "Other match");
  await keyboard.press("Enter");
  await page.locator(".pair.is-done", { hasText: "ZYNTARA FOODS" }).first().waitFor();
  const of = async (_id: string) => done(await owner.get(`/api/invoices/${_id}`));
  expect((await of(small._id)).payments).toMatchObject([{ amount: 54_000, tdsAmount: 5_000 }]);
  expect((await of(large._id)).payments).toMatchObject([{ amount: 62_000, tdsAmount: 0 }]);
  expect((await of(later._id)).payments).toEqual([]);
  const [{ match }] = await listLines(owner, books.hdfc);
  done(await owner.delete(`/api/matches/${match._id}`));
});

test("records a line, creates a rule from it and moves on, by keyboard alone", async () => {
  const page = await openStatement(desk, books);
  const { owner } = desk.world.kaveri;
  const { keyboard } = page;
  await page.locator(".pair.is-current", { hasText: "ZYNTARA FOODS" }).waitFor();
  const toGo = page.locator(".to-go");
  await toGo.getByText("31 to go").waitFor();
  expect(
    (await toGo.locator("td").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")),
  ).toEqual([
    "In, 10 ₹9,48,913.44",
    "Out, 21 ₹5,77,228.05",
    "Entered ₹0.00 of ₹15,26,141.49",
    "0 of 31",
    "31 to go ₹3,71,685.39 net",
  ]);
  await keyboard.press("j");
  await keyboard.press("n");
  const category = dialog(page).getByLabel("Category");
  await category.and(page.locator(":focus")).waitFor();
  await keyboard.type("Expense by bank");
  await page.getByRole("option", { name: "Expense by bank", exact: true }).waitFor();
  await keyboard.press("Enter");
  while (
    !(await dialog(page)
      .getByLabel(/^Do this for every /)
      .evaluate((tick) => tick === document.activeElement))
  ) {
    await keyboard.press("Tab");
  }
  await keyboard.press("Space");
  await keyboard.press("Shift+Tab");
  await category.focus();
  await keyboard.press("Enter");
  // The rule has the party's name and the chosen values.
  await dialog(page).getByRole("heading", { name: "New rule" }).waitFor();
  await page.locator(".pair.is-done", { hasText: "CHAI ADDA" }).first().waitFor();
  expect(await dialog(page).getByLabel("Text").inputValue()).toBe("CHAI ADDA DEMO");
  expect(await dialog(page).getByLabel("Money").inputValue()).toBe("out");
  expect(await category.inputValue()).toBe(books.categories.Expense as string);
  await dialog(page).getByLabel("Accept matches of this rule at upload").check();
  await assertLooksRight(page, "New rule");
  await keyboard.press("Enter");
  await toast(page, "Rule added").waitFor();
  const { rules } = done(await owner.get("/api/bank-rules"));
  expect(rules).toMatchObject([{ name: "CHAI ADDA DEMO", post: true, test: { direction: "out" } }]);
  await page
    .locator(".pair.is-current", { hasText: "CHAI ADDA" })
    .getByText("Rule “CHAI ADDA")
    .first()
    .waitFor();
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Accepted 2" }).waitFor();
  await keyboard.press("z");
  await page.getByRole("button", { name: "Accepted 1" }).waitFor();
  for (const { match } of await listLines(owner, books.hdfc, "&state=matched")) {
    done(await owner.delete(`/api/matches/${match._id}`));
  }
  done(await owner.delete(`/api/bank-rules/${rules[0]._id}`));
});

test("edits a rule in its dialog and keeps conditions that have no field", async () => {
  const { owner, staff } = desk.world.kaveri;
  const test = { narration: "TEA", how: "begins", mode: "UPI", amountTo: 500 };
  const effect = { categoryId: books.categories.Expense, description: "Tea" };
  const { rule } = made(await owner.post("/api/bank-rules", { name: "Tea", test, effect }));
  const { page } = await desk.visit("/banking", { who: staff });
  await page.getByRole("button", { name: "Rules" }).click();
  await dialog(page).getByRole("button", { name: "Edit Tea" }).click();
  expect(await dialog(page).getByLabel("Narration").inputValue()).toBe("begins");
  await assertLooksRight(page, "Edit rule");
  await dialog(page).getByLabel("Name").fill("Tea and milk");
  await dialog(page).getByLabel("Text").fill("");
  await page.keyboard.press("Control+Enter");
  await dialog(page).getByRole("button", { name: "Edit Tea and milk" }).waitFor();
  const [kept] = done(await owner.get("/api/bank-rules")).rules;
  expect(kept).toMatchObject({ _id: rule._id, name: "Tea and milk", effect });
  expect(kept.test).toEqual({ how: "begins", mode: "UPI", amountTo: 500 });
  done(await owner.delete(`/api/bank-rules/${rule._id}`));
});

test("names the user who already matched the line", async () => {
  const { owner, staff } = desk.world.kaveri;
  const line = (await listLines(owner, books.hdfc)).find(
    ({ proposals: [first] }: { proposals: { likely: boolean }[] }) => first?.likely,
  );
  const body = { proposal: line.proposals[0]._id };
  const { line: matched } = made(await staff.post(`/api/bank-lines/${line._id}/accept`, body));
  const page = await openStatement(desk, books);
  const by = page.locator(".pair.is-done").getByText(`Matched by ${matched.match.by.name}`);
  await by.waitFor();
  expect(await by.getAttribute("title")).toMatch(/^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}$/);
  done(await owner.delete(`/api/matches/${matched.match._id}`));
});

test("shows transactions posted at upload, with one undo", async () => {
  const { owner } = desk.world.kaveri;
  const { account } = made(await owner.post("/api/accounts", { name: "Posting Bank" }));
  const body = {
    name: "Tea",
    test: { narration: "TEA BOARD" },
    post: true,
    effect: { categoryId: books.categories.Expense },
  };
  const { rule } = made(await owner.post("/api/bank-rules", body));
  const { page } = await desk.visit("/settings/masters", { who: owner, expectComplaints: /422/ });
  await page.getByText("Posting Bank").first().click();
  await dialog(page)
    .getByLabel("Accept confident matches of its bank transactions at upload")
    .check();
  await page.keyboard.press("Control+Enter");
  await dialog(page).waitFor({ state: "detached" });
  expect(done(await owner.get(`/api/accounts/${account._id}`)).account.postSure).toBe(true);

  await page.goto(new URL(`/banking#upload`, page.url()).href);
  const text =
    "Date,Narration,Debit,Credit\n05/04/2026,TEA BOARD,250.00,\n06/04/2026,OTHER,7.00,\n";
  const buffer = Buffer.from(text);
  const input = dialog(page).locator("input[type=file]");
  await input.setInputFiles({ name: "tea.csv", mimeType: "text/csv", buffer });
  await dialog(page)
    .getByLabel("Which account is this?")
    .selectOption({ label: "Posting Bank (Bank)" });
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await dialog(page).getByRole("button", { name: "Review 2 lines" }).click();
  await dialog(page).getByText("1 line accepted at upload: ₹0.00 in, ₹250.00 out.").waitFor();
  await assertLooksRight(page, "Posted at upload");
  await dialog(page).getByRole("button", { name: "Undo matches" }).click();
  await page.getByText("2 of 2 to review").waitFor();
  done(await owner.delete(`/api/bank-rules/${rule._id}`));
});
