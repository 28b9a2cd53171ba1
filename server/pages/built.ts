import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Glob } from "bun";

// The pages and their assets as built files. Nothing here imports React, because a start with a finished
// build only reads it.

/** A file in its three encodings. */
export interface BuiltFile {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
}

/** A page as everyone gets it. */
export interface BuiltPage extends BuiltFile {
  /** Its Content-Security-Policy, which allows its own inline scripts by hash. */
  policy: string;
  etag: string;
}

export interface Built {
  /** By path, `/assets/…`. Every name contains a hash of the content. */
  assets: Map<string, BuiltFile>;
  /** By path, `/transactions`. */
  pages: Map<string, BuiltPage>;
  /** The error page, containing `%message%`. */
  error: { html: string; policy: string };
  /**
   * The page around a shared document, containing `%title%` and `%body%`, and the function that renders the
   * document.
   */
  client: { html: string; policy: string; draw(): Promise<Draw> };
}

export type Draw = typeof import("../../islands/sharing/drawClientPage.tsx");

/** The description of a build, stored with its files. */
export interface Manifest {
  assets: Record<string, { file: string; type: string }>;
  pages: Record<string, { file: string; type: string; policy: string; etag: string }>;
  error: { file: string; policy: string };
  client: { file: string; policy: string; draw: string };
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
// One pattern each: in Bun 1.4.5 a Glob with slashes inside braces finds nothing.
const SOURCES = [
  ..."islands/**/* domain/**/*.ts server/api/* server/pages/* server/build* package.json".split(
    " ",
  ),
];

/** Loads the build of the current sources. Builds them first if necessary. */
export async function loadBuilt(): Promise<Built> {
  const key = keyOfSources();
  const folder = join(ROOT, "build", "pages", key);
  if (!existsSync(join(folder, "manifest.json"))) {
    if (process.stdout.isTTY) process.stdout.write("Building the pages...\n");
    const { build } = await import("./build.tsx");
    await build(folder);
  }
  return readBuilt(folder);
}

/** Returns a hash of the sources' content, independent of their dates. */
function keyOfSources(): string {
  const hash = new Bun.CryptoHasher("sha256");
  hash.update(Bun.version);
  const paths = SOURCES.flatMap((pattern) => [...new Glob(pattern).scanSync({ cwd: ROOT })]);
  for (const path of paths.sort()) {
    hash.update(path);
    hash.update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("hex").slice(0, 16);
}

function readBuilt(folder: string): Built {
  const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
  const readVariants = (file: string, type: string): BuiltFile => ({
    type,
    plain: read(file),
    brotli: read(`${file}.br`),
    gzip: read(`${file}.gz`),
  });

  const manifest: Manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const { error, client } = manifest;
  return {
    assets: new Map(
      Object.entries(manifest.assets).map(([url, { file, type }]) => [
        url,
        readVariants(file, type),
      ]),
    ),
    pages: new Map(
      Object.entries(manifest.pages).map(([path, { file, type, policy, etag }]) => [
        path,
        { ...readVariants(file, type), policy, etag },
      ]),
    ),
    error: { html: readFileSync(join(folder, error.file), "utf8"), policy: error.policy },
    client: {
      html: readFileSync(join(folder, client.file), "utf8"),
      policy: client.policy,
      draw: () => import(join(folder, client.draw)),
    },
  };
}
