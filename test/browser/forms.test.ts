import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { today } from "../../domain/dates.ts";

import { type Caller, made } from "../world.ts";
import { type Desk, dialog, fill, openDesk, unfold } from "./desk.ts";

let desk: Desk;
let clientId: string;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.world.kaveri;
  clientId = made(await owner.post("/api/clients", { displayName: "Konkan Foods" })).client._id;
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();
const makeInvoice = async (fields = {}) => {
  const items = [{ description: "A logo", hsnSac: "998391", qty: 1, rate: 1000, taxPct: 18 }];
  const input = { clientId, date: today(), items, ...fields };
  return made(await desk.world.kaveri.staff.post("/api/invoices", input));
};

const signInAs = async (page: Page, who: Caller) => {
  const { body } = await who.get("/api/auth/me");
  const session = { user: body.user, token: who.token, isAuthenticated: true };
  await page.evaluate(
    (stored) => localStorage.setItem("auth-storage", stored),
    JSON.stringify(session),
  );
};

/** Each form that creates a record: its page, its input, its save button and the name of the record. */
const MAKERS = [
  { noun: "account", at: "/settings/masters#new", types: { Name: "Axis" }, verb: "Save" },
  {
    noun: "category",
    at: "/settings/masters?tab=categories",
    opens: "Add Category",
    types: { Name: "Travel" },
    verb: "Save",
  },
  { noun: "client", at: "/clients#new", types: { "Display Name": "Goa Tours" }, verb: "Save" },
  {
    noun: "transfer",
    at: "/transactions#transfer",
    types: {
      Description: "To the till",
      Amount: "5",
      "From account": "kaveri bank (Bank)",
      "To account": "kaveri cash (Cash)",
    },
    verb: "Transfer",
  },
  {
    noun: "team member",
    at: "/settings/team#new",
    types: { Name: "Uma", Email: "uma@kaveri.test" },
    after: { Password: "uma's own word" },
    verb: "Save",
  },
] as { noun: string; at: string; opens?: string; types: object; after?: object; verb: string }[];

test.each(MAKERS)("restores an unsaved $noun for the user who typed it", async (form) => {
  const { noun, at, opens, types, after, verb } = form;
  const { kaveri, narmada } = desk.world;
  const sentence = `This ${noun} was not saved last time.`;
  const open = async (page: Page) => {
    await page.goto("about:blank");
    await page.goto(desk.url + at);
    if (opens) await press(page, opens);
    await dialog(page).waitFor();
  };
  const [label = "", text] = Object.entries(types)[0] ?? [];
  const { page } = await desk.visit("/profile", { who: kaveri.owner });
  await open(page);
  await fill(page, { ...types, ...after });
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain(text);
  expect(stored).not.toContain("uma's own word");

  await signInAs(page, narmada.owner);
  await open(page);
  expect(await dialog(page).getByText(sentence).count()).toBe(0);
  expect(await dialog(page).getByLabel(label).inputValue()).toBe("");

  await signInAs(page, kaveri.owner);
  await open(page);
  await dialog(page).getByText(sentence).waitFor();
  expect(await dialog(page).getByLabel(label).inputValue()).toBe(text);
  if (after) await fill(page, after as Record<string, string>);
  await dialog(page).getByRole("button", { name: verb, exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
  await open(page);
  expect(await dialog(page).getByText(sentence).count()).toBe(0);
  expect(await dialog(page).getByLabel(label).inputValue()).toBe("");
});

test("restores an unsaved receipt or payment and can discard it", async () => {
  const { page } = await desk.visit("/receipts/new", { who: desk.world.kaveri.staff });
  await page.getByLabel("Client Name").fill("Meera");
  await page.reload();
  await page.getByText("This receipt was not saved last time.").waitFor();
  expect(await page.getByLabel("Client Name").inputValue()).toBe("Meera");
  await press(page, "Start over");
  expect(await page.getByLabel("Client Name").inputValue()).toBe("");
  await page.reload();
  await page.getByLabel("Client Name").waitFor();
  expect(await page.getByText("was not saved last time").count()).toBe(0);

  const { _id } = await makeInvoice();
  await page.goto(`${desk.url}/invoices/${_id}`);
  await press(page, "Add Payment");
  await fill(page, { Reference: "UTR 7" });
  await page.reload();
  await press(page, "Add Payment");
  await dialog(page).getByText("This payment was not saved last time.").waitFor();
  expect(await dialog(page).getByLabel("Reference").inputValue()).toBe("UTR 7");
  await fill(page, { Reference: "UTR 8" });
  await fill(page, { Reference: "UTR 7" });
  await page.reload();
  await press(page, "Add Payment");
  await dialog(page).getByText("This payment was not saved last time.").waitFor();
});

test("asks before leaving an edited form, but not an unchanged one", async () => {
  const { _id } = await makeInvoice();
  const { page } = await desk.visit(`/invoices/${_id}/edit`, { who: desk.world.kaveri.owner });
  const asked: string[] = [];
  const stay = { is: true };
  page.on("dialog", (asks) => {
    asked.push(asks.type());
    void (stay.is ? asks.dismiss() : asks.accept());
  });
  await (await unfold(page, "Notes")).fill("Net of the advance");
  const asks = page.waitForEvent("dialog");
  await page.getByRole("link", { name: "Dashboard" }).click({ noWaitAfter: true });
  await asks;
  expect(await page.getByLabel("Notes").inputValue()).toBe("Net of the advance");

  await page.getByLabel("Notes").fill("");
  stay.is = false;
  await page.getByRole("link", { name: "Dashboard" }).click();
  await page.waitForURL("**/dashboard*");
  expect(asked).toEqual(["beforeunload"]);

  await page.goto(`${desk.url}/invoices/${_id}/edit`);
  await (await unfold(page, "Notes")).fill("Thank you");
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(`**/invoices/${_id}`);
  expect(asked).toEqual(["beforeunload"]);
});

test("Cancel asks before discarding input; switching the type is not input", async () => {
  const { page } = await desk.visit("/transactions#new", { who: desk.world.kaveri.staff });
  await press(page, "Income");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await press(page, "Add Transaction");
  await fill(page, { Description: "Not to be lost" });
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("Not to be lost");
});
