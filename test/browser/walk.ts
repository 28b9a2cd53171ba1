import type { Locator, Page } from "playwright-core";

// Presses everything on a screen and records what the user's role may not do.

const KEYS = [..."abdefhjkmnpstuvxz123", "Enter", "Control+Enter"];

/** Buttons that end the walk or save a file; every role has them. */
const LEFT_ALONE =
  /Log out|Sign out|Account menu|Switch to|Download|Export|PDF|CSV|Print|Save file/;

/** Buttons of shared parts, which do the same everywhere: pressed on the first screen that has them. */
const SHARED =
  /^(Close|Keep|Open calendar|Show characters|(This|Last) (Month|FY)|Year to Date|Last Year|Custom)$/;
const pressed = new Set<string>();

const FORMS = /\/(new|edit)(\?|$)|#(new|import|transfer|upload|close)$/;

export type Walk = ReturnType<typeof startWalk>;

export function startWalk(page: Page, url: string, path: string) {
  const wrong: string[] = [];
  const { quiet, glimpse } = followRequests(page);
  let action = "opened";
  const note = (what: string) => {
    const line = `${path}, ${action}: ${what}`;
    if (!wrong.includes(line)) wrong.push(line);
  };
  page.on("response", (response) => {
    if (response.status() !== 403) return;
    note(`${response.request().method()} ${new URL(response.url()).pathname} is refused`);
  });
  const isHere = () => page.url().split(/[?#]/)[0] === (url + path).split(/[?#]/)[0];
  const layer = page.locator("dialog[open], .menu:popover-open").last();
  const isCovered = async () => isHere() && (await layer.count()) > 0;

  async function look(): Promise<void> {
    await quiet();
    if (!isHere()) return;
    const both = Promise.all([page.evaluate(openFields), page.evaluate(listLinks)]);
    const seen = await both.catch(() => undefined);
    if (!seen) {
      await page.waitForLoadState();
      return look();
    }
    const [fields, links] = seen;
    for (const field of fields) note(`${field} is open, and nothing saves`);
    for (const href of links) {
      if (FORMS.test(href) && !MAY_ENTER.test(href)) note(`${href} is offered`);
    }
  }
  async function open(hash: string): Promise<void> {
    action = hash || "opened";
    await page.goto("about:blank");
    await page.goto(url + path + hash);
    await look();
  }
  async function back(): Promise<void> {
    for (let n = 0; n < 3 && (await isCovered()); n++) {
      await page.keyboard.press("Escape");
      await quiet();
    }
    if (!isHere() || (await isCovered())) await open("");
  }
  /** All buttons that an action has opened; repeats the action if they have closed. */
  async function pressLayer(act: () => Promise<unknown>): Promise<void> {
    const count = (await isCovered()) ? await buttons(layer).count() : 0;
    for (let n = 0; n < count; n++) {
      if (!(await isCovered())) {
        await back();
        await act();
        await quiet();
      }
      const button = (await isCovered()) && buttons(layer).nth(n);
      if (button) await press(button);
    }
    await back();
  }
  async function press(button: Locator): Promise<boolean> {
    if (!(await button.isVisible())) return false;
    const name = await readAccessibleName(button);
    if (LEFT_ALONE.test(name) || pressed.has(name)) return false;
    if (SHARED.test(name)) pressed.add(name);
    action = name;
    await click(button);
    await look();
    return true;
  }
  return {
    wrong,
    open,
    async pressButtons(): Promise<void> {
      const all = buttons(page.locator("main"));
      const count = await all.count();
      for (let n = 0; n < count; n++) {
        const button = all.nth(n);
        if (!(await button.isVisible()) || (await button.evaluate(isOfLaterRow))) continue;
        if (await press(button)) await pressLayer(() => click(button));
      }
    },
    async pressKeys(): Promise<void> {
      for (const key of KEYS) {
        action = `key ${key}`;
        const act = () => page.keyboard.press(key);
        await act();
        await glimpse();
        if (isHere() && !(await isCovered())) continue;
        await look();
        await pressLayer(act);
      }
      action = "all keys";
      await look();
    },
  };
}

const MAY_ENTER = /^\/journals\/|^\/settings\/locks#close/;

const buttons = (inside: Locator) => inside.locator("button:visible:enabled:not([inert] *)");

const click = (button: Locator) =>
  button.evaluateAll(([element]) => (element as HTMLElement | undefined)?.click());

const readAccessibleName = (button: Locator) =>
  button.evaluateAll(
    ([element]) => element?.getAttribute("aria-label") ?? element?.textContent ?? "",
  );

/** `quiet` resolves after two drawn frames and all requests; `glimpse` after one frame. */
export function followRequests(page: Page) {
  const running = new Set<object>();
  let wake = () => {};
  const ended = (request: object) => {
    running.delete(request);
    if (running.size === 0) wake();
  };
  page.on("request", (request) => running.add(request));
  page.on("response", (response) => ended(response.request()));
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  page.on("framenavigated", () => {
    running.clear();
    wake();
  });
  const drawn = (frames: () => Promise<unknown>) =>
    page.evaluate(frames).catch(() => page.waitForLoadState().catch(() => {}));
  async function settle(): Promise<void> {
    while (running.size > 0) {
      await new Promise<void>((done) => {
        wake = done;
      });
      await drawn(twoFrames);
    }
  }
  return {
    quiet: () => drawn(twoFrames).then(settle),
    glimpse: () => drawn(oneFrame).then(settle),
  };
}

/** Rows are alike, so the first three are enough. */
function isOfLaterRow(element: Element): boolean {
  const row = element.closest("tr, .pair, .card");
  return [...(row?.parentElement?.children ?? [])].indexOf(row as Element) > 2;
}

const oneFrame = () => new Promise((done) => requestAnimationFrame(done));

const twoFrames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

function listLinks(): string[] {
  return [...document.querySelectorAll<HTMLAnchorElement>("main a[href], dialog[open] a[href]")]
    .filter((link) => link.checkVisibility())
    .map((link) => link.getAttribute("href") ?? "");
}

/** Returns editable fields in forms without a save button. */
function openFields(): string[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[novalidate]")]
    .filter((form) => form.checkVisibility() && !form.closest("[inert]"))
    .filter(
      (form) =>
        ![...form.querySelectorAll("[type=submit]:enabled")].some((button) =>
          button.checkVisibility(),
        ),
    )
    .flatMap((form) => [
      ...form.querySelectorAll<HTMLInputElement>("input:enabled, select:enabled, textarea:enabled"),
    ])
    .filter((field) => field.checkVisibility() && !field.readOnly && !field.ariaHidden)
    .map((field) => field.labels?.[0]?.textContent || field.name);
}
