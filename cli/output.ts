import { upperFirst } from "../domain/names.ts";
import { EXIT, type Failure, failUsage } from "./failure.ts";

/** What a command says. stdout is the result, stderr is everything else. */
export interface Output {
  json: boolean;
  quiet: boolean;
  /** The result: the API's answer as it came, or the words for a person. */
  result(answer: unknown, text: () => string): Promise<void>;
  /** Beside the result, and left out with `--quiet`. */
  note(text: string): void;
  paint: Paint;
}

export interface OutputOptions {
  json?: boolean;
  quiet?: boolean;
  color?: boolean;
  /** Of lists: see listing.ts. */
  csv?: boolean;
}

export function createOutput(options: OutputOptions): Output {
  const { json = false, quiet = false, color = true, csv } = options;
  if (csv && json) throw failUsage("--csv and --json are two forms", "leave one out");
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

/** On one line, if it is not to be indented, and with nothing in it that a terminal would act on. */
export function toJson(answer: unknown, indent = 0): string {
  return JSON.stringify(answer, undefined, indent).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Beside the result, whatever is wished. */
export function printNote(text: string): void {
  process.stderr.write(`${wrapLines(text, process.stderr)}\n`);
}

/** What is wrong, what to do about it, and what belongs to it. */
export function printFailure({ message, advice, details }: Failure): void {
  const said = message.endsWith("?") ? `${message} ${upperFirst(advice)}` : `${message}; ${advice}`;
  printNote([`bahi: ${said}`, ...details].join("\n"));
}

/** Broken between words, where a terminal would break inside them; whole for a pipe or a file. */
function wrapLines(text: string, { isTTY, columns }: NodeJS.WriteStream): string {
  if (!isTTY || !columns) return text;
  const wrap = (line: string) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    const lines = Bun.wrapAnsi(line.slice(indent.length), columns - indent.length).split("\n");
    return lines.map((part) => indent + part).join("\n");
  };
  return text.split("\n").map(wrap).join("\n");
}

/** To stdout. Waits where the reader is slower than we are, and ends the command where it has gone. */
export async function write(chunk: string | Uint8Array): Promise<void> {
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", endOfReader);
  if (!process.stdout.write(chunk)) {
    await new Promise((go) => process.stdout.once("drain", go));
  }
}

/** `bahi … | head` has read what it wanted; on a full disk nothing more can be said there. */
function endOfReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  const why = error.code === "ENOSPC" ? "the disk is full" : error.message;
  const advice = "what was written is not whole; make room and run it again";
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

/** `1 row`, `100,000 rows`. Counts are grouped in thousands, amounts as India does. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${groupInt(n)} ${n === 1 ? one : many}`;
}

export function groupInt(n: number): string {
  return n.toLocaleString("en-US");
}

/** Text of others, that it may not steer the terminal nor break a line. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ");
}
