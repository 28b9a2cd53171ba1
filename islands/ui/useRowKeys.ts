import type { RowData } from "@tanstack/react-table";
import { useEffect, useRef, useState } from "react";
import { useKeys } from "../browser/keys.ts";
import type { DataTable, TableRow } from "./useDataTable.tsx";

interface Actions<Thing extends RowData> {
  onOpen?: ((thing: Thing) => void) | undefined;
  onDelete?: ((thing: Thing) => void) | undefined;
  /** Further keys of the list, for the row with keyboard focus. */
  keys?: Record<string, (current: Thing | undefined) => unknown> | undefined;
}

/**
 * Handles the keys of a list: j and k or the arrows move between rows, Enter and e open one, x deletes it.
 * If rows can be selected, v and Space select, J and K or Shift and the arrows extend, Ctrl A selects all,
 * Esc clears.
 */
export function useRowKeys<Thing extends RowData>(
  table: DataTable<Thing>,
  { onOpen, onDelete, keys = {} }: Actions<Thing>,
) {
  const { rows } = table.getRowModel();
  const { at, go } = useCurrentRow(rows);
  const current = rows[at];
  const isSelectable = table.getColumn("select") !== undefined;
  const extend = useExtending(table, at, go);
  const move = (to: number) => {
    extend.end();
    go(to);
  };
  const step = (by: number) => (event: KeyboardEvent) =>
    event.shiftKey && isSelectable ? extend.by(by) : move(at + by);
  const open = () => {
    const focused = document.activeElement;
    // A focused button keeps its Enter.
    const isOnRow = focused === document.body || focused?.matches("tr");
    if (current && isOnRow) return onOpen?.(current.original);
    if (focused === document.body || !(focused instanceof HTMLElement)) return false;
    return focused.click();
  };
  const isAny = Object.keys(table.state.rowSelection).length > 0;
  useKeys({
    ...((onOpen || isSelectable) && {
      j: () => move(at + 1),
      k: () => move(at - 1),
      ArrowDown: step(1),
      ArrowUp: step(-1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
    }),
    ...(onOpen && { Enter: open, e: () => current && onOpen(current.original) }),
    ...(onDelete && { x: () => current && onDelete(current.original) }),
    ...Object.fromEntries(
      Object.entries(keys).map(([key, run]) => [key, () => run(current?.original)]),
    ),
    ...(isSelectable && {
      v: () => current?.toggleSelected(),
      J: () => extend.by(1),
      K: () => extend.by(-1),
    }),
    // Without a selection Esc is left to menus, which depend on the browser's default action.
    ...(isAny && { Escape: () => table.resetRowSelection(true) }),
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey } = event;
      if (!isSelectable || !(target instanceof HTMLTableRowElement)) return;
      if (key === " ") current?.toggleSelected();
      else if (key === "a" && (ctrlKey || metaKey)) table.toggleAllRowsSelected(true);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return { at };
}

/** Tracks the row that the keys act on. It has the focus, so that screen readers announce it. */
function useCurrentRow<Thing extends RowData>(rows: TableRow<Thing>[]) {
  const [at, setAt] = useState(-1);
  const [shown, setShown] = useState(rows);
  if (shown !== rows) {
    // After a deletion the next row becomes current. On another page, no row is.
    const before = new Set(shown.map(({ id }) => id));
    setShown(rows);
    setAt(rows.some(({ id }) => before.has(id)) ? Math.min(at, rows.length - 1) : -1);
  }
  const currentId = rows[at]?.id;
  const isByKey = useRef(false);
  useEffect(() => {
    if (!currentId || !isByKey.current) return;
    isByKey.current = false;
    const row = document.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(currentId)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  const go = (to: number) => {
    isByKey.current = true;
    setAt(Math.max(0, Math.min(rows.length - 1, to)));
  };
  return { at, go };
}

/** Extends the selection from a row, and keeps what was selected before. */
function useExtending<Thing extends RowData>(
  table: DataTable<Thing>,
  at: number,
  go: (to: number) => void,
) {
  const from = useRef<{ at: number; before: Record<string, true> }>(undefined);
  return {
    by(step: number) {
      const { rows } = table.getRowModel();
      const start = from.current ?? { at: Math.max(at, 0), before: table.state.rowSelection };
      from.current = start;
      const to = Math.max(0, Math.min(rows.length - 1, at + step));
      const range = rows.slice(Math.min(start.at, to), Math.max(start.at, to) + 1);
      const selected = range.map(({ id }) => [id, true] as const);
      table.setRowSelection({ ...start.before, ...Object.fromEntries(selected) });
      go(to);
    },
    end() {
      from.current = undefined;
    },
  };
}
