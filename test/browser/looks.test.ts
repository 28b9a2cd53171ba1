import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Desk, openDesk, signInAnew } from "./desk.ts";
import { assertLooksRight } from "./looks.ts";
import { fillForViews } from "./viewBooks.ts";
import { VIEWS } from "./views.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await fillForViews(desk.world);
});
afterEach(() => desk.clear());
afterAll(() => desk.leave());

test.each(VIEWS)("$name passes axe and does not scroll sideways", async (view) => {
  const { page } = await desk.visit(view.path, {
    ...(!view.signedOut && { who: desk.world.kaveri.owner }),
    phone: true,
    ...(view.path === "/nowhere" && { expectComplaints: /404/ }),
  });
  await page.getByText(view.ready).first().waitFor();
  // On a busy machine, text appears before the styles.
  await page.waitForLoadState();
  await view.open?.(page);
  expect(await smallTargets(page), view.name).toEqual([]);
  await assertLooksRight(page, view.name);
});

/** Targets too small to touch: under 24 px on either side. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a, input, select, textarea")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest("[aria-hidden]") &&
          !element.matches(".sr-only, .skip, p a"),
      )
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width}×${box.height}`),
  );
}

test("keeps the theme and the sidebar state without a flash", async () => {
  const { page } = await desk.visit("/transactions", { who: desk.world.kaveri.owner });
  await page.getByRole("button", { name: "Switch to dark theme" }).first().click();
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.goto(`${desk.url}/dashboard`, { waitUntil: "commit" });
  expect(await page.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({
    theme: "dark",
    nav: "collapsed",
    role: "owner",
  });
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await page.getByRole("link", { name: "Transactions" }).waitFor();
});

test("on a phone, the menu opens the sidebar as a dialog and returns focus", async () => {
  const who = await signInAnew(desk.world);
  const { page } = await desk.visit("/transactions", { who, phone: true });
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Dashboard" }).waitFor();
  // Tab leaves the menu for the browser's own controls and returns, never to the page behind it.
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(focused), `Tab ${n + 1}`).not.toBe("behind");
  }
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
});

function focused(): string {
  const { activeElement, body } = document;
  if (activeElement === body) return "nowhere";
  return activeElement?.closest("#drawer") ? "menu" : "behind";
}

test("the header and the sidebar name the agency, user and role", async () => {
  const { page } = await desk.visit("/dashboard", { who: desk.world.kaveri.staff });
  const header = page.getByRole("banner");
  await header.getByText("kaveri", { exact: true }).waitFor();
  await header.getByText("INR").waitFor();
  const sidebar = page.getByRole("complementary");
  await sidebar.getByText("Staff of kaveri").first().waitFor();
  await sidebar.getByText("staff@kaveri.test").first().waitFor();
  await sidebar.getByText("Staff", { exact: true }).waitFor();
});
