import { onInterrupt } from "./interrupt.ts";
import { count, groupInt, printNote } from "./output.ts";
import { drawBar, type Work } from "./progressBar.ts";

/** The progress of a file: sent by us, then entered by the server. */
export interface Progress {
  /** Passes the chunks through, and counts them. */
  counting(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  rows(): number;
  entered(rows: number): void;
  /** Ends the view. `rows` is the total after a success. `result` is printed below, in the same view. */
  end(rows?: number, result?: string): Promise<void>;
}

interface Watched {
  name: string;
  totalBytes: number | undefined;
  isQuiet: boolean;
  /** Called when everything is sent. */
  onSent(): void;
}

/** The view takes 0.1 s to start, so it is left out for anything faster than this. */
const PATIENCE_MS = 300;
const LINE_EVERY_MS = 5_000;

export function watch({ name, totalBytes, isQuiet, onSent }: Watched): Progress {
  const startedMs = performance.now();
  let rows = -1; // The header does not count.
  let bytes = 0;
  let sentMs: number | undefined;
  let posted = 0;

  const sent = () => Math.max(0, rows);
  const isSent = () => sentMs !== undefined;
  const passed = (since = startedMs) => (performance.now() - since) / 1000;
  const part = () => (totalBytes ? Math.min(1, bytes / totalBytes) : undefined);
  const whole = () => (posted > 0 ? posted / Math.max(1, sent()) : part());
  const pace = () => {
    if (!isSent()) return formatPace(sent(), part(), passed());
    if (posted > 0) return formatPace(posted, whole(), passed(sentMs));
    return `sent, the server is working, ${passed().toFixed(0)} s`;
  };
  const work: Work = {
    words: (columns) =>
      [name, drawBar(whole(), columns), count(sent(), "row"), pace()].filter(Boolean).join("  "),
    line: () => [name, count(sent(), "row"), pace()].join("  "),
    stages: () => ({
      head: [name, count(sent(), "row"), pace()].join("  "),
      stages: [
        {
          mark: isSent() ? "done" : "now",
          title: "Send",
          part: part(),
          words: sentMs === undefined ? "" : `${Math.ceil((sentMs - startedMs) / 1000)} s`,
        },
        {
          mark: isSent() ? "now" : "next",
          title: "Enter in the books",
          part: posted / Math.max(1, sent()),
          words: posted > 0 ? count(posted, "row") : "",
        },
      ],
    }),
  };
  const end = isQuiet ? undefined : show(work);

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
      sentMs = performance.now();
      onSent();
    },
    rows: sent,
    entered(rows) {
      posted = rows;
    },
    async end(total, result) {
      const closing = total === undefined ? [] : [lastLine(name, total, passed()), result ?? ""];
      await end?.(closing.filter(Boolean).join("\n"));
    },
  };
}

function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`;

function lastLine(name: string, rows: number, seconds: number): string {
  const bar = canDraw() ? drawBar(1, process.stderr.columns, "") : "";
  return [name, bar, count(rows, "row"), formatSeconds(seconds)].filter(Boolean).join("  ");
}

/** @param part the completed share, from 0 to 1 */
function formatPace(rows: number, part: number | undefined, seconds: number): string {
  const left = part ? (seconds / part) * (1 - part) : undefined;
  return [`${groupInt(Math.round(rows / seconds))} rows/s`, formatRemaining(left)]
    .filter(Boolean)
    .join("  ");
}

function formatRemaining(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return "";
  const minutes = Math.floor(seconds / 60);
  return minutes > 0
    ? `${minutes} min ${Math.round(seconds % 60)} s left`
    : `${Math.ceil(seconds)} s left`;
}

/**
 * Shows progress until the returned function is called with the closing line: a live view on a terminal,
 * occasional lines in a log or on a terminal that cannot draw.
 */
export function show(work: Work): (last?: string) => Promise<void> {
  return canDraw() ? showMoving(work) : showLines(work);
}

const canDraw = () => process.stderr.isTTY && process.env.TERM !== "dumb";

function showMoving(work: Work): (last?: string) => Promise<void> {
  let shown: Promise<(last: string) => Promise<void>> | undefined;
  const timer = setTimeout(() => {
    shown = import("./views/Progress.tsx").then(({ showProgress }) => showProgress(work));
  }, PATIENCE_MS);
  const hide = async (last = "") => {
    clearTimeout(timer);
    if (shown) await (await shown)(last);
    else if (last) printNote(last);
  };
  const forget = onInterrupt(hide);
  return async (last) => {
    await hide(last);
    forget();
  };
}

function showLines({ line }: Work): (last?: string) => Promise<void> {
  const timer = setInterval(() => printNote(line()), LINE_EVERY_MS);
  return async (last) => {
    clearInterval(timer);
    if (last) printNote(last);
  };
}
