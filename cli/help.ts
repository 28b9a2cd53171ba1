import { fstatSync, type Stats, statSync, writeSync } from "node:fs";
import type { OutputConfiguration } from "commander";

const STDOUT = 1;
const STDERR = 2;

/**
 * Prints help. `process.stdout` and node:tty each take 5 ms to load (Bun 1.4.5), a fifth of the time of
 * `--help`, so the width is only read from a possible terminal. Errors are printed in failure.ts.
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
    // `bahi --help | head` has read enough.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

const PAGE_COLUMNS = 80;

function readTerminalWidth(stream: number): number {
  if (!isTerminal(fstatSync(stream))) return PAGE_COLUMNS;
  return (stream === STDOUT ? process.stdout : process.stderr).columns || PAGE_COLUMNS;
}

/** Other devices report no columns themselves. Only the null device is excluded. */
function isTerminal(stream: Stats): boolean {
  const nothing = statSync("/dev/null", { throwIfNoEntry: false });
  return stream.isCharacterDevice() && stream.rdev !== nothing?.rdev;
}
