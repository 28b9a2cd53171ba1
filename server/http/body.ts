import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { status } from "elysia";
import type * as v from "valibot";
import type { Tenant } from "../../db/engine/tenant.ts";
import { decodeUtf8, readJsonInput, toCanonicalJson } from "../../domain/jsonInput.ts";
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
const CSV_MAX_MB = 512;

/** The body as the schema promises it. @throws Refusal "invalid", or a 413 or 415 answer. */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  maxMb = JSON_MB,
): Promise<v.InferOutput<Schema>> {
  return parse(schema, readJsonInput(await readText(request, maxMb)));
}

/** The fields to change of a thing that is there. */
export async function readChanges(request: Request): Promise<object> {
  const input = readJsonInput(await readText(request));
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  throw new Refusal("invalid", "Send the fields as a JSON object");
}

/**
 * For a create: its input, and the tenant with the Idempotency-Key of the request, if it has one.
 * @param maxMb what the body may take, for a create of many things
 */
export async function readCreation<Schema extends v.GenericSchema>(
  tenant: Tenant,
  request: Request,
  schema: Schema,
  maxMb = JSON_MB,
): Promise<[Tenant, v.InferOutput<Schema>]> {
  const input = readJsonInput(await readText(request, maxMb));
  return [withKey(tenant, request, toCanonicalJson(input)), parse(schema, input)];
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
export const readCsv = (request: Request) => readFileBody(request, "text/csv", CSV_MAX_MB);

/** The same of a file of that type. `maxMb`: what it may take unpacked */
export function readFileBody(
  request: Request,
  type: string,
  maxMb: number,
): AsyncGenerator<Uint8Array> {
  assertMediaType(request, type);
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity" && encoding !== "gzip") {
    throw status(415, { message: "Send the file plain or as gzip" });
  }
  return unpackedIn(request, encoding === "gzip", maxMb);
}

/** A JSON file as bytes, unpacked if it came as gzip. @throws as `readFileBody` */
export async function readJsonFile(request: Request, maxMb: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const bytes of readFileBody(request, "application/json", maxMb)) parts.push(bytes);
  return Buffer.concat(parts);
}

/** Of a gzip: a CSV shrinks to a tenth or so, and what shrinks to less than this is made to be large. */
const RATIO_MAX = 200;
/** A small file may be of one row again and again. */
const RATIO_COUNTS_FROM = 8 << 20;

async function* unpackedIn(
  request: Request,
  isPacked: boolean,
  maxMb: number,
): AsyncGenerator<Uint8Array> {
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
    if (size > maxMb << 20) throw new Refusal("invalid", `The file is larger than ${maxMb} MB`);
    if (size > RATIO_COUNTS_FROM && size > sent * RATIO_MAX) {
      throw new Refusal(
        "invalid",
        "The file unpacks to over 200 times its size, so it is not a CSV",
      );
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
export async function readWholeFile(request: Request, maxMb: number): Promise<Uint8Array> {
  assertMediaType(request, "application/octet-stream");
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

async function readText(request: Request, maxMb = JSON_MB): Promise<string> {
  assertMediaType(request, "application/json");
  const most = maxMb << 20;
  const tooLarge = () => status(413, { message: `The request body is larger than ${maxMb} MB` });
  if (Number(request.headers.get("content-length")) > most) throw tooLarge();

  async function* arriving() {
    let size = 0;
    for await (const bytes of request.body ?? new Blob([]).stream()) {
      size += bytes.length;
      if (size > most) throw tooLarge();
      yield bytes;
    }
  }
  return decodeUtf8(arriving());
}

function assertMediaType(request: Request, type: string): void {
  const sent = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (sent !== type) throw status(415, { message: `Send the body as ${type}` });
}
