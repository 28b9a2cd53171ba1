// What Tally reads without harm: XML 1.0's characters, plain ones where a typographic one says no more.

const PLAIN: Record<string, string> = {
  "₹": "Rs.",
  ...{ "‘": "'", "’": "'", "‚": "'", "“": '"', "”": '"', "„": '"' },
  ...{ "–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "\u00a0": " " },
};
const ENTITIES: Record<string, string> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" },
};
/** XML 1.0, Char: what is not of it cannot be written, not even escaped. */
export const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const NARRATION_MAX = 1_000;

/** A name: a line, without blanks at its ends or twice within. */
export const tallyName = (text: string): string =>
  plain(text.replace(/[\r\n]+/g, " "))
    .replace(/\s+/g, " ")
    .trim();

/** A text of lines as one, with its mark at the end; of 1,000 characters at most. */
export function tallyNarration(text: string, mark: string): string {
  const lines = text.split(/[\r\n]+/).map(tallyName);
  const said = [...lines.filter(Boolean).join(" | ")];
  return [said.slice(0, NARRATION_MAX - mark.length - 1).join(""), mark].join(" ").trim();
}

const plain = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(FORBIDDEN, "")
    .replace(/[₹‘’‚“”„–—−‑…\u00a0]/g, (sign) => PLAIN[sign] ?? sign);

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Whether every character is ASCII: Tally's own files lose others where they are not UTF-16. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what ASCII begins with.
export const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
