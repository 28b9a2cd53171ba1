import type { Picture } from "../../db/agencies/logos.ts";
import { sizeText } from "../../domain/counts.ts";
import { type MailContent, nameOnly, plainContent } from "../../domain/mail/content.ts";
import { layOutMail, previewLine } from "../../domain/mail/layout.ts";
import { readLinks } from "../../domain/mail/links.ts";
import type { Mail } from "../../domain/mail/mails.ts";
import type { Account } from "./account.ts";
import { LOGO_ID, renderHtml } from "./html.ts";
import { renderPlainText } from "./plainText.ts";

/** The parts of a mail that are sent. */
export type Letter = Pick<Mail, "messageId" | "subject" | "text" | "to"> & {
  /** In `readLinks` format; "" for none. */
  link: string;
  kind: Mail["kind"] | "test" | "notice";
  inReplyTo: string;
  /** Null for a mail that an earlier version queued. */
  content: MailContent | null;
};

export interface Writer {
  agencyName: string;
  email: string;
}

export interface MailAttachment {
  name: string;
  bytes: Uint8Array;
}

interface Attached {
  pdf?: MailAttachment | undefined;
  logo?: Picture | undefined;
}

/** Removes line breaks, because they would start another header. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ");

/**
 * Converts a mail for nodemailer: plain text and HTML with the same facts, the agency's logo and the PDF. It
 * has one recipient.
 */
export function buildMessage(
  letter: Letter,
  { from, replyTo }: Account,
  writer: Writer,
  { pdf, logo }: Attached = {},
) {
  const content = letter.content ?? plainContent(nameOnly(writer.agencyName), "");
  const file = pdf ? `${pdf.name} (${sizeText(pdf.bytes.length)})` : "";
  const parts = layOutMail(content, { text: letter.text, links: readLinks(letter.link), file });
  const subject = oneLine(letter.subject);
  const hasLogo = logo !== undefined;
  return {
    from: { name: oneLine(writer.agencyName), address: from },
    to: { name: "", address: letter.to },
    replyTo: { name: "", address: replyTo || writer.email },
    envelope: { from, to: [letter.to] },
    subject,
    messageId: letter.messageId,
    ...(letter.inReplyTo && { inReplyTo: letter.inReplyTo, references: letter.inReplyTo }),
    ...(["reminder", "notifications", "test", "notice"].includes(letter.kind) && {
      headers: { "Auto-Submitted": "auto-generated" },
    }),
    text: renderPlainText(parts),
    html: renderHtml(parts, { subject, preview: previewLine(content), hasLogo }),
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: [
      ...(logo
        ? [
            {
              filename: logo.type === "image/png" ? "logo.png" : "logo.jpg",
              content: toBuffer(logo.bytes),
              contentType: logo.type,
              cid: LOGO_ID,
              contentDisposition: "inline" as const,
            },
          ]
        : []),
      ...(pdf
        ? [{ filename: pdf.name, content: toBuffer(pdf.bytes), contentType: "application/pdf" }]
        : []),
    ],
  };
}

const toBuffer = ({ buffer, byteOffset, length }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, length);
