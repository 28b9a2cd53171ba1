import * as v from "valibot";
import { date, datesInOrder, id, limitSchema, longText, page, q, strictObject } from "../fields.ts";
import { expires } from "../sharing/shareLinks.ts";
import { isCleanLine } from "../text.ts";
import { MAIL_HOLDERS, MAIL_STATES } from "./mails.ts";

/** Of one press: each gets a mail of their own. */
const RECIPIENTS_MAX = 10;

const LONGEST = 200;
const Address = v.pipe(v.string(), v.email());

/** What is wrong with an address to write to, in a sentence; undefined where nothing is. */
export function addressFault(text: string): string | undefined {
  if (text.length > LONGEST) return "An address is too long";
  if (!isCleanLine(text)) return "An address may not contain line breaks or hidden characters";
  if (/[<>,;"]/.test(text)) return `Enter each address on its own, without a name: ${text}`;
  return v.is(Address, text) ? undefined : `${text || "Nothing"} is not a whole address`;
}

const MISSING = `Enter 1 to ${RECIPIENTS_MAX} addresses`;
const text = v.pipe(v.string(MISSING), v.maxLength(4 * LONGEST, "An address is too long"));

/** One address, or several; the same one only once. */
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
  /** Left out, it goes to the client's address. */
  to: v.optional(to),
  /** Left out or empty, it is the usual one, as is the text. */
  subject,
  text: longText("Message"),
  copyToSelf: v.optional(v.boolean("Copy to self must be true or false"), false),
};

/** Of a document. */
export const NewEmail = strictObject({
  ...base,
  /** Whether a link by which the client sees it without signing in is made, and stands in the mail. */
  linkIt: v.optional(v.boolean("Link it must be true or false"), false),
  /** Of that link. */
  expires,
  /** Of an invoice: whether its client is reminded of it. Left out, that stays as it is. */
  remind: v.optional(v.boolean("Remind must be true or false")),
});
export type NewEmail = v.InferOutput<typeof NewEmail>;

/** A statement of account of some days. */
export const NewStatementEmail = v.pipe(
  strictObject({ ...base, clientId: id("Client is required"), dateFrom: date, dateTo: date }),
  datesInOrder(),
);
export type NewStatementEmail = v.InferOutput<typeof NewStatementEmail>;

/** That the folder of a month is ready. */
export const NewMonthEmail = strictObject(base);
export type NewMonthEmail = v.InferOutput<typeof NewMonthEmail>;

export const MailQuery = strictObject({
  /** In the address, the subject, or the name of what it belongs to. */
  q,
  state: v.optional(v.picklist(MAIL_STATES, `State must be one of ${MAIL_STATES.join(", ")}`)),
  entity: v.optional(v.picklist(MAIL_HOLDERS, `Entity must be one of ${MAIL_HOLDERS.join(", ")}`)),
  id: v.optional(id("Id must be text")),
  page,
  limit: limitSchema(20),
});
export type MailQuery = v.InferOutput<typeof MailQuery>;
