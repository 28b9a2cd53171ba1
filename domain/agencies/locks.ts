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

// How far the books are closed, and to whom they are open for some hours all the same.

/** Who did something, and when. */
export interface ChangedBy {
  at: string;
  by: { _id: string; name: string };
}

/** Days up to which nothing changes, themselves included; "" for none. */
export interface LockDates {
  /** Books closed: an owner may move it back, with a reason. */
  lockedTo: CalendarDate | "";
  /** The year is handed in: never goes back, and is never after lockedTo. */
  finalTo: CalendarDate | "";
}

export interface Locks extends LockDates {
  /** The last day of the newest period that GSTR-1 was filed for; "" for none. It locks nothing. */
  filedTo: CalendarDate | "";
  /** Of the day that each shows; null where nobody has set it. */
  set: { lockedTo: ChangedBy | null; finalTo: ChangedBy | null; filedTo: ChangedBy | null };
  /** Those that count now, by their end. */
  exceptions: LockException[];
}

/** One person may change what is closed, but not final. */
export interface LockException {
  _id: string;
  user: { _id: string; name: string };
  /** A moment. */
  until: string;
  reason: string;
  createdAt: string;
  createdBy: { _id: string; name: string };
}

/** An entry of the log that changed a locked period: under an exception, or while the lock was moved back. */
export interface LockedChange extends AuditEntry {
  exception: { _id: string; createdBy: { _id: string; name: string } } | null;
}

/** By how much the profit of days is another now than when they were closed. */
export interface ProfitEffect {
  /** More, or less where it is negative. */
  amount: RupeeSum;
  /** The first of these days; "" for the first of the books. */
  dateFrom: CalendarDate | "";
}

const reason = optionalLine("Reason");

/** Fields that are left out stay; "" opens what was closed. */
export const LockChange = strictObject({
  lockedTo: v.optional(dateIfAny),
  finalTo: v.optional(dateIfAny),
  reason,
  ...proof,
});
export type LockChange = v.InferOutput<typeof LockChange>;

/** Error for a lock after today. */
export const LOCK_AHEAD = "Choose today or an earlier day: later days cannot be closed yet";

/** As LockChange, for a form: books can be closed to today at the latest. */
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

/** Up to that day; to today where none is said. */
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

/** What everybody reads who would change closed books: `Books are closed to 30 September 2026`. */
export const closedSentence = ({ lockedTo }: Pick<LockDates, "lockedTo">): string =>
  lockedTo && `Books are closed to ${formatDateInWords(lockedTo)}`;

/** The same beside a field, with what can be done: `helper` may give an exception; undefined: its reader. */
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
  const why = what.isOpening ? ", and opening balances are part of them" : "";
  const help = can && ` ${upperFirst(can)}.`;
  return `Books are ${closed} to ${formatDate(to)}${why}.${help}`;
}
