import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { UniqueNames } from "../../domain/names.ts";
import { yieldToNetwork } from "./yield.ts";

/** A file in an archive. */
export interface Entry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Time in India, without a zone. Defaults to now. */
  madeOn?: string;
}

/** A long text, compressed while it is generated. */
export interface LongEntry extends Omit<Entry, "bytes"> {
  parts: AsyncIterable<Uint8Array>;
}

/** The bytes compressed or checksummed at once. */
const PART_BYTES = 256 << 10;

/** Streams files into a zip. They are stored uncompressed, because PDFs are compressed already. */
export async function* toZip(
  entries: AsyncIterable<Entry | LongEntry>,
): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  const names = new UniqueNames();
  for await (const { name, madeOn, ...content } of entries) {
    const own = nameAmong(names, name);
    const isLong = "parts" in content;
    const file = isLong ? new ZipDeflate(own) : new ZipPassThrough(own);
    if (madeOn) file.mtime = madeOn;
    zip.add(file);
    for await (const part of isLong ? content.parts : [content.bytes]) {
      for (let at = 0; at < part.length; at += PART_BYTES) {
        file.push(part.subarray(at, at + PART_BYTES));
        yield* made;
        made = [];
        await yieldToNetwork();
      }
    }
    file.push(new Uint8Array(), true);
    yield* made;
    made = [];
  }
  zip.end();
  yield* made;
}

/** Makes names unique: numbers may become equal once slashes are removed, and no file may hide another. */
function nameAmong(names: UniqueNames, name: string): string {
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  return names.take(name, (n) => `${stem} (${n})${ending ?? ""}`);
}
