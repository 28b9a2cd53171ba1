import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Desk, dialog, fill, openDesk, signInAnew } from "./desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
}

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage));

test("logging out ends the session in the browser and on the server", async () => {
  const who = await signInAnew(desk.world);
  const { page } = await desk.visit("/transactions", { who });
  const sent = page.waitForRequest("**/api/auth/logout");
  await logOut(page);
  expect(await stored(page)).not.toContain("auth-storage");
  await sent;
  // The page has navigated before the response arrives, so the test cannot wait for the response.
  while ((await who.get("/api/auth/me")).status !== 401) await who.get("/api/accounts");
  await page.goBack();
  await page.waitForURL(/login|healthz/);
});

test("logging out removes the user's drafts in every agency and no one else's", async () => {
  const { page } = await desk.visit("/transactions", { who: await signInAnew(desk.world) });
  await page.evaluate(() => {
    localStorage.setItem("bahi-draft kaveri another entry ", "{}");
    localStorage.setItem("bahi-draft narmada theirs entry ", "{}");
    const seats = { "staff@kaveri.test": ["narmada theirs"], "a@b.test": ["kaveri another"] };
    localStorage.setItem("bahi-seats", JSON.stringify(seats));
  });
  await page.getByRole("button", { name: "Add Transaction" }).click();
  await fill(page, { Amount: "4,321.00", Description: "Half written" });
  await page.reload();
  const drafts = async () => (await stored(page)).filter((key) => key.startsWith("bahi-draft"));
  expect(await drafts()).toHaveLength(3);
  await logOut(page);
  expect(await drafts()).toEqual(["bahi-draft kaveri another entry "]);
});

test("logging out in one tab ends the others at once, even with unsaved input", async () => {
  const { page } = await desk.visit("/transactions", { who: await signInAnew(desk.world) });
  const other = await page.context().newPage();
  await other.goto(`${desk.url}/receipts/new`);
  await other.getByLabel("Client Name").fill("Mandovi Resorts");
  const third = await page.context().newPage();
  await third.goto(`${desk.url}/clients`);
  await logOut(page);
  await third.waitForURL("**/login");
  await other.waitForURL("**/login");
  expect((await stored(other)).filter((key) => key.startsWith("bahi-draft"))).toEqual([]);
});

test("a page restored by Back leaves without a session", async () => {
  const { page } = await desk.visit("/receipts/new", { who: await signInAnew(desk.world) });
  await page.getByLabel("Client Name").fill("Mandovi Resorts");
  // The packaged Chromium has no back/forward cache, so the test sends the cache's event.
  const isHidden = await page.evaluate(() => {
    localStorage.removeItem("auth-storage");
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    return document.documentElement.hidden;
  });
  expect(isHidden).toBe(true);
  await page.waitForURL("**/login");
  expect(await dialog(page).count()).toBe(0);
});

test("a page restored by Back for another user reloads", async () => {
  const { page } = await desk.visit("/receipts/new", { who: await signInAnew(desk.world) });
  await page.getByLabel("Client Name").waitFor();
  const loaded = page.waitForEvent("load");
  await page.evaluate(() => {
    const { user, ...rest } = JSON.parse(localStorage.getItem("auth-storage") ?? "{}");
    const other = { ...rest, user: { ...user, _id: "another" } };
    localStorage.setItem("auth-storage", JSON.stringify(other));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await loaded;
});
