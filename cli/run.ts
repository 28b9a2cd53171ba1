import { type Command, CommanderError } from "commander";
import { EXIT, Failure } from "./failure.ts";
import { listenForInterrupts } from "./interrupt.ts";
import { loadOptions } from "./lazy.ts";
import { findSubcommand } from "./options.ts";
import { printFailure, toJson, write } from "./output.ts";
import { namedPerson, type Who } from "./session.ts";

/** Runs the command line. Every error becomes one line and an exit code. */
export async function run(program: Command, words: string[]): Promise<void> {
  program.hook("preSubcommand", (_, group) => loadOptions(group));
  program.hook("preAction", listenForInterrupts);
  program.hook("preAction", (_, command) => chooseSession(program, command));
  try {
    await program.parseAsync(asOptions(words), { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    await report(
      error instanceof Failure ? error : toFailure(error, program, words),
      words.includes("--json"),
    );
  }
}

/** Commands that use no saved session, or only complete a word. */
const WITHOUT_SESSION = ["login", "completion", "complete"];

/** If `--as` fits several sessions, the user chooses one on the terminal. */
async function chooseSession(program: Command, command: Command): Promise<void> {
  const who: Who = command.optsWithGlobals();
  if (!namedPerson(who) || WITHOUT_SESSION.includes(command.name())) return;
  const { askSession } = await import("./askSession.ts");
  const chosen = await askSession(who);
  if (chosen) program.setOptionValue("as", chosen);
}

/** Accepts `bahi help imports list`, `bahi version` and `bahi -v`, like other tools. */
function asOptions([first, ...rest]: string[]): string[] {
  if (first === "help") return [...rest, "--help"];
  if (first === "version" || first === "-v") return ["--version", ...rest];
  return first === undefined ? [] : [first, ...rest];
}

async function report(failure: Failure, isJson: boolean): Promise<void> {
  const { exitCode, answer } = failure;
  printFailure(failure);
  if (process.env.DEBUG === "bahi")
    process.stderr.write(`${Bun.inspect(failure.cause ?? failure)}\n`);
  if (isJson) await write(`${toJson(answer)}\n`);
  // process.exit would cut off output that a pipe has not read yet.
  process.exitCode = exitCode;
}

function toFailure(error: unknown, program: Command, words: string[]): Failure {
  if (error instanceof CommanderError) return usageFailure(error, program, words);
  const message = error instanceof Error ? error.message : String(error);
  const what = `something went wrong: ${message.replace(/\.$/, "")}`;
  const advice = "run it with DEBUG=bahi to see where, and report it";
  return new Failure(EXIT.unexpected, what, advice, { cause: error });
}

/** Parses commander's message "error: unknown command 'imprt'", with its suggestion on the next line. */
function usageFailure(
  { code, message }: CommanderError,
  program: Command,
  words: string[],
): Failure {
  const [first = "", guess] = message.replace(/^error: /, "").split("\n");
  const what = code === "commander.help" ? "no command is given" : first.replace(/\.$/, "");
  const [, advised] = first.split(" is invalid. ");
  if (code === "commander.invalidArgument" && advised) {
    const [, flags = "", , value] = first.split("'");
    return new Failure(EXIT.usage, `${flags.split(" ")[0]} ${value} is not valid`, advised);
  }
  const help = `see ${findCommandName(program, words)} --help`;
  const advice = guess?.replace(/^\(Did you mean (.*)\)$/, "did you mean $1") ?? help;
  return new Failure(EXIT.usage, what, advice);
}

/** Returns the known part of the command: `bahi imports list`. */
function findCommandName(program: Command, words: string[]): string {
  let command = program;
  const path = [program.name()];
  for (const word of words) {
    const next = findSubcommand(command, word);
    if (!next) continue;
    path.push(word);
    command = next;
  }
  return path.join(" ");
}
