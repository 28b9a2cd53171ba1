import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { made } from "../world.ts";
import { axe, type Desk, openDesk, problem, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const openTeam = () =>
  desk.visit("/settings/team", { who: desk.world.kaveri.owner, expectComplaints: /40[09]/ });

const hire = async (name: string, email: string) => {
  const password = "a password for them";
  made(await desk.world.kaveri.owner.post("/api/users/team", { name, email, password }));
  const { body } = await desk.world.stranger.post("/api/auth/login", { email, password });
  return desk.world.caller(body.token);
};

test("adds a member, edits them without changing the password, and removes them", async () => {
  const { page } = await openTeam();
  await row(page, "Owner of kaveri").getByText("(You)").waitFor();
  await page.getByRole("button", { name: "Add Team Member" }).click();
  await dialog(page).getByLabel("Name").fill("Uma");
  await dialog(page).getByLabel("Email").fill("not an email");
  await dialog(page).getByLabel("Password").fill("12345");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("Invalid email address").waitFor();
  await dialog(page).getByText("Password must be at least 6 characters").waitFor();
  expect(await dialog(page).getByLabel("Role").inputValue()).toBe("staff");

  await dialog(page).getByLabel("Email").fill("UMA@kaveri.test");
  await dialog(page).getByLabel("Password").fill("uma's own");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Team member added successfully").waitFor();
  await row(page, "uma@kaveri.test").getByText("Staff").waitFor();

  await page.getByRole("button", { name: "Edit Uma" }).click();
  await dialog(page).getByLabel("Role").selectOption({ label: "Owner" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await toast(page, "Team member updated successfully").waitFor();
  await row(page, "uma@kaveri.test").getByText("Owner").waitFor();
  const uma = { email: "uma@kaveri.test", password: "uma's own" };
  expect((await desk.world.stranger.post("/api/auth/login", uma)).status).toBe(200);

  await page.getByRole("button", { name: "Remove Uma" }).click();
  const question = page.getByRole("alertdialog");
  await question
    .getByText(
      "Are you sure you want to remove this team member? They will lose access immediately.",
    )
    .waitFor();
  await question.getByRole("button", { name: "Remove" }).click();
  await toast(page, "Team member removed successfully").waitFor();
  await row(page, "uma@kaveri.test").waitFor({ state: "detached" });
});

test("the form explains what each role may do", async () => {
  const { page } = await openTeam();
  await page.getByRole("button", { name: "Add Team Member" }).click();
  const form = page.getByRole("dialog", { name: "Add Team Member" });
  await form
    .getByText(/^Staff can add and edit, but not edit invoices; they cannot delete/)
    .waitFor();
  await form.getByLabel("Role").selectOption("accountant");
  await form.getByText(/they cannot add, edit or delete entries$/).waitFor();
});

test("no one removes themselves, and the last owner stays owner", async () => {
  const { page } = await openTeam();
  await page.getByRole("button", { name: "Remove Staff of kaveri" }).waitFor();
  expect(await page.getByRole("button", { name: "Remove Owner of kaveri" }).count()).toBe(0);
  await page.getByRole("button", { name: "Edit Owner of kaveri" }).click();
  await dialog(page).getByLabel("Role").waitFor();
  expect(await dialog(page).getByLabel("Password").count()).toBe(0);
  await dialog(page).getByLabel("Role").selectOption({ label: "Staff" });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await problem(page, "An agency needs at least one owner").waitFor();
});

test("shows a duplicate e-mail next to its field and keeps the input", async () => {
  const { page } = await openTeam();
  await page.getByRole("button", { name: "Add Team Member" }).click();
  await dialog(page).getByLabel("Name").fill("Another");
  await dialog(page).getByLabel("Email").fill("owner@narmada.test");
  await dialog(page).getByLabel("Password").fill("a password");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("Email is already registered").waitFor();
  expect(await dialog(page).getByLabel("Name").inputValue()).toBe("Another");
});

test("a removed member is signed out on the next click", async () => {
  const leaver = await hire("Leela", "leela@kaveri.test");
  const theirs = await desk.visit("/settings/masters", { who: leaver, expectComplaints: /401/ });
  await theirs.page.getByRole("tab", { name: "Categories" }).waitFor();
  const { page } = await openTeam();
  await page.getByRole("button", { name: "Remove Leela" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await toast(page, "Team member removed successfully").waitFor();

  await theirs.page.getByRole("link", { name: "Transactions" }).click();
  await theirs.page.waitForURL("**/login");
  await theirs.page.getByLabel("Email").waitFor();
  expect(await theirs.page.evaluate(() => localStorage.getItem("auth-storage"))).toBeNull();
});

test("a member who becomes owner sees the owner's screens, and loses them again", async () => {
  const riser = await hire("Rani", "rani@kaveri.test");
  const theirs = await desk.visit("/settings/team", { who: riser, expectComplaints: /403/ });
  await theirs.page.getByText("Only agency owners can manage team members.").waitFor();
  const { owner } = desk.world.kaveri;
  const { body } = await riser.get("/api/auth/me");
  await owner.put(`/api/users/team/${body.user._id}`, { role: "owner" });
  await theirs.page.reload();
  await row(theirs.page, "rani@kaveri.test").getByText("(You)").waitFor();
  await theirs.page.getByRole("link", { name: "Audit Log" }).first().waitFor();

  await owner.put(`/api/users/team/${body.user._id}`, { role: "staff" });
  await theirs.page.getByRole("link", { name: "Audit Log" }).first().click();
  await theirs.page.getByText("Only agency owners can view audit logs.").first().waitFor();
  await theirs.page.getByRole("link", { name: "Team" }).first().waitFor({ state: "hidden" });
  await owner.put(`/api/users/team/${body.user._id}`, { role: "owner" });
  await theirs.page.goto(`${desk.url}/settings/team`);
  await row(theirs.page, "rani@kaveri.test").getByText("(You)").waitFor();
  await owner.put(`/api/users/team/${body.user._id}`, { role: "staff" });
  await theirs.page.reload();
  await theirs.page.getByRole("heading", { name: "Access Denied" }).waitFor();
});

const DENIED = [
  ["/settings/team", "Only agency owners can manage team members."],
  ["/settings/audit", "Only agency owners can view audit logs."],
  ["/settings/metadata", "Only agency owners can manage metadata settings."],
];

test.each(DENIED)(
  "%s explains to staff why they cannot use it and sends no request",
  async (path, sentence) => {
    const { page, calls } = await desk.visit(path, { who: desk.world.kaveri.staff });
    await page.getByText(sentence, { exact: true }).waitFor();
    await page.getByRole("heading", { name: "Access Denied" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect([...new Set(calls)].sort()).toEqual([
      ...["GET /api/approvals", "GET /api/auth/me", "GET /api/invoices"],
      ...["GET /api/locks", "GET /api/metadata", "GET /api/notifications"],
      "GET /api/views",
    ]);
    expect(await page.getByRole("link", { name: "Audit Log" }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
  },
);

test("the table and its dialog pass axe", async () => {
  const { page } = await desk.visit("/settings/team", {
    who: desk.world.kaveri.owner,
    phone: true,
  });
  await row(page, "Staff of kaveri").waitFor();
  await assertLooksRight(page, "the table");
  await page.getByRole("button", { name: "Add Team Member" }).click();
  await dialog(page).getByLabel("Name").waitFor();
  await assertLooksRight(page, "the dialog");
});
