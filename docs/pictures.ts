import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { writeDemo } from "../db/demo/demo.ts";
import { openBooks } from "../db/open/open.ts";
import { toPresetRange } from "../domain/dates.ts";
import { launchBrowser } from "../test/browser/chromium.ts";
import { newFolder, startServer } from "../test/process.ts";

// `bun run pictures` takes the README's pictures of the demo. The PDF's picture needs pdftoppm
// (poppler-utils).

const PICTURES = join(import.meta.dir, "pictures");
const CLI = join(import.meta.dir, "../cli/main.ts");
const YEAR = join(import.meta.dir, "../test/data/agency-2025-26.csv");

const DESK = { viewport: { width: 1400, height: 860 } };
const PHONE = { viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true };
const LAST_MONTH = toPresetRange("lastMonth").dateFrom.slice(0, 7);
const SCREENS: [name: string, path: string, options: BrowserContextOptions][] = [
  ["dashboard", "/dashboard?preset=lastMonth", DESK],
  ["invoices-dark", "/invoices", { ...DESK, colorScheme: "dark" }],
  ["close-month", `/close?month=${LAST_MONTH}`, DESK],
  ["recurring", "/series", DESK],
  ["phone", "/dashboard?preset=lastMonth", PHONE],
];

// ink 8.0.0 erases progress lines by clearing each line and going up.
const ESC = "\x1b\\[";
const TAKEN_BACK = new RegExp(`((?:${ESC}2K${ESC}1A)+${ESC}2K${ESC}G)`);
// Codes that hide or show the cursor and begin or end a synchronized update.
const UNSEEN = ["\x1b[?25l", "\x1b[?25h", "\x1b[?2026h", "\x1b[?2026l"];

const { folder, remove } = newFolder();
const books = await openBooks({ url: `file:${folder}/books.db` });
const account = await writeDemo(books);
books.close();
// A closed connection holds on to the file until it is collected (libsql 0.5).
Bun.gc(true);
mkdirSync(PICTURES, { recursive: true });
const server = await startServer(folder);
const browser = await launchBrowser();
try {
  for (const screen of SCREENS) await photographScreen(browser, ...screen);
  await run("login", "--email", account.email);
  await photographInvoice();
  await photographTerminal(browser);
} finally {
  await browser.close();
  server.child.kill();
  await server.child.exited;
  remove();
}

async function photographScreen(
  browser: Browser,
  name: string,
  path: string,
  options: BrowserContextOptions,
): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel("Email").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  await page.goto(server.url + path);
  await page.locator("tbody tr, li.step").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  await context.close();
}

/** Photographs the first page of a partly paid invoice. */
async function photographInvoice(): Promise<void> {
  const { items } = JSON.parse(
    await run("invoices", "list", "--status", "PARTIALLY_PAID", "--json"),
  );
  const paper = join(folder, "invoice.pdf");
  await run("invoices", "pdf", items[0].invoiceNumber, "--out", paper);
  const words = ["-png", "-singlefile", "-r", "72", paper, join(PICTURES, "invoice")];
  if ((await Bun.spawn(["pdftoppm", ...words]).exited) !== 0) throw new Error("No paper was drawn");
}

/** Photographs the output of commands on a page that looks like a terminal. */
async function photographTerminal(browser: Browser): Promise<void> {
  await Bun.write(join(folder, "agency-2025-26.csv"), Bun.file(YEAR));
  // The months of the file are closed.
  await run("locks", "except", account.email, "--reason", "The year before comes in");
  let screen = "";
  for (const line of [
    "accounts balances --preset lastMonth",
    "reports month",
    "import agency-2025-26.csv --create-missing",
    "import agency-2025-26.csv",
  ]) {
    screen += `<span class=bold>$ bahi ${line}</span>\n${toHtml(await run(...line.split(" ")))}\n`;
  }
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await page.setContent(`<style>
    body { margin: 0; background: #1c1a17; color: #d9d4c7 }
    pre { display: inline-block; margin: 0; padding: 20px 28px 8px }
    pre { font: 14px/1.5 "DejaVu Sans Mono", monospace }
    .bold { color: #fff; font-weight: bold }
    .dim { color: #98907f }
  </style><pre>${screen}</pre>`);
  await page.locator("pre").screenshot({ path: join(PICTURES, "terminal.png") });
}

/** Renders bold and dim, the only styles of the commands. */
function toHtml(output: string): string {
  return Bun.escapeHTML(output)
    .replaceAll("\x1b[1m", "<span class=bold>")
    .replaceAll("\x1b[2m", "<span class=dim>")
    .replaceAll("\x1b[22m", "</span>");
}

/** Runs a command on its own terminal and returns the final screen. */
async function run(...words: string[]): Promise<string> {
  let output = "";
  const decoder = new TextDecoder();
  const child = Bun.spawn([process.execPath, CLI, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      BAHI_SERVER: server.url,
      BAHI_PASSWORD: account.password,
      XDG_CONFIG_HOME: folder,
      TERM: "xterm-256color",
    },
    terminal: {
      cols: 108,
      rows: 40,
      data: (_, bytes) => {
        output += decoder.decode(bytes, { stream: true });
      },
    },
  });
  if ((await child.exited) !== 0) throw new Error(`bahi ${words.join(" ")}: ${output}`);
  return renderTerminal(output.replaceAll("\r\n", "\n"));
}

/** Renders the final screen of a terminal's output. */
function renderTerminal(output: string): string {
  const seen = UNSEEN.reduce((text, code) => text.replaceAll(code, ""), output);
  return seen.split(TAKEN_BACK).reduce((left, piece) => {
    if (!TAKEN_BACK.test(piece)) return left + piece;
    const lines = piece.split("[1A").length - 1;
    return left
      .split("\n")
      .slice(0, -1 - lines)
      .concat("")
      .join("\n");
  }, "");
}
