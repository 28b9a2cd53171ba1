import * as v from "valibot";
import type { Sent } from "../../db/mail/send.ts";
import type { MailContent } from "../../domain/mail/content.ts";
import {
  MAIL_HOLDERS,
  MAIL_KINDS,
  MAIL_STATES,
  type Mail,
  type MailDetail,
  type MailList,
  type MailRow,
} from "../../domain/mail/mails.ts";
import { type MailSettings, SECURITIES } from "../../domain/mail/settings.ts";
import { count, createPageShape, createShape, id, isTrue, moment, text } from "./shapes.ts";

const momentIfAny = v.nullable(moment);

const row = {
  _id: id,
  kind: v.picklist(MAIL_KINDS),
  entity: v.picklist(MAIL_HOLDERS),
  id: v.pipe(id, v.description("Id of the record it belongs to")),
  label: v.pipe(text, v.description("For example its number")),
  to: v.pipe(text, v.description("One address")),
  isCopy: v.pipe(isTrue, v.description("Whether it is the sender's own copy")),
  subject: text,
  state: v.picklist(MAIL_STATES),
  attempts: v.pipe(count, v.description("Number of attempts")),
  messageId: text,
  code: v.pipe(v.nullable(v.number()), v.description("Last reply code of the mail server")),
  answer: v.pipe(
    text,
    v.description("Last reply of the mail server, or why the e-mail was not sent"),
  ),
  nextAt: v.pipe(momentIfAny, v.description("Time of the next attempt")),
  handedOverAt: momentIfAny,
  createdAt: moment,
  createdBy: v.object({ _id: id, name: text }),
};
const mailRow = createShape<MailRow>()(v.object(row));
export const mail = createShape<Mail>()(
  v.object({
    ...row,
    text,
    hasLink: v.pipe(isTrue, v.description("Whether it contains a link")),
    paper: v.pipe(
      v.nullable(v.object({ name: text, size: count })),
      v.description("The attached PDF; null until it is rendered"),
    ),
  }),
);
const content = createShape<MailContent>()(
  v.object({
    letterhead: v.object({ name: text, address: text, phone: text, gstin: text, logoUrl: text }),
    heading: text,
    amount: v.optional(v.object({ label: text, value: text })),
    day: v.optional(v.object({ text, more: text })),
    action: v.pipe(text, v.description("Label of a link")),
    rows: v.array(
      v.object({ name: text, amount: text, look: v.optional(v.picklist(["quiet", "strong"])) }),
    ),
    note: text,
    payment: v.pipe(v.array(v.object({ label: text, value: text })), v.description("Bank details")),
    mayReply: isTrue,
  }),
);
export const mailDetail = createShape<MailDetail>()(
  v.object({
    mail,
    content: v.nullable(content),
    links: v.pipe(
      v.array(v.object({ number: text, url: text })),
      v.description("Links, without their secret part"),
    ),
  }),
);
export const mailList = createShape<MailList>()(createPageShape(mailRow, {}));
export const sent = createShape<Sent>()(
  v.object({ mail, mails: v.pipe(v.array(mail), v.description("One for each address")) }),
);

export const mailSettings = createShape<MailSettings>()(
  v.object({
    source: v.pipe(
      v.picklist(["server", "agency", "none"]),
      v.description("Account in use; `none` if e-mail cannot be sent"),
    ),
    from: v.pipe(text, v.description("Sender address")),
    replyTo: v.pipe(
      text,
      v.description('Reply-to address; "" for the person who sends the e-mail'),
    ),
    mayBeOwn: v.pipe(
      isTrue,
      v.description("Whether SMTP_PER_AGENCY allows the agency its own account"),
    ),
    own: v.nullable(
      v.object({
        host: text,
        port: count,
        security: v.picklist(SECURITIES),
        username: text,
        hasPassword: isTrue,
        from: text,
      }),
    ),
    tested: v.pipe(
      v.nullable(v.object({ at: moment, answer: text })),
      v.description("Last successful test"),
    ),
  }),
);

export const mailSchemas = {
  Mail: mail,
  MailRow: mailRow,
  MailList: mailList,
  SentMails: sent,
  MailSettings: mailSettings,
};
