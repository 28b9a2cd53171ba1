import type { Holder } from "../attachments/attachments.ts";
import type { Role } from "../roles.ts";

// Threads of comments: their records, addresses and mentions. Without schemas, because every page has it.

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

/** Mentions every owner, also those who join later. */
export const OWNERS = "owners";

/** A member who can be mentioned. */
export interface Colleague {
  _id: string;
  name: string;
  role: Role;
}

const QUOTED = 120;

/** Returns the beginning of a comment in quotation marks. */
export function quoteText(text: string): string {
  const line = [...text.replace(/\s+/g, " ")];
  return `“${line.slice(0, QUOTED).join("")}${line.length > QUOTED ? "…" : ""}”`;
}

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
