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

/** The dependencies of routes, created once in main.ts or by a test. */
export interface AppContext {
  books: Books;
  /** Threads for long writes: imports, parsed files, and changes to members. */
  writers: DbWorker;
  /** Two threads for reads that may scan tables. */
  readers: DbWorker;
  /** Parses untrusted files in processes that can be killed. */
  files: FileReaders;
  fileLimit: ConcurrencyLimit;
  exportLimit: ConcurrencyLimit;
  /** Limits reads in the reader threads. */
  scanLimit: ConcurrencyLimit;
  pdfLimit: ConcurrencyLimit;
  /** Limits PDFs opened by link, so that visitors wait for each other and members do not wait for them. */
  visitLimit: ConcurrencyLimit;
  zipLimit: ConcurrencyLimit;
  /** Complete files that are being sent. */
  downloadFiles: DownloadFiles;
  /** Sends the e-mails in the outbox. */
  sender: Sender;
  /** Sends emails of the server itself, such as reset links. */
  notices: Notices;
  built: Built;
  /** Handles an internal request like one from outside. Set once the app exists. */
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
    /** Whether the books are sample data, recreated after deletion. */
    isDemo?: boolean;
  };
}
