import { useField } from "@tanstack/react-form";
import { type KeyboardEvent, useMemo } from "react";
import { flushSync } from "react-dom";
import { showToast } from "../parts/toasts.ts";
import type { useInvoice } from "./useInvoice.ts";
import { type Cell, newRow, pastedRows, settled } from "./values.ts";

type Form = Pick<ReturnType<typeof useInvoice>, "form" | "change" | "leave">;

// One pass over the whole invoice follows; TanStack Form would make one for each field that has moved.
const QUIETLY = { dontValidate: true };

/**
 * What is done to the lines of an invoice, in functions that stay the same, so that only the line that
 * changes is drawn again. `taxPct` is that of lines that are added.
 */
export function useLines({ form, change, leave }: Form, taxPct: number) {
  const items = useField({ form, name: "items", mode: "array" });
  return useMemo(() => {
    const count = () => form.state.values.items.length;
    /** Draws at once, so that the cell is there to be gone to. */
    const then = (act: () => unknown, index: number, cell: Cell = "description") => {
      flushSync(() => void act());
      void form.validate("change");
      document.getElementsByName(`items.${index}.${cell}`)[0]?.focus();
    };

    const addLine = () => {
      const index = count();
      then(() => items.pushValue(newRow(taxPct), QUIETLY), index);
    };
    const removeLine = (index: number, cell?: Cell) => {
      const row = form.state.values.items[index];
      if (!row || count() === 1) return;
      then(() => items.removeValue(index, QUIETLY), Math.min(index, count() - 2), cell);
      showToast("info", `Item ${index + 1} removed`, {
        label: "Undo",
        run: () => then(() => items.insertValue(Math.min(index, count()), row, QUIETLY), index),
      });
    };
    const moveLine = (index: number, by: 1 | -1, cell?: Cell) => {
      const to = index + by;
      if (to < 0 || to >= count()) return;
      then(() => items.moveValue(index, to, QUIETLY), to, cell);
    };
    return {
      addLine,
      removeLine,
      changeCell: (index: number, cell: Cell, text: string) =>
        change(`items[${index}].${cell}`, text),
      leaveCell: (index: number, cell: Cell, text: string) => {
        const next = settled(cell, text);
        if (next !== text) change(`items[${index}].${cell}`, next);
        leave(`items[${index}].${cell}`);
      },
      /** Rows of a spreadsheet, after this line, or in place of a blank one. Whether it was that. */
      pasteLines: (index: number, text: string): boolean => {
        const pasted = pastedRows(text, taxPct);
        if (!pasted) return false;
        const lines = form.state.values.items;
        const kept = lines[index]?.description.trim() ? index + 1 : index;
        const all = [...lines.slice(0, kept), ...pasted, ...lines.slice(index + 1)];
        then(() => change("items", all), kept + pasted.length - 1);
        return true;
      },
      /** Ctrl Backspace removes the line, Alt and an arrow moves it. */
      onKey: (event: KeyboardEvent, index: number, cell: Cell) => {
        const { key, altKey, ctrlKey, metaKey } = event;
        const arrow = altKey && (key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : undefined);
        const removes = key === "Backspace" && (ctrlKey || metaKey);
        if (!arrow && !removes) return;
        event.preventDefault();
        if (arrow) moveLine(index, arrow, cell);
        else removeLine(index, cell);
      },
    };
  }, [items.form, taxPct]);
}
