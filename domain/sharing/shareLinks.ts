import * as v from "valibot";
import { addDays, type CalendarDate, isCalendarDate, pickLater } from "../dates.ts";
import { id, requiredLine, strictObject } from "../fields.ts";

// A link by which whoever has it sees one document, without signing in.

/** What a link may be of. */
export const SHARED = ["invoice", "estimate", "note"] as const;
export type Shared = (typeof SHARED)[number];

/** For how many days after its due date a document's link is open, where nobody says otherwise. */
const LINK_DAYS = 90;
/** How many links of one document may be open. */
export const LINKS_MAX = 20;

const entity = v.pipe(
  v.string("Entity is required"),
  // Other calls write what the log writes, `Invoice`, and a note by its kind.
  v.transform((word) => word.toLowerCase().replace(/^(credit|debit)[ _-]?note$/, "note")),
  v.picklist(SHARED, `Entity must be one of ${SHARED.join(", ")}`),
);

const WHEN = 'Enter a date such as 2026-09-05, or "never"';

/** A link's last day; left out, 90 days after the due date. */
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
  /** The document's. */
  id: string;
  number: string;
  /** Its last day; "" for one without an end. */
  expires: CalendarDate | "";
  state: "open" | "ended";
  createdAt: string;
  createdBy: { _id: string; name: string };
  /** How often its page was in sight in a browser for some seconds, by nobody of the agency. */
  views: number;
  /** Moments; "" before. */
  firstSeenAt: string;
  lastSeenAt: string;
  /** What the client said of an estimate. */
  answer: LinkAnswer | null;
}

export interface LinkAnswer {
  answer: Answer;
  /** As they typed it. */
  name: string;
  at: string;
  /** SHA-256 of what was shown, in hexadecimal. */
  shown: string;
}

/** The address is shown only once. */
export interface MadeShareLink extends ShareLink {
  url: string;
}

/** The last day of a new link: an overdue document's counts from today. */
export const computeLastLinkDay = (dueDate: CalendarDate | "", today: CalendarDate): CalendarDate =>
  addDays(pickLater(dueDate, today), LINK_DAYS);

export const ANSWERS = ["accept", "decline"] as const;
export type Answer = (typeof ANSWERS)[number];

/** What a client's page sends of an estimate, first to be asked again and then with `confirmed`. */
export const NewAnswer = strictObject({
  answer: v.picklist(ANSWERS, "Choose whether to accept or decline"),
  name: requiredLine("Your name"),
  /** A hash of the estimate that they saw. */
  shown: v.optional(v.pipe(v.string(), v.maxLength(100)), ""),
  confirmed: v.optional(v.string(), ""),
});
export type NewAnswer = v.InferOutput<typeof NewAnswer>;
