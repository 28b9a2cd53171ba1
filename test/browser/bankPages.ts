import type { Page } from "playwright-core";
import type { SampleBooks } from "../server/banking.ts";
import type { Desk } from "./desk.ts";

export const pair = (page: Page, text: string) => page.locator(".pair", { hasText: text });

export async function openStatement(desk: Desk, books: SampleBooks, more = {}): Promise<Page> {
  const { page } = await desk.visit(`/banking/${books.statements.hdfc._id}`, {
    who: desk.world.kaveri.owner,
    ...more,
  });
  await pair(page, "ZYNTARA FOODS").first().waitFor();
  return page;
}
