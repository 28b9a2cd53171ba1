import { sql } from "drizzle-orm";
import type { AttachmentsCheck, WrongAttachment } from "../../domain/attachments/attachments.ts";
import type { Books } from "../engine/books.ts";
import { DatabaseError } from "../engine/errors.ts";
import { findBytes, readBytes } from "./bytes.ts";

/** Limit of one call: some tenths of a second. */
const BYTES_AT_ONCE = 64 << 20;
const HASHES_AT_ONCE = 100;

/**
 * Recomputes the hashes of all attachments, including deleted ones, after a given hash. Each call is limited:
 * continue at `next`.
 */
export async function verifyAttachments(
  books: Books,
  agencyId: number,
  after: string,
): Promise<AttachmentsCheck> {
  const found = await books.read.all<{ sha256: string }>(sql`SELECT DISTINCT sha256 FROM attachments
    WHERE agency_id = ${agencyId} AND sha256 > ${after} ORDER BY sha256 LIMIT ${HASHES_AT_ONCE}`);
  const whose = { books, agencyId };
  const wrong: WrongAttachment[] = [];
  let [checked, bytes] = [0, 0];
  for (const { sha256 } of found) {
    if (bytes >= BYTES_AT_ONCE) break;
    const stored = await findBytes(whose, sha256);
    const trouble = stored ? await troubleWith(readBytes(whose, stored), sha256) : "missing";
    if (trouble) wrong.push(...(await pointingAt(whose, sha256)).map((at) => ({ ...at, trouble })));
    bytes += stored?.size ?? 0;
    checked += 1;
  }
  const isAll = checked === found.length && found.length < HASHES_AT_ONCE;
  return { checked, bytes, wrong, next: isAll ? null : (found[checked - 1]?.sha256 ?? null) };
}

async function troubleWith(
  bytes: AsyncIterable<Uint8Array>,
  sha256: string,
): Promise<WrongAttachment["trouble"] | undefined> {
  const hash = new Bun.CryptoHasher("sha256");
  try {
    for await (const part of bytes) {
      hash.update(part);
      // Reading a local file never yields, and other requests are waiting.
      await new Promise(setImmediate);
    }
  } catch (error) {
    if (error instanceof DatabaseError && error.fault === "damaged") return "missing";
    throw error;
  }
  return hash.digest("hex") === sha256 ? undefined : "changed";
}

const pointingAt = ({ books, agencyId }: { books: Books; agencyId: number }, sha256: string) =>
  books.read.all<
    Omit<WrongAttachment, "trouble">
  >(sql`SELECT id AS _id, entity, entity_id AS id, name
    FROM attachments WHERE agency_id = ${agencyId} AND sha256 = ${sha256} ORDER BY id LIMIT 20`);
