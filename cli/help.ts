import { fstatSync, type Stats, statSync, writeSync } from "node:fs";
import type { OutputConfiguration } from "commander";

const STDOUT = 1;
const STDERR = 2;

/**
 * Where help goes. `process.stdout` and node:tty each cost 5 ms (Bun 1.4.5), a fifth of what `--help`
 * takes, so only what may be a terminal is asked for its width. Errors are told elsewhere.
 */
export const HELP_OUTPUT: OutputConfiguration = {
  writeOut: (text) => put(STDOUT, text),
  writeErr: (text) => put(STDERR, text),
  outputError: () => {},
  getOutHelpWidth: () => readTerminalWidth(STDOUT),
  getErrHelpWidth: () => readTerminalWidth(STDERR),
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

function readTerminalWidth(stream: number): number {
  if (!isTerminal(fstatSync(stream))) return PAGE_COLUMNS;
  return (stream === STDOUT ? process.stdout : process.stderr).columns || PAGE_COLUMNS;
}

/** Or another device, which will say itself that it has no columns; only the null device is not asked. */
function isTerminal(stream: Stats): boolean {
  const nothing = statSync("/dev/null", { throwIfNoEntry: false });
  return stream.isCharacterDevice() && stream.rdev !== nothing?.rdev;
}
