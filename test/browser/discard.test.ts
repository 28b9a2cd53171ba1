import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { addClient, draft, sent } from "./billing.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
let konkan: string;
beforeAll(async () => {
  desk = await openDesk();
  konkan = await addClient(desk.world.kaveri.owner, "Konkan Foods");
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const LOGO = { description: "Logo", hsnSac: "998391", qty: 1, rate: 1000, taxPct: 18 };
const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("discards a draft and returns to the list if its number is freed", async () => {
  const invoice = await draft(desk.world.kaveri.owner, konkan);
  const { page } = await desk.visit(`/invoices/${invoice._id}`, { who: desk.world.kaveri.owner });
  await act(page, "Discard draft").click();
  const question = page.getByRole("alertdialog", { name: "Discard Draft" });
  await question.getByText("Are you sure you want to cancel this invoice?").waitFor();
  await question.getByText(/^If no one has seen it .* You can undo this\.$/).waitFor();
  expect(await axe(page)).toEqual([]);
  await question.getByRole("button", { name: "Discard draft" }).click();
  await page.waitForURL(/\/invoices(\?.*)?$/);
  await toast(page, "Draft discarded").waitFor();
  const next = await draft(desk.world.kaveri.owner, konkan);
  expect(next.invoiceNumber).toBe(invoice.invoiceNumber);
});

test("discards a draft note", async () => {
  const { owner } = desk.world.kaveri;
  const invoice = await sent(owner, konkan);
  const input = { kind: "CREDIT_NOTE", invoiceId: invoice._id, date: today(), reason: "OTHER" };
  const { _id } = made(await owner.post("/api/notes", { ...input, items: [LOGO] }));
  const { page } = await desk.visit(`/notes/${_id}`, { who: owner });
  await act(page, "Discard draft").click();
  const question = page.getByRole("alertdialog", { name: "Discard Draft" });
  await question.getByText("Are you sure you want to discard this draft?").waitFor();
  await question.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  expect((await owner.get(`/api/notes/${_id}`)).status).toBe(404);
});
