import { Zip, ZipPassThrough } from "fflate";

/** A file of an archive. */
export interface Entry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** India's time, without a zone; now, where nothing is said. */
  madeOn?: string;
}

/** An archive of files as they come. They are stored as they are: what is in a PDF is packed already. */
export async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  const names = new Set<string>();
  for await (const { name, bytes, madeOn } of entries) {
    const file = new ZipPassThrough(nameAmong(names, name));
    if (madeOn) file.mtime = madeOn;
    zip.add(file);
    file.push(bytes, true);
    yield* made;
    made = [];
  }
  zip.end();
  yield* made;
}

/** Two numbers may make one name, since a name has no slashes; neither file may hide the other. */
function nameAmong(names: Set<string>, name: string): string {
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
  let own = name;
  for (let n = 2; names.has(own.toLowerCase()); n++) own = `${stem} (${n})${ending ?? ""}`;
  names.add(own.toLowerCase());
  return own;
}
