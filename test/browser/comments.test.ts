import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { today } from "../../domain/dates.ts";
import { keepSampleBooks, listLines } from "../server/banking.ts";
import { done, made } from "../world.ts";
import { axe, type Desk, hasValue, openDesk } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("a mention on an invoice reaches a colleague, who replies in the thread", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { client } = made(await owner.post("/api/clients", { displayName: "Konkan Foods" }));
  const items = [{ description: "Logo", qty: 1, rate: 700 }];
  const invoice = { clientId: client._id, date: today(), items };
  const { _id, invoiceNumber } = made(await owner.post("/api/invoices", invoice));
  const { page } = await desk.visit(`/invoices/${_id}`, {
    who: staff,
    expectComplaints: /ERR_INTERNET_DISCONNECTED/,
  });
  await page.getByRole("button", { name: "Comments", exact: true }).waitFor();
  await page.keyboard.press("c");
  const thread = page.getByRole("dialog", { name: invoiceNumber });
  await thread.getByText("No comments").waitFor();
  await page.keyboard.type("Which PO number? @Ow");
  const people = page.getByRole("listbox", { name: "People" });
  await people.getByRole("option", { name: "Owner of kaveri owner" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const field = thread.getByRole("textbox", { name: "Comment" });
  await hasValue(field, "Which PO number? @Owner ");

  // A text that was not sent stays.
  await page.context().setOffline(true);
  await page.keyboard.press("Control+Enter");
  await thread.getByText("Not sent. Try again.").waitFor();
  await page.context().setOffline(false);
  await page.keyboard.press("Control+Enter");
  await thread.getByRole("listitem").getByText("Which PO number?").waitFor();
  await hasValue(field, "");
  await assertLooksRight(page, "Comments");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Comments, 1" }).waitFor();

  const { page: other } = await desk.visit("/clients", { who: owner });
  await other.getByRole("button", { name: "Notifications, 1 new" }).click();
  await other.getByRole("link", { name: "Reply" }).click();
  await other.waitForURL(`**/invoices/${_id}`);
  const theirs = other.getByRole("dialog", { name: invoiceNumber });
  await theirs.getByText("Which PO number?").waitFor();
  await other.keyboard.type("PO 88, plase");
  await other.keyboard.press("Control+Enter");
  const own = theirs.getByRole("listitem").filter({ hasText: "PO 88" });
  await own.getByRole("button", { name: "Edit" }).click();
  await own.getByRole("textbox", { name: "Change the comment" }).fill("PO 88, please");
  await own.getByRole("button", { name: "Save" }).click();
  await own.getByText("(edited)").waitFor();
  await own.getByRole("button", { name: "Delete" }).click();
  await theirs.getByText("Comment deleted by Owner").waitFor();
});

test("a question about a bank line waits until it is marked as answered", async () => {
  const { owner, staff } = desk.world.kaveri;
  const { hdfc, statements } = await keepSampleBooks(owner);
  const [line] = await listLines(owner, hdfc);
  const path = `/banking/${statements.hdfc._id}?line=${line._id}`;
  const { page } = await desk.visit(path, { who: staff });
  const current = page.locator(".pair.is-current");
  await current.waitFor();
  await page.keyboard.press("q");
  const thread = page.getByRole("dialog");
  const field = thread.getByRole("textbox", { name: "Comment" });
  await field.waitFor();
  await hasValue(field, "@owners ");
  expect(await thread.getByLabel("Ask an owner").isChecked()).toBe(true);
  await page.keyboard.type("Is this a laptop?");
  await page.keyboard.press("Control+Enter");
  await thread.getByText("Asked Owner").waitFor();
  await page.keyboard.press("Escape");
  await current.getByRole("button", { name: "Comments, 1" }).waitFor();
  await current.getByText("Asked Owner").waitFor();
  await page.getByRole("button", { name: "With comments 1" }).click();
  expect(await page.locator(".pair").count()).toBe(1);
  expect(await axe(page)).toEqual([]);

  const { page: other } = await desk.visit("/dashboard", { who: owner });
  await other.getByRole("link", { name: "1 question waits for your answer" }).click();
  await other.waitForURL(`**${path}`);
  await other.getByRole("button", { name: "Mark as answered" }).click();
  await other.getByText("Asked Owner").first().waitFor({ state: "detached" });
  expect(done(await owner.get(`/api/comments?entity=line&id=${line._id}`)).asked).toBe("");
});
