import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transform } from "lightningcss";
import type { IconName } from "../../islands/ui/Icon.tsx";
import icons from "../../islands/ui/icons.json";
import type { Page } from "./pages.ts";
import { islandName } from "./Shell.tsx";

const ISLANDS = fileURLToPath(new URL("../../islands/", import.meta.url));
const STYLES = [
  ..."tokens base primitives shell page buttons segments fields table panels kpis dashboard".split(
    " ",
  ),
  ..."dialogs pops lists dataTable transactions masters records items".split(" "),
  ..."documents invoices notes receipts".split(" "),
  ..."settings agency auth print".split(" "),
];
const FONTS = ["inter-latin.woff2", "inter-rupee.woff2"];

/** A page's scripts by URL, its own first, and the icons named in its code. */
interface IslandScripts {
  scripts: string[];
  icons: IconName[];
}

/** Builds one bundle per page. Shared code, above all React, is split off and loaded once. */
export async function buildScripts(pages: Pick<Page, "source" | "calls">[]) {
  const entries = new Map(
    pages.map((page) => [`${ISLANDS}${entryName(page.source)}`, buildEntryScript(page)]),
  );
  const { outputs, metafile } = await Bun.build({
    entrypoints: [...entries.keys()],
    files: Object.fromEntries(entries),
    target: "browser",
    splitting: true,
    minify: true,
    metafile: true,
    naming: "[name]-[hash].[ext]",
    define: { "process.env.NODE_ENV": '"production"' },
  });

  const files = await Promise.all(
    outputs.map(async (output) => ({ name: toBaseName(output.path), text: await output.text() })),
  );
  const chunks = metafile?.outputs ?? {};
  const islands = new Map<string, IslandScripts>();
  for (const [path, { entryPoint, imports }] of Object.entries(chunks)) {
    const entry = toBaseName(entryPoint ?? "");
    const source = pages.find(({ source }) => entry === entryName(source))?.source;
    if (!source) continue;
    const loaded = imports.filter(({ kind }) => kind !== "dynamic-import");
    const all = reachable(path, chunks);
    const inputs = all.flatMap((chunk) => Object.keys(chunks[chunk]?.inputs ?? {}));
    islands.set(source, {
      scripts: [path, ...loaded.map((chunk) => chunk.path)].map(
        (chunk) => `/assets/${toBaseName(chunk)}`,
      ),
      icons: iconsIn(inputs),
    });
  }
  return { files, islands };
}

/** Builds the module that renders each island's first HTML: `first.Login()` returns it. */
export async function buildFirst(pages: Pick<Page, "source">[]): Promise<string> {
  const path = `${ISLANDS}first.entry.tsx`;
  const imports = pages.map(({ source }) => `import ${islandName(source)} from "./${source}";`);
  const renders = pages
    .map(({ source }) => islandName(source))
    .map((name) => `${name}: () => renderToString(<${name} />)`);
  const { outputs } = await Bun.build({
    entrypoints: [path],
    files: {
      [path]: `import { renderToString } from "react-dom/server";
        ${imports.join("\n")}
        export const first = { ${renders.join(", ")} };`,
    },
    target: "bun",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return (await outputs[0]?.text()) ?? "";
}

/** Builds the module that renders shared documents, with all its imports. */
export async function buildClientPage(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [`${ISLANDS}sharing/renderClientPage.tsx`],
    target: "bun",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return (await outputs[0]?.text()) ?? "";
}

/** Builds an inline script from one file of islands/headScripts. */
export async function buildInline(name: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [`${ISLANDS}headScripts/${name}.ts`],
    target: "browser",
    format: "iife",
    minify: true,
  });
  const text = (await outputs[0]?.text()) ?? "";
  return text.trim().replaceAll("</", "<\\/");
}

export function readFonts(): { name: string; bytes: Uint8Array }[] {
  return FONTS.map((name) => ({ name, bytes: readFileSync(`${ISLANDS}styles/fonts/${name}`) }));
}

/** Joins all styles into one file, with the fonts' URLs in place of their names. */
export function stylesWith(fonts: Map<string, string>): string {
  const plots = readFileSync(
    fileURLToPath(import.meta.resolve("uplot/dist/uPlot.min.css")),
    "utf8",
  );
  const ours = STYLES.map((name) => readFileSync(`${ISLANDS}styles/${name}.css`, "utf8"));
  // tokens.css comes first because it sets the order of the layers. Third-party styles are lowest.
  const source = [...ours.slice(0, 1), `@layer base { ${plots} }`, ...ours.slice(1)].join("\n");
  return minifyCss(source.replace(/\.\/fonts\/([\w.-]+)/g, (_, name) => fonts.get(name) ?? name));
}

/** Stylesheets that only some pages need. */
const SHEETS = {
  api: ["api"],
  dashboard: ["firstSteps", "charts", "sixWeeks", "balances"],
  bills: ["bills", "callout", "papers", "clients", "stepper", "steps"],
  clients: ["papers", "clients"],
  papers: ["papers", "einvoice", "callout", "mail"],
  transactions: ["papers", "callout", "mapping", "steps"],
  mail: ["mail"],
  reminders: ["reminders"],
  moveIn: ["moveIn"],
  overview: ["overview"],
  closeBar: ["closeBar"],
  closing: ["gst", "stepper", "mail", "closing"],
  locks: ["locks", "returns"],
  gst: ["gst", "stepper", "returns", "einvoice"],
  reports: ["reports", "journals", "mail"],
  journal: ["reports", "journals", "papers"],
  integrity: ["integrity"],
  security: ["security"],
  tds: ["stepper", "tds"],
  series: ["series"],
  history: ["history"],
  banking: [..."papers banking callout steps proof pairs match reconciliation".split(" ")],
};
export type Sheet = keyof typeof SHEETS;

export const bundleStyles = (sheet: Sheet): string => minifyCss(joinStyles(SHEETS[sheet]));

const joinStyles = (names: readonly string[]) =>
  names.map((name) => readFileSync(`${ISLANDS}styles/${name}.css`, "utf8")).join("\n");

/**
 * Returns the styles of a shared document. They load once over a phone connection, so there is no web font.
 */
export const stylesOfClientPage = (): string =>
  minifyCss(
    joinStyles(
      "tokens base primitives buttons segments fields panels table items documents clientPage".split(
        " ",
      ),
    ).replace(/@font-face\s*\{[^}]*\}/g, ""),
  );

function minifyCss(source: string): string {
  const breakpoint = readFileSync(`${ISLANDS}styles/breakpoint.css`, "utf8");
  const { code } = transform({
    filename: "styles.css",
    code: Buffer.from(breakpoint + source),
    minify: true,
    drafts: { customMedia: true },
    targets: { chrome: 111 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) },
  });
  return new TextDecoder().decode(code);
}

const entryName = (source: string) => `${islandName(source)}.entry.tsx`;

const buildEntryScript = ({ source, calls }: Pick<Page, "source" | "calls">) => `
  import { mount } from "./browser/mount.tsx";
  import Island from "./${source}";
  mount("${islandName(source)}", Island);
  ${calls ? 'import { wakeFrame } from "./layout/frame.ts"; wakeFrame();' : ""}
`;

const toBaseName = (path: string) => path.replace(/^.*\//, "");

type Chunks = NonNullable<Bun.BuildOutput["metafile"]>["outputs"];

/** Returns the chunk and every chunk it may load, now or later. */
function reachable(path: string, chunks: Chunks, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  for (const { path: next } of chunks[path]?.imports ?? []) reachable(next, chunks, seen);
  return [...seen];
}

/** Returns every icon named in quotes in these sources or in the page frame. */
function iconsIn(inputs: string[]): IconName[] {
  const frame = fileURLToPath(new URL("./Frame.tsx", import.meta.url));
  const nav = fileURLToPath(new URL("./nav.ts", import.meta.url));
  const texts = inputs
    .filter((path) => path.includes("islands/") && !path.includes(".entry."))
    .map((path) =>
      readFileSync(`${ISLANDS}${path.slice(path.lastIndexOf("islands/") + 8)}`, "utf8"),
    );
  const text = [...texts, readFileSync(frame, "utf8"), readFileSync(nav, "utf8")].join("\n");
  return (Object.keys(icons) as IconName[]).filter(
    (name) => text.includes(`"${name}"`) || text.includes(`#i-${name}"`),
  );
}
