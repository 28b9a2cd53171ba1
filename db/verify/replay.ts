import type { JournalRow } from "../engine/journal.ts";

// A row next to its changes, newest first.

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** Where a row differs from what a change left. */
export interface Change {
  seq: number;
  /** The column; "" for the whole row. */
  field: string;
  logged?: Value | undefined;
  now: Value;
}

/**
 * Compares a row with its changes, newest first. `first` is the row before the oldest of them; undefined if
 * that one inserted it.
 */
export function replay(now: Row, changes: JournalRow[]): { first?: Row; found: Change[] } {
  let row: Row = { ...now };
  const found = new Map<string, Change>();
  const hold = (seq: number, field: string, logged: Value | undefined) => {
    const is = row[field] ?? null;
    if (is === (logged ?? null) || found.has(field)) return;
    found.set(field, { seq, field, logged, now: is });
  };
  for (const [place, { seq, action, was }] of changes.entries()) {
    const kind = action.toUpperCase();
    if (kind === "U") {
      for (const [column, before, after] of JSON.parse(was ?? "[]")) {
        hold(seq, column, after);
        row = { ...row, [column]: before };
      }
    } else if (kind === "D") {
      if (place === 0) found.set("", { seq, field: "", now: "there" });
      row = JSON.parse(was ?? "{}");
    } else {
      const inserted: Row = JSON.parse(was ?? "{}");
      for (const column of Object.keys(inserted)) hold(seq, column, inserted[column]);
      if (place === changes.length - 1) return { found: [...found.values()] };
      // It was deleted before it was inserted again: the deletion has the row.
    }
  }
  return { first: row, found: [...found.values()] };
}
