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

/** So much is in memory of a paper on its way, and in one row. */
const CHUNK_BYTES = 256 << 10;

/** The bytes of a paper, on the shelf. */
export interface StoredBytes {
  sha256: string;
  /** Bytes. */
  size: number;
  kind: AttachmentKind;
  /** The chunks that hold them. */
  copy: string;
}

/**
 * Keeps a paper as it comes, once for an agency, whoever sends it and how often. What nothing
 * points at is swept a day later.
 * @param quotaMb the agency's quota; left out for what bahi has drawn itself
 * @throws Refusal "invalid" for what is no paper, or larger than 10 MB; "conflict" if the quota is used up;
 * nothing of it is left then
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
    // What cannot be cleared now is swept.
    if (isBegun) await drop(store, agencyId, copy).catch(() => {});
    throw error;
  }
}

/** Chunk after chunk, each looked at; then what all of them are. */
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
  const told = detectKind(head);
  if ("kind" in told) return told.kind;
  throw new Refusal("invalid", told.refused);
}

/** Gives the copy its hash; it is dropped where the agency has these bytes, and they count as new then. */
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

/** Of all attachments of an agency, also of those that no record has yet. */
async function usedBytes(from: Pick<Books["read"], "all">, agencyId: number): Promise<number> {
  const [row] = await from.all<{ bytes: number }>(
    sql`SELECT bytes FROM paper_usage WHERE agency_id = ${agencyId}`,
  );
  return row?.bytes ?? 0;
}

const quotaReached = (quotaMb: number) =>
  new Refusal(
    "conflict",
    `Your agency's attachments have reached their ${quotaMb.toLocaleString("en-IN")} MB. ` +
      "Ask the person who runs this server for more.",
  );

function drop(store: Books, agencyId: number, copy: string): Promise<void> {
  return writeTransaction({ books: store }, async (tx) => {
    await tx.run(sql`DELETE FROM paper_chunks WHERE agency_id = ${agencyId} AND copy = ${copy}`);
    await tx.run(sql`DELETE FROM paper_bytes WHERE agency_id = ${agencyId} AND copy = ${copy}`);
  });
}

/** The agency's own bytes of that hash, which are not swept for another day. */
export async function renewBytes(tenant: Tenant, sha256: string): Promise<StoredBytes | undefined> {
  return writeTransaction({ books: getAttachmentStore(tenant.books) }, async (tx) => {
    const [kept] = await tx.all<StoredBytes>(sql`UPDATE paper_bytes SET stored_at = ${Date.now()}
      WHERE agency_id = ${tenant.agencyId} AND sha256 = ${sha256} RETURNING sha256, size, kind, copy`);
    return kept;
  });
}

/** The same to be looked at only. */
export async function findBytes(owner: Owner, sha256: string): Promise<StoredBytes | undefined> {
  const [kept] = await getAttachmentStore(
    owner.books,
  ).read.all<StoredBytes>(sql`SELECT sha256, size, kind, copy
    FROM paper_bytes WHERE agency_id = ${owner.agencyId} AND sha256 = ${sha256}`);
  return kept;
}

type Owner = Pick<Tenant, "books" | "agencyId">;

/** One chunk after the other, as they are asked for. @throws DatabaseError "damaged" where one is missing */
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

/** Drops what nothing has pointed at for a day: an upload that was cut off, or one for a form never saved. */
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
      swept += await sweep(store, { agencyId, sha256, copy }, now);
    }
    if (old.length < SWEPT_AT_ONCE) return swept;
    await new Promise(setImmediate);
  }
}

/** Unless somebody has come to point at it meanwhile, who has renewed it first. */
function sweep(
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
