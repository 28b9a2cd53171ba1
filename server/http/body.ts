import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { status } from "elysia";
import type * as v from "valibot";
import type { Tenant } from "../../db/engine/tenant.ts";
import { decodeUtf8, readJsonInput, toCanonicalJson } from "../../domain/jsonInput.ts";
import { parse, Refusal } from "../../domain/refusal.ts";

// Routes read the body here, after identity and permission are known. Elysia parses its own `body` before
// any derive, so a stranger would get errors about their JSON instead of a 401.

const JSON_MB = 1;
/**
 * For a batch. A thousand receipts with addresses and a page of notes fit. A thousand of maximum length are
 * 45 MB, which would block everyone while they are parsed.
 */
export const BATCH_MB = 8;
/** For an unpacked CSV: a million rows take about 100 MB. */
const CSV_MAX_MB = 512;

/** Parses the body by the schema. @throws Refusal "invalid", or a 413 or 415 response */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  maxMb = JSON_MB,
): Promise<v.InferOutput<Schema>> {
  return parse(schema, readJsonInput(await readText(request, maxMb)));
}

/** Returns the fields to change of an existing record. */
export async function readChanges(request: Request): Promise<object> {
  const input = readJsonInput(await readText(request));
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  throw new Refusal("invalid", "Send the fields as a JSON object");
}

/**
 * Reads the input of a create, and the tenant with the request's Idempotency-Key, if any.
 * @param maxMb limit of the body, for a batch
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

/** Returns the tenant with the request's Idempotency-Key. A retry must send the same `input`. */
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

/** Yields the CSV as it arrives, unpacked if gzipped. @throws a 415 response at once */
export const readCsv = (request: Request) => readFileBody(request, "text/csv", CSV_MAX_MB);

/** Yields a file of this type as it arrives. @param maxMb its limit when unpacked */
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

/** Reads a JSON file as bytes, unpacked if it came as gzip. @throws as `readFileBody` */
export async function readJsonFile(request: Request, maxMb: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const bytes of readFileBody(request, "application/json", maxMb)) parts.push(bytes);
  return Buffer.concat(parts);
}

/** The highest compression ratio. A CSV shrinks to about a tenth; much more than that is a zip bomb. */
const RATIO_MAX = 200;
/** Below this size a file may repeat one row. */
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
    // Otherwise a client that has gone would still get its upload unpacked.
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

/** Unpacks in another thread, one piece per read, and stops when the reader stops. */
async function* unpacked(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  const source = Readable.from(packed);
  // Errors surface in gunzip, which the pipeline destroys with them.
  pipeline(source, gunzip, () => {});
  try {
    yield* gunzip;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

/** Reads a file unchanged. @throws Refusal "invalid" if it is too large, or a 415 response */
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
