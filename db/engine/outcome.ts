import { AsyncLocalStorage } from "node:async_hooks";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";

// A committed write has a value, an operation id and a log head. Operations return the value; `withOutcome`,
// which the API calls around them, returns the rest as well.

/** The part of a committed write's result that is not its value. */
export interface Outcome {
  /** The operation's id, for undo. */
  operation?: string;
  /** Set if the user cannot undo the operation, even if its records allow it. */
  hasNoUndo?: boolean;
  /** The log's head after data left the books, sent along with it. */
  head?: Checkpoint;
  /** Set if an Idempotency-Key returned an earlier response. */
  isReplayed?: boolean;
}

interface Collector {
  outcome: Outcome;
  outer: Collector | undefined;
}

const current = new AsyncLocalStorage<Collector | undefined>();

/** Runs operations and returns their value with the outcome of their last write. */
export async function withOutcome<T>(
  work: () => Promise<T> | T,
): Promise<{ value: T; outcome: Outcome }> {
  const collector: Collector = { outcome: {}, outer: current.getStore() };
  const value = await current.run(collector, work);
  return { value, outcome: collector.outcome };
}

/** Runs work that a request only triggers, such as a due series: its writes are not the request's. */
export const inBackground = <T>(work: () => T): T => current.run(undefined, work);

/** Reports a committed write to the callers of `withOutcome`. */
export function reportOutcome(outcome: Outcome): void {
  for (let to = current.getStore(); to; to = to.outer) Object.assign(to.outcome, outcome);
}
