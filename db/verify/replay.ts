import type { JournalRow } from "../engine/journal.ts";

// A row with its changes, newest first.

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** A difference between a row and what a change left. */
export interface Change {
  seq: number;
  /** The column; "" for the whole row. */
  field: string;
  logged?: Value | undefined;
  now: Value;
}

/**
 * Compares a row with its changes, newest first. `first` is the row before the oldest change; undefined if
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
      for (const [column, before, after] of parseChanges(was)) {
        hold(seq, column, after);
        row = { ...row, [column]: before };
      }
    } else if (kind === "D") {
      if (place === 0) found.set("", { seq, field: "", now: "there" });
      row = parseRow(was);
    } else {
      const inserted = parseRow(was);
      for (const column of Object.keys(inserted)) hold(seq, column, inserted[column]);
      if (place === changes.length - 1) return { found: [...found.values()] };
      // Deleted and inserted again: the deletion has the earlier row.
    }
  }
  return { first: row, found: [...found.values()] };
}

/** Parses the row of a journaled insert or delete. A forged text may not be JSON. */
export const parseRow = (was: string | null): Row => (parse(was) as Row | undefined) ?? {};

function parseChanges(was: string | null): [string, Value, Value][] {
  const changes = parse(was);
  return Array.isArray(changes) ? changes : [];
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
