import { parseWithSource } from "./json.ts";
import { Refusal } from "./refusal.ts";

const NOT_TEXT = "The request body is not UTF-8 text";

/** The text that bytes spell, as they arrive. @throws Refusal "invalid" for what is no UTF-8 */
export async function decodeUtf8(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for await (const bytes of body) text += utf8(() => decoder.decode(bytes, { stream: true }));
  return text + utf8(() => decoder.decode());
}

/** Returns the value of a whole JSON file. @throws as `readJsonInput` */
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
 * What a JSON text from outside says. It is looked at before it is read: `marks` is how many strings,
 * brackets and commas it may have. @throws Refusal "invalid" for what is no JSON, or has too much in it
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

/** Writes a JSON value with its keys in order, so that equal bodies have equal texts. */
export const toCanonicalJson = (input: unknown): string =>
  JSON.stringify(input, (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** 1.0…01 is no 1: a number of more figures than a number holds is none, and is told so where it stands. */
const withExactNumbers = (text: string): unknown =>
  parseWithSource(text, (_, value, context) =>
    typeof value === "number" && /\.\d{16}/.test(context?.source ?? "") ? Number.NaN : value,
  );

/** Half of a character can be written in JSON, but in no UTF-8: a database server would not take it. */
function isText(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).flat().every(isText);
}

/** Ours is five levels deep at most. */
const DEPTH_MAX = 20;
/** Strings, brackets and commas. A batch of a thousand receipts has 43,000. */
const MARKS_MAX = 100_000;

/**
 * Looks at the text before it is read: a megabyte of `0,` is half a million values, each of which costs
 * whoever walks through them afterwards.
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

/** Where the string that begins there ends; where it does not, the end of the text. */
function endOfString(text: string, from: number): number {
  for (let end = from; ; ) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}
