import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");

type Target = Bun.Build.CompileTarget;

/** Other systems, for which Bun downloads its own binary. */
const TARGETS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64"];

/**
 * Compiles the command line to one file that needs neither Bun nor node_modules: 110 MB, most of it Bun
 * itself. As bytecode, which works only for the current system, it starts in half the time.
 */
export async function buildCli(outfile: string, target?: Target): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  await Bun.build({
    entrypoints: [join(ROOT, "cli/main.ts")],
    // The program must not read settings from the folder it is started in.
    compile: { outfile, ...(target && { target }), autoloadDotenv: false, autoloadBunfig: false },
    // Code that a command does not need is not loaded: --help starts in 10 ms instead of 12.
    splitting: true,
    minify: true,
    bytecode: target === undefined,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [withoutDevtools],
  });
}

/** ink 8.0.0 imports react-devtools-core, which is not installed, if asked to connect to it. */
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

// `bun run build:cli [SYSTEM]`
if (import.meta.main) {
  const [, , system] = process.argv;
  if (system !== undefined && !TARGETS.includes(system)) {
    process.stderr.write(`bahi was not built: ${system} is not one of ${TARGETS.join(", ")}\n`);
    process.exit(2);
  }
  const name = system ? `bahi-${system}` : "bahi";
  await buildCli(join(ROOT, "dist", name), system ? (`bun-${system}` as Target) : undefined);
  const made = system?.startsWith("windows") ? `${name}.exe` : name;
  process.stdout.write(`Built dist/${made}: copy it to a folder in your PATH\n`);
}
