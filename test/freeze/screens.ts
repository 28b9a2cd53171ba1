import type { Page } from "playwright-core";
import { leaveBrowser, lendPage, readSession } from "../browser/pages.ts";
import { fillForViews } from "../browser/viewBooks.ts";
import { VIEWS } from "../browser/views.ts";
import { createWorld, type World } from "../world.ts";
import { createMask } from "./mask.ts";
import type { Options, Recording } from "./recording.ts";

const THEMES = ["light", "dark"] as const;
const LOOKS: Look[] = [
  { width: 1440, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
];
const ALL_LOOKS: Look[] = [1440, 768, 390, 320].flatMap((width) =>
  THEMES.map((colorScheme) => ({ width, colorScheme })),
);
const NOON = new Date("2026-11-21T12:00:00+05:30");

interface Look {
  width: number;
  colorScheme: (typeof THEMES)[number];
}

/** The elements and the pixels of every view. */
export async function recordScreens({ isAll }: Options): Promise<Recording> {
  const world = await createWorld();
  await fillForViews(world);
  const url = world.listen();
  const files: Recording = {};
  for (const view of VIEWS) {
    const shown = await showView(world, url, view, isAll ? ALL_LOOKS : LOOKS);
    for (const [name, content] of Object.entries(shown)) files[`${view.name} ${name}`] = content;
  }
  await leaveBrowser();
  await world.end();
  return files;
}

async function showView(
  world: World,
  url: string,
  view: (typeof VIEWS)[number],
  looks: Look[],
): Promise<Recording> {
  const { page, keep, giveBack } = await lendPage(url, {});
  await page.clock.setFixedTime(NOON);
  await keep(view.signedOut ? {} : await readSession(world.kaveri.owner));
  await page.goto(url + view.path);
  await page.getByText(view.ready).first().waitFor();
  await view.open?.(page);
  const files: Recording = {};
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    files[`${width} ${colorScheme}.html`] = await readElements(page);
    files[`${width} ${colorScheme}.png`] = await page.screenshot(PICTURE);
  }
  await giveBack();
  return files;
}

const PICTURE = { fullPage: true, animations: "disabled", caret: "hide" } as const;

/** Waits for requests, fonts and charts, and replaces printed times and hashes by fixed ones. */
async function settle(page: Page): Promise<void> {
  // Some views always have an open request.
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Announcements for screen readers and results of a new width come late.
    await new Promise((done) => setTimeout(done, 400));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.nodeValue ?? "";
      const hidden = text
        .replace(/\b\d\d:\d\d\b/g, "11:30")
        .replace(/\b(?=\d*[a-f])[0-9a-f]{16,64}\b/g, (hash) => "0".repeat(hash.length));
      if (hidden !== text) texts.currentNode.nodeValue = hidden;
    }
  });
}

/** Returns one element a line. */
async function readElements(page: Page): Promise<string> {
  const html = await page.evaluate(() => document.documentElement.outerHTML);
  const hide = createMask();
  const { origin } = new URL(page.url());
  const elements = hide(html)
    .replaceAll(origin, "")
    .replaceAll(A_BUNDLE, "$1")
    .replaceAll(A_REACT_ID, "_r_")
    .replaceAll("><", ">\n<");
  return `${elements}\n`;
}

/** A hash in the name of a script or style sheet. */
const A_BUNDLE = /(\/assets\/[\w-]+?)[-.][\w]{8,}(?=\.(?:js|css|woff2))/g;
/** React numbers ids in the order in which parts load. */
const A_REACT_ID = /\b_r_\w+_\b/g;
