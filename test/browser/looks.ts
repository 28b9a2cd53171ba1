import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { axe } from "./desk.ts";

/**
 * All widths of the design. Colours are tokens, so contrast at one width holds at the others, and axe is
 * slow.
 */
const SIZES = [
  { width: 390, theme: "dark" },
  { width: 320 },
  { width: 768 },
  { width: 1440, theme: "light" },
] as const;

/** Fails if the page violates axe on a dark phone or a light desktop, or is wider than its window. */
export async function assertLooksRight(page: Page, what: string): Promise<void> {
  for (const { width, ...look } of SIZES) {
    await page.setViewportSize({ width, height: 844 });
    if ("theme" in look) {
      await page.emulateMedia({ colorScheme: look.theme });
      expect(await axe(page), `${what}, ${width}, ${look.theme}`).toEqual([]);
    }
    expect(await overflow(page), `${what}, ${width}`).toEqual([]);
  }
}

/** Returns the elements that make the page wider than its window, after charts have resized. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}.${element.className}`);
  });
}
