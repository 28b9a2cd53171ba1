import { linkText, readLinks } from "../../domain/mail/links.ts";
import type { Mail } from "../../domain/mail/mails.ts";
import type { Account } from "./account.ts";

/** The parts of a mail that are sent. */
export type Letter = Pick<Mail, "messageId" | "subject" | "text" | "to"> & {
  /** In `readLinks` format; "" for none. */
  link: string;
  kind: Mail["kind"] | "test" | "notice";
  inReplyTo: string;
};

export interface Writer {
  agencyName: string;
  email: string;
}

export interface MailAttachment {
  name: string;
  bytes: Uint8Array;
}

/** Removes line breaks, because they would start another header. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, " ");

/**
 * Converts a mail for nodemailer: plain text, the same text as HTML without external content, and the PDF.
 * It has one recipient.
 */
export function buildMessage(
  letter: Letter,
  { from, replyTo }: Account,
  writer: Writer,
  pdf?: MailAttachment,
) {
  const { text, html } = renderBodies(letter);
  return {
    from: { name: oneLine(writer.agencyName), address: from },
    to: { name: "", address: letter.to },
    replyTo: { name: "", address: replyTo || writer.email },
    envelope: { from, to: [letter.to] },
    subject: oneLine(letter.subject),
    messageId: letter.messageId,
    ...(letter.inReplyTo && { inReplyTo: letter.inReplyTo, references: letter.inReplyTo }),
    ...(["reminder", "test", "notice"].includes(letter.kind) && {
      headers: { "Auto-Submitted": "auto-generated" },
    }),
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: pdf
      ? [
          {
            filename: pdf.name,
            content: Buffer.from(pdf.bytes.buffer, pdf.bytes.byteOffset, pdf.bytes.length),
            contentType: "application/pdf",
          },
        ]
      : [],
  };
}

/** Puts links before the last paragraph, which is the closing. */
function renderBodies({ text, link }: Letter): { text: string; html: string } {
  const paragraphs = text.split(/\n{2,}/);
  const html = paragraphs.map(
    (paragraph) => `<p>${escapeXml(paragraph).replaceAll("\n", "<br>")}</p>`,
  );
  const links = readLinks(link).map((one) => ({ ...one, words: linkText(one) }));
  if (links.length > 0) {
    paragraphs.splice(-1, 0, links.map(({ words, url }) => `${words}: ${url}`).join("\n"));
    const anchors = links.map(
      ({ words, url }) => `<a href="${escapeXml(url)}">${escapeXml(words)}</a>`,
    );
    html.splice(-1, 0, `<p>${anchors.join("<br>")}</p>`);
  }
  return {
    text: `${paragraphs.join("\n\n")}\n`,
    html: `<!doctype html><html><body style="font: 15px/1.5 sans-serif">${html.join("")}</body></html>`,
  };
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
