import * as v from "valibot";
import { addDays, type CalendarDate, isCalendarDate, pickLater } from "../dates.ts";
import { id, oneOf, requiredLine, strictObject } from "../fields.ts";

// Share links: anyone who has one sees a single document without signing in.

export const SHARED = ["invoice", "estimate", "note"] as const;
export type Shared = (typeof SHARED)[number];

/** Default days after the due date until a link expires. */
const LINK_DAYS = 90;
export const LINKS_MAX = 20;

const entity = v.pipe(
  v.string("Entity is required"),
  // Other endpoints use the log's names: `Invoice`, and notes by kind.
  v.transform((word) => word.toLowerCase().replace(/^(credit|debit)[ _-]?note$/, "note")),
  oneOf("Entity", SHARED),
);

const WHEN = 'Enter a date such as 2026-09-05, or "never"';

/** A link's last day. Defaults to 90 days after the due date. */
export const expires = v.optional(
  v.pipe(
    v.string(WHEN),
    v.check((text) => text === "never" || isCalendarDate(text), WHEN),
  ),
);

export const NewShareLink = strictObject({ entity, id: id("Document is required"), expires });
export type NewShareLink = v.InferOutput<typeof NewShareLink>;

export const ShareLinkQuery = strictObject({ entity, id: id("Document is required") });
export type ShareLinkQuery = v.InferOutput<typeof ShareLinkQuery>;

export interface ShareLink {
  _id: string;
  entity: Shared;
  id: string;
  number: string;
  /** Its last day; "" for no end. */
  expires: CalendarDate | "";
  state: "open" | "ended";
  createdAt: string;
  createdBy: { _id: string; name: string };
  /** Number of times that someone outside the agency viewed its page for some seconds. */
  views: number;
  /** Timestamps, or "". */
  firstSeenAt: string;
  lastSeenAt: string;
  answer: LinkAnswer | null;
}

export interface LinkAnswer {
  answer: Answer;
  /** As the client entered it. */
  name: string;
  at: string;
  /** SHA-256 of the estimate's terms that the client saw, in hexadecimal. */
  shown: string;
}

/** A new link. Its address is shown only once. */
export interface MadeShareLink extends ShareLink {
  url: string;
}

/** Returns the last day of a new link. For an overdue document, days count from today. */
export const computeLastLinkDay = (dueDate: CalendarDate | "", today: CalendarDate): CalendarDate =>
  addDays(pickLater(dueDate, today), LINK_DAYS);

export const ANSWERS = ["accept", "decline"] as const;
export type Answer = (typeof ANSWERS)[number];

/**
 * A client's answer to an estimate. It is sent twice: first to ask for confirmation, then with
 * `confirmed`.
 */
export const NewAnswer = strictObject({
  answer: v.picklist(ANSWERS, "Choose whether to accept or decline"),
  name: requiredLine("Your name"),
  /** A hash of the estimate that the client saw. */
  shown: v.optional(v.pipe(v.string(), v.maxLength(100)), ""),
  confirmed: v.optional(v.string(), ""),
});
export type NewAnswer = v.InferOutput<typeof NewAnswer>;
