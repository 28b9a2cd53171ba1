import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { GROUPS } from "../api/calls.ts";
import { buildOpenApi, EXAMPLES } from "../api/document.ts";
import { ApiPage } from "./ApiPage.tsx";
import type { Manifest } from "./built.ts";
import {
  buildClientPage,
  buildFirst,
  buildInline,
  buildScripts,
  bundleStyles,
  readFonts,
  type Sheet,
  stylesOfClientPage,
  stylesWith,
} from "./bundle.ts";
import { ClientShell } from "./ClientShell.tsx";
import { ErrorPage } from "./ErrorPage.tsx";
import { FrontPage } from "./FrontPage.tsx";
import { buildNav } from "./nav.ts";
import { PAGES } from "./pages.ts";
import { Document, islandName, type Parts, Shell } from "./Shell.tsx";

/** Builds pages, islands and styles into a folder that appears whole or not at all. */
export async function build(folder: string): Promise<void> {
  const builds = dirname(folder);
  mkdirSync(builds, { recursive: true });
  const draft = mkdtempSync(join(builds, "draft-"));
  // The temporary folder is private, but the server may run as another user.
  chmodSync(draft, 0o755);
  try {
    await buildInto(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start may have built the same in the meantime.
    if (!existsSync(join(folder, "manifest.json"))) throw error;
  }
  for (const name of readdirSync(builds)) {
    const isOld = name !== basename(folder) && !name.startsWith("draft-");
    if (isOld) rmSync(join(builds, name), { recursive: true, force: true });
  }
}

async function buildInto(folder: string): Promise<void> {
  const manifest = newManifest();
  const addAsset: AddAsset = (name, type, content) => {
    manifest.assets[`/assets/${name}`] = { file: name, type };
    keep(folder, name, content);
    return `/assets/${name}`;
  };
  const addPage = (path: string, file: string, page: React.ReactNode) => {
    const html = renderDocument(page);
    addText(path, file, html, "text/html; charset=utf-8", policyFor(html));
  };
  const addText = (path: string, file: string, text: string, type: string, policy: string) => {
    manifest.pages[path] = { file, type, policy, etag: `"${hashContent(text)}"` };
    keep(folder, file, text);
  };

  const fonts = new Map<string, string>();
  for (const { name, bytes } of readFonts()) {
    fonts.set(name, addAsset(withHash(name, bytes), "font/woff2", bytes));
  }
  const css = stylesWith(fonts);
  const shared = {
    font: fonts.get("inter-latin.woff2") ?? "",
    styles: addAsset(withHash("styles.css", css), "text/css; charset=utf-8", css),
    identity: await buildInline("identity"),
    nav: buildNav(new Set(PAGES.map(({ path }) => path))),
  };

  const addSheet = (sheet: Sheet) => {
    const styles = bundleStyles(sheet);
    return addAsset(withHash(`${sheet}.css`, styles), "text/css; charset=utf-8", styles);
  };

  // Only its name, because no page loads it at first.
  const closeBar = addSheet("closeBar").replace("/assets/", "");
  const { files, islands } = await buildScripts(PAGES);
  for (const { name, text } of files) addAsset(name, "text/javascript; charset=utf-8", text);
  const first = await readFirst(folder);

  const [signedIn, signedOut] = [await buildInline("signedIn"), await buildInline("signedOut")];
  for (const page of PAGES) {
    const island = islands.get(page.source);
    if (!island) throw new Error(`No script was built for ${page.source}`);
    const name = islandName(page.source);
    const gate = page.calls ? signedIn : signedOut;
    const sheet = page.sheet && addSheet(page.sheet);
    const parts: Parts = {
      ...shared,
      ...island,
      closeBar,
      sheet,
      gate,
      first: first[name]?.() ?? "",
    };
    addPage(page.path, `${name}.html`, <Shell page={page} parts={parts} />);
  }
  addPage("/", "front.html", <FrontPage gate={await buildInline("front")} />);

  const api = { groups: GROUPS, examples: EXAMPLES, version: readVersion() };
  addPage(
    "/docs",
    "docs.html",
    <Document
      title="API"
      parts={{ ...shared, scripts: [], icons: [] }}
      sheet={addSheet("api")}
      gate={await buildInline("docs")}
    >
      <ApiPage {...api} />
    </Document>,
  );
  const openApi = JSON.stringify(buildOpenApi(GROUPS, EXAMPLES, api.version));
  addText("/docs/openapi.json", "openapi.json", openApi, "application/json", NOTHING);

  const error = renderDocument(<ErrorPage gate={await buildInline("plain")} parts={shared} />);
  manifest.error.policy = policyFor(error);
  keep(folder, manifest.error.file, error);

  await buildClientInto(folder, manifest.client, addAsset);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
}

type AddAsset = (name: string, type: string, content: string | Uint8Array) => string;

const newManifest = (): Manifest => ({
  assets: {},
  pages: {},
  error: { file: "error.html", policy: "" },
  client: { file: "client.html", policy: "", draw: "client.js" },
});

/** Builds the page around a shared document, and the module that renders the document. */
async function buildClientInto(folder: string, made: Manifest["client"], addAsset: AddAsset) {
  const css = stylesOfClientPage();
  const styles = addAsset(withHash("client.css", css), "text/css; charset=utf-8", css);
  const html = renderDocument(<ClientShell styles={styles} script={await buildInline("client")} />);
  made.policy = policyFor(html);
  keep(folder, made.file, html);
  writeFileSync(join(folder, made.draw), await buildClientPage());
}

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

/**
 * Returns the functions that render each island's first HTML. The module is imported from a temporary file.
 */
async function readFirst(folder: string): Promise<Record<string, () => string>> {
  const path = join(folder, "first.js");
  writeFileSync(path, await buildFirst(PAGES));
  const { first } = await import(path);
  rmSync(path);
  return first;
}

/** Writes the file uncompressed and compressed. */
function keep(folder: string, name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
  writeFileSync(
    join(folder, `${name}.br`),
    brotliCompressSync(content, toBrotliOptions(content.length)),
  );
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
}

/** Maximum compression of the two API pages takes 0.5 s longer and saves 3 kB of 35. */
const toBrotliOptions = (length: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: length > 128 << 10 ? 9 : 11 },
});

const renderDocument = (page: React.ReactNode) => `<!doctype html>${renderToStaticMarkup(page)}`;

/** The policy of everything except pages. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** Returns a policy that allows our own files and the inline scripts of this page. */
function policyFor(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) =>
      `'sha256-${new Bun.CryptoHasher("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No text becomes HTML or a script in the browser, not even through a custom policy.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function withHash(name: string, content: string | Uint8Array): string {
  const dot = name.lastIndexOf(".");
  return `${name.slice(0, dot)}-${hashContent(content)}${name.slice(dot)}`;
}

function hashContent(content: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex").slice(0, 12);
}
