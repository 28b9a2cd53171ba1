import type { Mail, MailRow } from "../../domain/mail/mails.ts";
import type { mails } from "../schema/mail.ts";

export type StoredMail = typeof mails.$inferSelect;

interface Row {
  mail: StoredMail;
  /** The sender's name. */
  author: string;
}

export function toMailRow({ mail, author }: Row): MailRow {
  const { id, entityId, nextAt, createdBy } = mail;
  const { kind, entity, label, to, isCopy, subject, state, attempts } = mail;
  const { messageId, code, answer, handedOverAt, createdAt } = mail;
  return {
    _id: id,
    kind,
    entity,
    id: entityId,
    label,
    to,
    isCopy,
    subject,
    state,
    attempts,
    messageId,
    code,
    answer,
    handedOverAt,
    createdAt,
    // While a mail is being sent, this is the end of its lease, which means nothing to users.
    nextAt: nextAt === null || state === "sending" ? null : new Date(nextAt).toISOString(),
    createdBy: { _id: createdBy, name: author },
  };
}

export function toMail(row: Row): Mail {
  const { text, link, paperName, paperSize } = row.mail;
  const paper = paperSize === null ? null : { name: paperName, size: paperSize };
  return { ...toMailRow(row), text, hasLink: link !== "", paper };
}
