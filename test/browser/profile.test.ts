import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { done } from "../world.ts";
import { type Desk, dialog, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("opens from the sidebar and shows a new name at once", async () => {
  const { page } = await desk.visit("/dashboard", { who: desk.world.kaveri.staff });
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await page.getByLabel("Name").fill("Uma Nair");
  await page.getByRole("button", { name: "Save Name" }).click();
  await toast(page, "Profile updated successfully").waitFor();
  await page.getByRole("complementary").getByText("Uma Nair").first().waitFor();
  await page.reload();
  expect(await page.getByLabel("Name").inputValue()).toBe("Uma Nair");
});

test("a new password ends the other session and keeps this one", async () => {
  const { owner, password } = desk.world.kaveri;
  const { body } = await desk.world.stranger.post("/api/auth/login", {
    email: "owner@kaveri.test",
    password,
  });
  const elsewhere = await desk.visit("/settings/masters", {
    who: desk.world.caller(body.token),
    expectComplaints: /401/,
  });
  await elsewhere.page.getByRole("tab", { name: "Categories" }).waitFor();

  const { page } = await desk.visit("/profile", { who: owner, expectComplaints: /400/ });
  await page.getByLabel("Current password").fill("not it");
  await page.getByLabel("New password").fill("12345");
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.getByText("Password must be at least 6 characters").waitFor();
  await page.getByLabel("New password").fill("a new one, pasted");
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.locator("form").getByText("Current password is wrong").waitFor();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Change Password" }).click();
  await toast(page, "Password changed; your other sessions have ended").waitFor();
  expect(await page.getByLabel("New password").inputValue()).toBe("");

  await page.getByRole("link", { name: "Team" }).first().click();
  await page.getByText("(You)").waitFor();
  await elsewhere.page.getByRole("link", { name: "Transactions" }).click();
  await elsewhere.page.waitForURL("**/login");
});

test("creates an access token, shows it once, lets a script read and revokes it", async () => {
  const { world } = desk;
  const { page } = await desk.visit("/profile", { who: world.narmada.staff });
  await page.getByLabel("Used by").fill("x");
  await page.getByRole("button", { name: "Create Token" }).click();
  await page.getByText("Name must be at least 2 characters").waitFor();
  await page.getByLabel("Used by").fill("Backup");
  await page.getByRole("button", { name: "Create Token" }).click();
  const shown = page.getByRole("textbox", { name: "Access token" });
  await shown.waitFor();
  const machine = world.caller(await shown.inputValue());
  expect((await machine.get("/api/accounts")).status).toBe(200);
  expect((await machine.post("/api/categories", { name: "Ink" })).status).toBe(403);
  expect(await page.getByLabel("Used by").inputValue()).toBe("");
  await page.reload();
  const row = page.getByRole("row", { name: /Backup used / });
  await row.waitFor();
  expect(await shown.count()).toBe(0);
  await row.getByRole("button", { name: "Revoke Backup" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await toast(page, "Access token revoked").waitFor();
  await row.waitFor({ state: "detached" });
  expect((await machine.get("/api/accounts")).status).toBe(401);
});

test("creating a token asks for the password 15 minutes after sign-in", async () => {
  const { world } = desk;
  const { books, narmada } = world;
  await books.write.run("UPDATE sessions SET created_at = '2026-01-01T00:00:00.000Z'");
  const { page } = await desk.visit("/profile", {
    who: narmada.owner,
    expectComplaints: /400/,
  });
  const name = page.getByLabel("Used by");
  await name.fill("Nightly backup");
  await page.getByRole("button", { name: "Create Token" }).click();
  const password = dialog(page).getByLabel("Your password");
  await password.waitFor();
  await dialog(page).getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await assertLooksRight(page, "confirm-identity");
  expect(await dialog(page).getByRole("button", { name: "Use a passkey" }).count()).toBe(0);
  await dialog(page).getByRole("button", { name: "Confirm" }).click();
  await dialog(page).getByText("Password is required").waitFor();
  await password.fill("not it");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("The password is wrong").waitFor();
  expect(await password.getAttribute("aria-invalid")).toBe("true");

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("Not confirmed. Nothing was changed.").waitFor();
  expect(await name.inputValue()).toBe("Nightly backup");
  expect(done(await narmada.owner.get("/api/tokens")).tokens).toHaveLength(0);
  await page.getByRole("button", { name: "Create Token" }).click();
  await password.fill(narmada.password);
  await dialog(page).getByRole("button", { name: "Confirm" }).click();
  const shown = page.getByRole("textbox", { name: "Access token" });
  await shown.waitFor();
  expect((await world.caller(await shown.inputValue()).get("/api/accounts")).status).toBe(200);
  expect(done(await narmada.owner.get("/api/tokens")).tokens).toMatchObject([
    { name: "Nightly backup" },
  ]);
});

test("shows that an e-mail is unverified and sends the link again", async () => {
  const { books, narmada } = desk.world;
  const unverified = "UPDATE people SET is_verified = 0 WHERE email = 'owner@narmada.test'";
  await books.write.run(unverified);
  const { page } = await desk.visit("/profile", { who: narmada.owner });
  await page.getByText("Verify your email address").waitFor();
  await page.getByRole("button", { name: "Send the link again" }).click();
  await toast(page, "A link is on its way. Check your spam folder too.").waitFor();
  const mail = desk.world.notices.findLast(({ subject }) => subject.startsWith("Verify"));
  const [link = ""] = /http\S+#\S+/.exec(mail?.link?.url ?? "") ?? [];
  expect(mail?.to).toBe("owner@narmada.test");
  await page.goto(link);
  await page.getByRole("heading", { name: "Email verified" }).waitFor();
  await assertLooksRight(page, "verified");
  await page.getByRole("link", { name: "Go to your books" }).click();
  await page.waitForURL(/\/dashboard/);
  await page.goto(`${desk.url}/profile`);
  await page.getByText("owner@narmada.test").first().waitFor();
  expect(await page.getByText("Verify your email address").count()).toBe(0);
});

test("signs out another device, then all devices", async () => {
  const { world } = desk;
  const credentials = { email: "staff@narmada.test", password: world.narmada.password };
  const signIn = async (device: string) => {
    const headers = { "user-agent": device };
    const answer = await world.stranger.post("/api/auth/login", credentials, headers);
    return world.caller(done(answer).token);
  };
  const terminal = await signIn("bahi (linux)");
  const phone = await signIn("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1");
  const { page } = await desk.visit("/profile", { who: await signIn("Firefox/140.0 Windows") });
  const table = page.getByRole("table", { name: "Sessions" });
  await table.getByRole("row", { name: /Firefox on Windows .* This one/ }).waitFor();
  const row = table.getByRole("row", { name: /bahi on Linux/ });
  await row.getByRole("button", { name: "Sign out bahi on Linux" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await toast(page, "Session ended").waitFor();
  await row.waitFor({ state: "detached" });
  expect((await terminal.get("/api/auth/me")).status).toBe(401);
  expect((await phone.get("/api/auth/me")).status).toBe(200);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login");
  expect((await phone.get("/api/auth/me")).status).toBe(401);
});

test("passes axe", async () => {
  const { page } = await desk.visit("/profile", { who: desk.world.narmada.owner, phone: true });
  await page.getByLabel("New password").waitFor();
  await assertLooksRight(page, "profile");
});
