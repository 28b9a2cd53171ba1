import { useEffect, useState } from "react";
import { useKeys } from "../browser/keys.ts";

interface Deeds<Row> {
  onOpen(row: Row): void;
  /** What x does, where a row may be deleted. */
  onDelete?(row: Row): void;
}

/**
 * j and k, or the arrows, go from row to row; Enter and e open one, x deletes it. A row says which it is
 * by `data-id`.
 */
export function useRowKeys<Row extends { _id: string }>(items: Row[], deeds: Deeds<NoInfer<Row>>) {
  const { onOpen, onDelete } = deeds;
  const [at, setAt] = useState(-1);
  const current = items[at];
  const go = (to: number) => setAt(Math.max(0, Math.min(items.length - 1, to)));
  const open = () => {
    // A button in focus keeps its Enter.
    if (current && document.activeElement === document.body) onOpen(current);
    else if (document.activeElement instanceof HTMLElement) document.activeElement.click();
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
    ...(onDelete && { x: () => current && onDelete(current) }),
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
