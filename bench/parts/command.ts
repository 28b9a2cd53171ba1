import { join } from "node:path";
import { buildCli } from "../../cli/build.ts";
import { median, ms, type Part, timeCommand, times } from "../measure.ts";
import { FOLDER, ROOT, register, startServer } from "../server.ts";

const RUNS = 20;

export const command: Part = {
  title: "bahi --help and whoami, from source and compiled",
  async run() {
    const compiled = join(FOLDER, "bahi");
    await buildCli(compiled);
    const server = await startServer("command");
    const env = {
      ...process.env,
      BAHI_SERVER: server.url,
      BAHI_TOKEN: await register(server, "command"),
    };
    const source = [process.execPath, "cli/main.ts"];
    const commands = {
      empty: [process.execPath, "-e", "0"],
      help: [...source, "--help"],
      compiledHelp: [compiled, "--help"],
      whoami: [...source, "whoami"],
      compiledWhoami: [compiled, "whoami"],
    };
    const took = await inTurns(commands, (words) => timeCommand(words, 1, { cwd: ROOT, env }));
    await server.stop();

    const { empty, help, compiledHelp, whoami, compiledWhoami } = took;
    const beside = `bun -e 0 ${ms(empty)}`;
    const start = (what: string, took: number, target: string) => ({
      what,
      measured: ms(took),
      beside,
      ratio: times(took / empty),
      target,
    });
    const added = (what: string, took: number, help: number) => ({
      what,
      measured: ms(took),
      beside: `--help ${ms(help)}`,
      ratio: `+ ${ms(took - help)}`,
      target: "+ 20 ms",
    });
    return [
      start("bahi --help, from source", help, "5 ×"),
      start("bahi --help, compiled", compiledHelp, "2.5 ×"),
      added("bahi whoami, from source", whoami, help),
      added("bahi whoami, compiled", compiledWhoami, compiledHelp),
    ];
  },
};

/** Returns the median of each command. They alternate, so that other load affects all alike. */
async function inTurns<Name extends string>(
  commands: Record<Name, string[]>,
  run: (words: string[]) => Promise<number[]>,
): Promise<Record<Name, number>> {
  const names = Object.keys(commands) as Name[];
  const all = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let n = 0; n < RUNS; n++) {
    for (const name of names) all.get(name)?.push(...(await run(commands[name])));
  }
  return Object.fromEntries([...all].map(([name, took]) => [name, median(took)])) as Record<
    Name,
    number
  >;
}
