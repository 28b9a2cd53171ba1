import { upperFirst } from "../domain/names.ts";
import { EXIT, type Failure, failUsage } from "./failure.ts";

/** The output of a command. stdout is the result, stderr is everything else. */
export interface Output {
  json: boolean;
  quiet: boolean;
  /** Prints the result: the API's response unchanged, or text for people. */
  result(answer: unknown, text: () => string): Promise<void>;
  /** Prints a note to stderr, unless `--quiet` is set. */
  note(text: string): void;
  paint: Paint;
}

export interface OutputOptions {
  json?: boolean;
  quiet?: boolean;
  color?: boolean;
  /** For lists; see listing.ts. */
  csv?: boolean;
}

export function createOutput(options: OutputOptions): Output {
  const { json = false, quiet = false, color = true, csv } = options;
  if (csv && json) throw failUsage("--csv and --json cannot be combined", "choose one");
  return {
    json,
    quiet,
    result: (answer, text) =>
      write(`${json ? toJson(answer) : wrapLines(text(), process.stdout)}\n`),
    note(text) {
      if (!quiet) printNote(text);
    },
    paint: color && wantsColor(process.stdout) ? paint : plain,
  };
}

/** Formats JSON, on one line unless indented, without terminal control characters. */
export function toJson(answer: unknown, indent = 0): string {
  return JSON.stringify(answer, undefined, indent).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Prints a note to stderr, even with `--quiet`. */
export function printNote(text: string): void {
  process.stderr.write(`${wrapLines(text, process.stderr)}\n`);
}

export function printFailure({ message, advice, details }: Failure): void {
  const sentence = message.endsWith("?")
    ? `${message} ${upperFirst(advice)}`
    : `${message}; ${advice}`;
  printNote([`bahi: ${sentence}`, ...details].join("\n"));
}

/** Wraps text between words on a terminal. Pipes and files get whole lines. */
function wrapLines(text: string, { isTTY, columns }: NodeJS.WriteStream): string {
  if (!isTTY || !columns) return text;
  const wrap = (line: string) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    const lines = Bun.wrapAnsi(line.slice(indent.length), columns - indent.length).split("\n");
    return lines.map((part) => indent + part).join("\n");
  };
  return text.split("\n").map(wrap).join("\n");
}

/** Writes to stdout. Waits for a slow reader, and exits if the reader has gone. */
export async function write(chunk: string | Uint8Array): Promise<void> {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", endOfReader);
  if (!process.stdout.write(chunk)) {
    await new Promise((go) => process.stdout.once("drain", go));
  }
}

/** `bahi … | head` has read enough. On a full disk, no message can be written either. */
function endOfReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  const why = error.code === "ENOSPC" ? "the disk is full" : error.message;
  const advice = "the output is incomplete; free some space and run it again";
  process.stderr.write(`bahi: standard output was not written: ${why}; ${advice}\n`);
  process.exit(EXIT.unexpected);
}

function wantsColor(stream: { isTTY?: boolean }): boolean {
  return Boolean(stream.isTTY) && !process.env.NO_COLOR && process.env.TERM !== "dumb";
}

type Paint = typeof paint;

const paint = {
  dim: (text: string) => `\u001b[2m${text}\u001b[22m`,
  bold: (text: string) => `\u001b[1m${text}\u001b[22m`,
  red: (text: string) => `\u001b[31m${text}\u001b[39m`,
};

const plain: Paint = { dim: (text) => text, bold: (text) => text, red: (text) => text };

/** Formats `1 row` or `100,000 rows`. Counts are grouped in thousands, amounts as in India. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${groupInt(n)} ${n === 1 ? one : many}`;
}

export function groupInt(n: number): string {
  return n.toLocaleString("en-US");
}

/** Makes foreign text safe for a terminal, on one line. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ");
}
