import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { status } from "elysia";
import type * as v from "valibot";
import type { Tenant } from "../../db/engine/tenant.ts";
import { parseWithSource } from "../../domain/json.ts";
import { parse, Refusal } from "../../domain/refusal.ts";

// Routes read the body here, after they know who sent it and what they may do. Elysia's own `body` is
// parsed before any derive, so a stranger would be told about their JSON instead of being turned away.

const JSON_MB = 1;
/**
 * Of a batch. A thousand receipts with addresses and notes of a page fit; a thousand of the longest that
 * one may be are 45 MB, which would keep everybody waiting while they are read.
 */
export const BATCH_MB = 8;
/** Of a CSV, unpacked: a million rows take about 100 MB. */
const CSV_MAX = 512 << 20;

/** The body as the schema promises it. @throws Refusal "invalid", or a 413 or 415 answer. */
export async function jsonOf<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return parse(schema, readJsonBody(await textOf(request)));
}

/** The fields to change of a thing that is there. */
export async function changesOf(request: Request): Promise<object> {
  const input = readJsonBody(await textOf(request));
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  throw new Refusal("invalid", "Send the fields as a JSON object");
}

/**
 * For a create: its input, and the tenant with the Idempotency-Key of the request, if it has one.
 * @param maxMb what the body may take, for a create of many things
 */
export async function creationOf<Schema extends v.GenericSchema>(
  tenant: Tenant,
  request: Request,
  schema: Schema,
  maxMb = JSON_MB,
): Promise<[Tenant, v.InferOutput<Schema>]> {
  const text = await textOf(request, maxMb);
  return [withKey(tenant, request, text), parse(schema, readJsonBody(text))];
}

/** The tenant with the request's Idempotency-Key; `input` is what must be the same when it comes again. */
export function withKey(tenant: Tenant, request: Request, input: string): Tenant {
  const key = request.headers.get("idempotency-key");
  if (key === null) return tenant;
  if (key.length < 1 || key.length > 255) {
    throw new Refusal("invalid", "Idempotency-Key must have 1 to 255 characters");
  }
  const { pathname } = new URL(request.url);
  const digest = new Bun.CryptoHasher("sha256").update(`${pathname}\n${input}`).digest("base64url");
  return { ...tenant, idempotency: { key, digest } };
}

/** The CSV as it arrives, unpacked where it came as gzip. @throws a 415 answer at once. */
export function csvOf(request: Request): AsyncGenerator<Uint8Array> {
  mustBeOfType(request, "text/csv");
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip") {
    throw status(415, { message: "Send the file plain or as gzip" });
  }
  return csvIn(request, encoding === "gzip");
}

/** Of a gzip: a CSV shrinks to a tenth or so, and what shrinks to less than this is made to be large. */
const RATIO_MAX = 200;
/** A small file may be of one row again and again. */
const RATIO_COUNTS_FROM = 8 << 20;

async function* csvIn(request: Request, isPacked: boolean): AsyncGenerator<Uint8Array> {
  let sent = 0;
  async function* arriving(): AsyncGenerator<Uint8Array> {
    for await (const bytes of request.body ?? new Blob([]).stream()) {
      sent += bytes.length;
      yield bytes;
    }
  }
  let size = 0;
  for await (const bytes of isPacked ? unpacked(arriving()) : arriving()) {
    // What has arrived already would be unpacked for nobody.
    if (request.signal.aborted) throw new Refusal("invalid", "The upload was cut off");
    size += bytes.length;
    if (size > CSV_MAX) throw new Refusal("invalid", "The file is larger than 512 MB");
    if (size > RATIO_COUNTS_FROM && size > sent * RATIO_MAX) {
      throw new Refusal("invalid", "The file unpacks to over 200 times its size, as no CSV does");
    }
    yield bytes;
  }
}

/** In another thread than ours, a piece whenever one is taken; nothing more is unpacked once nobody asks. */
async function* unpacked(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const source = Readable.from(packed);
  // Its faults come out of gunzip, as it is destroyed with them.
  pipeline(source, gunzip, () => {});
  try {
    yield* gunzip;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

/** A file as it is. @throws Refusal "invalid" where it is larger, or a 415 answer. */
export async function fileOf(request: Request, maxMb: number): Promise<Uint8Array> {
  mustBeOfType(request, "application/octet-stream");
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of request.body ?? new Blob([]).stream()) {
    size += bytes.length;
    if (size > maxMb << 20) {
      throw new Refusal("invalid", `The file is larger than ${maxMb} MB. Nothing was changed`);
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

async function textOf(request: Request, maxMb = JSON_MB): Promise<string> {
  mustBeOfType(request, "application/json");
  const most = maxMb << 20;
  const tooLarge = () => status(413, { message: `The request body is larger than ${maxMb} MB` });
  if (Number(request.headers.get("content-length")) > most) throw tooLarge();

  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for await (const bytes of request.body ?? new Blob([]).stream()) {
    size += bytes.length;
    if (size > most) throw tooLarge();
    text += utf8(() => decoder.decode(bytes, { stream: true }));
  }
  return text + utf8(() => decoder.decode());
}

const NOT_TEXT = "The request body is not UTF-8 text";

function utf8(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new Refusal("invalid", NOT_TEXT);
  }
}

function readJsonBody(text: string): unknown {
  mustBeSmall(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid", "The request body is not valid JSON");
  }
  if (/\\ud/i.test(text) && !isText(value)) throw new Refusal("invalid", NOT_TEXT);
  return /\.\d{16}/.test(text) ? withExactNumbers(text) : value;
}

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
function mustBeSmall(text: string): void {
  let [depth, marks] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character !== ",") continue;
    marks += 1;
    if (depth > DEPTH_MAX) throw new Refusal("invalid", "The request body is nested too deep");
    if (marks > MARKS_MAX) throw new Refusal("invalid", "The request body has too many values");
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

function mustBeOfType(request: Request, type: string): void {
  const sent = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (sent !== type) throw status(415, { message: `Send the body as ${type}` });
}
