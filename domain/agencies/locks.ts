import * as v from "valibot";
import { addDays, type CalendarDate, formatDate, formatDateInWords } from "../dates.ts";
import {
  date,
  dateIfAny,
  id,
  limitSchema,
  optionalLine,
  page,
  requiredText,
  strictObject,
} from "../fields.ts";
import type { RupeeSum } from "../money.ts";
import { upperFirst } from "../names.ts";
import type { AuditEntry } from "./audit.ts";
import { proof } from "./secondFactors.ts";

// Locks of the books, and temporary exceptions to them.

export interface ChangedBy {
  at: string;
  by: { _id: string; name: string };
}

/** Last locked days, included; "" for none. */
export interface LockDates {
  /** Books closed. An owner can move it back, with a reason. */
  lockedTo: CalendarDate | "";
  /** Year final. It never moves back, and is never after lockedTo. */
  finalTo: CalendarDate | "";
}

export interface Locks extends LockDates {
  /** Last day of the newest period with a filed GSTR-1, or "". It locks nothing. */
  filedTo: CalendarDate | "";
  /** Author of each lock; null if it was never set. */
  set: { lockedTo: ChangedBy | null; finalTo: ChangedBy | null; filedTo: ChangedBy | null };
  /** Current exceptions, by end time. */
  exceptions: LockException[];
}

/** Lets one member change closed books, but not final ones. */
export interface LockException {
  _id: string;
  user: { _id: string; name: string };
  /** Timestamp. */
  until: string;
  reason: string;
  createdAt: string;
  createdBy: { _id: string; name: string };
}

/** A log entry that changed a locked period, under an exception or while the lock was moved back. */
export interface LockedChange extends AuditEntry {
  exception: { _id: string; createdBy: { _id: string; name: string } } | null;
}

/** How much the profit of closed days has changed since they were closed. */
export interface ProfitEffect {
  /** Negative if the profit fell. */
  amount: RupeeSum;
  /** The first of these days; "" for the start of the books. */
  dateFrom: CalendarDate | "";
}

const reason = optionalLine("Reason");

/** Fields left out are unchanged; "" removes a lock. */
export const LockChange = strictObject({
  lockedTo: v.optional(dateIfAny),
  finalTo: v.optional(dateIfAny),
  reason,
  ...proof,
});
export type LockChange = v.InferOutput<typeof LockChange>;

export const LOCK_AHEAD = "Choose today or an earlier day: later days cannot be closed yet";

/** LockChange for a form: books can be closed up to today. */
export const lockChangeUntil = (today: CalendarDate) =>
  v.pipe(
    LockChange,
    v.forward(
      v.partialCheck(
        [["lockedTo"]],
        ({ lockedTo }) => lockedTo === undefined || lockedTo <= today,
        LOCK_AHEAD,
      ),
      ["lockedTo"],
    ),
  );

export const LockedChangesQuery = strictObject({ page, limit: limitSchema(20) });

/** Up to this day, or today by default. */
export const OpenQuery = strictObject({ to: v.optional(date) });

const EXCEPTION_MAX_MS = 24 * 60 * 60_000;

const until = v.pipe(
  v.string("Choose an end time"),
  v.isoTimestamp("Enter a time with its time zone, such as 2026-11-10T10:30:00+05:30"),
  v.check((text) => Date.parse(text) > Date.now(), "Choose a time in the future"),
  v.check(
    (text) => Date.parse(text) <= Date.now() + EXCEPTION_MAX_MS,
    "An exception can last at most 24 hours",
  ),
  v.transform((text) => new Date(text).toISOString()),
);

export const NewLockException = strictObject({
  userId: id("Choose a person"),
  until,
  reason: requiredText("Reason"),
});
export type NewLockException = v.InferOutput<typeof NewLockException>;

/** Returns the error for a change in closed books: `Books are closed to 30 September 2026`. */
export const closedSentence = ({ lockedTo }: Pick<LockDates, "lockedTo">): string =>
  lockedTo && `Books are closed to ${formatDateInWords(lockedTo)}`;

/**
 * Returns the error next to a field, and what to do.
 * @param helper the owner who can grant an exception; undefined if the reader can
 */
export function closedHelp(
  { lockedTo, finalTo }: LockDates,
  what: { isFinal: boolean; isNewDate: boolean; isOpening?: boolean },
  helper: string | undefined,
): string {
  const [closed, to] = what.isFinal ? ["final", finalTo] : ["closed", lockedTo];
  const instead = `use ${formatDate(addDays(to, 1))} or later`;
  const ask = helper ? `ask ${helper} for an exception` : "add an exception under Locks";
  const can = [what.isNewDate ? instead : "", what.isFinal ? "" : ask]
    .filter(Boolean)
    .join(", or ");
  const why = what.isOpening ? ", including opening balances" : "";
  const help = can && ` ${upperFirst(can)}.`;
  return `Books are ${closed} to ${formatDate(to)}${why}.${help}`;
}
