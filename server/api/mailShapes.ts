import * as v from "valibot";
import type { Sent } from "../../db/mail/send.ts";
import {
  MAIL_HOLDERS,
  MAIL_KINDS,
  MAIL_STATES,
  type Mail,
  type MailList,
  type MailRow,
} from "../../domain/mail/mails.ts";
import { type MailSettings, SECURITIES } from "../../domain/mail/settings.ts";
import { count, id, isTrue, moment, pageOf, shapeOf, text } from "./shapes.ts";

const momentIfAny = v.nullable(moment);

const row = {
  ...{ _id: id, kind: v.picklist(MAIL_KINDS), entity: v.picklist(MAIL_HOLDERS) },
  id: v.pipe(id, v.description("Of what it belongs to")),
  label: v.pipe(text, v.description("Its number, say")),
  to: v.pipe(text, v.description("One address")),
  isCopy: v.pipe(isTrue, v.description("The sender's own copy")),
  subject: text,
  state: v.picklist(MAIL_STATES),
  attempts: v.pipe(count, v.description("How often a mail server was tried")),
  messageId: text,
  code: v.pipe(v.nullable(v.number()), v.description("The mail server's last reply code")),
  answer: v.pipe(text, v.description("What the mail server said last, or why the mail did not go")),
  nextAt: v.pipe(momentIfAny, v.description("When it is tried next")),
  handedOverAt: momentIfAny,
  createdAt: moment,
  createdBy: v.object({ _id: id, name: text }),
};
const mailRow = shapeOf<MailRow>()(v.object(row));
export const mail = shapeOf<Mail>()(
  v.object({
    ...row,
    text,
    hasLink: v.pipe(isTrue, v.description("Whether a link stands in it")),
    paper: v.pipe(
      v.nullable(v.object({ name: text, size: count })),
      v.description("The PDF that it brings; null until that is drawn"),
    ),
  }),
);
export const mailList = shapeOf<MailList>()(pageOf(mailRow, {}));
export const sent = shapeOf<Sent>()(
  v.object({ mail, mails: v.pipe(v.array(mail), v.description("One for each address")) }),
);

export const mailSettings = shapeOf<MailSettings>()(
  v.object({
    source: v.pipe(
      v.picklist(["server", "agency", "none"]),
      v.description("Whose account is used; `none` where mails cannot be sent"),
    ),
    from: v.pipe(text, v.description("The address that mails come from")),
    replyTo: v.pipe(text, v.description('Where replies go; "" for whoever sends a mail')),
    mayBeOwn: v.pipe(isTrue, v.description("Whether SMTP_PER_AGENCY allows an account of its own")),
    own: v.nullable(
      v.object({
        ...{ host: text, port: count, security: v.picklist(SECURITIES), username: text },
        ...{ hasPassword: isTrue, from: text },
      }),
    ),
    tested: v.pipe(
      v.nullable(v.object({ at: moment, answer: text })),
      v.description("The last test that worked"),
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
