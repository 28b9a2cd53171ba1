import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { program, VERSION } from "../../cli/main.ts";
import { renderManual } from "../../cli/manual.ts";
import { bahi } from "./bahi.ts";

const root = join(import.meta.dir, "../..");
const seat = { folder: tmpdir(), url: "http://127.0.0.1:1" };

const everyCommand = (command: Command): string[][] =>
  command
    .createHelp()
    .visibleCommands(command)
    .flatMap((sub) => [[sub.name()], ...everyCommand(sub).map((path) => [sub.name(), ...path])]);

test.each(everyCommand(program))("bahi %s %s prints help with an example", (...words) => {
  const path = words.filter((word) => typeof word === "string");
  let help = "";
  const command = path.reduce(subcommand, program);
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  expect(help).toMatch(new RegExp(`Usage: bahi ${path.join(" ")}(\\|(add|create))? `));
  expect(help).toMatch(new RegExp(`\\nExample:\\n {2}\\$ [^\\n]*bahi ${path[0]}[^\\n]*\\n$`));
});

function subcommand(command: Command, name: string): Command {
  const found = command.commands.find((sub) => sub.name() === name);
  if (!found) throw new Error(`${command.name()} has no ${name}`);
  return found;
}

test("help goes to stdout and exits 0", async () => {
  const { stdout, stderr, exitCode } = await bahi(seat, ["invoices", "list", "--help"]);
  expect(stdout).toStartWith("Usage: bahi invoices list ");
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
});

test("bun cli in the checkout prints exactly what the program prints", async () => {
  const child = Bun.spawn([process.execPath, "cli", "imprt"], {
    cwd: root,
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await new Response(child.stderr).text()).toBe(
    "bahi: unknown command 'imprt'; did you mean import?\n",
  );
  expect(await new Response(child.stdout).text()).toBe("");
  expect(await child.exited).toBe(2);
});

test("docs/cli.md matches the commands (bun run docs:cli writes it)", () => {
  expect(readFileSync(join(root, "docs/cli.md"), "utf8")).toBe(renderManual(program));
});

test("--version prints the package's version", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(VERSION).toBe(version);
  expect(await bahi(seat, ["--version"])).toEqual({
    stdout: `${version}\n`,
    stderr: "",
    exitCode: 0,
  });
});

test("help and version also work as commands", async () => {
  const [asked, told] = [await bahi(seat, ["help", "imports", "undo"]), await bahi(seat, ["-h"])];
  expect(asked).toEqual(await bahi(seat, ["imports", "undo", "--help"]));
  expect(told).toEqual(await bahi(seat, ["help"]));
  expect(told.stdout).toContain("Usage: bahi [options]");
  for (const word of ["version", "-V", "-v"]) {
    expect(await bahi(seat, [word])).toEqual({ stdout: `${VERSION}\n`, stderr: "", exitCode: 0 });
  }
});

test("no command prints help to stderr and exits 2", async () => {
  for (const words of [[], ["imports"]]) {
    const { stdout, stderr, exitCode } = await bahi(seat, words);
    expect(stderr).toContain("Usage: bahi ");
    expect(stderr).toEndWith(
      `bahi: no command is given; see ${["bahi", ...words].join(" ")} --help\n`,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
  }
});

test.each([
  [["imprt"], "bahi: unknown command 'imprt'; did you mean import?\n"],
  [["frobnicate"], "bahi: unknown command 'frobnicate'; see bahi --help\n"],
  [["imports", "undoo"], "bahi: unknown command 'undoo'; did you mean undo?\n"],
  [["imports", "undo"], "bahi: missing required argument 'id'; see bahi imports undo --help\n"],
  [["import", "--sever", "x"], "bahi: unknown option '--sever'; did you mean --server?\n"],
  [
    ["whoami", "--server"],
    "bahi: option '--server <url>' argument missing; see bahi whoami --help\n",
  ],
])("%p exits 2 with one line", async (words, stderr) => {
  expect(await bahi(seat, words)).toEqual({ stdout: "", stderr, exitCode: 2 });
  const { stdout } = await bahi(seat, [...words, "--json"]);
  expect(JSON.parse(stdout || "null")?.message ?? stderr).toBeString();
});

test("DEBUG=bahi logs each request's line, status and time, and never the token", async () => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json({ categories: [] }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const told = { folder: tmpdir(), url, token: "very-secret", env: { DEBUG: "bahi" } };
  const { stderr, exitCode } = await bahi(told, ["categories", "list"]);
  const failed = await bahi({ ...told, url: "http://127.0.0.1:1" }, ["categories", "list"]);
  await server.stop(true);
  expect(stderr).toMatch(/^bahi: GET \/api\/categories 200 \d+ ms\n$/);
  expect(exitCode).toBe(0);
  expect(failed.stderr).toMatch(/\n +at /);
  expect(`${stderr}${failed.stderr}`).not.toContain("very-secret");
});
