import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Checkpoint, checkpointWords } from "../../domain/agencies/checkpoints.ts";
import type { User } from "../../domain/agencies/team.ts";
import { type DateRange, formatRange, readMonth } from "../../domain/dates.ts";
import type { Api } from "../api.ts";
import { wrongUsage } from "../failure.ts";
import { cannotWrite, findTarget, saveAnswer } from "../files.ts";
import { ifInterrupted, onInterrupt } from "../interrupt.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, createOutput } from "../output.ts";
import { barOf, show } from "../progress.ts";
import { writeIndex } from "./folderIndex.ts";

export interface FolderOptions extends GlobalOptions {
  out?: string;
  force?: boolean;
}

/** A file of the folder, and where the server has it. */
export interface Wanted {
  file: string;
  path: string;
  type: string;
  query?: Record<string, string>;
  /** What is in it, where no call answers it. */
  content?: string;
  /** The answer, which breaks off where it is not what it should be. */
  prove?(response: Response): Response;
  /** What is made of it where it lies; gives the names of what there is then. */
  after?(place: string, folder: string): Promise<string[]>;
}

/**
 * A period's papers in one folder: all of them or none, with an index of what there is.
 * @param papersOf what the folder is to hold, and the numbers of drafts, which are nothing yet
 * @param told what is said of it at the end
 */
export async function saveFolder(
  options: FolderOptions,
  range: DateRange,
  {
    papersOf,
    told,
  }: {
    papersOf(api: Api, user: User): Promise<{ wanted: Wanted[]; drafts: string[] }>;
    told(out: string, files: string[]): string;
  },
): Promise<void> {
  const { force = false } = options;
  if (options.out !== undefined) await mustBeFree(options.out, force);
  const { api, output } = open(options);
  const { user } = await api.json<{ user: User }>("/auth/me", "user");
  const out = options.out ?? folderOf(user, range);
  if (options.out === undefined) await mustBeFree(out, force);
  ifInterrupted("interrupted, nothing was saved", "run the same command again when you like");

  const made = await mkdir(dirname(out), { recursive: true }).catch(cannotWrite(out));
  const draft = join(dirname(out), `.${basename(out)}.${process.pid}.part`);
  let isSaved = false;
  const drop = async () => {
    await rm(draft, { recursive: true, force: true });
    if (made !== undefined && !isSaved) await rm(made, { recursive: true, force: true });
  };
  const forget = onInterrupt(drop);
  try {
    const { wanted, drafts } = await papersOf(api, user);
    wanted.push(await headOf(api));
    const period = formatRange(range);
    const files = await fetchAll(api, draft, out, wanted, { period, quiet: output.quiet });
    const index = await writeIndex(draft, files, `${user.agencyName}, ${period}`);
    await moveInto(out, draft).catch(cannotWrite(out));
    isSaved = true;
    const all = [...files, ...index];
    if (output.json) await output.result({ folder: out, files: all, drafts }, () => "");
    output.note(told(out, files));
    if (drafts.length > 0) output.note(draftsOf(drafts));
    const left = await leftIn(out, all);
    if (left.length > 0) output.note(`From an earlier time, and left there: ${left.join(", ")}`);
  } finally {
    await drop();
    forget();
  }
}

/** With which whoever keeps the folder can prove later that nobody has changed the log of its time. */
async function headOf(api: Api): Promise<Wanted> {
  const { seq, head } = await api.json<Checkpoint>("/audit/head", "head");
  const content = `${checkpointWords({ seq, head })}\nbahi verify --head ${seq}:${head}\n`;
  return { file: "audit-head.txt", path: "/audit/head", type: "text/plain", content };
}

/** `indigo-studio-2026-10`, of a quarter `indigo-studio-2026-07-to-2026-09`: an accountant has many. */
function folderOf({ agencySlug }: User, { dateFrom, dateTo }: DateRange): string {
  const agency = agencySlug.replace(/[^a-z0-9-]/gi, "") || "bahi";
  const [first, last] = [dateFrom.slice(0, 7), dateTo.slice(0, 7)];
  const isWhole = readMonth(first)?.dateFrom === dateFrom && readMonth(last)?.dateTo === dateTo;
  if (!isWhole) return `${agency}-${dateFrom}-to-${dateTo}`;
  return first === last ? `${agency}-${first}` : `${agency}-${first}-to-${last}`;
}

/** Looked at before the server is asked for anything. */
async function mustBeFree(out: string, force: boolean): Promise<void> {
  if (out === "" || out === "-") {
    throw wrongUsage(`--out ${out || '""'} is not a folder`, "name one for the papers");
  }
  const found = await stat(out).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw wrongUsage(`${out} is a file`, "name a folder with --out");
  }
  const held = found ? await readdir(out).catch(() => ["?"]) : [];
  if (held.length > 0 && !force) {
    const advice = "overwrite it with --force, or name another with --out";
    throw wrongUsage(`${out} already exists`, advice);
  }
}

async function fetchAll(
  api: Api,
  draft: string,
  out: string,
  wanted: Wanted[],
  { period, quiet }: { period: string; quiet: boolean },
): Promise<string[]> {
  const files: string[] = [];
  let done = 0;
  const name = () => wanted[done]?.file ?? "";
  const papers = () => `${done} of ${count(wanted.length, "paper")}`;
  const end = quiet
    ? undefined
    : show({
        words: (columns) =>
          [period, barOf(done / wanted.length, columns), papers(), name()].join("  "),
        line: () => `${period}  ${papers()}`,
      });
  const silent = createOutput({ quiet: true });
  try {
    for (const paper of wanted) {
      const [place, name] = [join(draft, paper.file), join(out, paper.file)];
      await mkdir(dirname(place), { recursive: true }).catch(cannotWrite(name));
      const { path, type, query = {}, content, prove = (whole) => whole } = paper;
      const response =
        content === undefined ? await api.file(path, type, { query }) : new Response(content);
      await saveAnswer(
        prove(response),
        { ...(await findTarget(place)), name },
        { api, output: silent },
      );
      files.push(...((await paper.after?.(place, draft)) ?? [paper.file]));
      done++;
    }
    return files;
  } finally {
    await end?.();
  }
}

/** The whole folder by one rename; where it is there already, file by file. */
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

/** Folders in which a paper that is of this period no more would be taken for one that is. */
const OF_PAPERS = ["invoices", "receipts", "gst", "papers", "statements", "general-ledger"];

/** Papers that are not of this period any more, or were of a draft: whoever files them should know. */
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

/** A draft has a number and no effect: an accountant wants to know before filing. */
const draftsOf = (numbers: string[]) =>
  `${count(numbers.length, "draft is", "drafts are")} left out, not issued yet: ${numbers.join(", ")}`;
