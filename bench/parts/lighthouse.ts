import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { writeDemo } from "../../db/demo/demo.ts";
import { openBooks } from "../../db/open/open.ts";
import { type Finding, median, ms, type Part } from "../measure.ts";
import { FOLDER, type Server, startServer } from "../server.ts";

// Not a dependency, because it takes 185 MB with its own. The first run downloads it.
const LIGHTHOUSE = "lighthouse@13.5.0";
const PAGES = ["/login", "/dashboard", "/transactions"];
const PRESETS = { desktop: ["--preset=desktop"], phone: [] };
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const RUNS = 3;

export const lighthouse: Part = {
  title: "Lighthouse on three pages of the demo, on a desktop and a slow phone",
  async run() {
    const folder = join(FOLDER, "lighthouse");
    mkdirSync(folder);
    const books = await openBooks({ url: `file:${join(folder, "bahi.db")}` });
    const account = await writeDemo(books);
    books.close();
    // A closed connection keeps the file open until it is garbage-collected (libsql 0.5).
    Bun.gc(true);
    const server = await startServer("lighthouse");
    const strangers = join(FOLDER, "stranger");
    const owners = await signIn(server, account);

    const findings: Finding[] = [];
    for (const page of PAGES) {
      const profile = page === "/login" ? strangers : owners;
      for (const [device, flags] of Object.entries(PRESETS)) {
        const reports: Report[] = [];
        for (let n = 0; n < RUNS; n++)
          reports.push(await examine(server.url + page, profile, flags));
        findings.push(toFinding(`${page} on a ${device}`, reports));
      }
    }
    await server.stop();
    return findings;
  },
};

function installedBrowser(): string {
  const { CHROMIUM } = process.env;
  const path = CHROMIUM ?? Bun.which("chromium") ?? Bun.which("google-chrome");
  if (path) return path;
  throw new Error("No Chromium is installed; install one, or name its path in CHROMIUM");
}

interface Report {
  finalDisplayedUrl: string;
  /** Scores from 0 to 1. */
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Creates a browser profile with the session stored as the app stores it. */
async function signIn(server: Server, account: { email: string; password: string }) {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  const { token, user } = await response.json();
  const profile = join(FOLDER, "owner");
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: installedBrowser(),
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage();
  await page.goto(`${server.url}/login`);
  await page.evaluate(
    (session) => localStorage.setItem("auth-storage", session),
    JSON.stringify({ user, token, isAuthenticated: true }),
  );
  await browser.close();
  return profile;
}

async function examine(url: string, profile: string, flags: string[]): Promise<Report> {
  const child = Bun.spawn(
    [
      ...[process.execPath, "x", LIGHTHOUSE, url, "--quiet", "--output=json", ...flags],
      `--only-categories=${CATEGORIES}`,
      "--disable-storage-reset",
      `--chrome-flags=--headless=new --no-sandbox --user-data-dir=${profile}`,
    ],
    { env: { ...process.env, CHROME_PATH: installedBrowser() }, stdout: "pipe", stderr: "pipe" },
  );
  const [answer, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(complaint);
  const report: Report = JSON.parse(answer);
  if (report.finalDisplayedUrl.split("?")[0] !== url) {
    throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  }
  return report;
}

function toFinding(what: string, reports: Report[]): Finding {
  const score = (category: string) =>
    Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0)));
  const value = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const shift = value("cumulative-layout-shift").toFixed(3);
  return {
    what: `Lighthouse, ${what}: ${CATEGORIES.join(", ")}`,
    measured: CATEGORIES.map(score).join(", "),
    beside: `largest paint ${ms(value("largest-contentful-paint"))}, shift ${shift}${missed(reports)}`,
    ratio: "–",
    target: "98 each",
  };
}

/** Lists the audits that lost points in any run. */
function missed(reports: Report[]): string {
  const audits = reports.flatMap(({ audits, categories }) =>
    Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
      .filter(({ id }) => (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  );
  return [...new Set(audits)].map((id) => `; ${id}`).join("");
}
