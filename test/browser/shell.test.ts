import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ALL_FEATURES } from "../../domain/agencies/features.ts";
import { toPresetRange } from "../../domain/dates.ts";
import { PAGES } from "../../server/pages/pages.ts";
import { done, made } from "../world.ts";
import { type Desk, dialog, hold, openDesk, toast } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test("every page that needs a user redirects to sign-in and leaves no history entry", async () => {
  const closed = PAGES.filter(({ calls }) => calls).map(({ path }) => path);
  expect(PAGES.map(({ path }) => path).filter((path) => !closed.includes(path))).toEqual([
    "/login",
    "/register",
    "/join",
    "/forgot",
    "/reset",
    "/verify",
  ]);
  // A browser remembers fifty pages per window, so each window gets some of them.
  for (let at = 0; at < closed.length; at += 20) {
    const { page, calls } = await desk.visit("/register", { isItsOwn: true });
    await page.getByRole("heading", { name: "Create your agency" }).waitFor();
    let entries = await page.evaluate(() => history.length);
    for (const path of closed.slice(at, at + 20)) {
      await page.goto(desk.url + path.replace(":id", "any"), { waitUntil: "commit" });
      await page.waitForURL("**/login", { waitUntil: "commit" });
      entries += 1;
      expect([path, await page.evaluate(() => history.length)]).toEqual([path, entries]);
    }
    expect(calls).toEqual([]);
  }
});

test("redirects a signed-in user from public pages to the dashboard", async () => {
  for (const path of ["/", "/login", "/register"]) {
    const { page } = await desk.visit(path, { who: desk.world.kaveri.staff });
    await page.waitForURL("**/dashboard?**");
  }
});

test("sign-in and sign-up link to each other and explain the slug", async () => {
  const { page } = await desk.visit("/login");
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.waitForURL("**/register");
  await page.getByText("Used in your agency’s unique URL").waitFor();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/login");
});

const EVERYBODYS = [
  ["Dashboard", "/dashboard"],
  ["Transactions", "/transactions"],
  ["Banking", "/banking"],
  ["Invoices", "/invoices"],
  ["Receipts", "/receipts"],
  ["Clients", "/clients"],
  ["Bills", "/bills"],
  ["Vendors", "/vendors"],
  ["Reports", "/reports"],
  ["GST", "/gst"],
  ["Close month", "/close"],
  ["Master Data", "/settings/masters"],
];
const DOCUMENTS = [
  ["Invoice settings", "/settings/invoice"],
  ["Receipt settings", "/settings/receipts"],
];
const SIDEBARS = {
  owner: [
    ...EVERYBODYS,
    ["Team", "/settings/team"],
    ["Audit Log", "/settings/audit"],
    ["Locks", "/settings/locks"],
    ...DOCUMENTS,
    ["Settings", "/settings/metadata"],
  ],
  staff: [...EVERYBODYS, ["Trash", "/settings/trash"], ...DOCUMENTS],
};

test.each(["owner", "staff"] as const)("the sidebar names the screens of the %s", async (role) => {
  done(await desk.world.kaveri.owner.put("/api/features", ALL_FEATURES));
  const { page } = await desk.visit("/profile", { who: desk.world.kaveri[role] });
  await page.getByLabel("New password").waitFor();
  const items = await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => [link.getAttribute("title"), link.getAttribute("href")]),
    );
  expect(items).toEqual(SIDEBARS[role]);
});

test("an agency without a name is shown as Your Agency", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /404/ });
  const { staff } = desk.world.kaveri;
  await page.route("**/api/metadata", (route) => route.fulfill({ status: 404, json: {} }));
  await page.evaluate((token) => {
    const user = { name: "Uma", email: "uma@kaveri.test", role: "staff", agencyName: "" };
    localStorage.setItem("auth-storage", JSON.stringify({ user, token, isAuthenticated: true }));
  }, staff.token);
  await page.goto(`${desk.url}/settings/masters`);
  await page.getByRole("banner").getByText("Your Agency").waitFor();
  await page.getByRole("tab", { name: "Accounts 2" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a toast stays three seconds, fades for 300 ms and can be closed by hand", async () => {
  const { page } = await desk.visit("/login", { expectComplaints: /401/, isItsOwn: true });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const text = "Invalid email or password";
  const card = page.locator(".toast").filter({ hasText: text });
  await page.clock.install();
  const fail = async () => {
    await page.getByLabel("Email").fill("owner@kaveri.test");
    await page.getByLabel("Password").fill("not the password");
    await page.getByLabel("Password").press("Enter");
    await toast(page, text).waitFor();
  };
  await page.clock.pauseAt(Date.now() + 60_000);
  await fail();
  expect(await card.getAttribute("role")).toBe("alert");
  await page.clock.runFor(2_990);
  expect(await isLeaving(page)).toBe(false);
  await page.clock.runFor(20);
  expect(await isLeaving(page)).toBe(true);
  expect(await card.evaluate((toast) => getComputedStyle(toast).transitionDuration)).toContain(
    "0.3s",
  );
  await page.clock.runFor(270);
  expect(await card.count()).toBe(1);
  await page.clock.runFor(20);
  await card.waitFor({ state: "detached" });

  await fail();
  await card.getByRole("button", { name: "Close message" }).click();
  await card.waitFor({ state: "detached" });
});

const isLeaving = (page: Page) =>
  page.locator(".toast").evaluate((toast) => toast.classList.contains("is-leaving"));

test("a toast with Undo stays three seconds too, but not while hovered or focused", async () => {
  const { owner } = desk.world.kaveri;
  made(await owner.post("/api/categories", { name: "Regretted" }));
  const { page } = await desk.visit("/settings/masters?tab=categories", {
    who: owner,
    isItsOwn: true,
  });
  await page.getByRole("button", { name: "Delete Regretted" }).click();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const question = page.getByRole("alertdialog", { name: "Delete category" });
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Category deleted successfully").waitFor();
  await page.clock.runFor(2_900);
  expect(await isLeaving(page)).toBe(false);

  await toast(page, "Category deleted successfully").hover();
  await page.clock.runFor(10_000);
  expect(await isLeaving(page)).toBe(false);
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.mouse.move(10, 10);
  await page.getByRole("button", { name: "Close message" }).focus();
  await page.clock.runFor(10_000);
  expect(await isLeaving(page)).toBe(false);

  await page.getByRole("button", { name: "Close message" }).blur();
  await page.clock.runFor(2_900);
  expect(await isLeaving(page)).toBe(false);
  await page.clock.runFor(200);
  expect(await isLeaving(page)).toBe(true);
});

test("the dashboard and the transactions share a period", async () => {
  const { page } = await desk.visit("/dashboard?preset=lastFY", { who: desk.world.kaveri.owner });
  const { dateFrom, dateTo } = toPresetRange("lastFY");
  const screen = (name: string) => page.getByRole("complementary").getByRole("link", { name });
  await screen("Transactions").click();
  await page.waitForURL(
    (url) => url.pathname === "/transactions" && url.searchParams.get("dateFrom") === dateFrom,
  );
  await page.goto(`${desk.url}/transactions?dateFrom=${dateTo}&dateTo=${dateTo}&preset=custom`);
  await page.getByText(/^No transactions found for/).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await page.waitForURL(
    (url) => url.pathname === "/dashboard" && url.searchParams.get("dateFrom") === dateTo,
  );
  await page.goto(`${desk.url}/dashboard`);
  await page.waitForURL(/preset=thisMonth/);
  expect(await screen("Transactions").getAttribute("href")).toBe("/transactions");
});

test("keeps a key pressed before the page is interactive", async () => {
  const { page } = await desk.visit("/profile", { who: desk.world.kaveri.owner });
  const release = await hold(page, "**/assets/*.js");
  await page.goto(`${desk.url}/transactions`, { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Transactions" }).waitFor();
  await page.keyboard.press("t");
  release();
  await dialog(page).getByRole("heading", { name: "Transfer Funds" }).waitFor();
});

test("prefetches a page on hover over its link and fades it in", async () => {
  const { page } = await desk.visit("/profile", { who: desk.world.kaveri.staff, isItsOwn: true });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Clients" });
  const browser = await page.context().newCDPSession(page);
  const happened = { Ready: Promise.withResolvers<void>(), Success: Promise.withResolvers<void>() };
  browser.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (prefetchUrl === `${desk.url}/clients`) happened[status as "Ready"]?.resolve();
  });
  await browser.send("Preload.enable");
  await link.hover();
  await happened.Ready.promise;

  await page.evaluate(() =>
    addEventListener("pageswap", (swap) => {
      if ("viewTransition" in swap && swap.viewTransition) sessionStorage.setItem("faded", "yes");
    }),
  );
  await link.click();
  await page.waitForURL("**/clients");
  await happened.Success.promise;
  expect(await page.evaluate(() => sessionStorage.getItem("faded"))).toBe("yes");
});
