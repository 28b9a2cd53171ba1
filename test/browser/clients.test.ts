import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { addDays, today } from "../../domain/dates.ts";
import { made } from "../world.ts";
import { axe, type Desk, dialog, fill, hold, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const visit = (path: string, who = desk.world.kaveri.staff, expectComplaints = /$^/) =>
  desk.visit(path, { who, expectComplaints });

const card = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "List of clients" })
    .getByRole("listitem")
    .filter({
      has: page.getByRole("heading", { name, exact: true }),
    });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true });

async function choose(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("button", { name: action, exact: true }).click();
}

async function addClient(displayName: string, more = {}) {
  const answer = await desk.world.kaveri.staff.post("/api/clients", { displayName, ...more });
  return made(answer).client;
}

async function bill(clientId: string, dueDate = "") {
  const { staff } = desk.world.kaveri;
  const item = { description: "A logo", qty: 1, rate: 1000, taxPct: 18 };
  const input = { clientId, date: addDays(today(), -40), dueDate, items: [item] };
  const invoice = made(await staff.post("/api/invoices", input));
  expect((await staff.post(`/api/invoices/${invoice._id}/send`, {})).status).toBe(200);
  return invoice;
}

test("an empty list links to the form for the first client", async () => {
  const { page } = await visit("/clients", desk.world.narmada.staff);
  await page.getByText("No clients found").waitFor();
  await page.getByRole("button", { name: "Add Client" }).last().click();
  await fill(page, { "Display Name": "The first" });
  await save(page).click();
  await toast(page, "Client created successfully").waitFor();
  await card(page, "The first").getByText("Nothing due").waitFor();
  await page.getByText("1 client", { exact: true }).waitFor();
});

test("shows that clients are loading, and an error with a retry", async () => {
  await addClient("Long awaited");
  const { page } = await visit("/settings/invoice", desk.world.kaveri.staff, /500/);
  await page.getByLabel("Series").waitFor();
  const release = await hold(page, "**/api/clients");
  await page.goto(`${desk.url}/clients`);
  await page.getByText("Loading clients...", { exact: true }).waitFor();
  release();
  await card(page, "Long awaited").waitFor();

  await page.unroute("**/api/clients");
  await page.route("**/api/clients", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${desk.url}/clients`);
  await page.getByText("Failed to load clients").waitFor();
  await page.unroute("**/api/clients");
  await page.getByRole("button", { name: "Try again" }).click();
  await card(page, "Long awaited").waitFor();
});

test("converts a GSTIN to capitals, validates it and fills in the state", async () => {
  const { page } = await visit("/clients#new");
  await page.getByRole("heading", { name: "Add Client" }).waitFor();
  await save(page).click();
  await page.getByText("Display Name is required").waitFor();
  await page.getByText("More details").click();
  await fill(page, { "Display Name": "Saffron Kitchens", Email: "accounts" });
  await dialog(page).getByLabel("Phone").focus();
  await page.getByText("Invalid email").waitFor();
  await fill(page, { Email: "accounts@saffron.example", Phone: "98450 12345", City: "Mumbai" });

  const gstin = dialog(page).getByLabel("GSTIN");
  const state = dialog(page).getByLabel("State", { exact: true });
  const code = dialog(page).getByLabel("State Code");
  await gstin.fill("29");
  expect([await state.inputValue(), await code.inputValue()]).toEqual(["Karnataka", "29"]);
  await gstin.fill("27aaacb1234c1zg");
  expect(await gstin.inputValue()).toBe("27AAACB1234C1ZG");
  expect([await state.inputValue(), await code.inputValue()]).toEqual(["Maharashtra", "27"]);
  await page.getByText("The last character of this GSTIN should be F; check the number").waitFor();
  await fill(page, { TAN: "mumb12345" });
  await page.getByLabel("Notes").focus();
  await page.getByText("A TAN looks like BLRA12345B").waitFor();
  await fill(page, { TAN: "mumb12345c" });
  expect(await axe(page)).toEqual([]);
  await save(page).click();
  await toast(page, "Client created successfully").waitFor();
  const saffron = card(page, "Saffron Kitchens");
  await saffron.getByText("27AAACB1234C1ZG").waitFor();
  await saffron.getByText("Mumbai, Maharashtra").waitFor();
  await saffron.getByText("accounts@saffron.example").waitFor();
  await saffron.getByText("98450 12345").waitFor();
});

test("choosing a state fills in its code and keeps one typed by hand", async () => {
  const { page } = await visit("/clients#new");
  await page.getByText("More details").click();
  const state = dialog(page).getByLabel("State", { exact: true });
  await fill(page, { "Display Name": "Written by hand" });
  await state.fill("Tamil Nadu");
  const code = dialog(page).getByLabel("State Code");
  expect(await code.inputValue()).toBe("33");
  await state.fill("Kerala");
  expect(await code.inputValue()).toBe("32");
  await fill(page, { "State Code": "29" });
  await page.getByText("29 is the state code of Karnataka, not of Kerala").waitFor();
  await state.fill("Mumbai");
  await fill(page, { GSTIN: "27AAACB1234C1ZF" });
  await page.getByText("Not an Indian state").waitFor();
  expect(await state.inputValue()).toBe("Mumbai");
  expect(await code.inputValue()).toBe("29");
  const elsewhere = "The GSTIN is for 27-Maharashtra, but the state is 29-Karnataka";
  await page.getByText(elsewhere).waitFor();
  await fill(page, { GSTIN: "29AAGFS4321P1ZP" });
  await page.getByText(elsewhere).waitFor({ state: "detached" });
});

test("the client type follows the GSTIN until it is set; overseas clients have a country", async () => {
  const { page } = await visit("/clients#new");
  await page.getByText("More details").click();
  const kind = dialog(page).getByLabel("Kind");
  const state = dialog(page).getByLabel("State", { exact: true });
  await fill(page, { "Display Name": "Lakeside" });
  expect(await kind.inputValue()).toBe("UNREGISTERED");
  await fill(page, { GSTIN: "29AAGFS4321P1ZP" });
  expect(await kind.inputValue()).toBe("REGULAR");
  await fill(page, { Kind: "SEZ unit or developer", GSTIN: "" });
  expect(await kind.inputValue()).toBe("SEZ");
  await fill(page, { Kind: "Overseas" });
  expect(await state.inputValue()).toBe("Other Countries");
  await save(page).click();
  await dialog(page).getByText("Country is required").waitFor();
  expect(await axe(page)).toEqual([]);
  await fill(page, { Country: "United States" });
  await save(page).click();
  await toast(page, "Client created successfully").waitFor();
  const { body } = await desk.world.kaveri.staff.get("/api/clients?q=Lakeside");
  const [client] = body.clients;
  expect(client).toMatchObject({ kind: "OVERSEAS", country: "US", stateCode: "96", gstin: "" });
  await card(page, "Lakeside").getByRole("link", { name: "Lakeside" }).click();
  await dialog(page).getByText("United States").waitFor();
  await dialog(page).getByRole("button", { name: "Edit" }).click();
  await fill(page, { Kind: "Unregistered" });
  expect(await state.inputValue()).toBe("");
  await save(page).click();
  await toast(page, "Client updated successfully").waitFor();
  const { body: now } = await desk.world.kaveri.staff.get(`/api/clients/${client._id}`);
  expect(now.client).toMatchObject({ kind: "UNREGISTERED", country: "IN", stateCode: "" });
});

test("saves and edits every field", async () => {
  const { page } = await visit("/clients#new");
  const fields = {
    "Display Name": "Monsoon Films",
    "Billing Name": "Monsoon Films Private Limited",
    Email: "monsoon@films.example",
    Phone: "011 5550 0142",
    GSTIN: "07BNZPM2501F1ZW",
    "Billing Address": "14, Hauz Khas\nNear the lake",
    City: "New Delhi",
    "PIN Code": "110016",
    Notes: "Pays late",
  };
  // Folded until needed; open if one of the folded fields has a value or an error.
  expect(await dialog(page).getByLabel("City").isVisible()).toBe(false);
  await page.getByText("More details").click();
  await fill(page, fields);
  await save(page).click();
  await card(page, "Monsoon Films").waitFor();
  await choose(page, "Monsoon Films", "Edit");
  await page.getByRole("heading", { name: "Edit Client" }).waitFor();
  await dialog(page).getByLabel("City").waitFor();
  for (const [label, value] of Object.entries({ ...fields, "State Code": "07" })) {
    expect(await dialog(page).getByLabel(label).inputValue(), label).toBe(value);
  }
  await fill(page, { "Display Name": "Monsoon Films Delhi" });
  await save(page).click();
  await toast(page, "Client updated successfully").waitFor();
  await card(page, "Monsoon Films Delhi").getByText("Monsoon Films Private Limited").waitFor();
});

test("keeps the search in the address; no result differs from no clients", async () => {
  await addClient("Banyan Retail", { phone: "080 4112 2233" });
  await addClient("Neem Foods");
  const { page } = await visit("/clients?q=4112");
  await card(page, "Banyan Retail").waitFor();
  expect(await card(page, "Neem Foods").count()).toBe(0);
  const search = page.getByRole("searchbox", { name: "Search clients" });
  expect(await search.inputValue()).toBe("4112");
  await search.fill("neem");
  await card(page, "Neem Foods").waitFor();
  await page.waitForURL("**/clients?q=neem");
  await search.fill("nobody of this name");
  await page.getByText("No clients match").waitFor();
  await page.getByRole("button", { name: "Clear search" }).click();
  await card(page, "Banyan Retail").waitFor();
});

test("deletes a client after confirmation, restores it, and keeps one that has invoices", async () => {
  await addClient("Unbilled");
  await bill((await addClient("Billed"))._id);
  const { page } = await visit("/clients", desk.world.kaveri.staff, /409|500/);
  await choose(page, "Unbilled", "Delete");
  const question = page.getByRole("alertdialog");
  await question.getByText("Are you sure you want to delete this client?").waitFor();
  await question.getByRole("button", { name: "Keep" }).click();
  await card(page, "Unbilled").waitFor();
  await choose(page, "Unbilled", "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Client deleted successfully").waitFor();
  await card(page, "Unbilled").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await card(page, "Unbilled").waitFor();

  await choose(page, "Billed", "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "This client has invoices and cannot be deleted").waitFor();
  await card(page, "Billed").waitFor();

  await page.route("**/api/clients/*", (route) => route.fulfill({ status: 500, json: {} }));
  await choose(page, "Billed", "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Error deleting client").waitFor();
});

test("the client panel shows the balance due and links to the invoices", async () => {
  const { _id, displayName } = await addClient("Asha & Sons", { gstin: "29AAGFS4321P1ZP" });
  const late = await bill(_id, addDays(today(), -10));
  await bill(_id, addDays(today(), 10));
  const { page } = await visit("/clients");
  await card(page, displayName).getByText("₹2,360.00").waitFor();
  await page.getByRole("link", { name: displayName }).click();
  await page.waitForURL(`**/clients?client=${_id}`);
  await page.reload();
  await dialog(page).getByText("Billed, 2 invoices").waitFor();
  const figures = await dialog(page).getByRole("definition").allTextContents();
  expect(figures.slice(0, 3)).toEqual(["₹2,360.00", "₹1,180.00", "₹2,360.00"]);
  await dialog(page).getByText("29-Karnataka").waitFor();
  const line = dialog(page).getByRole("listitem").filter({ hasText: late.invoiceNumber });
  await line.getByText("Overdue").waitFor();
  const readHref = (name: string) => dialog(page).getByRole("link", { name }).getAttribute("href");
  expect(await readHref(late.invoiceNumber)).toBe(`/invoices/${late._id}`);
  expect(await readHref("All invoices")).toBe(`/invoices?clientId=${_id}`);
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("heading", { name: "Edit Client" }).waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(page).getByRole("link", { name: "New invoice" }).click();
  await page.waitForURL(`**/invoices/new?client=${_id}`);
  await page.getByText("GSTIN 29AAGFS4321P1ZP").waitFor();
});

test("reports a client that no longer exists", async () => {
  const { page } = await visit("/clients?client=nobody", desk.world.kaveri.staff, /404/);
  await dialog(page).getByText("Client not found").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/clients?");
});
