import { stat } from "node:fs/promises";
import { join } from "node:path";
import {
  INDEX_FILES,
  type IndexEntry,
  indexCsv,
  indexPage,
} from "../../domain/folder/folderIndex.ts";

/**
 * Writes the index of a folder for programs and people: names, sizes and hashes, so that anyone can check
 * that a file is unchanged. @returns the index files
 */
export async function writeIndex(
  folder: string,
  files: string[],
  title: string,
): Promise<string[]> {
  const entries: IndexEntry[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const { size: bytes } = await stat(path);
    entries.push({ file, bytes, sha256: await hashFile(path) });
  }
  const { csv, page } = INDEX_FILES;
  await Bun.write(join(folder, csv), indexCsv(entries));
  await Bun.write(join(folder, page), indexPage(entries, title));
  return [csv, page];
}

async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const bytes of Bun.file(path).stream()) hasher.update(bytes);
  return hasher.digest("hex");
}
