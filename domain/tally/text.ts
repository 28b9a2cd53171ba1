// Text that Tally can read: XML 1.0 characters, and plain ones instead of typographic ones.

const PLAIN: Record<string, string> = {
  "₹": "Rs.",
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "–": "-",
  "—": "-",
  "−": "-",
  "‑": "-",
  "…": "...",
  "\u00a0": " ",
};
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** Characters outside XML 1.0's Char, which are invalid even if escaped. */
export const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const NARRATION_MAX = 1_000;

/** Normalizes a name to one line without extra blanks. */
export const tallyName = (text: string): string =>
  toPlainText(text.replace(/[\r\n]+/g, " "))
    .replace(/\s+/g, " ")
    .trim();

/** Joins lines to one, with the mark at the end and at most 1,000 characters. */
export function tallyNarration(text: string, mark: string): string {
  const lines = text.split(/[\r\n]+/).map(tallyName);
  const characters = [...lines.filter(Boolean).join(" | ")];
  return [characters.slice(0, NARRATION_MAX - mark.length - 1).join(""), mark].join(" ").trim();
}

const toPlainText = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(FORBIDDEN, "")
    .replace(/[₹‘’‚“”„–—−‑…\u00a0]/g, (sign) => PLAIN[sign] ?? sign);

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Whether a text is ASCII. Tally loses other characters in files that are not UTF-16. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what ASCII begins with.
export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
