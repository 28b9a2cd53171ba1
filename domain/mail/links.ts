// Links in an e-mail, as the outbox stores them, one per line. The number of the linked document comes
// before the address if the e-mail is about several.

export interface MailLink {
  url: string;
  /** Number of the linked document; "" if the e-mail is about nothing else. */
  number: string;
}

export const formatLinks = (links: readonly MailLink[]): string =>
  links.map(({ number, url }) => `${number} ${url}`.trim()).join("\n");

/** An address has no spaces, but a number may. */
export const readLinks = (lines: string): MailLink[] =>
  lines.split("\n").flatMap((line) => {
    const at = line.lastIndexOf(" ");
    return line ? [{ number: line.slice(0, Math.max(at, 0)), url: line.slice(at + 1) }] : [];
  });

/** Hides the tokens, so that the links cannot be opened. */
export const hideTokens = (lines: string): string => lines.replace(/[^/\n]+$/gm, "…");
