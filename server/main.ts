import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sweepBytes } from "../db/attachments/bytes.ts";
import { finishRestore } from "../db/backup/restore.ts";
import { type Books, checkpointLog, settle } from "../db/engine/books.ts";
import { classifyFault, formatTrace, StartupError, toFilePath } from "../db/engine/errors.ts";
import { AlreadyOpen, holdBooks, holdDatabase } from "../db/engine/lockfile.ts";
import { forgetBegun } from "../db/engine/marker.ts";
import { openReaders } from "../db/engine/readers.ts";
import { openWriters } from "../db/engine/writers.ts";
import { openBooks } from "../db/open/open.ts";
import { isLocal, type Place } from "../db/remote/primary.ts";
import { createApp } from "./app.ts";
import { type Environment, readEnvironment, WrongSetting } from "./environment.ts";
import { openFileReaders } from "./files/readers.ts";
import {
  createAdmission,
  OF_FILES,
  OF_HEAVY_READS,
  OF_PAPERS,
  OF_SCANS,
  OF_VISITS,
  OF_ZIPS,
  SILENCE_S,
} from "./http/concurrency.ts";
import { type AppContext, READ_DEADLINE_MS } from "./http/context.ts";
import { openDownloadFiles } from "./http/downloadFiles.ts";
import { createLog } from "./http/log.ts";
import { openNotices } from "./mail/notices.ts";
import { openSender } from "./mail/sender.ts";
import { startNotificationMails } from "./notificationMails.ts";
import { loadBuilt } from "./pages/loadBuilt.ts";
import { startReminders } from "./reminders.ts";
import { startReversals } from "./reversals.ts";
import { startSeries } from "./series.ts";

// How long a stop waits after SIGTERM: for requests, then for threads, then for open snapshots. The
// contract allows 10 s in all.
const ANSWERED_MS = 6_000;
const ENDED_MS = 7_000;
const SETTLED_MS = 8_000;
const UPLOAD_MAX = 2 ** 30;

/**
 * Opens the books, listens, and stops on a signal. Errors that prevent the start are printed in one line.
 */
export async function serve(
  env: Record<string, string | undefined>,
  isDemo: boolean,
): Promise<void> {
  try {
    const settings = readEnvironment(env);
    const address = `http://${settings.host}:${settings.port}`;
    const release = await holdFiles(
      settings.database,
      `process ${process.pid}, the server at ${address}`,
    );
    const log = createLog(settings.logLevel);
    if (isLocal(settings.database.url)) prepareFile(settings.database, isDemo, log);
    const built = await loadBuilt();
    const logWarning = (line: string) => log.warn(line);
    const books = await (isDemo ? openDemo : openBooks)(settings.database, logWarning);
    const context = createContext(books, built, { ...settings, isDemo }, log);
    const app = listen(context, settings);
    const endings = [startSeries, startReversals, startReminders, startNotificationMails].map(
      (start) => start(context),
    );
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => void stop(app, context, endings, release));
    }
    process.stdout.write(`bahi is at http://${settings.host}:${app.server?.port}\n`);
    void finishInterruptedWork(context);
    startSweeping(context);
  } catch (error) {
    if (!hasOneLineMessage(error)) throw error;
    process.stderr.write(`bahi cannot start: ${error.message}\n`);
    process.exit(1);
  }
}

/** Locks the files that only one process may open: the database, or its replica. */
async function holdFiles(database: Place, holder: string): Promise<() => void> {
  const path = isLocal(database.url) ? toFilePath(database.url) : database.replica;
  if (!path) return () => {};
  mkdirSync(dirname(path), { recursive: true });
  return await (isLocal(database.url) ? holdBooks : holdDatabase)(path, holder);
}

/** Completes an interrupted restore. If the demo's file was deleted, creates the demo from scratch. */
function prepareFile({ url }: Place, isDemo: boolean, log: AppContext["log"]): void {
  const path = toFilePath(url);
  const earlier = finishRestore(path);
  if (earlier)
    log.warn(`An interrupted restore was completed; the earlier file was kept as ${earlier}`);
  if (isDemo && !existsSync(path)) forgetBegun(path);
}

// The interval for finding work that another server left unfinished.
const LOOK_EVERY_MS = 3_000;

/**
 * Finishes interrupted imports and the search index, repeatedly if other servers share the database. The
 * server handles requests in the meantime, and goes on if this fails.
 */
async function finishInterruptedWork({ books, writers: worker, log }: AppContext): Promise<void> {
  do {
    try {
      await worker.call("resumeImports", undefined, undefined);
      await worker.call("fillSearch", undefined, undefined);
    } catch (error) {
      const fault = classifyFault(error);
      if (fault === "stopping") return;
      if (fault !== "away") {
        log.error("Work interrupted by the last stop could not be completed", {
          trace: formatTrace(error),
        });
      }
    }
    if (books.primary) await Bun.sleep(LOOK_EVERY_MS);
  } while (books.primary);
}

const DAY_MS = 24 * 60 * 60_000;

/** Deletes unreferenced attachments, now and daily. */
function startSweeping({ books, log }: AppContext): void {
  const sweep = () =>
    sweepBytes(books).catch((error) => {
      if (classifyFault(error) === "away" || classifyFault(error) === "stopping") return;
      log.error("Unused attachments could not be deleted", { trace: formatTrace(error) });
    });
  void sweep();
  setInterval(sweep, DAY_MS).unref();
}

const OF_THE_DISK = ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR"];

function hasOneLineMessage(error: unknown): error is Error {
  if ([WrongSetting, AlreadyOpen, StartupError].some((kind) => error instanceof kind)) return true;
  return error instanceof Error && OF_THE_DISK.includes(`${(error as NodeJS.ErrnoException).code}`);
}

function createContext(
  books: Books,
  built: AppContext["built"],
  settings: Environment & { isDemo: boolean },
  log: AppContext["log"],
): AppContext {
  return {
    books,
    writers: openWriters(books),
    readers: openReaders(books, READ_DEADLINE_MS),
    files: openFileReaders(),
    fileLimit: createAdmission(OF_FILES),
    exportLimit: createAdmission(OF_HEAVY_READS, () => checkpointLog(books)),
    scanLimit: createAdmission(OF_SCANS),
    pdfLimit: createAdmission(OF_PAPERS),
    visitLimit: createAdmission(OF_VISITS),
    zipLimit: createAdmission(OF_ZIPS),
    downloadFiles: openDownloadFiles(books.place),
    sender: openSender({ books, log, settings }),
    notices: openNotices({ log, settings }),
    built,
    log,
    settings,
  };
}

function listen(context: AppContext, { port, host: hostname }: Environment) {
  try {
    return createApp(context).listen({
      port,
      hostname,
      maxRequestBodySize: UPLOAD_MAX,
      idleTimeout: SILENCE_S,
      reusePort: false,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new WrongSetting(`PORT ${port} of ${hostname} is in use by another program`);
  }
}

/** Opens the demo's books, and creates them if they are missing or incomplete. Prints how to sign in. */
export async function openDemo(place: Place, say: (line: string) => void): Promise<Books> {
  const { HalfDemo, writeDemo } = await import("../db/demo/demo.ts");
  const path = toFilePath(place.url);
  if (process.stdout.isTTY && !existsSync(path)) {
    process.stdout.write("Creating a year of books...\n");
  }
  const books = await openBooks(place, say);
  try {
    const { email, password, statements } = await writeDemo(books);
    layOut(statements, join(dirname(path), "demo-statements"));
    process.stdout.write(`Sign in to the demo as ${email}, with the password "${password}"\n`);
    return books;
  } catch (error) {
    books.close();
    if (!(error instanceof HalfDemo)) throw error;
    for (const part of ["", "-wal", "-shm"]) rmSync(`${path}${part}`, { force: true });
    forgetBegun(path);
    return openDemo(place, say);
  }
}

/** Writes sample files to drop on *Banking*, and removes those of an earlier demo. */
function layOut(files: { name: string; content: string }[], folder: string): void {
  if (files.length === 0) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const { name, content } of files) writeFileSync(join(folder, name), content);
}

async function stop(
  app: ReturnType<typeof listen>,
  context: AppContext,
  endings: (() => Promise<void>)[],
  release: () => void,
): Promise<void> {
  const begun = Date.now();
  const left = (ms: number) => Math.max(0, begun + ms - Date.now());
  app.server?.stop();
  const mailed = Promise.all([context.sender.stop(), context.notices.stop()]);
  while ((app.server?.pendingRequests ?? 0) > 0 && left(ANSWERED_MS) > 0) await Bun.sleep(20);
  const {
    books,
    writers: worker,
    readers: reader,
    files,
    exportLimit: heavy,
    pdfLimit: papers,
    zipLimit: zips,
    scanLimit: scans,
  } = context;
  const ends = [
    ...endings.map((end) => end()),
    mailed,
    heavy.close(),
    papers.close(),
    zips.close(),
    scans.close(),
    context.fileLimit.close(),
    files.stop(),
    context.visitLimit.close(),
    worker.stop("now"),
    reader.stop("now"),
  ];
  await Promise.race([Promise.all(ends), Bun.sleep(left(ENDED_MS))]);
  const isWhole = await settle(books, begun + SETTLED_MS).catch(() => false);
  books.close();
  release();
  if (!isWhole) process.stderr.write(NOT_WHOLE);
  process.exit(isWhole ? 0 : 1);
}

const NOT_WHOLE =
  "bahi stopped, but its last writes are still in the -wal file beside the database; keep the two together\n";
