import { type FolderFile, isEmptyAccount } from "./file.ts";
import { HEAD_FILE, INDEX_FILES } from "./folderIndex.ts";
import { ledgerFiles } from "./ledgers.ts";

/** Lookups that decide which files some entries become. */
export interface Known {
  /** Ledgers of a day book, in order of appearance. */
  ledgersOf(query: FolderFile["query"]): Promise<string[]>;
  /** A statement of account in CSV. */
  accountOf(query: FolderFile["query"]): Promise<string>;
}

/** Returns the names of all files in a folder, including the log's checkpoint and the index. */
export async function listFileNames(
  files: FolderFile[],
  { ledgersOf, accountOf }: Known,
): Promise<string[]> {
  const names: string[] = [];
  for (const { file, query, becomes } of files) {
    if (becomes === "unless empty" && isEmptyAccount(await accountOf(query))) continue;
    names.push(file);
    if (becomes === undefined || becomes === "unless empty") continue;
    names.push(...(await ledgersOf(query)).map(ledgerFiles()));
  }
  return [...names, HEAD_FILE, ...Object.values(INDEX_FILES)];
}
