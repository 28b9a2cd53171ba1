import type { Browser, Page } from "playwright-core";
import { TEMPLATES } from "../template.ts";
import { launchBrowser } from "./chromium.ts";

// A browser, and the process of a page, take longer to start than most of what a test does there. So the
// files that one process runs share a browser, and a page that a test has left is lent again, emptied.

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

export interface PageOptions {
  phone?: boolean | undefined;
  theme?: "light" | "dark" | undefined;
  /** The test leaves in it what nothing takes out again: a clock, a permission, a session of CDP. */
  isItsOwn?: boolean | undefined;
}

let browser: Promise<Browser> | undefined;
const idle: Record<keyof typeof SIZES, Page[]> = { desk: [], phone: [] };

/** The browser of all files that this process runs. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** After a file: where other files come, `test/run.ts` ends the browser with the process. */
export async function leaveBrowser(): Promise<void> {
  if (TEMPLATES) return;
  await (await browser)?.close();
  browser = undefined;
  for (const pages of Object.values(idle)) pages.length = 0;
}

export type LentPage = Awaited<ReturnType<typeof lendPage>>;

/** A page whose browser keeps of the address what `keep` says; `giveBack` ends what was done there. */
export async function lendPage(address: string, options: PageOptions) {
  const { phone, theme = "light", isItsOwn } = options;
  const size = phone ? "phone" : "desk";
  const still = `${address}/healthz`;
  const page = (!isItsOwn && idle[size].pop()) || (await newPage(size));
  await page.setViewportSize(SIZES[size].viewport);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  // Whoever had it last may have left it just there.
  if (page.url() !== still) await page.goto(still);
  return {
    page,
    /** What its browser keeps for the address is this then. */
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

/** Whether that went: a page that is going elsewhere by itself at this moment lets nobody lead it. */
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
    // What moves is drawn sixty times a second, by the processors that the tests need.
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(40_000); // A busy machine is no failure.
  return context.newPage();
}
