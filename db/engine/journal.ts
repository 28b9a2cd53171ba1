import { sql } from "drizzle-orm";
import { field } from "../../domain/agencies/chain.ts";
import type { Read } from "./books.ts";

// The row journal: triggers write each change of a row under the number of the log's next entry, and that
// entry has their digest. So the log's chain covers what every row holds.

/** A change of a row, as the journal has it. */
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

/** The changes of rows from entry `first` to entry `last`, in their order. */
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
/** Of the length before each text. */
const LENGTH_BYTES = 8;
/** A character of a string is at most so many bytes of UTF-8. */
const BYTES_MAX = 3;

/** SHA-256 over changes of rows: each text as a `field` of the chain. */
export class JournalDigest {
  private hash = new Bun.CryptoHasher("sha256");
  private isEmpty = true;
  // A large file has half a million texts, and a buffer for each takes most of the time of their digest.
  private buffer = Buffer.alloc(BUFFER_BYTES);
  private used = 0;

  add({ table, record, part, action, was }: JournalRow): void {
    this.isEmpty = false;
    for (const text of [table, record, part, action, was ?? ""]) this.addText(text);
  }

  /** 64 hexadecimal digits; undefined if there were no changes. */
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

/** The payload of an entry without the digests in it, which say nothing to a reader. */
export function dropDigests({
  rows: _,
  digest: __,
  ...payload
}: Record<string, unknown>): Record<string, unknown> {
  return payload;
}

/** Returns the digest of the changes that the next entry will have; undefined if there are none. */
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
