import { sql } from "drizzle-orm";
import { ATTACHMENT_MAX_MB } from "../../domain/attachments/attachments.ts";
import {
  type AttachmentKind,
  archiveRefusal,
  detectKind,
  HEAD_BYTES,
} from "../../domain/attachments/kinds.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Books } from "../engine/books.ts";
import { DatabaseError } from "../engine/errors.ts";
import { newId } from "../engine/id.ts";
import type { Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { ARCHIVE_END_BYTES, hasArchiveEnd } from "./archiveEnd.ts";
import { getAttachmentStore } from "./store.ts";

/** Size of a row, and of the part of an upload that is in memory. */
const CHUNK_BYTES = 256 << 10;

/** Bytes in the attachment store. */
export interface StoredBytes {
  sha256: string;
  /** In bytes. */
  size: number;
  kind: AttachmentKind;
  /** Id of the chunks. */
  copy: string;
}

/**
 * Stores an upload, once per agency for the same content. Unreferenced bytes are deleted after a day.
 * @param quotaMb the agency's quota; undefined for files that bahi generated
 * @throws Refusal "invalid" for an unsupported type, or more than 10 MB; "conflict" if the quota is used up.
 * Nothing is stored then
 */
export async function storeBytes(
  tenant: Tenant,
  source: AsyncIterable<Uint8Array>,
  quotaMb = Number.POSITIVE_INFINITY,
): Promise<StoredBytes> {
  const { agencyId } = tenant;
  const store = getAttachmentStore(tenant.books);
  if ((await usedBytes(store.read, agencyId)) >= quotaMb * 2 ** 20) throw quotaReached(quotaMb);
  const copy = newId();
  const run = (statement: ReturnType<typeof sql>) =>
    writeTransaction({ books: store }, (tx) => tx.run(statement));
  let isBegun = false;
  try {
    const reading = readAttachment(source);
    for (let n = 0; ; n++) {
      const { done, value } = await reading.next();
      if (done) return await finish(store, agencyId, { ...value, copy }, quotaMb);
      if (!isBegun) {
        await run(sql`INSERT INTO paper_bytes VALUES
          (${agencyId}, ${`~${copy}`}, ${copy}, 0, '', ${Date.now()})`);
        isBegun = true;
      }
      await run(sql`INSERT INTO paper_chunks VALUES (${agencyId}, ${copy}, ${n}, ${value})`);
    }
  } catch (error) {
    // If this fails, the sweep deletes it later.
    if (isBegun) await drop(store, agencyId, copy).catch(() => {});
    throw error;
  }
}

/** Reads chunks, checks each, and returns the type and hash of the whole. */
async function* readAttachment(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, Omit<StoredBytes, "copy">> {
  const hash = new Bun.CryptoHasher("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let [filled, size] = [0, 0];
  let kind: AttachmentKind | undefined;
  let before = Buffer.alloc(0);
  const whole = () => {
    const bytes = chunk.subarray(0, filled);
    kind ??= assertAttachmentKind(bytes.subarray(0, HEAD_BYTES));
    hash.update(bytes);
    if (hasArchiveEnd(Buffer.concat([before, bytes])))
      throw new Refusal("invalid", archiveRefusal(kind));
    before = Buffer.from(bytes.subarray(1 - ARCHIVE_END_BYTES));
    filled = 0;
    return bytes;
  };
  for await (const bytes of source) {
    size += bytes.length;
    if (size > ATTACHMENT_MAX_MB << 20) {
      throw new Refusal("invalid", `The file is larger than ${ATTACHMENT_MAX_MB} MB`);
    }
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + CHUNK_BYTES - filled);
      chunk.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === CHUNK_BYTES) yield whole();
    }
  }
  if (filled > 0 || size === 0) yield whole();
  if (!kind) throw new Error("An attachment has no kind");
  return { sha256: hash.digest("hex"), size, kind };
}

function assertAttachmentKind(head: Uint8Array): AttachmentKind {
  const detected = detectKind(head);
  if ("kind" in detected) return detected.kind;
  throw new Refusal("invalid", detected.refused);
}

/**
 * Sets the hash of a finished copy. If the agency already has these bytes, drops the copy and renews them.
 */
function finish(
  store: Books,
  agencyId: number,
  kept: StoredBytes,
  quotaMb: number,
): Promise<StoredBytes> {
  const { sha256, size, kind, copy } = kept;
  return writeTransaction({ books: store }, async (tx) => {
    const [known] = await tx.all<StoredBytes>(sql`UPDATE paper_bytes SET stored_at = ${Date.now()}
      WHERE agency_id = ${agencyId} AND sha256 = ${sha256} RETURNING sha256, size, kind, copy`);
    if (!known) {
      await tx.run(sql`UPDATE paper_bytes SET sha256 = ${sha256}, size = ${size}, kind = ${kind},
        stored_at = ${Date.now()} WHERE agency_id = ${agencyId} AND sha256 = ${`~${copy}`}`);
      if ((await usedBytes(tx, agencyId)) > quotaMb * 2 ** 20) throw quotaReached(quotaMb);
      return kept;
    }
    await tx.run(sql`DELETE FROM paper_chunks WHERE agency_id = ${agencyId} AND copy = ${copy}`);
    await tx.run(sql`DELETE FROM paper_bytes WHERE agency_id = ${agencyId} AND copy = ${copy}`);
    return known;
  });
}

/** Sums an agency's attachments, including those without a record yet. */
async function usedBytes(from: Pick<Books["read"], "all">, agencyId: number): Promise<number> {
  const [row] = await from.all<{ bytes: number }>(
    sql`SELECT bytes FROM paper_usage WHERE agency_id = ${agencyId}`,
  );
  return row?.bytes ?? 0;
}

const quotaReached = (quotaMb: number) =>
  new Refusal(
    "conflict",
    `Your agency's attachments have reached their limit of ${quotaMb.toLocaleString("en-IN")} MB. ` +
      "Ask the person who runs this server for more.",
  );

function drop(store: Books, agencyId: number, copy: string): Promise<void> {
  return writeTransaction({ books: store }, async (tx) => {
    await tx.run(sql`DELETE FROM paper_chunks WHERE agency_id = ${agencyId} AND copy = ${copy}`);
    await tx.run(sql`DELETE FROM paper_bytes WHERE agency_id = ${agencyId} AND copy = ${copy}`);
  });
}

/** Returns stored bytes by hash and protects them from the sweep for another day. */
export async function renewBytes(tenant: Tenant, sha256: string): Promise<StoredBytes | undefined> {
  return writeTransaction({ books: getAttachmentStore(tenant.books) }, async (tx) => {
    const [kept] = await tx.all<StoredBytes>(sql`UPDATE paper_bytes SET stored_at = ${Date.now()}
      WHERE agency_id = ${tenant.agencyId} AND sha256 = ${sha256} RETURNING sha256, size, kind, copy`);
    return kept;
  });
}

/** Returns stored bytes by hash, read only. */
export async function findBytes(owner: Owner, sha256: string): Promise<StoredBytes | undefined> {
  const [kept] = await getAttachmentStore(
    owner.books,
  ).read.all<StoredBytes>(sql`SELECT sha256, size, kind, copy
    FROM paper_bytes WHERE agency_id = ${owner.agencyId} AND sha256 = ${sha256}`);
  return kept;
}

type Owner = Pick<Tenant, "books" | "agencyId">;

/** Streams the chunks. @throws DatabaseError "damaged" if one is missing */
export async function* readBytes(
  { books, agencyId }: Owner,
  { copy, size }: StoredBytes,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { read } = getAttachmentStore(books);
  for (let [n, at] = [0, 0]; at < size; n++) {
    const [chunk] = await read.all<{ bytes: ArrayBuffer }>(sql`SELECT bytes FROM paper_chunks
      WHERE agency_id = ${agencyId} AND copy = ${copy} AND n = ${n}`);
    if (!chunk) throw new DatabaseError("damaged", `Chunk ${n} of attachment ${copy} is missing`);
    const bytes = new Uint8Array(chunk.bytes);
    at += bytes.length;
    yield bytes;
  }
}

const KEPT_MS = 24 * 60 * 60_000;
const SWEPT_AT_ONCE = 100;

/** Deletes bytes unreferenced for a day: interrupted uploads, or those for a form that was never saved. */
export async function sweepBytes(books: Books, now = Date.now()): Promise<number> {
  const store = getAttachmentStore(books);
  let swept = 0;
  for (let [from, last] = [0, ""]; ; ) {
    const old = await store.write.all<StoredBytes & { agencyId: number; storedAt: number }>(sql`
      SELECT agency_id AS agencyId, sha256, copy, stored_at AS storedAt FROM paper_bytes
      WHERE (stored_at, copy) > (${from}, ${last}) AND stored_at < ${now - KEPT_MS}
      ORDER BY stored_at, copy LIMIT ${SWEPT_AT_ONCE}`);
    for (const { agencyId, sha256, copy, storedAt } of old) {
      [from, last] = [storedAt, copy];
      const pointed = await books.write.all(sql`SELECT 1 FROM attachments
        WHERE agency_id = ${agencyId} AND sha256 = ${sha256}
        UNION ALL SELECT 1 FROM mails
        WHERE agency_id = ${agencyId} AND paper_sha256 = ${sha256} LIMIT 1`);
      if (pointed.length > 0) continue;
      swept += await deleteUnused(store, { agencyId, sha256, copy }, now);
    }
    if (old.length < SWEPT_AT_ONCE) return swept;
    await new Promise(setImmediate);
  }
}

/** Skips bytes that were referenced since, because that renews them first. */
function deleteUnused(
  store: Books,
  { agencyId, sha256, copy }: { agencyId: number; sha256: string; copy: string },
  now: number,
): Promise<number> {
  return writeTransaction({ books: store }, async (tx) => {
    const gone = await tx.all(sql`DELETE FROM paper_bytes WHERE agency_id = ${agencyId}
      AND sha256 = ${sha256} AND stored_at < ${now - KEPT_MS} RETURNING copy`);
    if (gone.length === 0) return 0;
    await tx.run(sql`DELETE FROM paper_chunks WHERE agency_id = ${agencyId} AND copy = ${copy}`);
    return 1;
  });
}
