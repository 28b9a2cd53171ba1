import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import type { OutputConfiguration } from "commander";

const STDOUT = 1;
const STDERR = 2;

/**
 * Where help goes. Touching `process.stdout` costs 5 ms (Bun 1.4.5), a sixth of what `--help` takes, so
 * only a terminal is asked for its width. Errors are told elsewhere.
 */
export const HELP_OUTPUT: OutputConfiguration = {
  writeOut: (text) => put(STDOUT, text),
  writeErr: (text) => put(STDERR, text),
  outputError: () => {},
  getOutHelpWidth: () => widthOf(STDOUT),
  getErrHelpWidth: () => widthOf(STDERR),
  getOutHasColors: () => false,
  getErrHasColors: () => false,
};

function put(stream: number, text: string): void {
  try {
    writeSync(stream, text);
  } catch (error) {
    // `bahi --help | head` has read what it wanted.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

const PAGE_COLUMNS = 80;

function widthOf(stream: number): number {
  if (!isatty(stream)) return PAGE_COLUMNS;
  return (stream === STDOUT ? process.stdout : process.stderr).columns || PAGE_COLUMNS;
}
