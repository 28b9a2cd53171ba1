import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { type Desk, openDesk, toast } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("redirects to sign-in before any API request", async () => {
  for (const path of ["/", "/dashboard", "/transactions"]) {
    const { page, calls } = await desk.visit(path);
    await page.waitForURL("**/login");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(calls).toEqual([]);
  }
});

test("never shows the page that needs a user", async () => {
  const { page } = await desk.visit("/login");
  const html = await (await fetch(`${desk.url}/transactions`)).text();
  expect(html).not.toContain("kaveri");
  await page.goto(`${desk.url}/transactions`);
  await page.waitForURL("**/login");
  await page.goBack();
  expect(await page.evaluate(() => location.pathname)).not.toBe("/transactions");
});

test("sign-in shows errors next to their fields and sends nothing", async () => {
  const { page, calls } = await desk.visit("/login");
  await page.getByText("Modern accounting made simple").waitFor();
  for (const blurb of ["Invoice Management", "Financial Reports", "Secure & Private"]) {
    await page.getByText(blurb, { exact: true }).waitFor();
  }
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Password").fill("12345");
  await page.getByRole("button", { name: "Sign in" }).click();

  const described = async (label: string) => {
    const id = await page.getByLabel(label).getAttribute("aria-describedby");
    return page.locator(`[id="${id}"]`).textContent();
  };
  expect(await described("Email")).toBe("Invalid email address");
  expect(await described("Password")).toBe("Password must be at least 6 characters");
  expect(await page.getByLabel("Email").evaluate((field) => field === document.activeElement)).toBe(
    true,
  );

  await page.getByLabel("Email").fill("owner@kaveri.test");
  expect(await page.getByText("Invalid email address").count()).toBe(0);
  expect(calls).toEqual([]);
});

test("the sign-in and sign-up fields have autocomplete hints for password managers", async () => {
  const purposes = async (path: string, labels: string[]) => {
    const { page } = await desk.visit(path);
    const form = page.getByRole("main");
    const told = labels.map((label) => form.getByLabel(label, { exact: true }));
    return Promise.all(told.map((field) => field.getAttribute("autocomplete")));
  };
  expect(await purposes("/login", ["Email", "Password"])).toEqual(["username", "current-password"]);
  expect(await purposes("/register", ["Name", "Email", "Password", "Agency name"])).toEqual([
    "name",
    "username",
    "new-password",
    "organization",
  ]);
});

test("shows a wrong password in a toast and keeps the form", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /401/ });
  await page.getByLabel("Email").fill("owner@kaveri.test");
  await page.getByLabel("Password").fill("not the password");
  await page.getByLabel("Password").press("Enter");
  await toast(page, "Invalid email or password").waitFor();
  expect(page.url()).toEndWith("/login");
  expect(await page.getByLabel("Email").inputValue()).toBe("owner@kaveri.test");
});

test("Enter signs in, opens the dashboard and shows a greeting that disappears", async () => {
  const { page } = await desk.visit("/login");
  await page.getByLabel("Email").fill("owner@kaveri.test");
  await page.getByLabel("Password").fill(desk.world.kaveri.password);
  await page.getByLabel("Password").press("Enter");
  await page.waitForURL("**/dashboard*");
  await toast(page, "Login successful!").waitFor();
  await page.getByText("Owner of kaveri", { exact: true }).first().waitFor();
  expect(
    await page.evaluate(() => JSON.parse(localStorage.getItem("auth-storage") ?? "{}")),
  ).toMatchObject({
    isAuthenticated: true,
    user: { email: "owner@kaveri.test", role: "owner" },
  });

  await toast(page, "Login successful!").waitFor({ state: "detached" });

  await page.goto(`${desk.url}/login`);
  await page.waitForURL("**/dashboard*");
  await page.goto(`${desk.url}/`);
  await page.waitForURL("**/dashboard*");
});

test("creates an account whose slug follows the agency's name until edited", async () => {
  const { page } = await desk.visit("/register");
  for (const blurb of ["Multi-Tenant", "Team Management", "Secure & Private"]) {
    await page.getByText(blurb, { exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Create account" }).click();
  for (const sentence of [
    "Name must be at least 2 characters",
    "Invalid email address",
    "Password must be at least 6 characters",
    "Agency name must be at least 2 characters",
    "Slug must be at least 2 characters",
  ]) {
    await page.getByText(sentence, { exact: true }).waitFor();
  }

  await page.getByLabel("Agency name").fill("कावेरी स्टूडियो");
  expect(await page.getByLabel("Agency slug").inputValue()).toBe("");
  await page.getByText("Slug must be at least 2 characters").waitFor();
  await page.getByLabel("Agency name").fill("Tapi & Sons,  Design_Studio");
  expect(await page.getByLabel("Agency slug").inputValue()).toBe("tapi-sons-designstudio");
  await page.getByLabel("Agency slug").fill("Tapi Sons");
  await page.getByText("Slug must contain only lowercase letters, numbers, and hyphens").waitFor();
  await page.getByLabel("Agency slug").fill("Tapi");
  await page.getByLabel("Agency name").fill("Tapi and Sons");
  expect(await page.getByLabel("Agency slug").inputValue()).toBe("tapi");

  await page.getByLabel("Name", { exact: true }).fill("Tara");
  await page.getByLabel("Email").fill("tara@tapi.test");
  await page.getByLabel("Password").fill("rupee123");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/dashboard*");
  await toast(page, "Registration successful! Welcome to the product!").waitFor();
  await page.getByRole("heading", { name: "First steps" }).waitFor();
});

test("shows server errors next to their fields", async () => {
  const { page } = await desk.visit("/register", { expectComplaints: /409/ });
  await page.getByLabel("Name", { exact: true }).fill("Another");
  await page.getByLabel("Email").fill("another@kaveri.test");
  await page.getByLabel("Password").fill("rupee123");
  await page.getByLabel("Agency name").fill("Kaveri");
  await page.getByLabel("Agency slug").press("Enter");
  await toast(page, "Slug is already taken").waitFor();
  expect(page.url()).toEndWith("/register");
});

test("a token that the server rejects ends the session", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /401/ });
  await page.evaluate(() => {
    const user = { name: "Gone", email: "gone@kaveri.test", role: "owner", agencyName: "kaveri" };
    localStorage.setItem(
      "auth-storage",
      JSON.stringify({ user, token: "a.b.c", isAuthenticated: true }),
    );
  });
  await page.goto(`${desk.url}/transactions`);
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => localStorage.getItem("auth-storage"))).toBeNull();
});

test("keeps input typed and sent before the page is interactive", async () => {
  const { page } = await desk.visit("/login");
  let wake = () => {};
  const awake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto(`${desk.url}/login`, { waitUntil: "commit" });
  await page.getByLabel("Email").fill("staff@kaveri.test");
  await page.getByLabel("Password").fill(desk.world.kaveri.password);
  await page.getByLabel("Password").press("Enter");
  expect(page.url()).toEndWith("/login");
  wake();
  await page.waitForURL("**/dashboard*");
});

test("resets a lost password by the e-mailed link, which signs in", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /409/ });
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByLabel("Email").fill("owner@narmada.test");
  await page.getByRole("button", { name: "Send the link" }).click();
  await page
    .getByText(
      "If owner@narmada.test has an account, a link is on its way. Check your spam folder too.",
    )
    .waitFor();
  await page.getByRole("button", { name: /^Send again in \d+ s$/ }).waitFor();
  await assertLooksRight(page, "forgot password");
  const mail = desk.world.notices.findLast(({ subject }) => subject.startsWith("Reset"));
  const [link = ""] = /http\S+#\S+/.exec(mail?.link?.url ?? "") ?? [];
  await page.goto(link);
  const warning = page.getByText("Common password, easy to guess");
  for (const common of ["Password1", "aaaaaaa"]) {
    await page.getByLabel("New password").fill(common);
    await warning.waitFor();
  }
  await assertLooksRight(page, "new password");
  await page.getByLabel("New password").fill("madder and marigold");
  await warning.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.waitForURL(/\/dashboard/);
  await toast(page, "Password changed").waitFor();

  await page.goto("about:blank");
  await page.goto(link);
  await page.getByLabel("New password").fill("madder and marigold");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page
    .locator("form")
    .getByText("This link has expired or was used. Request another.")
    .waitFor();
});
