import { useCallback, useRef, useState } from "react";
import { type Cell, newRow, pastedRows, type Row, settled, type Values } from "./values.ts";

type Change<T> = (change: (before: T) => T) => void;

/**
 * What is done to the lines of an invoice, in functions that stay the same: only the line that changes is
 * drawn again. `touched` are the cells that were changed and left, by line and name.
 */
export function useRows(setValues: Change<Values>, onChange: (id: string) => void, taxPct: number) {
  const changed = useRef(new Set<string>());
  const [touched, setTouched] = useState<Record<string, true>>({});

  const setCell = useCallback((key: number, cell: Cell, text: string) => {
    setValues((values) => ({
      ...values,
      rows: values.rows.map((row) => (row.key === key ? { ...row, [cell]: text } : row)),
    }));
  }, []);
  const changeCell = useCallback((key: number, cell: Cell, text: string) => {
    changed.current.add(idOf(key, cell));
    onChange(idOf(key, cell));
    setCell(key, cell, text);
  }, []);
  const leaveCell = useCallback((key: number, cell: Cell, text: string) => {
    const id = idOf(key, cell);
    if (!changed.current.has(id)) return;
    const next = settled(cell, text);
    if (next !== text) setCell(key, cell, next);
    setTouched((touched) => (touched[id] ? touched : { ...touched, [id]: true }));
  }, []);
  const addRow = useCallback(() => {
    setValues((values) => ({ ...values, rows: [...values.rows, newRow(taxPct)] }));
  }, [taxPct]);
  const removeRow = useCallback((key: number) => {
    setValues((values) => ({ ...values, rows: values.rows.filter((row) => row.key !== key) }));
  }, []);
  /** Rows of a spreadsheet, after this line, or in place of a blank one. Whether it was that. */
  const pasteRows = useCallback(
    (key: number, text: string) => {
      const pasted = pastedRows(text, taxPct);
      if (!pasted) return false;
      setValues((values) => ({
        ...values,
        rows: values.rows.flatMap((row) => {
          if (row.key !== key) return [row];
          return row.description.trim() ? [row, ...pasted] : pasted;
        }),
      }));
      return true;
    },
    [taxPct],
  );
  return { touched, changeCell, leaveCell, addRow, removeRow, pasteRows };
}

/** A cell by its line, wherever that has moved to. */
const idOf = (key: number, cell: string) => `${key}.${cell}`;

/** What is said of paths in the API's input (`items.0.rate`), said of the cells that they mean. */
export function byCell(errors: Record<string, string>, rows: Row[]): Record<string, string> {
  const named = Object.entries(errors).map(([path, message]) => {
    const [, index, cell = ""] = /^items\.(\d+)\.(.+)$/.exec(path) ?? [];
    const row = index === undefined ? undefined : rows[Number(index)];
    return [row ? idOf(row.key, cell) : path, message];
  });
  return Object.fromEntries(named);
}
