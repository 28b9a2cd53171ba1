import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { type DateRange, formatRange } from "../../domain/dates.ts";
import { type FolderFile, isEmptyAccount } from "../../domain/folder/file.ts";
import {
  HEAD_FILE,
  headText,
  INDEX_FILES,
  type IndexEntry,
  indexCsv,
  indexPage,
} from "../../domain/folder/folderIndex.ts";
import { ledgerSplitter } from "../../domain/folder/ledgers.ts";
import { yieldToNetwork } from "./yield.ts";
import type { Entry } from "./zip.ts";

interface Folder {
  papers: FolderFile[];
  /** The name of the folder that contains them. */
  folder: string;
  title: { agencyName: string; range: DateRange };
  /** Returns the log's checkpoint after all files are made. */
  head(): Promise<Checkpoint>;
}

/**
 * Yields the files of a period's folder one by one, then the log's checkpoint and an index.
 * @param ask handles an internal call
 */
export async function* folderEntries(
  { papers, folder, title, head }: Folder,
  ask: (path: string, query?: FolderFile["query"]) => Promise<Response>,
): AsyncGenerator<Entry> {
  const index: IndexEntry[] = [];
  const addToIndex = (file: string, bytes: Uint8Array<ArrayBuffer>): Entry => {
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    index.push({ file, bytes: bytes.length, sha256 });
    return { name: `${folder}/${file}`, bytes };
  };
  for (const { file, path, query, content, becomes } of papers) {
    const bytes = content === undefined ? await readBytes(await ask(path, query)) : encode(content);
    const text = becomes ? new TextDecoder().decode(bytes) : "";
    if (becomes === "unless empty" && isEmptyAccount(text)) continue;
    yield addToIndex(file, bytes);
    if (becomes === undefined || becomes === "unless empty") continue;
    const ledgers = await splitAll(text, becomes.split);
    for (const [name, ledger] of ledgers) yield addToIndex(name, encode(ledger));
  }
  yield addToIndex(HEAD_FILE, encode(headText(await head())));
  const name = `${title.agencyName}, ${formatRange(title.range)}`;
  yield { name: `${folder}/${INDEX_FILES.csv}`, bytes: encode(indexCsv(index)) };
  const page = indexPage(index, name);
  yield { name: `${folder}/${INDEX_FILES.page}`, bytes: encode(page) };
}

const encode = (text: string) => new TextEncoder().encode(text);
const readBytes = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

const LINES_AT_ONCE = 500;

/** Splits a month's day book into its ledgers. */
async function splitAll(
  dayBook: string,
  openings: Map<string, bigint>,
): Promise<Map<string, string>> {
  const split = ledgerSplitter(openings);
  const files = new Map<string, string[]>();
  for (const [n, line] of dayBook.trimEnd().split("\n").slice(1).entries()) {
    if (n % LINES_AT_ONCE === 0) await yieldToNetwork();
    const { file, text } = split(line);
    const known = files.get(file);
    if (known) known.push(text);
    else files.set(file, [text]);
  }
  return new Map([...files].map(([file, texts]) => [file, texts.join("")]));
}
