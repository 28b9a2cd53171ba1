import { type FileHandle, open as openFile } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { failToRead } from "../files.ts";

/** A file or standard input, read as a stream. */
export interface Source {
  name: string;
  /** Stored with the batch in the books. */
  file: string;
  /** Undefined if the size is unknown. */
  bytes: number | undefined;
  chunks: AsyncIterable<Uint8Array>;
}

/** @throws Failure of usage if it cannot be read, before the server is called */
export async function openSource(
  path: string,
  advice = "name a CSV file, or - for standard input",
): Promise<Source> {
  if (path === "-") {
    return { name: "standard input", file: "", bytes: undefined, chunks: Bun.stdin.stream() };
  }
  const unread = failToRead(path, advice);
  const handle = await openFile(path).catch(unread);
  const stat = await handle.stat();
  if (stat.isDirectory()) return unread({ code: "EISDIR" });
  const name = basename(path);
  const chunks = readChunks(handle, unread);
  // The shell made up the name of `<(…)`.
  if (!stat.isFile()) return { name: "standard input", file: "", bytes: undefined, chunks };
  const file = name.slice(0, NAME_MAX);
  if (!path.endsWith(".gz")) return { name, file, bytes: stat.size, chunks };
  return { name, file, bytes: undefined, chunks: unpacked(chunks, unread) };
}

type Unread = ReturnType<typeof failToRead>;

/** The contract's limit for a name; a file's name may be longer. */
const NAME_MAX = 200;
const CHUNK_BYTES = 256 * 1024;

async function* readChunks(handle: FileHandle, unread: Unread): AsyncGenerator<Uint8Array> {
  try {
    yield* handle.createReadStream({ highWaterMark: CHUNK_BYTES });
  } catch (error) {
    unread(error as Error);
  }
}

async function* unpacked(chunks: AsyncIterable<Uint8Array>, unread: Unread) {
  const packed = Readable.from(chunks);
  const gunzip = createGunzip();
  pipeline(packed, gunzip, () => {}); // Errors surface in gunzip.
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    unread(error as Error);
  }
}
