import { createGlossary } from "../server/api/glossary.ts";

/** Replaces what differs each time in a text; numbers ids by their first appearance. */
export type Mask = (text: string) => string;

/** Hashes of the log, which cover ids and times. */
const A_HEAD = /\b(?=\d*[a-f])([0-9a-f]{64}|[0-9a-f]{16})\b/g;

const A_PASSKEY = /"[\w-]{43}"|(?<="id":)"[\w-]{22}"/g;
/** Tally's ids contain when the agency was created. */
const A_TALLY_ID = /(?<=\bbahi[- ])[0-9a-z]{5}(?=-1)/g;
/** Printed as far as the line has room. */
const A_PRINTED_HEAD = /(?<=log entry \d+, )[0-9a-f]+…?/g;
/** The size of a compressed file depends on the hash of the log that it prints. */
const A_SIZE = /(?<=\.(pdf|zip),)\d+|\b\d+ kB\b/g;

export function createMask(): Mask {
  const glossary = createGlossary();
  return (text) =>
    glossary
      .hideChance(text)
      .replace(A_HEAD, "9c4107be22d15a08")
      .replace(A_PRINTED_HEAD, "9c4107be22d15a08")
      .replace(A_PASSKEY, '"YSBwYXNza2V5"')
      .replace(A_TALLY_ID, "tally")
      .replace(A_SIZE, "12");
}

export const digest = (content: string | Uint8Array): string =>
  new Bun.CryptoHasher("sha256").update(content).digest("base64url");

export const isWholePdf = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes("startxref");
