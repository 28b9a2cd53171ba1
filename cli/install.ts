import { chmodSync, copyFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { buildCli } from "./build.ts";
import { SCRIPTS } from "./commands/completionScripts.ts";

// `bun run install:cli [FOLDER]`: installs the compiled program in a folder of the PATH, and its completion
// where the shells look for it.

const [, , given] = process.argv;
const { PATH = "", XDG_DATA_HOME, XDG_CONFIG_HOME } = process.env;
const home = homedir();
const folder = resolve(given ?? join(home, ".local/bin"));
const data = XDG_DATA_HOME || join(home, ".local/share");
const config = XDG_CONFIG_HOME || join(home, ".config");

const built = join(import.meta.dir, "../dist/bahi");
const program = join(folder, "bahi");
try {
  await buildCli(built);
  mkdirSync(folder, { recursive: true });
  // A running program cannot be overwritten, but its name can be given to another file.
  copyFileSync(built, `${program}.new`);
  chmodSync(`${program}.new`, 0o755);
  renameSync(`${program}.new`, program);
  const lines = [`Installed ${program}`];
  if (!PATH.split(delimiter).includes(folder)) {
    lines.push(`${folder} is not on your PATH; add it:  export PATH="${folder}:$PATH"`);
  }
  const places = {
    bash: join(data, "bash-completion/completions/bahi"),
    fish: join(config, "fish/completions/bahi.fish"),
    zsh: join(data, "zsh/site-functions/_bahi"),
  };
  for (const [shell, place] of Object.entries(places)) {
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, SCRIPTS[shell as keyof typeof places]);
    lines.push(`Completion for ${shell}: ${place}`);
  }
  lines.push(
    `New bash and fish shells load it (bash needs the package bash-completion).`,
    `For zsh, add this to ~/.zshrc before compinit:  fpath=(${dirname(places.zsh)} $fpath)`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  process.stderr.write(`bahi was not installed: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
