import { readFileSync } from "node:fs";
import { join } from "node:path";

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

export type Draw = typeof import("../../islands/sharing/renderClientPage.tsx");

/** The description of a build, stored with its files. */
export interface Manifest {
  assets: Record<string, { file: string; type: string }>;
  pages: Record<string, { file: string; type: string; policy: string; etag: string }>;
  error: { file: string; policy: string };
  client: { file: string; policy: string; draw: string };
}

/** Reads the build in this folder. */
export function readBuilt(folder: string): Built {
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
