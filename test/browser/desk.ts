import { expect, setDefaultTimeout } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { type Caller, createWorld, done, type World } from "../world.ts";
import { type LentPage, leaveBrowser, lendPage, type PageOptions } from "./pages.ts";

// A browser in front of the real server. Every page of it keeps a list of complaints (console, page
// errors, violations of the CSP), which must be empty when the desk is left.

// For a file that is run by itself; the whole suite is given its time by test/run.ts.
setDefaultTimeout(180_000);

export type Desk = Awaited<ReturnType<typeof openDesk>>;

export interface Visit {
  page: Page;
  /** The API calls so far, method and path. */
  calls: string[];
  complaints: string[];
}

interface Options extends PageOptions {
  who?: Caller;
  /** What a test provokes on purpose (the browser reports every 4xx as an error). */
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
    /** Opens a page as somebody, signed in through local storage as the app itself keeps it. */
    async visit(path: string, options: Options = {}): Promise<Visit> {
      const own = await lendPage(url, options);
      lent.push(own);
      await own.keep(options.who ? await sessionOf(options.who) : {});
      const visit = watch(own.page, options.expectComplaints);
      visits.push(visit);
      await own.page.goto(url + path, { waitUntil: "commit" });
      // Its island has been made alive by then: what is pressed before is pressed in vain.
      await own.page.waitForLoadState("domcontentloaded");
      return visit;
    },
    /** After each test: what is open costs the next one time. */
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

/** What the app keeps of somebody who has signed in; what it then does with it is the app's. */
async function sessionOf(who: Caller): Promise<Record<string, string>> {
  const { body } = await who.get("/api/auth/me");
  const session = { user: body.user, token: who.token, isAuthenticated: true };
  return { "auth-storage": JSON.stringify(session) };
}

/** A member of kaveri's staff in a session of their own, which a log-out may end. */
export async function signInAnew(world: World): Promise<Caller> {
  const credentials = { email: "staff@kaveri.test", password: world.kaveri.password };
  const { token } = done(await world.stranger.post("/api/auth/login", credentials));
  return world.caller(token);
}

/** The rules of WCAG 2.2 AA and axe's best practices that the page breaks, and where. */
export async function axe(page: Page): Promise<string[]> {
  // A dialog that is still coming in has pale colours, and so has a button that changes its own.
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
    // What passes need not be listed, which takes axe a third of its time.
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

/** What stands at the head of a form that could not be saved. */
export const problem = (page: Page, text: string) =>
  page.locator(".attn[role=alert]").getByText(text, { exact: true });

/** Keeps the answers of an address back, so that what is shown meanwhile can be seen, until released. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export const dialog = (page: Page) => page.getByRole("dialog");

/** Fields of the open dialog, by their labels. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog(page).getByLabel(label);
    const isSelect = await field.evaluate((element) => element.tagName === "SELECT");
    if (isSelect) await field.selectOption({ label: value });
    else await field.fill(value);
  }
}
