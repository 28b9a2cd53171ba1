import { useEffect, useState } from "react";
import type { Transaction } from "../../domain/transactions.ts";
import { useKeys } from "../browser/keys.ts";
import { mayI } from "../browser/session.ts";

interface Deeds {
  onOpen(transaction: Transaction): void;
  onDelete(transaction: Transaction): void;
}

/** j and k, or the arrows, go from row to row; Enter and e open one, x deletes it. */
export function useRowKeys(items: Transaction[], { onOpen, onDelete }: Deeds) {
  const [at, setAt] = useState(-1);
  const current = items[at];
  const go = (to: number) => setAt(Math.max(0, Math.min(items.length - 1, to)));
  const open = () => {
    // A button in focus keeps its Enter.
    if (current && document.activeElement === document.body) onOpen(current);
    else if (document.activeElement instanceof HTMLElement) document.activeElement.click();
  };
  const remove = () => {
    if (current && !current.source && mayI("delete transactions")) onDelete(current);
  };
  useKeys({
    j: () => go(at + 1),
    k: () => go(at - 1),
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Home: () => go(0),
    End: () => go(items.length - 1),
    Enter: open,
    e: () => current && onOpen(current),
    x: remove,
  });

  const [shown, setShown] = useState(items);
  if (shown !== items) {
    // After a deletion the next row is the current one; on another page none is.
    const stays = items.some(({ _id }) => shown.some((before) => before._id === _id));
    setShown(items);
    setAt(stays ? Math.min(at, items.length - 1) : -1);
  }
  const currentId = current?._id;
  useEffect(() => {
    if (!currentId) return;
    document.querySelector(`[data-id="${currentId}"]`)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  return { currentId };
}
