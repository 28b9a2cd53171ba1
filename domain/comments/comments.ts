import * as v from "valibot";
import type { Attachment, Holder } from "../attachments/attachments.ts";
import type { CalendarDate } from "../dates.ts";
import { field, id, longText, oneOf, strictObject } from "../fields.ts";
import type { Rupees } from "../money.ts";
import type { Role } from "../roles.ts";

// Comments of the team on a record. Clients never see them.

/** Records that can have comments: those with attachments and a page. */
export const COMMENTED = [
  ...(["transaction", "invoice", "note", "receipt", "client", "bill", "vendor"] as const),
  ...(["journal", "estimate", "voucher", "line"] as const),
] as const satisfies readonly Holder[];
export type Commented = (typeof COMMENTED)[number];

export const isCommented = (entity: string): entity is Commented =>
  (COMMENTED as readonly string[]).includes(entity);

export interface CommentedRecord {
  entity: Commented;
  id: string;
}

export const COMMENTS_MAX = 500;
const MENTIONS_MAX = 20;
const FILES_MAX = 10;

/** The author can change a comment for this long. */
export const EDIT_MS = 15 * 60_000;

/** Mentions every owner, also those who join later. */
export const OWNERS = "owners";

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

/** A member who can be mentioned. */
export interface Colleague {
  _id: string;
  name: string;
  role: Role;
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

const QUOTED = 120;

/** Returns the beginning of a comment in quotation marks. */
export function quoteText(text: string): string {
  const line = [...text.replace(/\s+/g, " ")];
  return `“${line.slice(0, QUOTED).join("")}${line.length > QUOTED ? "…" : ""}”`;
}

/** Whether its author can still change it. */
export const isEditable = ({ createdAt, isDeleted }: Comment, now: number): boolean =>
  !isDeleted && now - Date.parse(createdAt) < EDIT_MS;

/** A part of a comment's text. */
export interface TextPart {
  text: string;
  /** The id of the member it mentions, `owners`, or "". */
  mentions: string;
}

/** Returns the word after @ for each member: the first name if nobody else has it, or else the full name. */
export function toHandles(people: Colleague[]): Map<string, string> {
  const firsts = people.map(({ name }) => firstName(name).toLowerCase());
  return new Map(
    people.map(({ _id, name }) => {
      const first = firstName(name);
      const isOnly = firsts.filter((one) => one === first.toLowerCase()).length === 1;
      return [_id, isOnly && first.toLowerCase() !== OWNERS ? first : name];
    }),
  );
}

export const firstName = (name: string): string => name.split(" ")[0] ?? name;

/** Splits a text at its mentions: `@Asha`, `@Asha Kulkarni` or `@owners`. */
export function splitMentions(text: string, people: Colleague[]): TextPart[] {
  const handles = toHandles(people);
  const names: [name: string, id: string][] = [
    [OWNERS, OWNERS],
    ...people.flatMap(({ _id, name }): [string, string][] => [
      [name, _id],
      [handles.get(_id) ?? name, _id],
    ]),
  ];
  names.sort(([one], [other]) => other.length - one.length);
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const found = names.find(([name]) => isWordAt(text, at + 1, name));
    if (!found || /[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) continue;
    const to = at + 1 + found[0].length;
    if (at > from) parts.push({ text: text.slice(from, at), mentions: "" });
    parts.push({ text: text.slice(at, to), mentions: found[1] });
    from = to;
  }
  if (from < text.length) parts.push({ text: text.slice(from), mentions: "" });
  return parts;
}

function isWordAt(text: string, at: number, word: string): boolean {
  const isIt = text.slice(at, at + word.length).toLowerCase() === word.toLowerCase();
  return isIt && !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? "");
}

/** Returns the ids of those whom a text mentions. */
export const findMentions = (text: string, people: Colleague[]): string[] => [
  ...new Set(splitMentions(text, people).flatMap(({ mentions }) => mentions || [])),
];

/** The facts of a record that its address needs. */
interface Addressed extends CommentedRecord {
  date: string;
  label: string;
  /** The last statement with a bank line. */
  statementId: string;
}

/** Returns the address that opens the comments of a record. */
export function threadLink({ entity, id, date, label, statementId }: Addressed): string {
  const hash = `#comments=${entity}.${id}`;
  if (entity === "line") return `/banking/${statementId}?line=${id}${hash}`;
  if (entity === "client" || entity === "vendor") return `/${entity}s?${entity}=${id}${hash}`;
  if (entity !== "transaction") return `/${entity}s/${id}${hash}`;
  const query = { dateFrom: date, dateTo: date, q: label, preset: "custom" };
  return `/transactions?${new URLSearchParams(query)}${hash}`;
}

/** Reads the record from the hash of an address. */
export function readThreadHash(hash: string): CommentedRecord | undefined {
  const [, entity = "", id = ""] = /^#comments=([a-z]+)\.(\w+)$/.exec(hash) ?? [];
  return isCommented(entity) ? { entity, id } : undefined;
}
