import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Glob } from "bun";
import { type Built, readBuilt } from "./built.ts";

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
