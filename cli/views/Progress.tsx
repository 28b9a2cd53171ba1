import { render, Text } from "ink";
import { useEffect, useState } from "react";
import { count, grouped } from "../output.ts";
import type { Reading } from "../progress.ts";

const FRAME_MS = 100;
const BAR_CELLS = 20;
const BAR_FROM_COLUMNS = 70;

/** Shows how far it is, on stderr, until the answer is called. */
export function showProgress(read: () => Reading): () => Promise<void> {
  const app = render(<Line read={read} />, { stdout: process.stderr, exitOnCtrlC: false });
  return async () => {
    app.clear();
    app.unmount();
    await app.waitUntilExit();
  };
}

function Line({ read }: { read: () => Reading }) {
  const [reading, setReading] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setReading(read()), FRAME_MS);
    return () => clearInterval(timer);
  }, [read]);

  // Without colour, so that there is none to leave out where nobody wants it.
  return <Text wrap="truncate-end">{wordsOf(reading, process.stderr.columns)}</Text>;
}

function wordsOf(reading: Reading, columns: number): string {
  const { name, rows, rowsPerSecond, part, seconds, secondsLeft, isSent } = reading;
  const bar = part !== undefined && columns >= BAR_FROM_COLUMNS ? barOf(part) : "";
  const percent = part !== undefined && bar === "" ? `${Math.floor(part * 100)}%` : "";
  const pace = isSent
    ? `sent, the server is at work, ${seconds.toFixed(0)} s`
    : [`${grouped(Math.round(rowsPerSecond))} rows/s`, leftOf(secondsLeft)]
        .filter(Boolean)
        .join("  ");
  return [name, bar, percent, count(rows, "row"), pace].filter((word) => word !== "").join("  ");
}

function barOf(part: number): string {
  const full = Math.round(part * BAR_CELLS);
  return "█".repeat(full) + "░".repeat(BAR_CELLS - full);
}

function leftOf(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return "";
  const minutes = Math.floor(seconds / 60);
  return minutes > 0
    ? `${minutes} min ${Math.round(seconds % 60)} s left`
    : `${Math.ceil(seconds)} s left`;
}
