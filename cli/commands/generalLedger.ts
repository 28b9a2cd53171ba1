import { createReadStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ledgerSplitter } from "../../domain/folder/ledgers.ts";

/** The size of the write buffer for a ledger's file. */
const PART = 1 << 16;

/**
 * Writes each ledger of a day book to its own file, with the balance after each row.
 * @param folder where `general-ledger` is created
 * @returns the files, relative to that folder
 */
export async function splitDayBook(
  dayBook: string,
  folder: string,
  openings: Map<string, bigint>,
): Promise<string[]> {
  const files = new Map<string, { text: string; writer: Bun.FileSink }>();
  const split = ledgerSplitter(openings);
  await mkdir(join(folder, "general-ledger"), { recursive: true });
  let isHead = true;
  for await (const line of createInterface({ input: createReadStream(dayBook) })) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const { file, text } = split(line);
    const known = files.get(file);
    const own = known ?? { text: "", writer: Bun.file(join(folder, file)).writer() };
    if (!known) files.set(file, own);
    own.text += text;
    if (own.text.length < PART) continue;
    own.writer.write(own.text);
    await own.writer.flush();
    own.text = "";
  }
  for (const { text, writer } of files.values()) {
    writer.write(text);
    await writer.end();
  }
  return [...files.keys()];
}
