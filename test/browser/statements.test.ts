import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { listLines, sendStatement } from "../server/banking.ts";
import { done, made } from "../world.ts";
import { type Desk, dialog, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("drops several files at once and shows a result for each", async () => {
  const { owner } = desk.world.kaveri;
  const first = "01/06/2026,A,100,,900\n02/06/2026,B,100,,800\n";
  const head = "Account No: 99887766554400\nDate,Description,Debit,Credit,Balance\n";
  const csv = (name: string, rows: string) => ({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(head + rows),
  });
  const { account } = made(await owner.post("/api/accounts", { name: "Several 4400" }));
  const effect = { categoryId: desk.world.kaveri.rent._id };
  const posting = { name: "C", test: { narration: "C CHARGES" }, effect, post: true };
  const { rule } = made(await owner.post("/api/bank-rules", posting));
  const { page } = await desk.visit("/banking#upload", { who: owner, expectComplaints: /422|400/ });
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles([
      csv("june.csv", first),
      csv("july.csv", "01/07/2026,C CHARGES,100,,300\n"),
      { name: "letter.csv", mimeType: "text/csv", buffer: Buffer.from("Dear client,\n") },
    ]);
  const item = (name: string) => dialog(page).locator(".upload-item", { hasText: name });
  await item("june.csv").getByText("2 new lines").waitFor();
  await item("july.csv").getByText("1 new line").waitFor();
  await item("letter.csv").getByRole("alert").waitFor();
  await assertLooksRight(page, "several files");
  await dialog(page).getByRole("button", { name: "Upload 2 statements" }).click();
  await item("june.csv").getByRole("link", { name: "Review 2 lines" }).waitFor();
  await item("july.csv")
    .getByText("Gap between statements: ₹400.00 is missing: the account closed with ₹800.00")
    .waitFor();
  await item("july.csv").getByText("1 line accepted at upload: ₹0.00 in, ₹100.00 out.").waitFor();
  await dialog(page).getByText("2 statements uploaded, 3 new lines, 1 file not uploaded").waitFor();
  await assertLooksRight(page, "several files kept");
  await item("july.csv").getByRole("button", { name: "Undo matches" }).click();
  await item("july.csv").getByText("accepted at upload").waitFor({ state: "detached" });
  expect((await listLines(owner, account._id, "&state=matched")).length).toBe(0);
  await item("june.csv").getByRole("button", { name: "Undo the upload" }).click();
  await item("june.csv").getByText("The upload was undone.").waitFor();
  expect((await listLines(owner, account._id)).length).toBe(1);
  await dialog(page).getByText("1 statement uploaded, 1 new line, 2 files not uploaded").waitFor();
  const csvOfJune = new TextEncoder().encode(head + first);
  made(await sendStatement(owner, `accountId=${account._id}`, csvOfJune));
  await item("july.csv").getByRole("link", { name: "Review 1 line" }).click();
  await page.getByText("Gap between statements").waitFor();
  const strip = page.locator(".proof");
  await strip.getByText("Cannot be verified yet").waitFor();
  await strip.getByText("and 1 gap").waitFor();
  done(await owner.delete(`/api/bank-rules/${rule._id}`));
});

test("the strip is green only if no line of its statement is open", async () => {
  const { owner } = desk.world.kaveri;
  const category = desk.world.kaveri.rent._id;
  const { account } = made(
    await owner.post("/api/accounts", { name: "Strip", openingBalance: 1000 }),
  );
  const bring = async (rows: string) => {
    const csv = new TextEncoder().encode(`Date,Description,Debit,Credit,Balance\n${rows}`);
    return made(await sendStatement(owner, `accountId=${account._id}`, csv)).statement;
  };
  await bring("01/06/2026,A,100,,900\n");
  const { _id } = await bring("01/07/2026,B,100,,800\n02/07/2026,C,50,,750\n");
  const [a, b, c] = await listLines(owner, account._id);
  const accept = async (line: { _id: string; amount: number }) =>
    made(
      await owner.post(`/api/bank-lines/${line._id}/accept`, {
        create: [{ type: "Expense", categoryId: category, amount: -line.amount }],
      }),
    );
  await accept(b);
  const open = await desk.visit(`/banking/${_id}`, { who: owner });
  await open.page.getByText("₹150.00 to go").waitFor();
  await open.page.getByText("2 lines to review").waitFor();
  await open.page.getByText("On statement, not in books: 1 line").waitFor();
  await open.page.getByText("In books, not on statement: 0 entries, 1 earlier line").waitFor();
  expect(await open.page.locator(".proof tr").nth(1).locator(".verdict .pos").count()).toBe(0);
  await accept(a);
  await accept(c);
  const { page } = await desk.visit(`/banking/${_id}`, { who: owner });
  await page.locator(".proof .verdict .pos", { hasText: "Differs by ₹0.00" }).waitFor();
  await page.getByText("books and bank agree").waitFor();
  await page.getByRole("button", { name: "Close statement" }).waitFor();
  await assertLooksRight(page, "a statement to close");
  await page.keyboard.press("l");
  expect(await dialog(page).getByLabel("Closed to").inputValue()).toBe("2 Jul 2026");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Account closed").waitFor();
  await page.getByRole("button", { name: "Close statement" }).waitFor({ state: "detached" });
  const proof = done(await owner.get(`/api/accounts/${account._id}/reconciliation?at=2026-07-02`));
  expect(proof.account.closedTo).toBe("2026-07-02");
});

test("accepts and undoes more than 1,000 confident lines as one action", async () => {
  const { owner } = desk.world.kaveri;
  const { account } = made(await owner.post("/api/accounts", { name: "Many" }));
  const refs = Array.from({ length: 1_002 }, (_, n) => 629700012345 + n);
  const entries = refs.map((ref) => `2026-06-01,Acme,Many,Rent,Expense,1,${ref}`);
  const books = ["Date,Description,Account,Category,Type,Amount,Notes", ...entries].join("\n");
  made(await owner.upload("/api/transactions/import?createMissing=true", books));
  const rows = refs.map((ref) => `01/06/2026,IMPS-${ref}-ACME-HDFC-XXXXXXX1234-,1.00,`);
  const csv = ["Date,Description,Debit,Credit", ...rows].join("\n");
  const { statement } = made(
    await sendStatement(owner, `accountId=${account._id}`, new TextEncoder().encode(csv)),
  );
  const { page } = await desk.visit(`/banking/${statement._id}`, { who: owner });
  await page.getByRole("button", { name: "Confident 1002" }).waitFor();
  await page.keyboard.press("a");
  const offer = toast(page, "1,002 accepted: ₹0.00 in, ₹1,002.00 out");
  await offer.waitFor();
  await page.getByRole("button", { name: "Accepted 1002" }).waitFor();
  expect((await listLines(owner, account._id, "&state=open")).length).toBe(0);
  await page.keyboard.press("z");
  await page.getByRole("button", { name: "Confident 1002" }).waitFor();
  expect((await listLines(owner, account._id, "&state=matched")).length).toBe(0);
});

test("a file without balances is not green", async () => {
  const { owner } = desk.world.kaveri;
  const { account } = made(await owner.post("/api/accounts", { name: "Unproved" }));
  const csv = new TextEncoder().encode("Date,Description,Amount\n01/06/2026,RENT,-100\n");
  const { statement } = made(await sendStatement(owner, `accountId=${account._id}`, csv));
  const { page } = await desk.visit(`/banking/${statement._id}`, { who: owner });
  const verdict = page.locator(".proof .verdict", { hasText: "Cannot be verified" });
  await verdict.waitFor();
  expect(await verdict.locator(".pos, .warn").count()).toBe(0);
});
