import { SaxesParser } from "saxes";
import { Refusal } from "../refusal.ts";
import { FORBIDDEN, tallyName } from "./text.ts";

// Reads Tally's List of Accounts. Tally often exports invalid XML, so it is repaired first.

export interface TallyLedger {
  name: string;
  group: string;
}

export const LIST_MAX_MB = 20;
const LEDGERS_MAX = 50_000;
const DEPTH_MAX = 30;

const invalid = (sentence: string) => new Refusal("invalid", sentence);

/**
 * Parses a List of Accounts to ledgers with their groups, in the file's order.
 * @throws Refusal "invalid" if the file is not one
 */
export function readTallyList(bytes: Uint8Array): TallyLedger[] {
  const text = repairXml(decodeText(bytes));
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw invalid("This file contains XML definitions, which files from Tally do not have");
  const ledgers: TallyLedger[] = [];
  const open: string[] = [];
  let ledger: TallyLedger | undefined;
  const parser = new SaxesParser();
  parser.on("error", ({ message }) => {
    throw invalid(`This file cannot be read as XML: ${message.replace(/\.$/, "")}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    open.push(name);
    if (open.length > DEPTH_MAX) throw invalid("This file is nested deeper than Tally's lists are");
    if (name !== "LEDGER") return;
    ledger = { name: tallyName((attributes as Record<string, string>).NAME ?? ""), group: "" };
  });
  parser.on("text", (words) => {
    if (!ledger) return;
    const path = open.slice(open.lastIndexOf("LEDGER") + 1).join("/");
    if (path === "PARENT") ledger.group += words;
    if (ledger.name === "" && /^(NAME|NAME\.LIST\/NAME)$/.test(path))
      ledger.name = tallyName(words);
  });
  parser.on("closetag", ({ name }) => {
    open.pop();
    if (name !== "LEDGER" || !ledger) return;
    if (ledger.name) ledgers.push({ ...ledger, group: tallyName(ledger.group) });
    if (ledgers.length > LEDGERS_MAX) throw invalid("This file has more than 50,000 ledgers");
    ledger = undefined;
  });
  if (text.includes("<")) parser.write(text).close();
  if (ledgers.length === 0) {
    throw invalid("This file has no ledgers; in Tally export the List of Accounts as XML");
  }
  return ledgers;
}

/**
 * Decodes UTF-16 by its first bytes, else UTF-8 if valid, else Windows-1252. The declared encoding is
 * ignored.
 */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // UTF-16 without a byte order mark: every second byte of a tag name is 0.
  if (first === 0x3c && second === 0) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Removes the declaration, which may be wrong, and removes or corrects characters that XML forbids. */
const repairXml = (text: string): string =>
  text
    .replace(/^\ufeff?\s*<\?xml[^>]{0,200}\?>/, "")
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (whole, digits: string) => {
      const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
      return code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? "" : whole;
    })
    .replace(FORBIDDEN, "")
    .replace(/&(?!(amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, "&amp;");
