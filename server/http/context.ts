import type { Books } from "../../db/engine/books.ts";
import type { DbWorker } from "../../db/engine/worker.ts";
import type { Environment } from "../environment.ts";
import type { FileReaders } from "../files/readers.ts";
import type { Notices } from "../mail/notices.ts";
import type { Sender } from "../mail/sender.ts";
import type { Built } from "../pages/built.ts";
import type { ConcurrencyLimit } from "./concurrency.ts";
import type { DownloadFiles } from "./downloadFiles.ts";
import type { Log } from "./log.ts";

/** The longest that a search or a check may take. */
export const READ_DEADLINE_MS = 20_000;

/** What every route may need. Made once in main.ts, or in a test's world. */
export interface AppContext {
  books: Books;
  /** Writes that take long, in threads: imports, files that were read, and changes of people. */
  writers: DbWorker;
  /** Reads what may scan, in two threads. */
  readers: DbWorker;
  /** Read files of other people, in processes that can be ended. */
  files: FileReaders;
  /** Who may have a file read now. */
  fileLimit: ConcurrencyLimit;
  /** Who may export or print a report now. */
  exportLimit: ConcurrencyLimit;
  /** Who may ask the reader threads now. */
  scanLimit: ConcurrencyLimit;
  /** Who may print one receipt or invoice now. */
  pdfLimit: ConcurrencyLimit;
  /** Who may print what a link shows now: visitors wait for each other, not the agency for them. */
  visitLimit: ConcurrencyLimit;
  /** Who may have many of them as one zip now. */
  zipLimit: ConcurrencyLimit;
  /** What has been made and is still being sent. */
  downloadFiles: DownloadFiles;
  /** Hands over what the outbox holds. */
  sender: Sender;
  /** Sends emails of the server itself, such as reset links. */
  notices: Notices;
  built: Built;
  /** Answers a request from within, as one that came from outside; set once there is something to ask. */
  handle?: (request: Request) => Promise<Response>;
  log: Log;
  settings: Pick<
    Environment,
    | "attachmentQuotaMb"
    | "einvoiceKeys"
    | "mail"
    | "sessionSecret"
    | "trustProxy"
    | "isRegistrationOpen"
  > & {
    /** The books are made up and are written again once they are deleted. */
    isDemo?: boolean;
  };
}
