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

/** What a moving line shows. */
export interface Reading {
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
  const show = isQuiet ? undefined : process.stderr.isTTY ? showMoving(read) : showLines(read);

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
      await show?.();
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

/** The answer takes it off the terminal again. */
function showMoving(read: () => Reading): () => Promise<void> {
  let shown: Promise<() => Promise<void>> | undefined;
  const timer = setTimeout(() => {
    shown = import("./views/Progress.tsx").then(({ showProgress }) => showProgress(read));
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

/** For a log: a line now and then. */
function showLines(read: () => Reading): () => Promise<void> {
  const timer = setInterval(() => {
    const { name, rows, rowsPerSecond, isSent } = read();
    const what = isSent
      ? "sent, the server is at work"
      : `${grouped(Math.round(rowsPerSecond))} rows/s`;
    tell(`${name}  ${count(rows, "row")}  ${what}`);
  }, LINE_EVERY_MS);
  return async () => clearInterval(timer);
}
