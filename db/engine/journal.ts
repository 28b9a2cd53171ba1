import { sql } from "drizzle-orm";
import { field } from "../../domain/agencies/chain.ts";
import type { Read } from "./books.ts";

// The row journal. Triggers record each change of a row under the number of the next log entry, and that
// entry stores their digest. So the log's hash chain covers the content of every row.

/** A row of the journal. */
export interface JournalRow {
  seq: number;
  n: number;
  table: string;
  record: string;
  part: string;
  action: string;
  was: string | null;
}

export const JOURNAL = sql.raw(`seq, n, of_table AS "table", record, part, action, was`);

const AT_ONCE = 2_000;

/** Returns the changes of rows from log entry `first` to `last`, in order. */
export async function* readJournal(
  read: Pick<Read, "all">,
  agencyId: number,
  first: number,
  last = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<JournalRow[]> {
  for (let [seq, n] = [first, 0]; ; ) {
    const rows = await read.all<JournalRow>(sql`SELECT ${JOURNAL} FROM row_images
      WHERE agency_id = ${agencyId} AND (seq, n) > (${seq}, ${n}) AND seq <= ${last} AND action <> 'L'
      ORDER BY seq, n LIMIT ${AT_ONCE}`);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (rows.length < AT_ONCE || !end) return;
    [seq, n] = [end.seq, end.n];
  }
}

const BUFFER_BYTES = 1 << 16;
/** The length written before each text. */
const LENGTH_BYTES = 8;
/** Maximum UTF-8 bytes per character of a string. */
const BYTES_MAX = 3;

/** SHA-256 over changes of rows, with each text encoded as a `field` of the hash chain. */
export class JournalDigest {
  private hash = new Bun.CryptoHasher("sha256");
  private isEmpty = true;
  // Reused: a large file has half a million texts, and allocating a buffer for each dominated the time.
  private buffer = Buffer.alloc(BUFFER_BYTES);
  private used = 0;

  add({ table, record, part, action, was }: JournalRow): void {
    this.isEmpty = false;
    for (const text of [table, record, part, action, was ?? ""]) this.addText(text);
  }

  /** Returns 64 hex digits; undefined if there were no changes. */
  end(): string | undefined {
    if (this.isEmpty) return undefined;
    this.flush();
    return this.hash.digest("hex");
  }

  private addText(text: string): void {
    const room = LENGTH_BYTES + text.length * BYTES_MAX;
    if (this.used + room > BUFFER_BYTES) this.flush();
    if (room > BUFFER_BYTES) {
      for (const bytes of field(text)) this.hash.update(bytes);
      return;
    }
    const at = this.used + LENGTH_BYTES;
    const length = this.buffer.write(text, at);
    this.buffer.writeUInt32BE(0, this.used);
    this.buffer.writeUInt32BE(length, at - 4);
    this.used = at + length;
  }

  private flush(): void {
    this.hash.update(this.buffer.subarray(0, this.used));
    this.used = 0;
  }
}

/** Removes the digests from an entry's payload, which mean nothing to a reader. */
export function dropDigests({
  rows: _,
  digest: __,
  ...payload
}: Record<string, unknown>): Record<string, unknown> {
  return payload;
}

/** Returns the digest of changes since the last entry; undefined if there are none. */
export async function computeNextDigest(
  read: Pick<Read, "all">,
  agencyId: number,
  seq: number,
): Promise<string | undefined> {
  const digest = new JournalDigest();
  for await (const rows of readJournal(read, agencyId, seq, seq)) {
    for (const row of rows) digest.add(row);
  }
  return digest.end();
}
