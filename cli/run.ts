import { type Command, CommanderError } from "commander";
import { EXIT, Failure } from "./failure.ts";
import { listenForInterrupts } from "./interrupt.ts";

/** Runs what was typed; whatever goes wrong becomes one line and an exit code. */
export async function run(program: Command, words: string[]): Promise<void> {
  listenForInterrupts();
  // `bahi … | head` has read what it wanted.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });

  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    report(error instanceof Failure ? error : failureOf(error, words), words.includes("--json"));
  }
}

function report(failure: Failure, isJson: boolean): void {
  const { message, advice, details, exitCode, answer } = failure;
  process.stderr.write(`${[`bahi: ${message}; ${advice}`, ...details].join("\n")}\n`);
  if (process.env.DEBUG === "bahi")
    process.stderr.write(`${Bun.inspect(failure.cause ?? failure)}\n`);
  if (isJson) process.stdout.write(`${JSON.stringify(answer)}\n`);
  // Not process.exit: it would cut off what a pipe has not taken yet.
  process.exitCode = exitCode;
}

function failureOf(error: unknown, words: string[]): Failure {
  if (error instanceof CommanderError) return usageFailure(error, words);
  const message = error instanceof Error ? error.message : String(error);
  const advice = "run it with DEBUG=bahi to see where, and report it";
  return new Failure(EXIT.unexpected, `something went wrong: ${message}`, advice, { cause: error });
}

/** commander says "error: unknown command 'imprt'", and what it might have been on a line below. */
function usageFailure({ code, message }: CommanderError, words: string[]): Failure {
  const command = words.filter((word) => /^[a-z]+$/.test(word)).slice(0, 2);
  const known = code === "commander.unknownCommand" ? command.slice(0, -1) : command;
  const [first = "", guess] = message.replace(/^error: /, "").split("\n");
  const what = code === "commander.help" ? "no command is given" : first.replace(/\.$/, "");
  const advice = guess
    ? guess.replace(/^\(Did you mean /, "did you mean ").replace(/\)$/, "")
    : help(known);
  return new Failure(EXIT.usage, what, advice);
}

const help = (command: string[]) => `see ${["bahi", ...command, "--help"].join(" ")}`;
