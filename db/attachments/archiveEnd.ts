/** Length of a ZIP's end record without its comment. */
export const ARCHIVE_END_BYTES = 22;

/**
 * Whether bytes contain the end record of a ZIP. Some programs open a file as an archive wherever the record
 * is, and whatever follows it.
 */
export function hasArchiveEnd(bytes: Buffer): boolean {
  for (let at = 0; ; at++) {
    at = bytes.indexOf(ARCHIVE_END, at);
    if (at < 0 || at + ARCHIVE_END_BYTES > bytes.length) return false;
    const [here, all] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
    if (here > 0 && here === all) return true;
  }
}
/** The signature, and two disk numbers, which are 0. */
const ARCHIVE_END = Buffer.from("PK\x05\x06\0\0\0\0", "latin1");
