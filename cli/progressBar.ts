/** Progress that the user watches. */
export interface Work {
  /** Returns one line of at most this many columns. */
  words(columns: number): string;
  /** Returns an occasional log line. */
  line(): string;
  /** Returns several lines, if the terminal has room for them. */
  stages?(): { head: string; stages: Stage[] };
}

export interface Stage {
  mark: "done" | "now" | "next";
  title: string;
  /** From 0 to 1, or undefined if the total is unknown. */
  part?: number | undefined;
  words: string;
}

/** The least width for a progress bar. */
export const WIDE_COLUMNS = 70;

const BAR_CELLS = 20;

/** Draws a share from 0 to 1 as a bar, or as a percentage on a narrow terminal. */
export function drawBar(
  part: number | undefined,
  columns: number,
  narrow = `${Math.floor((part ?? 0) * 100)}%`,
): string {
  if (part === undefined) return "";
  if (columns < WIDE_COLUMNS) return narrow;
  const full = Math.round(part * BAR_CELLS);
  return "█".repeat(full) + "░".repeat(BAR_CELLS - full);
}
