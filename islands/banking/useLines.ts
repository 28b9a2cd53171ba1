import { useEffect, useState } from "react";
import type { BankLine } from "../../domain/banking/statements.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import type { Wanted } from "./Pair.tsx";
import type { Review } from "./useReview.ts";
import { classifyLine, type LineStatus, toDisplayName } from "./words.ts";

export const SHOWN = ["all", "look", "sure", "out", "done"] as const;
export type Shown = (typeof SHOWN)[number];

export const FITS: Record<Shown, (standing: LineStatus) => boolean> = {
  all: () => true,
  look: (standing) => ["likely", "possible", "none"].includes(standing),
  sure: (standing) => standing === "sure",
  out: (standing) => standing === "out",
  done: (standing) => standing === "done",
};

type Open = (asked: { line: BankLine; wanted: Wanted }) => void;

/** What is left to say, in the order in which it is gone through. */
const LEFT = ["look", "sure", "out"] as const;

const matchesRule = (name: Shown) => (line: BankLine) => FITS[name](classifyLine(line));

/**
 * Which lines are shown, which is the current one, and what the keys do to it.
 * @param isLeft whether only what is left is shown at first, as somebody has come for it
 */
export function useLines(review: Review, lines: BankLine[], open: Open, isLeft: boolean) {
  const [chosen, setShow] = useState<Shown>(isLeft ? "look" : "all");
  // What is accepted makes others sure: when nothing fits any more, the next that is left is shown.
  const isEmptied = chosen !== "all" && !lines.some(matchesRule(chosen));
  const show = isEmptied ? (LEFT.find((name) => lines.some(matchesRule(name))) ?? "all") : chosen;
  const [q, setQ] = useState("");
  const [currentId, setCurrent] = useState<string>();
  const sought = q.toLowerCase();
  const rows = lines.filter(
    (line) =>
      // What was accepted just now stays where it was.
      (matchesRule(show)(line) || line._id === currentId) &&
      (!sought || toSearchText(line).includes(sought)),
  );
  const found = rows.findIndex(({ _id }) => _id === currentId);
  const at = found === -1 ? rows.findIndex((line) => classifyLine(line) !== "done") : found;
  const current = rows[at];
  // More lines are shown then: the one that was accepted last stays in sight.
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
  /** To the next that is left; false where none is. */
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
      // What is accepted already is passed over; once nothing is left, the key is not ours.
      return current && !current.match ? can("enter books") && accept(current) : goOn();
    },
    "/": () => document.querySelector<HTMLElement>("[type=search]")?.focus(),
  });
  const byNumber = numbers((n) => {
    const proposal = current?.proposals[n];
    if (current && proposal) accept(current, proposal);
  });
  const acts = {
    a: () => void review.acceptSure(),
    z: review.undoLast,
    ...{ m: want("match"), n: want("new"), t: want("transfer"), s: want("split") },
    r: want("rule"),
    x: () => decline(current),
  };
  useKeys({ ...acts, ...byNumber }, "enter books");
  return {
    ...{ rows, at, current, show, q, setQ, setShow, setCurrent },
    ...{ goOn, accept, want, decline },
  };
}

const toSearchText = (line: BankLine) =>
  `${toDisplayName(line)} ${line.narration} ${line.ref ?? ""} ${line.amount}`.toLowerCase();

function focusOn(id: string): void {
  const pair = document.querySelector<HTMLElement>(`.pair[data-id="${id}"]`);
  pair?.focus({ preventScroll: true });
  pair?.scrollIntoView({ block: "nearest" });
}

/** A button in focus keeps its Enter. */
function pressed(): boolean {
  const focused = document.activeElement;
  const isOwn = focused instanceof HTMLButtonElement || focused instanceof HTMLAnchorElement;
  if (isOwn) focused.click();
  return isOwn;
}

const numbers = (run: (n: number) => void) =>
  Object.fromEntries(Array.from({ length: 9 }, (_, n) => [String(n + 1), () => run(n)]));
