import * as v from "valibot";
import type { Attachment } from "../attachments/attachments.ts";
import type { CalendarDate } from "../dates.ts";
import { field, id, longText, oneOf, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";
import type { Role } from "../roles.ts";
import { COMMENTED, type Colleague, type CommentedRecord } from "./threads.ts";

// Comments of the team on a record. Clients never see them.

export const COMMENTS_MAX = 500;
const MENTIONS_MAX = 20;
const FILES_MAX = 10;

/** The author can change a comment for this long. */
export const EDIT_MS = 15 * 60_000;

export interface Comment extends CommentedRecord {
  _id: string;
  /** "" if it was deleted. */
  text: string;
  /** Ids of members, or `owners`. */
  mentions: string[];
  /** Attachments of the record that came with it, without deleted ones. */
  files: Pick<Attachment, "_id" | "kind" | "name" | "size">[];
  /** A question is open until someone answers it. */
  question: "answered" | "none" | "open";
  createdBy: { _id: string; name: string; role: Role };
  createdAt: string;
  /** "" if it was never changed. */
  editedAt: string;
  isDeleted: boolean;
}

/** The comments of a record, oldest first. */
export interface Thread {
  /** The record's details: date "" and amount null if it has none, such as a client. */
  record: { label: string; date: CalendarDate | ""; amount: Rupees | null; account: string };
  items: Comment[];
  /** The name of the owner who was asked, `the owners`, or "" if no question is open. */
  asked: string;
  /** Members who see the record. */
  people: Colleague[];
}

/** A question to the owners that nobody has answered. */
export interface OpenQuestion {
  /** Its author. */
  name: string;
  text: string;
  link: string;
}

/** The thread of a bank line in a statement. */
export interface LineThread {
  _id: string;
  count: number;
  asked: string;
}

const text = v.pipe(
  v.unwrap(longText("Comment")),
  v.nonEmpty("Write a comment"),
  v.metadata({ help: "The comment. @owners mentions all owners." }),
);
const list = (what: string, max: number) =>
  v.optional(
    v.pipe(
      v.array(id(`${what} must be ids`), `${what} must be a list`),
      v.maxLength(max, `At most ${max} ${what.toLowerCase()}`),
    ),
    [],
  );
const mentions = field(list("Mentions", MENTIONS_MAX), { label: "Mentions" });

export const ThreadQuery = strictObject({
  entity: oneOf("Entity", COMMENTED),
  id: id("Id is required"),
});

export const LineThreadsQuery = strictObject({ statementId: id("Statement is required") });

export const NewComment = strictObject({
  text,
  mentions,
  files: list("Files", FILES_MAX),
  /** Whether it is a question to the owners. */
  ask: v.optional(v.boolean("Ask must be true or false"), false),
});
export type NewComment = v.InferOutput<typeof NewComment>;

export const CommentChange = strictObject({ text, mentions });

/** Whether its author can still change it. */
export const isEditable = ({ createdAt, isDeleted }: Comment, now: number): boolean =>
  !isDeleted && now - Date.parse(createdAt) < EDIT_MS;
