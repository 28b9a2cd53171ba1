import type { Letterhead, MailContent, MailRow } from "./content.ts";
import type { MailLink } from "./links.ts";

/** A part of an e-mail. HTML, plain text and the preview show the same parts in the same order. */
export type MailPart =
  | { kind: "head"; letterhead: Letterhead; heading: string }
  | ({ kind: "amount" } & Pick<MailContent, "amount" | "day">)
  | { kind: "links"; links: { label: string; url: string }[] }
  | { kind: "text"; paragraphs: string[] }
  | { kind: "rows"; rows: MailRow[]; note: string }
  | { kind: "payment"; title: string; rows: MailContent["payment"] }
  | { kind: "file"; text: string }
  | { kind: "closing"; text: string }
  | { kind: "foot"; lines: string[] };

interface Written {
  /** As the sender wrote it. Its last paragraph is the closing. */
  text: string;
  links: readonly MailLink[];
  /** Name of the attached PDF, with its size if known; "" for none. */
  file: string;
}

/** Returns the parts of an e-mail. */
export function layOutMail(content: MailContent, { text, links, file }: Written): MailPart[] {
  const { letterhead, heading, amount, day, action, rows, note, payment, mayReply } = content;
  const paragraphs = text.trim().split(/\n{2,}/);
  const closing = paragraphs.length > 1 ? paragraphs.pop() : undefined;
  const parts: (MailPart | false)[] = [
    { kind: "head", letterhead, heading },
    (amount !== undefined || day !== undefined) && {
      kind: "amount",
      ...(amount && { amount }),
      ...(day && { day }),
    },
    links.length > 0 && {
      kind: "links",
      links: links.map(({ number, url }) => ({ label: `${action} ${number}`.trim(), url })),
    },
    { kind: "text", paragraphs },
    (rows.length > 0 || note !== "") && { kind: "rows", rows, note },
    payment.length > 0 && { kind: "payment", title: nameWays(payment), rows: payment },
    file !== "" && { kind: "file", text: `Attached: ${file}` },
    closing !== undefined && { kind: "closing", text: closing },
    { kind: "foot", lines: listFootLines(letterhead, mayReply) },
  ];
  return parts.filter((part) => part !== false);
}

/** Returns the line that an inbox shows after the subject, or "". */
export const previewLine = ({ amount, day }: MailContent): string =>
  [
    day && [day.text, day.more].filter(Boolean).join(" ").replace(/\.?$/, "."),
    amount && `${amount.label}: ${amount.value}.`,
  ]
    .filter(Boolean)
    .join(" ");

function nameWays(payment: MailContent["payment"]): string {
  const ways = payment.map(({ label }) => label);
  const names = [ways.includes("Account") && "bank transfer", ways.includes("UPI") && "UPI"];
  return `Pay by ${names.filter(Boolean).join(" or ")}`;
}

function listFootLines({ name, address, phone, gstin }: Letterhead, mayReply: boolean): string[] {
  const lines = [
    [name, address].filter(Boolean).join(", "),
    [phone, gstin && `GSTIN ${gstin}`].filter(Boolean).join(" | "),
  ];
  return mayReply
    ? [...lines.filter(Boolean), "Reply to this e-mail to reach us."]
    : ["Sent by your bahi server. Nobody reads replies."];
}
