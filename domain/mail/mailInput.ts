import * as v from "valibot";
import {
  date,
  datesInOrder,
  id,
  limitSchema,
  longText,
  oneOf,
  page,
  q,
  strictObject,
} from "../fields.ts";
import { expires } from "../sharing/shareLinks.ts";
import { isCleanLine } from "../text.ts";
import { MAIL_HOLDERS, MAIL_STATES } from "./mails.ts";

/** Maximum recipients of one message. Each gets a separate e-mail. */
const RECIPIENTS_MAX = 10;

const LONGEST = 200;
const Address = v.pipe(v.string(), v.email());

/** Returns what is wrong with an address, or undefined. */
export function addressFault(text: string): string | undefined {
  if (text.length > LONGEST) return "An address is too long";
  if (!isCleanLine(text)) return "An address may not contain line breaks or hidden characters";
  if (/[<>,;"]/.test(text)) return `Enter each address on its own, without a name: ${text}`;
  return v.is(Address, text) ? undefined : `${text || "Nothing"} is not a complete address`;
}

const MISSING = `Enter 1 to ${RECIPIENTS_MAX} addresses`;
const text = v.pipe(v.string(MISSING), v.maxLength(4 * LONGEST, "An address is too long"));

/** One or several addresses, without duplicates. */
const to = v.pipe(
  v.union([text, v.array(text)], MISSING),
  v.transform((given) => [given].flat().map((one) => one.trim())),
  v.check((all) => all.length >= 1 && all.length <= RECIPIENTS_MAX, MISSING),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const all = dataset.value;
    for (const [key, value] of all.entries()) {
      const message = addressFault(value);
      const path = [{ type: "array", origin: "value", input: all, key, value }] as const;
      if (message) addIssue({ message, path: [...path] });
    }
  }),
  v.transform((all) => [...new Map(all.map((one) => [one.toLowerCase(), one])).values()]),
);

/** A line of at most 300 characters. */
const subject = v.optional(
  v.pipe(
    v.string("Subject must be text"),
    v.maxLength(1200, "Subject is too long"),
    v.trim(),
    v.check(isCleanLine, "Subject may not contain line breaks or hidden characters"),
    v.normalize("NFC"),
    v.maxLength(300, "Subject is too long"),
  ),
  "",
);

const base = {
  /** Defaults to the client's address. */
  to: v.optional(to),
  /** If empty or left out, the default subject is used. The same goes for the text. */
  subject,
  text: longText("Message"),
  copyToSelf: v.optional(v.boolean("Copy to self must be true or false"), false),
};

/** E-mail with a document. */
export const NewEmail = strictObject({
  ...base,
  /** Whether to create a share link and put it into the e-mail. */
  linkIt: v.optional(v.boolean("Link it must be true or false"), false),
  /** Expiry of that link. */
  expires,
  /** For an invoice: whether to send reminders. Unchanged if left out. */
  remind: v.optional(v.boolean("Remind must be true or false")),
});
export type NewEmail = v.InferOutput<typeof NewEmail>;

/** E-mail with a statement of account for a period. */
export const NewStatementEmail = v.pipe(
  strictObject({ ...base, clientId: id("Client is required"), dateFrom: date, dateTo: date }),
  datesInOrder(),
);
export type NewStatementEmail = v.InferOutput<typeof NewStatementEmail>;

/** E-mail that a month's folder is ready. */
export const NewMonthEmail = strictObject(base);
export type NewMonthEmail = v.InferOutput<typeof NewMonthEmail>;

export const MailQuery = strictObject({
  /** Searches the address, the subject, and the name of the record. */
  q,
  state: v.optional(oneOf("State", MAIL_STATES)),
  entity: v.optional(oneOf("Entity", MAIL_HOLDERS)),
  id: v.optional(id("Id must be text")),
  page,
  limit: limitSchema(20),
});
export type MailQuery = v.InferOutput<typeof MailQuery>;
