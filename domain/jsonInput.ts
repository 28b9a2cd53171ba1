import { parseWithSource } from "./json.ts";
import { Refusal } from "./refusal.ts";

const NOT_TEXT = "The request body is not UTF-8 text";

/**
 * Decodes a stream of bytes.
 * @throws Refusal "invalid" if it is not UTF-8
 */
export async function decodeUtf8(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for await (const bytes of body) text += utf8(() => decoder.decode(bytes, { stream: true }));
  return text + utf8(() => decoder.decode());
}

/**
 * Parses a whole JSON file.
 * @throws as `readJsonInput`
 */
export const readJsonBytes = (bytes: Uint8Array, marks?: number): unknown =>
  readJsonInput(
    utf8(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    marks,
  );

function utf8(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Refusal("invalid", NOT_TEXT);
  }
}

/**
 * Parses untrusted JSON, after checking its size.
 * @param marks maximum number of strings, brackets and commas
 * @throws Refusal "invalid" if it is not JSON, or too large
 */
export function readJsonInput(text: string, marks = MARKS_MAX): unknown {
  assertSmall(text, marks);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid", "The request body is not valid JSON");
  }
  if (/\\ud/i.test(text) && !isText(value)) throw new Refusal("invalid", NOT_TEXT);
  return /\.\d{16}/.test(text) ? withExactNumbers(text) : value;
}

/** Formats a JSON value with sorted keys, so that equal bodies have equal texts. */
export const toCanonicalJson = (input: unknown): string =>
  JSON.stringify(input, (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/**
 * Refuses numbers with more digits than a number can hold, so that 1.0…01 does not become 1. They become
 * NaN, which the field's schema refuses.
 */
const withExactNumbers = (text: string): unknown =>
  parseWithSource(text, (_, value, context) =>
    typeof value === "number" && /\.\d{16}/.test(context?.source ?? "") ? Number.NaN : value,
  );

/** JSON can contain half of a surrogate pair, but UTF-8 cannot, so a database server would refuse it. */
function isText(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).flat().every(isText);
}

/** Our own input has at most five levels. */
const DEPTH_MAX = 20;
/** Strings, brackets and commas. A batch of a thousand receipts has 43,000. */
const MARKS_MAX = 100_000;

/**
 * Checks the text before it is parsed. A megabyte of `0,` is half a million values, each of which costs
 * later code time.
 */
function assertSmall(text: string, marksMax: number): void {
  let [depth, marks] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character !== ",") continue;
    marks += 1;
    if (depth > DEPTH_MAX) throw new Refusal("invalid", "The request body is nested too deep");
    if (marks > marksMax) throw new Refusal("invalid", "The request body has too many values");
  }
}

/** Returns the end of the string that begins here, or the end of the text if it is unclosed. */
function endOfString(text: string, from: number): number {
  for (let end = from; ; ) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}
