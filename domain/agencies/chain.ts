// The hash chain of an agency's audit log. Changing, removing or adding an entry changes every later
// hash, so it disagrees with hashes saved elsewhere. docs/audit-log.md documents the format so that
// others can verify it without this program. Nothing here may change.

/** The hashed parts of an entry as stored. `payload` is the exact text. */
export interface Link {
  seq: number;
  _id: string;
  at: string;
  userId: string;
  action: string;
  entity: string;
  payload: string;
}

/**
 * Returns the hash before the first entry.
 * @param slug of the agency
 */
export function beginChain(slug: string): string {
  const begin = Buffer.concat([Buffer.from("bahi audit log v1"), ...field(slug)]);
  return sha256(begin).toString("hex");
}

/**
 * Returns the hash after an entry.
 * @param head the hash before it
 */
export function computeHead(head: string, link: Link): string {
  return sha256(Buffer.concat([NODE, Buffer.from(head, "hex"), hashEntry(link)])).toString("hex");
}

/** Returns the digest of a single entry. */
export function hashEntry({ seq, _id, at, userId, action, entity, payload }: Link): Buffer {
  const fields = [String(seq), _id, at, userId, action, entity, payload];
  return sha256(Buffer.concat([LEAF, ...fields.flatMap(field)]));
}

// Domain separation, so that an entry cannot pass for a step of the chain (RFC 6962, section 2.1).
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/**
 * Encodes a text with its length in bytes, so that different lists of texts never have the same
 * encoding.
 */
export function field(text: string): [Buffer, Buffer] {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  return [length, bytes];
}

const sha256 = (bytes: Buffer): Buffer => new Bun.CryptoHasher("sha256").update(bytes).digest();
