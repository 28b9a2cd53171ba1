import { writeFileSync } from "node:fs";
import { formatTrace } from "../../db/engine/errors.ts";
import { type PlainRefusal, Refusal, toPlain } from "../../domain/refusal.ts";
import { READS, type Reads } from "./reads.ts";

// The process that reads files. The server uses it through readers.ts. It has no database, no network and
// none of the server's settings.

/** A file, announced with the number of the parts that follow. */
export type ToReader = { kind: keyof Reads; input: object; parts: number } | { part: Uint8Array };

export type FromReader = { rss: number } & (
  | { value: unknown }
  | {
      refusal: PlainRefusal;
    }
  | { bug: string }
);

let announced: Extract<ToReader, { kind: unknown }> | undefined;
let parts: Uint8Array[] = [];

process.on("message", (message: ToReader) => {
  if ("kind" in message) {
    announced = message;
    parts = [];
  } else parts.push(message.part);
  if (announced && parts.length === announced.parts) void answer(announced);
});
process.on("disconnect", () => process.exit());
new Worker(new URL("./watch.worker.ts", import.meta.url).href, { smol: true });
// hucre hashes a password 100,000 times, and Bun sends each hash to another thread and waits.
const HASHES = { "SHA-1": "sha1", "SHA-256": "sha256", "SHA-384": "sha384", "SHA-512": "sha512" };
crypto.subtle.digest = async (algorithm, data) => {
  const name = HASHES[algorithm as keyof typeof HASHES];
  const hasher = new Bun.CryptoHasher(name as "sha512");
  return new Uint8Array(hasher.update(data as Uint8Array).digest()).buffer;
};
// If memory runs out, Linux kills a process that reads a file instead of the server.
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {}

async function answer({ kind, input }: { kind: keyof Reads; input: object }): Promise<void> {
  const bytes = Buffer.concat(parts);
  parts = [];
  announced = undefined;
  const outcome = await read(kind, { ...input, bytes });
  process.send?.({ rss: process.memoryUsage.rss(), ...outcome } satisfies FromReader);
}

async function read(kind: keyof Reads, input: object) {
  try {
    return { value: await (READS[kind] as (input: object) => unknown)(input) };
  } catch (error) {
    if (!(error instanceof Refusal)) return { bug: formatTrace(error) };
    return { refusal: toPlain(error) };
  }
}
