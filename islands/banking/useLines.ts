import { useEffect, useRef, useState } from "react";
import type { BankLine } from "../../domain/banking/statements.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { openThread } from "../comments/openThread.ts";
import type { Wanted } from "./Pair.tsx";
import type { Review } from "./useReview.ts";
import { classifyLine, type LineStatus, toDisplayName } from "./words.ts";

export const SHOWN = ["all", "look", "talk", "sure", "out", "done"] as const;
export type Shown = (typeof SHOWN)[number];

/** The views by status. "talk" are the lines with comments. */
const FITS: Record<Exclude<Shown, "talk">, (status: LineStatus) => boolean> = {
  all: () => true,
  look: (status) => ["likely", "possible", "none"].includes(status),
  sure: (status) => status === "sure",
  out: (status) => status === "out",
  done: (status) => status === "done",
};

type Open = (opened: { line: BankLine; wanted: Wanted }) => void;

/** The statuses that are left to do, in order. */
const LEFT = ["look", "sure", "out"] as const;

/** Returns whether a view shows a line. */
export const matchesView = (name: Shown, threads: Review["threads"]) => (line: BankLine) =>
  name === "talk" ? threads.has(line._id) : FITS[name](classifyLine(line));

/**
 * Returns the visible lines, the current one, and the handlers of the keys.
 * @param isLeft whether only open lines are shown at first
 */
export function useLines(review: Review, lines: BankLine[], open: Open, isLeft: boolean) {
  const [chosen, setShow] = useState<Shown>(isLeft ? "look" : "all");
  const fits = (name: Shown) => matchesView(name, review.threads);
  // Accepting lines makes others sure. If the filter has no lines left, the next open status is shown.
  const isEmptied = chosen !== "all" && !lines.some(fits(chosen));
  const show = isEmptied ? (LEFT.find((name) => lines.some(fits(name))) ?? "all") : chosen;
  const [q, setQ] = useState("");
  const searchField = useRef<HTMLInputElement>(null);
  const [currentId, setCurrent] = useState(() => readLine());
  const sought = q.toLowerCase();
  const rows = lines.filter(
    (line) =>
      // A line that was just accepted stays in place.
      (fits(show)(line) || line._id === currentId) &&
      (!sought || toSearchText(line).includes(sought)),
  );
  const found = rows.findIndex(({ _id }) => _id === currentId);
  const at = found === -1 ? rows.findIndex((line) => classifyLine(line) !== "done") : found;
  const current = rows[at];
  // More lines are shown then; the last accepted one stays in view.
  useEffect(() => {
    if (isEmptied && currentId) focusOn(currentId);
  }, [isEmptied, currentId]);
  const goTo = (id: string) => {
    setCurrent(id);
    requestAnimationFrame(() => focusOn(id));
  };
  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (next) goTo(next._id);
  };
  /** Moves to the next open line. Returns false if there is none. */
  const goOn = (): boolean => {
    const isOpen = (line: BankLine) => classifyLine(line) !== "done" && line !== current;
    const later = rows.findIndex((line, n) => n > at && isOpen(line));
    const next = later === -1 ? rows.findIndex(isOpen) : later;
    if (next !== -1) go(next);
    return next !== -1;
  };
  const accept = (line: BankLine, proposal = line.proposals[0]) => {
    if (line.match || review.pending.has(line._id)) return;
    if (!proposal) return open({ line, wanted: "new" });
    void review.accept(line, { proposal: proposal._id }).then((isTaken) => {
      if (!isTaken) goTo(line._id);
    });
    if (line === current) goOn();
  };
  const want = (wanted: Wanted) => () => {
    if (current && (!current.match || wanted === "rule")) open({ line: current, wanted });
  };
  const decline = (line: BankLine | undefined) => {
    const [first] = line?.proposals ?? [];
    if (line && first) void review.decline(line, first._id);
  };
  useKeys({
    j: () => go(at + 1),
    k: () => go(at - 1),
    ArrowDown: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    Enter: () => {
      if (pressed()) return true;
      // Skips accepted lines. If none is open, the key keeps its default action.
      return current && !current.match ? can("enter books") && accept(current) : goOn();
    },
    "/": () => searchField.current?.focus(),
  });
  const discuss = useDiscussion(current);
  const byNumber = numbers((n) => {
    const proposal = current?.proposals[n];
    if (current && proposal) accept(current, proposal);
  });
  const acts = {
    a: () => void review.acceptSure(),
    z: review.undoLast,
    m: want("match"),
    n: want("new"),
    t: want("transfer"),
    s: want("split"),
    r: want("rule"),
    x: () => decline(current),
  };
  useKeys({ ...acts, ...byNumber }, "enter books");
  return {
    rows,
    at,
    current,
    show,
    q,
    setQ,
    searchField,
    setShow,
    setCurrent,
    goOn,
    discuss,
    accept,
    want,
    decline,
  };
}

/** Opens the comments of the current line, or starts a question about it; also on the keys C and Q. */
function useDiscussion(line: BankLine | undefined) {
  const discuss = (isQuestion: boolean) => () => {
    if (line) openThread({ entity: "line", id: line._id }, isQuestion);
  };
  useKeys({ c: discuss(false), q: discuss(true) });
  return discuss;
}

/** Returns the line that the address names. */
const readLine = (): string | undefined =>
  new URLSearchParams(location.search).get("line") ?? undefined;

const toSearchText = (line: BankLine) =>
  `${toDisplayName(line)} ${line.narration} ${line.ref ?? ""} ${line.amount}`.toLowerCase();

function focusOn(id: string): void {
  const pair = document.querySelector<HTMLElement>(`.pair[data-id="${id}"]`);
  pair?.focus({ preventScroll: true });
  pair?.scrollIntoView({ block: "nearest" });
}

/** Clicks the focused button or link. Returns whether there was one. */
function pressed(): boolean {
  const focused = document.activeElement;
  const isOwn = focused instanceof HTMLButtonElement || focused instanceof HTMLAnchorElement;
  if (isOwn) focused.click();
  return isOwn;
}

const numbers = (run: (n: number) => void) =>
  Object.fromEntries(Array.from({ length: 9 }, (_, n) => [String(n + 1), () => run(n)]));
