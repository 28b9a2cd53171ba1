// The links that a mail brings, as the outbox keeps them: a line each. One that is not of all that the mail
// tells of has the number of what it shows before its address.

export interface MailLink {
  url: string;
  /** The number of what it shows; "" where the mail tells of nothing else. */
  number: string;
}

export const formatLinks = (links: readonly MailLink[]): string =>
  links.map(({ number, url }) => `${number} ${url}`.trim()).join("\n");

/** An address has no space, and a number may have some. */
export const readLinks = (lines: string): MailLink[] =>
  lines.split("\n").flatMap((line) => {
    const at = line.lastIndexOf(" ");
    return line ? [{ number: line.slice(0, Math.max(at, 0)), url: line.slice(at + 1) }] : [];
  });

/** The same without their tokens: whoever reads them then can open nothing. */
export const hideTokens = (lines: string): string => lines.replace(/[^/\n]+$/gm, "…");

/** What stands on a link. */
export const linkText = ({ number }: MailLink): string =>
  number ? `View ${number} here` : "View it here";
