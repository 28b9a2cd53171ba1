import { expect, setDefaultTimeout } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import { type Caller, createWorld, done, type World } from "../world.ts";
import { type LentPage, leaveBrowser, lendPage, type PageOptions, readSession } from "./pages.ts";

// Opens a browser on a real server. Collects the complaints of every page (console, page errors, CSP
// violations), which must be empty at the end.

// For a file run alone; test/run.ts sets the limit for the whole suite.
setDefaultTimeout(180_000);

export type Desk = Awaited<ReturnType<typeof openDesk>>;

export interface Visit {
  page: Page;
  /** Method and path of the API calls so far. */
  calls: string[];
  complaints: string[];
}

interface Options extends PageOptions {
  who?: Caller;
  /** Complaints that a test causes on purpose (the browser reports every 4xx as an error). */
  expectComplaints?: RegExp;
}

const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));

export async function openDesk() {
  const world = await createWorld();
  const url = world.listen();
  const visits: Visit[] = [];
  const lent: LentPage[] = [];

  return {
    world,
    url,
    /** Opens a page as a user, signed in through local storage like the app. */
    async visit(path: string, options: Options = {}): Promise<Visit> {
      const own = await lendPage(url, options);
      lent.push(own);
      await own.keep(options.who ? await readSession(options.who) : {});
      const visit = watch(own.page, options.expectComplaints);
      visits.push(visit);
      await own.page.goto(url + path, { waitUntil: "commit" });
      // Wait for the island: a press before hydration is lost.
      await own.page.waitForLoadState("domcontentloaded");
      return visit;
    },
    /** Called after each test, because open pages slow down the next one. */
    async clear() {
      for (const page of lent.splice(0)) await page.giveBack();
    },
    async leave() {
      await this.clear();
      await leaveBrowser();
      await world.end();
      expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]);
    },
  };
}

function watch(page: Page, expected?: RegExp): Visit {
  const visit: Visit = { page, calls: [], complaints: [] };
  const complain = (text: string) => expected?.test(text) || visit.complaints.push(text);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api")) visit.calls.push(`${request.method()} ${pathname}`);
  });
  page.on("console", (message) => complain(`${page.url()} ${message.text()}`));
  page.on("pageerror", (error) => complain(`${page.url()} ${error}`));
  return visit;
}

/** Signs in a staff member of kaveri in a separate session that a test may end. */
export async function signInAnew(world: World): Promise<Caller> {
  const credentials = { email: "staff@kaveri.test", password: world.kaveri.password };
  const { token } = done(await world.stranger.post("/api/auth/login", credentials));
  return world.caller(token);
}

/** Returns the violations of WCAG 2.2 AA and axe's best practices on the page. */
export async function axe(page: Page): Promise<string[]> {
  // Animated dialogs and buttons have pale colours, which fail the contrast check.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(passing.map(({ finished }) => finished.catch(() => {})));
  });
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    await page.evaluate(readFileSync(AXE, "utf8"));
  }
  return page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe
      .run;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    // Listing what passes takes axe a third of its time.
    const resultTypes = ["violations"];
    const { violations } = await run({ runOnly: { type: "tag", values: tags }, resultTypes });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`,
    );
  });
}

interface AxeResult {
  violations: { id: string; nodes: { target: string[] }[] }[];
}

export const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });

export const problem = (page: Page, text: string) =>
  page.locator(".attn[role=alert]").getByText(text, { exact: true });

/** Holds back the responses of an address until released, so that a test can see the loading state. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export const dialog = (page: Page) => page.getByRole("dialog");

export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog(page).getByLabel(label);
    const kind = await field.evaluate((element) => element.role ?? element.tagName);
    if (kind === "SELECT") await field.selectOption({ label: value });
    else if (kind === "combobox" && value) await pick(field, value);
    else await field.fill(value);
  }
}

/** Chooses the option with this name in a combobox, or creates a record if the name begins with "Add". */
export async function pick(field: Locator, name: string): Promise<void> {
  const options = field.locator("xpath=..").getByRole("option");
  await field.fill("");
  if (name.startsWith("Add a")) await field.press("ArrowDown");
  else await field.fill(name);
  await options.filter({ hasText: name }).first().click();
}

/** Returns the names that a combobox offers, once they are loaded. */
export async function listChoices(field: Locator): Promise<string[]> {
  await field.press("ArrowDown");
  const options = field.locator("xpath=..").getByRole("option");
  await options.nth(1).waitFor();
  const names = await options.locator("span.truncate:not(.small)").allTextContents();
  await field.press("Escape");
  return names;
}

/** Waits until a field has this value. */
export async function hasValue(field: Locator, value: string): Promise<void> {
  const element = await field.elementHandle();
  await field
    .page()
    .waitForFunction(([input, wanted]) => (input as HTMLInputElement).value === wanted, [
      element,
      value,
    ] as const);
}

/** Opens a folded field of a form, such as the notes of an invoice, and returns it. */
export async function unfold(page: Page, label: string): Promise<Locator> {
  await page.getByRole("button", { name: new RegExp(`^(Add|Edit) ${label}`) }).click();
  return page.getByLabel(label);
}
