import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { appCode } from "../server/factors.ts";
import { made } from "../world.ts";
import { type Desk, dialog, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

/** A virtual authenticator that verifies its user at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...({ protocol: "ctap2", transport: "internal" } as const),
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: /log ?out/i }).click();
  await page.waitForURL("**/login");
}

const proveByPassword = async (page: Page, password: string, verb: string) => {
  await dialog(page).getByLabel("Your password").fill(password);
  await dialog(page).getByRole("button", { name: verb }).click();
};

test("an app, recovery codes and a passkey sign in, and an owner makes one mandatory", async () => {
  const { world, url } = desk;
  const agency = await world.found();
  const { password } = agency;
  const email = (await agency.owner.get("/api/auth/me")).body.user.email;
  const member = { name: "Manu", email: "manu@kaveri.test", password: "manu password" };
  made(await agency.owner.post("/api/users/team", member));

  // A passkey needs a host name, not an IP address.
  const site = url.replace("127.0.0.1", "localhost");
  const { page } = await desk.visit("/login", { isItsOwn: true, expectComplaints: /40[013]/ });
  await addAuthenticator(page);
  await page.goto(`${site}/login`);
  await logIn(page, email, password);
  await page.waitForURL("**/dashboard*");

  await page.goto(`${site}/profile`);
  await page.getByRole("button", { name: "Set up…" }).click();
  await dialog(page).getByRole("img", { name: "QR code for the app" }).waitFor();
  await assertLooksRight(page, "security-totp");
  const secret = ((await dialog(page).locator(".secret").textContent()) ?? "").replaceAll(" ", "");
  await dialog(page).getByLabel("6-digit code").fill("000000");
  await dialog(page).getByRole("button", { name: "Turn on" }).click();
  await dialog(page).getByText("That code is wrong or has expired").waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("000000");
  await page.keyboard.type(appCode(secret));
  await page.keyboard.press("Enter");
  const shown = dialog(page).getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await shown.first().waitFor();
  const codes = await shown.allTextContents();
  expect(codes).toHaveLength(10);
  await dialog(page).getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 of 10 recovery codes left").waitFor();

  await logOut(page);
  await logIn(page, email, password);
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await page.getByLabel("6-digit code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Wrong or expired code. Enter the one shown now").waitFor();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("000000");
  await assertLooksRight(page, "sign-in-code");
  await page.keyboard.type(appCode(secret, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/dashboard*");

  await logOut(page);
  await logIn(page, email, password);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByLabel("Recovery code").press("Enter");
  await page.waitForURL("**/dashboard*");

  await page.goto(`${site}/profile`);
  await page.getByText("9 of 10 recovery codes left").waitFor();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog(page).getByLabel("Name").fill("Desk of Asha");
  await dialog(page).getByRole("button", { name: "Add" }).click();
  await toast(page, "Passkey added").waitFor();
  await page.getByText("never used").waitFor();

  await logOut(page);
  await page.getByRole("button", { name: "Continue with a passkey" }).click();
  await page.waitForURL("**/dashboard*");

  await page.goto(`${site}/profile`);
  await page.getByText(/Desk of Asha.*last used/).waitFor();
  await page.getByLabel("Require a second factor").click();
  await toast(page, "Second factor required").waitFor();
  const members = page.getByRole("list", { name: "Members" });
  expect(await members.getByRole("listitem").allTextContents()).toEqual([
    expect.stringMatching(/^Owner of kaveri1 passkey, authenticator app; last signed in .+Ready$/),
    expect.stringMatching(/^Staff of kaverihas neither; last signed in .+Not ready$/),
    expect.stringMatching(/^Manuhas neitherNot ready$/),
  ]);
  await assertLooksRight(page, "security");
  // After a quarter of an hour, a sensitive change needs confirmation, and a passkey is enough.
  await world.books.write.run("UPDATE sessions SET created_at = '2026-01-01T00:00:00.000Z'");
  await page.getByLabel("Used by").fill("Backup");
  await page.getByRole("button", { name: "Create Token" }).click();
  await dialog(page).getByRole("heading", { name: "Confirm it’s you" }).waitFor();
  await assertLooksRight(page, "confirm-identity-passkey");
  await dialog(page).getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("textbox", { name: "Access token" }).waitFor();
  await page.getByRole("button", { name: "Turn off…" }).click();
  await dialog(page).getByRole("button", { name: "Use a passkey" }).click();
  await toast(page, "Authenticator app turned off").waitFor();
  await page.getByRole("button", { name: "Remove Desk of Asha" }).click();
  await proveByPassword(page, "not it", "Remove");
  await dialog(page).getByText("The password is wrong").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();

  await logOut(page);
  await logIn(page, member.email, member.password);
  await page.waitForURL("**/profile");
  await page.getByText("requires a second factor. Add a passkey").waitFor();
  expect(await page.getByRole("heading", { name: "Access tokens" }).count()).toBe(0);
  await page.goto(`${site}/transactions`);
  await page.waitForURL("**/profile");
  await page.getByRole("button", { name: "Set up…" }).click();
  const own = ((await dialog(page).locator(".secret").textContent()) ?? "").replaceAll(" ", "");
  await dialog(page).getByLabel("6-digit code").fill(appCode(own));
  await dialog(page).getByRole("button", { name: "Turn on" }).click();
  await dialog(page).getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("heading", { name: "Access tokens" }).waitFor();
  await page.goto(`${site}/transactions`);
  await page.getByRole("heading", { name: "Transactions" }).waitFor();
  expect(page.url()).toContain("/transactions");
});
