import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { addDays, today } from "../../domain/dates.ts";
import { monthAfter, monthName } from "../../domain/months.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, openDesk, pick, unfold } from "./desk.ts";

// A new invoice takes due date, notes and terms from the client, the client's last invoice or the settings.

let desk: Desk;
let konkan = "";
const lastMonth = `${monthAfter(today(), -1)}-04`;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  done(await owner.put("/api/invoice-settings", { defaultTerms: "Pay by UPI", defaultDueDays: 7 }));
  const konkanFoods = { displayName: "Konkan Foods", state: "Goa" };
  const { client } = made(await owner.post("/api/clients", konkanFoods));
  konkan = client._id;
  made(
    await owner.post("/api/clients", { displayName: "Meera Iyer", dueDays: 10, terms: "Thanks" }),
  );
  const care = { name: "Website care", hsnSac: "998315", unit: "month", rate: 4500.5, taxPct: 12 };
  made(await owner.post("/api/items", care));
  made(
    await owner.post("/api/invoices", {
      clientId: konkan,
      date: lastMonth,
      dueDate: addDays(lastMonth, 30),
      notes: "As agreed",
      items: [
        {
          description: `Retainer, ${monthName(lastMonth)}`,
          hsnSac: "998361",
          qty: 1,
          rate: 1000,
          taxPct: 18,
        },
        { description: "Hosting", qty: 2, rate: 500, taxPct: 18 },
      ],
    }),
  );
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("makes the retainer of a known client with six keys after N", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit("/invoices", { who: owner });
  await page.getByRole("row").filter({ hasText: "Konkan Foods" }).waitFor();
  await page.keyboard.press("n");
  await page.getByRole("heading", { name: "Create New Invoice" }).waitFor();
  await page.getByLabel("Client").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("k");
  await page.keyboard.press("o");
  await page.getByRole("option", { name: "Konkan Foods" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByText(`Same as last time: 2 items of`).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Alt+l");
  await page.getByText("months moved on by one").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/invoices\/(?!new)/);
  const id = page.url().split("/").at(-1);
  const { invoice } = done(await owner.get(`/api/invoices/${id}`));
  expect(invoice).toMatchObject({
    clientId: { _id: konkan },
    date: today(),
    dueDate: addDays(today(), 30),
    notes: "As agreed",
    terms: "Pay by UPI",
    items: [
      { description: `Retainer, ${monthName(today())}`, hsnSac: "998361", rate: 1000 },
      { description: "Hosting", qty: 2, rate: 500 },
    ],
  });
});

test("fills due date and terms from the client, and keeps what was typed", async () => {
  const { page } = await desk.visit("/invoices/new", { who: desk.world.kaveri.owner });
  const [client, due] = [page.getByLabel("Client"), page.getByLabel("Due Date")];
  await pick(client, "Meera Iyer");
  await page.getByText("10 days, from the client").waitFor();
  await page.getByText("Thanks", { exact: true }).waitFor();
  // The due date moves with the date.
  await page.getByLabel("Invoice Date").fill("2026-04-01");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>("[name=dueDate]")?.value.includes("11"),
  );
  const terms = await unfold(page, "Terms & Conditions");
  await terms.fill("My own");
  await due.fill("2026-05-05");
  await pick(client, "Konkan Foods");
  await page.getByText("Same as last time").waitFor();
  expect(await terms.inputValue()).toBe("My own");
  expect(await due.inputValue()).toBe("5 May 2026");
  await page.getByRole("button", { name: /^Use/ }).click();
  await page.getByLabel("Description").nth(1).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Same as last time").waitFor();
  expect(await page.getByLabel("Description").count()).toBe(1);
});

test("a known description fills its line, unless the line has a rate", async () => {
  const { page } = await desk.visit("/invoices/new", { who: desk.world.kaveri.owner });
  await page.locator("datalist#services option").waitFor({ state: "attached" });
  const cell = (name: string, line = 0) => page.locator(`[name="items.${line}.${name}"]`);
  await cell("description").fill("website CARE");
  expect(await cell("hsnSac").inputValue()).toBe("998315");
  expect(await cell("rate").inputValue()).toBe("4,500.50");
  expect(await cell("taxPct").inputValue()).toBe("12");
  await page.getByRole("button", { name: "Add Item" }).click();
  await cell("rate", 1).fill("99");
  await cell("description", 1).fill("Website care");
  expect(await cell("rate", 1).inputValue()).toBe("99.00");
  expect(await cell("hsnSac", 1).inputValue()).toBe("");
});
