import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Caller, done, made } from "../world.ts";
import { axe, type Desk, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const PASSWORD = "figures and facts";
const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const menu = (page: Page) => page.locator("#account-menu");

async function invite(owner: Caller, email: string, role = "accountant"): Promise<string> {
  const invited = { name: "Meera Rao", email, role };
  return new URL(made(await owner.post("/api/users/invitations", invited)).url).hash;
}

async function join(email: string): Promise<Caller> {
  const { stranger, kaveri, narmada } = desk.world;
  for (const [agency, role] of [
    [kaveri, "accountant"],
    [narmada, "staff"],
  ] as const) {
    const token = (await invite(agency.owner, email, role)).slice(1);
    made(await stranger.post("/api/auth/join", { token, password: PASSWORD }));
  }
  const login = await stranger.post("/api/auth/login", { email, password: PASSWORD });
  return desk.world.caller(done(login).token);
}

test("an owner invites someone by link, who joins with a new password", async () => {
  const { owner } = desk.world.kaveri;
  const { page } = await desk.visit("/settings/team", { who: owner });
  await page.getByRole("button", { name: "Invite" }).click();
  await dialog(page).getByLabel("Name").fill("Meera Rao");
  await dialog(page).getByLabel("Email").fill("meera@rao.test");
  expect(await dialog(page).getByLabel("Role").inputValue()).toBe("accountant");
  await dialog(page).getByRole("button", { name: "Create Link" }).click();
  const link = await dialog(page).getByLabel("Invitation link").inputValue();
  expect(link).toStartWith(`${desk.url}/join#`);
  await dialog(page).getByRole("button", { name: "Copy link" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await row(page, "meera@rao.test").getByText("Accountant").waitFor();
  expect(await axe(page)).toEqual([]);

  const { page: theirs } = await desk.visit(link.slice(desk.url.length));
  await theirs.getByRole("heading", { name: "Join kaveri" }).waitFor();
  await theirs.getByText("You join as accountant, and sign in as meera@rao.test.").waitFor();
  expect(await axe(theirs)).toEqual([]);
  await theirs.getByLabel("Password").fill("short");
  await theirs.getByRole("button", { name: "Join" }).click();
  await theirs.getByText("Password must be at least 6 characters").waitFor();
  await theirs.getByLabel("Name").fill("Meera S Rao");
  await theirs.getByLabel("Password").fill(PASSWORD);
  await theirs.getByRole("button", { name: "Join" }).click();
  await toast(theirs, "You have joined kaveri").waitFor();
  await theirs.locator("[data-fill=user-role]", { hasText: "Accountant" }).waitFor();

  await page.reload();
  await row(page, "meera@rao.test").getByText("Meera S Rao").waitFor();
  expect(await page.getByRole("heading", { name: "Invited" }).count()).toBe(0);
});

test("explains a used, withdrawn or invalid link", async () => {
  const { owner } = desk.world.kaveri;
  const email = "ravi@rao.test";
  const first = await invite(owner, email);
  const { page: team } = await desk.visit("/settings/team", { who: owner });
  await team.getByRole("button", { name: "Withdraw invitation for Meera Rao" }).click();
  await team.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await toast(team, "Invitation withdrawn").waitFor();

  const { page } = await desk.visit(`/join${first}`, { expectComplaints: /40[49]/ });
  await page.getByText("This invitation was withdrawn.").waitFor();
  expect(await page.getByRole("button", { name: "Join" }).count()).toBe(0);
  await page.evaluate(() => {
    location.hash = "made-up";
  });
  await page.getByText("Unknown invitation.").waitFor();
});

test("a user of another agency joins with their existing password", async () => {
  const { staff, password: given } = desk.world.narmada;
  const link = await invite(desk.world.kaveri.owner, "staff@narmada.test");
  const password = "one of my own";
  const change = { newPassword: password, currentPassword: given };
  const { token } = done(await staff.put("/api/users/profile", change));
  const who = desk.world.caller(token);
  const { page } = await desk.visit(`/join${link}`, { who, expectComplaints: /400/ });
  await page.getByLabel("Password").fill("a guess");
  await page.getByRole("button", { name: "Join" }).click();
  await page.locator(".error", { hasText: "Wrong password for this email" }).waitFor();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Join" }).click();
  await toast(page, "You have joined kaveri").waitFor();
  await page.locator(".head-name", { hasText: "kaveri" }).waitFor();
});

test("a user of two agencies chooses at sign-in and switches in the account menu", async () => {
  await join("uma@rao.test");
  const { page } = await desk.visit("/login");
  await page.getByLabel("Email").fill("uma@rao.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Choose an agency" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "narmada Staff" }).click();
  await page.locator(".head-name", { hasText: "narmada" }).waitFor();

  await page.getByRole("button", { name: "Account menu" }).click();
  const here = menu(page).getByRole("link", { name: "narmada" });
  await here.waitFor();
  expect(await here.getAttribute("aria-current")).toBe("true");
  expect(await axe(page)).toEqual([]);
  await menu(page).getByRole("link", { name: "kaveri Accountant" }).click();
  await page.locator(".head-name", { hasText: "kaveri" }).waitFor();
  await page.locator("[data-fill=user-role]", { hasText: "Accountant" }).waitFor();

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  await page.getByLabel("Email").fill("uma@rao.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  const last = page.getByRole("button", { name: "kaveri Accountant, last used" });
  await last.and(page.locator(":focus")).waitFor();
  expect(await page.getByRole("list", { name: "Agencies" }).getByRole("button").count()).toBe(2);
  await page.keyboard.press("Enter");
  await page.locator(".head-name", { hasText: "kaveri" }).waitFor();
});

test("two agencies are open side by side, each in its own tab and address", async () => {
  await join("tara@rao.test");
  const { page } = await desk.visit("/login");
  await page.getByLabel("Email").fill("tara@rao.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "narmada Staff" }).click();
  await page.locator(".head-name", { hasText: "narmada" }).waitFor();
  await page.goto(`${desk.url}/invoices`);
  await page.getByRole("button", { name: "Account menu" }).click();
  const other = menu(page).getByRole("link", { name: "kaveri Accountant" });
  await other.waitFor();

  // The other agency opens on the same page of a second tab; the first tab keeps its own.
  const address = (await other.getAttribute("href")) ?? "";
  expect(address).toBe("/invoices?agency=kaveri");
  const second = await page.context().newPage();
  await second.goto(desk.url + address);
  await second.locator(".head-name", { hasText: "kaveri" }).waitFor();
  await second.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".nav-item", { hasText: "Clients" }).click();
  await page.waitForURL(/\/clients\?agency=narmada$/);
  await page.locator(".head-name", { hasText: "narmada" }).waitFor();
  await second.locator(".nav-item", { hasText: "Clients" }).click();
  await second.waitForURL(/\/clients\?agency=kaveri$/);
  await second.locator("[data-fill=user-role]", { hasText: "Accountant" }).waitFor();

  // An agency that the user does not belong to changes nothing.
  await second.goto(`${desk.url}/clients?agency=godavari`);
  await toast(second, "You are not a member of “godavari”.").waitFor();
  await second.locator(".head-name", { hasText: "kaveri" }).waitFor();
  await second.close();

  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => /bahi-(sessions|agency|features)|auth-storage/.test(key))).toEqual(
    [],
  );
});

test("an accountant of two agencies sees both on one page and opens each in its own address", async () => {
  await join("vani@rao.test");
  const { page } = await desk.visit("/login");
  await page.getByLabel("Email").fill("vani@rao.test");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "narmada Staff" }).click();
  await page.locator(".nav-item", { hasText: "Overview" }).click();
  await page.waitForURL(/\/overview\?agency=narmada$/);
  const kaveri = page.getByRole("row", { name: /^kaveri/ });
  await kaveri.getByText(/^\d of \d steps$/).waitFor();
  expect(await axe(page)).toEqual([]);
  // Staff may not choose who is responsible; accountants may.
  expect(await page.getByLabel("Responsible for narmada").count()).toBe(0);
  // The one who joined last.
  const select = page.getByLabel("Responsible for kaveri");
  await select.selectOption({ index: (await select.locator("option").count()) - 1 });
  await toast(page, "Responsible person changed").waitFor();
  await page.getByRole("button", { name: /^Mine/ }).click();
  await page.getByRole("row", { name: /^narmada/ }).waitFor({ state: "detached" });
  await kaveri.getByRole("link", { name: "kaveri" }).click();
  await page.waitForURL(/\/close\?month=\d{4}-\d{2}&agency=kaveri$/);
  await page.locator(".head-name", { hasText: "kaveri" }).waitFor();
});

test("the account menu of a user of one agency lists no agencies", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.owner });
  const asked = page.waitForResponse(/\/api\/auth\/agencies$/);
  await page.getByRole("button", { name: "Account menu" }).click();
  await asked;
  await menu(page).getByRole("link", { name: "Profile" }).waitFor();
  expect(await menu(page).getByRole("list", { name: "Agencies" }).count()).toBe(0);
});

test("an accountant reads every page and sees no forbidden action", async () => {
  const who = await join("asha@rao.test");
  const { account, rent, owner } = desk.world.kaveri;
  const entry = { date: "2026-04-02", type: "Expense", description: "Studio rent", amount: 500 };
  const links = { accountId: account._id, categoryId: rent._id };
  made(await owner.post("/api/transactions", { ...entry, ...links }));
  const offers = ["Add Transaction", "Transfer Funds", "Import", "Edit Studio rent"];
  const { page } = await desk.visit("/transactions?preset=custom", { who });
  await row(page, "Studio rent").waitFor();
  await page.getByRole("button", { name: "Export CSV" }).waitFor();
  for (const name of offers)
    expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);

  await page.goto(`${desk.url}/invoices/new`);
  const says = "Only owners and staff can add and change this.";
  await page.getByText(says).waitFor();
  expect(await page.getByRole("button", { name: /Create|Save/ }).count()).toBe(0);
  for (const [path, title] of [
    ["/settings/audit", "Audit Log"],
    ["/settings/team", "Team Members"],
    ["/reports/balance-sheet", "Balance sheet"],
  ] as const) {
    await page.goto(desk.url + path);
    await page.getByRole("heading", { name: title, exact: true }).first().waitFor();
    expect(await page.getByText("Access Denied").count()).toBe(0);
  }
  await page.goto(`${desk.url}/settings/metadata`);
  await page.getByText("Only agency owners can manage metadata settings.").waitFor();
  expect(await page.getByRole("link", { name: "Settings", exact: true }).count()).toBe(0);
});
