import { onInterrupt } from "./interrupt.ts";
import { count, grouped, tell } from "./output.ts";

/** How far a file has come, in rows that have been sent. */
export interface Progress {
  /** The same chunks, counted as they leave. */
  counting(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  rows(): number;
  /** Takes the moving line away. `rows`: how many there were, where it came to a good end. */
  end(rows?: number): Promise<void>;
}

interface Reading {
  name: string;
  rows: number;
  rowsPerSecond: number;
  /** 0 to 1; undefined where nobody knows how much will come. */
  part: number | undefined;
  secondsLeft: number | undefined;
  seconds: number;
  /** Everything is sent, and the server is at work. */
  isSent: boolean;
}

interface Watched {
  name: string;
  totalBytes: number | undefined;
  isQuiet: boolean;
}

/** A moving line costs a terminal 0.1 s to begin, so what is done sooner goes without. */
const PATIENCE_MS = 300;
const LINE_EVERY_MS = 5_000;

export function watch({ name, totalBytes, isQuiet }: Watched): Progress {
  const startedMs = performance.now();
  let rows = -1; // The header is none.
  let bytes = 0;
  let isSent = false;

  function read(): Reading {
    const seconds = (performance.now() - startedMs) / 1000;
    const part = totalBytes ? Math.min(1, bytes / totalBytes) : undefined;
    const secondsLeft = part ? (seconds / part) * (1 - part) : undefined;
    const sent = Math.max(0, rows);
    return { name, rows: sent, rowsPerSecond: sent / seconds, part, secondsLeft, seconds, isSent };
  }
  const end = isQuiet
    ? undefined
    : show(
        (columns) => wordsOf(read(), columns),
        () => lineOf(read()),
      );

  return {
    async *counting(chunks) {
      let last = 10;
      for await (const chunk of chunks) {
        rows += linesIn(chunk);
        bytes += chunk.byteLength;
        last = chunk.at(-1) ?? last;
        yield chunk;
      }
      // A last line may have no line feed.
      if (last !== 10) rows += 1;
      isSent = true;
    },
    rows: () => Math.max(0, rows),
    async end(total) {
      await end?.();
      if (isQuiet || total === undefined) return;
      tell(lastLine(name, total, read().seconds));
    },
  };
}

function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

function lastLine(name: string, rows: number, seconds: number): string {
  const bar = process.stderr.isTTY && process.stderr.columns >= 70 ? `  ${"█".repeat(20)}` : "";
  return `${name}${bar}  ${count(rows, "row")}  ${seconds.toFixed(1)} s`;
}

function wordsOf(reading: Reading, columns: number): string {
  const { name, rows, rowsPerSecond, part, seconds, secondsLeft, isSent } = reading;
  const pace = isSent
    ? `sent, the server is at work, ${seconds.toFixed(0)} s`
    : [`${grouped(Math.round(rowsPerSecond))} rows/s`, leftOf(secondsLeft)]
        .filter(Boolean)
        .join("  ");
  return [name, barOf(part, columns), count(rows, "row"), pace].filter(Boolean).join("  ");
}

function lineOf({ name, rows, rowsPerSecond, isSent }: Reading): string {
  const what = isSent
    ? "sent, the server is at work"
    : `${grouped(Math.round(rowsPerSecond))} rows/s`;
  return `${name}  ${count(rows, "row")}  ${what}`;
}

function leftOf(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return "";
  const minutes = Math.floor(seconds / 60);
  return minutes > 0
    ? `${minutes} min ${Math.round(seconds % 60)} s left`
    : `${Math.ceil(seconds)} s left`;
}

const BAR_CELLS = 20;
const BAR_FROM_COLUMNS = 70;

/** A part of the whole, 0 to 1, as a bar; as a percentage where the terminal is narrow. */
export function barOf(part: number | undefined, columns: number): string {
  if (part === undefined) return "";
  if (columns < BAR_FROM_COLUMNS) return `${Math.floor(part * 100)}%`;
  const full = Math.round(part * BAR_CELLS);
  return "█".repeat(full) + "░".repeat(BAR_CELLS - full);
}

/**
 * Says how far a work is until the answer is called: on a terminal one line that moves, in so many
 * columns, and that is taken away at the end; for a log a line now and then.
 */
export function show(words: (columns: number) => string, line: () => string): () => Promise<void> {
  return process.stderr.isTTY ? showMoving(words) : showLines(line);
}

function showMoving(words: (columns: number) => string): () => Promise<void> {
  let shown: Promise<() => Promise<void>> | undefined;
  const timer = setTimeout(() => {
    shown = import("./views/Progress.tsx").then(({ showProgress }) => showProgress(words));
  }, PATIENCE_MS);
  const hide = async () => {
    clearTimeout(timer);
    await (await shown)?.();
  };
  const forget = onInterrupt(hide);
  return async () => {
    await hide();
    forget();
  };
}

function showLines(line: () => string): () => Promise<void> {
  const timer = setInterval(() => tell(line()), LINE_EVERY_MS);
  return async () => clearInterval(timer);
}
