import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
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
import { Refusal } from "../../domain/refusal.ts";
import { yieldToNetwork } from "./yield.ts";
import type { Entry, LongEntry } from "./zip.ts";

interface Folder {
  papers: FolderFile[];
  /** The name of the folder that contains them. */
  folder: string;
  /** The heading of the index. */
  title: string;
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
): AsyncGenerator<Entry | LongEntry> {
  const index: IndexEntry[] = [];
  const addToIndex = (file: string, bytes: Uint8Array<ArrayBuffer>): Entry => {
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    index.push({ file, bytes: bytes.length, sha256 });
    return { name: `${folder}/${file}`, bytes };
  };
  for (const { file, path, type, query, content, becomes } of papers) {
    const answer = content === undefined ? await askUnlessDeleted(ask(path, query)) : undefined;
    if (content === undefined && !answer) continue;
    if (answer && isLong.has(type) && becomes === undefined) {
      const parts = hashed(answer, (sizes) => index.push({ file, ...sizes }));
      yield { name: `${folder}/${file}`, parts };
      continue;
    }
    const bytes = answer ? await readBytes(answer) : encode(content ?? "");
    const text = becomes ? new TextDecoder().decode(bytes) : "";
    if (becomes === "unless empty" && isEmptyAccount(text)) continue;
    yield addToIndex(file, bytes);
    if (becomes === undefined || becomes === "unless empty") continue;
    const ledgers = await splitAll(text, becomes.split);
    for (const [name, ledger] of ledgers) yield addToIndex(name, encode(ledger));
  }
  yield addToIndex(HEAD_FILE, encode(headText(await head())));
  yield { name: `${folder}/${INDEX_FILES.csv}`, bytes: encode(indexCsv(index)) };
  const page = indexPage(index, title);
  yield { name: `${folder}/${INDEX_FILES.page}`, bytes: encode(page) };
}

/** Returns undefined if a record was deleted after its file was listed. */
const askUnlessDeleted = (answer: Promise<Response>): Promise<Response | undefined> =>
  answer.catch((error) => {
    if (error instanceof Refusal && error.kind === "missing") return undefined;
    throw error;
  });

/** Texts that grow with the books, so that they are never whole in memory. */
const isLong = new Set(["text/csv", "text/plain", "application/json", "application/jsonl"]);

/** Passes a response on and reports its size and hash at its end. */
async function* hashed(
  { body }: Response,
  report: (sizes: Omit<IndexEntry, "file">) => void,
): AsyncGenerator<Uint8Array> {
  const hasher = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    hasher.update(part);
    bytes += part.length;
    yield part;
  }
  report({ bytes, sha256: hasher.digest("hex") });
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
