import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Continuity } from "../../domain/banking/continuity.ts";
import type { Reconciliation } from "../../domain/banking/reconciliation.ts";
import type { BankLine, StatementRow } from "../../domain/banking/statements.ts";
import type { LineThread } from "../../domain/comments/comments.ts";
import { MANY_MAX } from "../../domain/fields.ts";
import { groupIndian } from "../../domain/money.ts";
import { loadAllPages } from "../browser/allPages.ts";
import { failureText, send, toastError } from "../browser/api.ts";
import { COMMENTED } from "../browser/pageEvents.ts";
import { showToast, withdrawOffers } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { moneyText } from "../ui/Money.tsx";
import { useOn } from "../ui/useOn.ts";
import { classifyLine } from "./words.ts";

interface Head {
  statement: StatementRow;
  continuity: Continuity | null;
}

/** An action to undo: a match, or all batches accepted together, each named by one of its matches. */
interface Step {
  matches: string[];
  isBatch: boolean;
}

export type Review = ReturnType<typeof useReview>;

/**
 * Loads the lines of a statement with their suggestions, and returns the actions on them.
 * @param to the last day, if a month ends within the statement; "" for all
 */
export function useReview(id: string, to: string) {
  const head = useFetch<Head>(id ? `/api/statements/${id}` : null);
  const { statement, continuity = null } = head.data ?? {};
  const url = `/api/bank-lines?statementId=${id}`;
  const list = useFetch<BankLine[]>(id ? url : null, undefined, loadAllPages);
  const threads = useLineThreads(id);
  const proofUrl =
    statement && `/api/accounts/${statement.accountId}/reconciliation?at=${statement.periodTo}`;
  const proof = useFetch<Reconciliation>(proofUrl ?? null);
  const follow = useCallback(() => {
    head.reload();
    list.reload();
    proof.reload();
  }, [head.reload, list.reload, proof.reload]);
  const lines = useMemo(
    () => (to ? list.data?.filter(({ date }) => date <= to) : list.data),
    [list.data, to],
  );
  const acts = useActs(lines, follow);
  return {
    statement,
    continuity,
    lines,
    all: list.data,
    proof: proof.data,
    threads,
    follow,
    failure: head.failure ?? list.failure,
    ...acts,
  };
}

/** Loads which lines have comments; none until they are known. */
function useLineThreads(id: string): Map<string, LineThread> {
  const url = `/api/comments/lines?statementId=${id}`;
  const { data, reload } = useFetch<{ lines: LineThread[] }>(id ? url : null);
  useOn(COMMENTED, reload);
  return useMemo(() => new Map(data?.lines.map((line) => [line._id, line])), [data]);
}

/** Tracks running requests and errors by line. */
function useWaiting(lines: BankLine[] | undefined) {
  const [pending, setPending] = useState<Set<string>>(new Set());
  const [refused, setRefused] = useState<Map<string, string>>(new Map());
  // New lines arrive before the mark of the running request is removed.
  useEffect(() => {
    if (lines) setPending(new Set());
  }, [lines]);
  const mark = (ids: string[], isPending: boolean) =>
    setPending((before) => {
      const next = new Set(before);
      for (const one of ids) isPending ? next.add(one) : next.delete(one);
      return next;
    });
  const setWaitingText = (ids: string[], text: string | undefined) =>
    setRefused((before) => {
      const next = new Map(before);
      for (const one of ids) text ? next.set(one, text) : next.delete(one);
      return next;
    });
  return { pending, refused, mark, say: setWaitingText };
}

/** Returns a key that stays the same for the same input. */
function useSendingOnce() {
  const keys = useRef(new Map<string, string>());
  return async function sendOnce<Answer>(url: string, body: object): Promise<Answer> {
    const text = `${url} ${JSON.stringify(body)}`;
    const key = keys.current.get(text) ?? crypto.randomUUID();
    keys.current.set(text, key);
    const answer = await send<Answer>("POST", url, body, key);
    keys.current.clear();
    return answer;
  };
}

const UNREACHABLE = "Could not reach the server. Your review is saved here; try again.";

function useActs(lines: BankLine[] | undefined, follow: () => void) {
  const { pending, refused, mark, say } = useWaiting(lines);
  const steps = useRef<Step[]>([]);
  const sendOnce = useSendingOnce();

  /** Returns whether the server accepted it. */
  async function act(ids: string[], run: () => Promise<Step | undefined>): Promise<boolean> {
    let isTaken = false;
    mark(ids, true);
    say(ids, undefined);
    try {
      const step = await run();
      if (step) steps.current.push(step);
      isTaken = true;
    } catch (failure) {
      mark(ids, false);
      if (ids.length > 0) say(ids, failureText(failure, UNREACHABLE));
      else toastError(UNREACHABLE)(failure);
    }
    // Also after an error, because another user may have changed the lines.
    follow();
    return isTaken;
  }

  const accept = (line: BankLine, body: object) =>
    act([line._id], async () => {
      const sent = await sendOnce<{ line: BankLine }>(`/api/bank-lines/${line._id}/accept`, body);
      return sent.line.match && { matches: [sent.line.match._id], isBatch: false };
    });
  const undoStep = ({ matches, isBatch }: Step) =>
    act([], async () => {
      for (const match of matches.toReversed()) {
        await send("DELETE", `/api/matches/${match}?batch=${isBatch}`);
        for (const step of steps.current) {
          step.matches = step.matches.filter((other) => other !== match);
        }
        withdrawOffers([match]);
      }
      steps.current = steps.current.filter((step) => step.matches.length > 0);
      return undefined;
    });
  const undo = (match: string) => undoStep({ matches: [match], isBatch: false });
  const undoLast = () => {
    const last = steps.current.at(-1);
    if (last) void undoStep(last);
  };
  const acceptSure = async () => {
    const sure = (lines ?? []).filter((line) => classifyLine(line) === "sure");
    const ids = sure.map(({ _id }) => _id);
    if (ids.length === 0) return;
    await act(ids, async () => {
      const all: Done = { accepted: 0, matches: [], in: 0, out: 0 };
      const step: Step = { matches: [], isBatch: true };
      try {
        for (let from = 0; from < ids.length; from += MANY_MAX) {
          const lines = ids.slice(from, from + MANY_MAX);
          const done = await sendOnce<Done>("/api/bank-lines/accept", { lines });
          all.accepted += done.accepted;
          all.in += done.in;
          all.out += done.out;
          all.matches.push(...done.matches);
          step.matches.push(...done.matches.slice(0, 1));
        }
      } finally {
        // Also if a later batch was refused: the earlier ones are in the books.
        if (all.accepted > 0) {
          steps.current.push(step);
          toastAccepted(all, () => void undoStep({ ...step }));
        }
      }
      return undefined;
    });
  };
  const decline = (line: BankLine, proposal: string) =>
    act([], async () => {
      await send("POST", `/api/bank-lines/${line._id}/decline`, { proposal });
      return undefined;
    });
  return { pending, refused, accept, undo, undoLast, acceptSure, decline };
}

function toastAccepted({ accepted, matches, ...sums }: Done, undo: () => void): void {
  const text = `${moneyText(sums.in)} in, ${moneyText(sums.out)} out`;
  const undoAll = { label: "Undo", run: undo, undoes: matches };
  showToast("success", `${groupIndian(accepted)} accepted: ${text}`, undoAll);
}

/** The result of accepting several lines. */
interface Done {
  accepted: number;
  matches: string[];
  in: number;
  out: number;
}
