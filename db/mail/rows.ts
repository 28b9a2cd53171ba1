import type { Mail, MailRow } from "../../domain/mail/mails.ts";
import type { mails } from "../schema/mail.ts";

export type StoredMail = typeof mails.$inferSelect;

interface Row {
  mail: StoredMail;
  /** The name of who has sent it. */
  author: string;
}

export function toMailRow({ mail, author }: Row): MailRow {
  const { id, entityId, nextAt, createdBy } = mail;
  const { kind, entity, label, to, isCopy, subject, state, attempts } = mail;
  const { messageId, code, answer, handedOverAt, createdAt } = mail;
  return {
    ...{ _id: id, kind, entity, id: entityId, label, to, isCopy, subject, state, attempts },
    ...{ messageId, code, answer, handedOverAt, createdAt },
    // Of one that is being sent it is the end of a lease, which tells people nothing.
    nextAt: nextAt === null || state === "sending" ? null : new Date(nextAt).toISOString(),
    createdBy: { _id: createdBy, name: author },
  };
}

export function toMail(row: Row): Mail {
  const { text, link, paperName, paperSize } = row.mail;
  const paper = paperSize === null ? null : { name: paperName, size: paperSize };
  return { ...toMailRow(row), text, hasLink: link !== "", paper };
}
