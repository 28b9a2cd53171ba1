import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import type { User } from "../../domain/agencies/team.ts";
import { type DateRange, formatRange } from "../../domain/dates.ts";
import { type FolderFile, isEmptyAccount } from "../../domain/folder/file.ts";
import { folderName, HEAD_FILE, headText } from "../../domain/folder/folderIndex.ts";
import type { Api } from "../api.ts";
import { failUsage } from "../failure.ts";
import { assertWritable, failToWrite, findTarget, saveAnswer } from "../files.ts";
import { onInterrupt, setInterruptAdvice } from "../interrupt.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, createOutput } from "../output.ts";
import { show } from "../progress.ts";
import { drawBar } from "../progressBar.ts";
import { verifyHash } from "./attachments.ts";
import { writeIndex } from "./folderIndex.ts";
import { splitDayBook } from "./generalLedger.ts";

export interface FolderOptions extends GlobalOptions {
  out?: string;
  force?: boolean;
}

/**
 * Saves a period's documents in one folder with an index: all or nothing.
 * @param papersOf returns the folder's files, and the numbers of drafts, which have no effect yet
 * @param summarize returns the closing message
 * @param logSaving tells the server that the folder was saved
 */
export async function saveFolder(
  options: FolderOptions,
  range: DateRange,
  {
    papersOf,
    summarize,
    logSaving,
  }: {
    papersOf(api: Api, user: User): Promise<{ papers: FolderFile[]; drafts: string[] }>;
    summarize(out: string, files: string[]): string;
    logSaving?(api: Api): Promise<unknown>;
  },
): Promise<void> {
  const { force = false } = options;
  if (options.out !== undefined) await assertFree(options.out, force);
  const { api, output } = open(options);
  const { user } = await api.json<{ user: User }>("/auth/me", "user");
  const out = options.out ?? folderName(user, range);
  if (options.out === undefined) await assertFree(out, force);
  setInterruptAdvice("interrupted, nothing was saved", "run the same command again when you like");

  const made = await mkdir(dirname(out), { recursive: true }).catch(failToWrite(out));
  const draft = join(dirname(out), `.${basename(out)}.${process.pid}.part`);
  let isSaved = false;
  const drop = async () => {
    await rm(draft, { recursive: true, force: true });
    if (made !== undefined && !isSaved) await rm(made, { recursive: true, force: true });
  };
  const forget = onInterrupt(drop);
  try {
    const { papers, drafts } = await papersOf(api, user);
    const wanted = [...papers, await readHead(api)];
    const period = formatRange(range);
    const files = await fetchAll(api, draft, out, wanted, { period, quiet: output.quiet });
    const index = await writeIndex(draft, files, `${user.agencyName}, ${period}`);
    await moveInto(out, draft).catch(failToWrite(out));
    isSaved = true;
    await logSaving?.(api);
    const all = [...files, ...index];
    if (output.json) await output.result({ folder: out, files: all, drafts }, () => "");
    output.note(summarize(out, files));
    if (drafts.length > 0) output.note(describeDrafts(drafts));
    const left = await leftIn(out, all);
    if (left.length > 0) output.note(`Left from an earlier run: ${left.join(", ")}`);
  } finally {
    await drop();
    forget();
  }
}

async function readHead(api: Api): Promise<FolderFile> {
  const content = headText(await api.json<Checkpoint>("/audit/head", "head"));
  return { file: HEAD_FILE, path: "/audit/head", type: "text/plain", content };
}

/** Checked before the server is called. */
async function assertFree(out: string, force: boolean): Promise<void> {
  if (out === "" || out === "-") {
    throw failUsage(`--out ${out || '""'} is not a folder`, "name a folder");
  }
  const found = await stat(out).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw failUsage(`${out} is a file`, "name a folder with --out");
  }
  const held = found ? await readdir(out).catch(() => ["?"]) : [];
  if (held.length > 0 && !force) {
    const advice = "overwrite it with --force, or name another with --out";
    throw failUsage(`${out} already exists`, advice);
  }
  // The draft folder is created next to it.
  for (const folder of [out, dirname(out)]) {
    await assertWritable(await firstThere(folder), "name a folder elsewhere with --out");
  }
}

/** Returns the folder, or its nearest existing parent. */
async function firstThere(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw failUsage(`${folder} is a file`, "name a folder elsewhere with --out");
  }
  return found || folder === dirname(folder) ? folder : firstThere(dirname(folder));
}

async function fetchAll(
  api: Api,
  draft: string,
  out: string,
  wanted: FolderFile[],
  { period, quiet }: { period: string; quiet: boolean },
): Promise<string[]> {
  const files: string[] = [];
  let done = 0;
  const name = () => wanted[done]?.file ?? "";
  const progress = () => `${done} of ${count(wanted.length, "file")}`;
  const end = quiet
    ? undefined
    : show({
        words: (columns) =>
          [period, drawBar(done / wanted.length, columns), progress(), name()].join("  "),
        line: () => `${period}  ${progress()}`,
      });
  const silent = createOutput({ quiet: true });
  try {
    for (const file of wanted) {
      const [place, name] = [join(draft, file.file), join(out, file.file)];
      await mkdir(dirname(place), { recursive: true }).catch(failToWrite(name));
      const { path, type, query = {}, content, sha256 } = file;
      const response =
        content === undefined ? await api.file(path, type, { query }) : new Response(content);
      await saveAnswer(
        sha256 ? verifyHash(response, { name: file.file, sha256 }) : response,
        { ...(await findTarget(place)), name },
        { api, output: silent },
      );
      files.push(...(await finishFile(file, place, draft)));
      done++;
    }
    return files;
  } finally {
    await end?.();
  }
}

/** Splits a day book, or deletes an empty account. Returns the names of the files that remain. */
async function finishFile(
  { file, becomes }: FolderFile,
  place: string,
  folder: string,
): Promise<string[]> {
  if (becomes === "unless empty") {
    if (!isEmptyAccount(await readFile(place, "utf8"))) return [file];
    await rm(place);
    return [];
  }
  return becomes ? [file, ...(await splitDayBook(place, folder, becomes.split))] : [file];
}

/** Moves the whole folder with one rename, or file by file if the folder exists. */
async function moveInto(out: string, draft: string): Promise<void> {
  const isThere = await stat(out).catch(() => undefined);
  if (!isThere) return rename(draft, out);
  for (const file of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (file.isDirectory()) continue;
    const from = join(file.parentPath, file.name);
    const to = join(out, from.slice(draft.length + 1));
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  }
}

/** Folders in which outdated files would look current. */
const OF_PAPERS = ["invoices", "receipts", "gst", "papers", "statements", "general-ledger"];

/**
 * Returns files that no longer belong to the period, or came from drafts, so that the user can be warned.
 */
async function leftIn(out: string, files: string[]): Promise<string[]> {
  const known = new Set(files);
  const folders = await Promise.all(
    OF_PAPERS.map(async (folder) => {
      const held = await readdir(join(out, folder)).catch(() => []);
      return held.map((file) => join(folder, file));
    }),
  );
  return folders.flat().filter((file) => !known.has(file));
}

/** A draft has a number but no effect, which an accountant needs to know before filing. */
const describeDrafts = (numbers: string[]) =>
  `${count(numbers.length, "draft", "drafts")} left out (not issued yet): ${numbers.join(", ")}`;
