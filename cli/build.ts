import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");

/**
 * Compiles the command line to one file that runs where there is no Bun and no node_modules: 110 MB, most
 * of it Bun itself. As bytecode, it starts in half the time.
 */
export async function buildCli(outfile: string): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  await Bun.build({
    entrypoints: [join(ROOT, "cli/main.ts")],
    // A program that is run anywhere takes no settings from the folder that it is run in.
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
    // What a command does not need is not read: --help starts in 10 ms for 12.
    splitting: true,
    minify: true,
    bytecode: true,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [withoutDevtools],
  });
}

/** ink 8.0.0 imports react-devtools-core, which is not installed, if it is ever asked to connect to it. */
const withoutDevtools: Bun.BunPlugin = {
  name: "without-devtools",
  setup(build) {
    build.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({
      path,
      namespace: "empty",
    }));
    build.onLoad({ filter: /.*/, namespace: "empty" }, () => ({
      contents: "export default { initialize() {}, connectToDevTools() {} }",
      loader: "js",
    }));
  },
};

if (import.meta.main) {
  await buildCli(join(ROOT, "dist/bahi"));
  process.stdout.write("Made dist/bahi: copy it to a folder of your PATH\n");
}
