// The chain over an agency's audit log. Whoever changes an entry, takes one out or puts one in changes every
// head after it, so a head that was given away before shows it. The format is told to others in
// docs/audit-log.md, for nobody should need this program to check it: nothing here may change.

/** What the chain takes of an entry, as stored: `payload` is the text itself, byte for byte. */
export interface Link {
  seq: number;
  _id: string;
  at: string;
  userId: string;
  action: string;
  entity: string;
  payload: string;
}

/** The head before the first entry. `slug` is the agency's. */
export function beginChain(slug: string): string {
  const begin = Buffer.concat([Buffer.from("bahi audit log v1"), ...field(slug)]);
  return sha256(begin).toString("hex");
}

/** The head after an entry: `head` is the one before it. */
export function computeHead(head: string, link: Link): string {
  return sha256(Buffer.concat([NODE, Buffer.from(head, "hex"), hashEntry(link)])).toString("hex");
}

/** The digest of one entry. */
export function hashEntry({ seq, _id, at, userId, action, entity, payload }: Link): Buffer {
  const fields = [String(seq), _id, at, userId, action, entity, payload];
  return sha256(Buffer.concat([LEAF, ...fields.flatMap(field)]));
}

// Kept apart, so that no entry can be taken for a step of the chain (RFC 6962, section 2.1).
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** The length of a text in bytes, and the text: no two lists of texts have the same fields. */
export function field(text: string): [Buffer, Buffer] {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(bytes.length));
  return [length, bytes];
}

const sha256 = (bytes: Buffer): Buffer => new Bun.CryptoHasher("sha256").update(bytes).digest();
