import type { Browser, Page } from "playwright-core";
import { TEMPLATES } from "../template.ts";
import type { Caller } from "../world.ts";
import { launchBrowser } from "./chromium.ts";

// Starting a browser or a page takes longer than most tests. So files in one process share a browser, and a
// page is emptied and reused.

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

export interface PageOptions {
  phone?: boolean | undefined;
  theme?: "light" | "dark" | undefined;
  /** The test changes what `empty` cannot reset: a clock, a permission, a CDP session. */
  isItsOwn?: boolean | undefined;
}

let browser: Promise<Browser> | undefined;
const idle: Record<keyof typeof SIZES, Page[]> = { desk: [], phone: [] };

export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** Called after a file. If other files follow, `test/run.ts` ends the browser with the process. */
export async function leaveBrowser(): Promise<void> {
  if (TEMPLATES) return;
  await (await browser)?.close();
  browser = undefined;
  for (const pages of Object.values(idle)) pages.length = 0;
}

export type LentPage = Awaited<ReturnType<typeof lendPage>>;

export async function lendPage(address: string, options: PageOptions) {
  const { phone, theme = "light", isItsOwn } = options;
  const size = phone ? "phone" : "desk";
  const still = `${address}/healthz`;
  const page = (!isItsOwn && idle[size].pop()) || (await newPage(size));
  await page.setViewportSize(SIZES[size].viewport);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  if (page.url() !== still) await page.goto(still);
  return {
    page,
    async keep(stored: Record<string, string>) {
      await page.evaluate((stored) => {
        localStorage.clear();
        sessionStorage.clear();
        for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      }, stored);
    },
    async giveBack() {
      const isEmptied = !isItsOwn && !page.isClosed() && (await empty(page, still));
      if (isEmptied) idle[size].push(page);
      else await page.context().close();
    },
  };
}

/** Returns the local storage of a signed-in user. */
export async function readSession(who: Caller): Promise<Record<string, string>> {
  const { body } = await who.get("/api/auth/me");
  const session = { user: body.user, token: who.token, isAuthenticated: true };
  const { features } = (await who.get("/api/metadata")).body;
  const shown = Object.keys(features ?? {}).filter((name) => features[name]);
  return {
    "auth-storage": JSON.stringify(session),
    [`bahi-features ${session.user.agencySlug}`]: shown.join(" "),
  };
}

/** Returns whether it worked: a page that is navigating cannot be led elsewhere. */
async function empty(page: Page, still: string): Promise<boolean> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const others = page.context().pages();
  for (const other of others) if (other !== page) await other.close();
  await page.context().setOffline(false);
  await page.emulateMedia({ media: null, reducedMotion: null });
  return page.goto(still).then(
    () => true,
    () => false,
  );
}

async function newPage(size: keyof typeof SIZES): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({
    ...SIZES[size],
    acceptDownloads: true,
    // Animations are drawn sixty times a second and cost CPU that the tests need.
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(40_000); // A busy machine is slow.
  return context.newPage();
}
