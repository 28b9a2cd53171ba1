import { type FolderFile, isEmptyAccount } from "./file.ts";
import { HEAD_FILE, INDEX_FILES } from "./folderIndex.ts";
import { ledgerFiles } from "./ledgers.ts";

/** What says which files some papers become. */
export interface Known {
  /** Of a day book, as they first stand in it. */
  ledgersOf(query: FolderFile["query"]): Promise<string[]>;
  /** A statement of account, as CSV. */
  accountOf(query: FolderFile["query"]): Promise<string>;
}

/** The names of all files that a folder of these papers holds, with the log's head and its index. */
export async function listFileNames(
  papers: FolderFile[],
  { ledgersOf, accountOf }: Known,
): Promise<string[]> {
  const names: string[] = [];
  for (const { file, query, becomes } of papers) {
    if (becomes === "unless empty" && isEmptyAccount(await accountOf(query))) continue;
    names.push(file);
    if (becomes === undefined || becomes === "unless empty") continue;
    names.push(...(await ledgersOf(query)).map(ledgerFiles()));
  }
  return [...names, HEAD_FILE, ...Object.values(INDEX_FILES)];
}
