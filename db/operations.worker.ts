import { existsSync } from "node:fs";
import { drizzle } from "drizzle-orm/libsql";
import type { Checkpoint } from "../domain/agencies/checkpoints.ts";
import type { AttachmentsQuery } from "../domain/attachments/attachments.ts";
import type { LinesQuery } from "../domain/banking/statements.ts";
import type { EstimateQuery } from "../domain/documents/estimates.ts";
import type { InvoiceQuery } from "../domain/documents/invoiceInput.ts";
import type { NoteQuery } from "../domain/documents/notes.ts";
import type { ReceiptQuery } from "../domain/documents/receipts.ts";
import type { VoucherQuery } from "../domain/documents/vouchers.ts";
import type { Period } from "../domain/ledger/analytics.ts";
import type { BooksOptions, ImportOptions } from "../domain/ledger/imports.ts";
import type { JournalQuery } from "../domain/ledger/journals.ts";
import type { TransactionQuery } from "../domain/ledger/transactions.ts";
import type { MailQuery } from "../domain/mail/mailInput.ts";
import type { BillQuery } from "../domain/purchases/billInput.ts";
import type { Quarter } from "../domain/purchases/tdsPayable.ts";
import { Refusal, Undecided } from "../domain/refusal.ts";
import { changeMetadata } from "./agencies/agency.ts";
import type { Picture } from "./agencies/logos.ts";
import { listAttachments } from "./attachments/listAttachments.ts";
import { acceptLines } from "./banking/accept.ts";
import { importStatement, type StatementInput } from "./banking/importStatement.ts";
import { listBankLines } from "./banking/lines.ts";
import { getBanking } from "./banking/overview.ts";
import { reconcile } from "./banking/reconciliation.ts";
import { CLOSING } from "./closing/operations.ts";
import { changeClient } from "./documents/clients.ts";
import { listEstimates } from "./documents/estimates.ts";
import { changeInvoiceSettings } from "./documents/invoiceSettings.ts";
import { listInvoices } from "./documents/listInvoices.ts";
import { listReceipts } from "./documents/listReceipts.ts";
import { listNotes } from "./documents/readNotes.ts";
import { listVouchers } from "./documents/readVouchers.ts";
import { type Books, connect } from "./engine/books.ts";
import { openReader } from "./engine/connect.ts";
import { type Fault, faultOf, traceOf } from "./engine/errors.ts";
import type { Mutex } from "./engine/mutex.ts";
import type { Tenant, Wrote } from "./engine/tenant.ts";
import { importBooks } from "./imports/books.ts";
import { type Body, importTransactions, resumeImports } from "./imports/import.ts";
import { deleteAccount } from "./ledger/accounts.ts";
import { getAnalytics, getBalances } from "./ledger/balances.ts";
import { deleteCategory } from "./ledger/categories.ts";
import { listJournals } from "./ledger/journals.ts";
import { listLedgers } from "./ledger/ledgers.ts";
import { listTransactions } from "./ledger/listTransactions.ts";
import { fillSearch } from "./ledger/search.ts";
import { listMails } from "./mail/mails.ts";
import { listBills } from "./purchases/listBills.ts";
import { getTdsPayable } from "./purchases/tdsPayable.ts";
import { listComingReminders } from "./reminders/read.ts";
import { type Batch, findReminded, remindClients, type Search } from "./reminders/run.ts";
import { isLocal, type Place } from "./remote/primary.ts";
import { REPORTS } from "./reports/operations.ts";
import { RETURNS } from "./returns/operations.ts";
import { makeTurn, type Turn } from "./series/run.ts";
import { readTallyLedgers } from "./tally/names.ts";
import { getTally } from "./tally/tally.ts";
import { UNDOS } from "./undo/tasks.ts";
import { type Months, verifyDocuments, verifyMonths } from "./verify/books.ts";
import { verifyLog } from "./verify/log.ts";

// The thread of a database worker; engine/worker.ts is what everybody else sees of it.

const OPERATIONS = {
  importTransactions: (tenant: Tenant, options: ImportOptions, body: Body) =>
    importTransactions(tenant, options, body),
  importBooks: (tenant: Tenant, options: BooksOptions, body: Body) =>
    importBooks(tenant, options, body),
  listBankLines: (tenant: Tenant, query: LinesQuery) => listBankLines(tenant, query),
  listAttachments: (tenant: Tenant, query: AttachmentsQuery) => listAttachments(tenant, query),
  getBanking: (tenant: Tenant, year: number) => getBanking(tenant, year),
  reconcile: (tenant: Tenant, input: { accountId: string; at: string }) => reconcile(tenant, input),
  acceptLines: (tenant: Tenant, ids: string[]) => acceptLines(tenant, ids),
  importStatement: (tenant: Tenant, input: StatementInput) => importStatement(tenant, input),
  deleteAccount: (tenant: Tenant, id: string) => deleteAccount(tenant, id),
  deleteCategory: (tenant: Tenant, id: string) => deleteCategory(tenant, id),
  // Drafts follow these, as many as there are.
  changeMetadata: (tenant: Tenant, { changes, logo }: { changes: object; logo?: Picture }) =>
    changeMetadata(tenant, changes, logo),
  changeInvoiceSettings: (tenant: Tenant, changes: object) =>
    changeInvoiceSettings(tenant, changes),
  changeClient: (tenant: Tenant, { id, changes }: { id: string; changes: object }) =>
    changeClient(tenant, id, changes),
  listTransactions: (tenant: Tenant, query: TransactionQuery) => listTransactions(tenant, query),
  listReceipts: (tenant: Tenant, query: ReceiptQuery) => listReceipts(tenant, query),
  listInvoices: (tenant: Tenant, query: InvoiceQuery) => listInvoices(tenant, query),
  listEstimates: (tenant: Tenant, query: EstimateQuery) => listEstimates(tenant, query),
  listNotes: (tenant: Tenant, query: NoteQuery) => listNotes(tenant, query),
  listVouchers: (tenant: Tenant, query: VoucherQuery) => listVouchers(tenant, query),
  listBills: (tenant: Tenant, query: BillQuery) => listBills(tenant, query),
  getTdsPayable: (tenant: Tenant, quarter: Quarter) => getTdsPayable(tenant, quarter),
  getAnalytics: (tenant: Tenant, period: Period) => getAnalytics(tenant, period),
  getBalances: (tenant: Tenant, period: Period) => getBalances(tenant, period),
  listMails: (tenant: Tenant, query: MailQuery) => listMails(tenant, query),
  listComingReminders: (tenant: Tenant, query: Parameters<typeof listComingReminders>[1]) =>
    listComingReminders(tenant, query),
  listJournals: (tenant: Tenant, query: JournalQuery) => listJournals(tenant, query),
  listLedgers: (tenant: Tenant, _: undefined) => listLedgers(tenant),
  getTally: (tenant: Tenant, month: string) => getTally(tenant, month),
  readTallyLedgers: (tenant: Tenant, input: { month: string; bytes: Uint8Array }) =>
    readTallyLedgers(tenant, input),
  ...RETURNS,
  ...REPORTS,
  ...UNDOS,
  ...CLOSING,
  checkDocuments: (tenant: Tenant, _: undefined) => verifyDocuments(tenant),
  checkMonths: (tenant: Tenant, months: Months) => verifyMonths(tenant, months),
  verifyLog: (tenant: Tenant, given: Checkpoint[]) => verifyLog(tenant, given),
  makeTurn: (of: Pick<Tenant, "books">, turn: Turn) => makeTurn(of, turn),
  findReminded: (of: Pick<Tenant, "books">, search: Search) => findReminded(of, search),
  remindClients: (of: Pick<Tenant, "books">, batch: Batch) => remindClients(of, batch),
  resumeImports: ({ books }: Pick<Tenant, "books">, _: undefined) => resumeImports(books),
  fillSearch: ({ books }: Pick<Tenant, "books">, _: undefined) => fillSearch(books),
};
export type Operations = typeof OPERATIONS;

interface Question {
  call: number;
  operation: keyof Operations;
  tenant: Omit<Tenant, "books">;
  input: unknown;
  /** Who asks reads the replica. */
  isCopy: boolean;
  hasBody: boolean;
}

/** A part of the body of a call; null ends it, and why says that it is not whole. */
interface Part {
  chunk: number;
  bytes: Uint8Array<ArrayBuffer> | null;
  why?: string;
}

export type ToDbWorker = "stop" | { open: Place } | { turn: number } | Question | Part;

/** With the position that the writes of the call have come to, and the operation that they were. */
export type Answer = { answer: number; position: number } & Wrote & Outcome;

type Outcome =
  | { value: unknown }
  | {
      refusal: Pick<Refusal, "errors" | "kind" | "message"> &
        Partial<Pick<Undecided, "about" | "needs">>;
    }
  | { bug: string; fault: Fault | undefined };

export type FromDbWorker = Answer | { took: number } | { wants: number } | { ends: number };

declare const self: Worker;
const say = (message: FromDbWorker) => self.postMessage(message);

let place: Place;
/** Of a local file, for good. */
let books: Promise<Books> | undefined;
const turns = new Map<number, (end: () => void) => void>();
let wanted = 0;

const mutex: Mutex = {
  acquire() {
    wanted += 1;
    const { promise, resolve } = Promise.withResolvers<() => void>();
    turns.set(wanted, resolve);
    say({ wants: wanted });
    return promise;
  },
  close: () => Promise.resolve(), // The thread of the server closes its own.
};

const bodies = new Map<number, { parts: Part[]; wake(): void }>();

self.onmessage = ({ data }: MessageEvent<ToDbWorker>) => {
  if (data === "stop") void stop();
  else if ("open" in data) open(data.open);
  else if ("turn" in data) {
    turns.get(data.turn)?.(() => say({ ends: data.turn }));
    turns.delete(data.turn);
  } else if ("chunk" in data) {
    const body = bodies.get(data.chunk);
    body?.parts.push(data);
    body?.wake();
  } else void answer(data);
};

function open(at: Place) {
  place = at;
  if (isLocal(at.url)) books = connect(at, mutex);
}

/**
 * For one question. A server is asked on connections of the question's own: one that was opened while it
 * was away would never come back, and a replica that has been fetched anew is another file.
 */
async function booksFor(isCopy: boolean): Promise<Books> {
  if (books) return { ...(await books), close() {} };
  if (!isCopy) return connect(place, mutex);
  const path = place.replica ?? "";
  if (!existsSync(path)) throw new Error(`The replica ${path} is being fetched anew`);
  const reader = await openReader(`file:${path}`);
  const remote = await connect(place, mutex);
  const close = () => {
    reader.close();
    remote.close();
  };
  return { ...remote, read: drizzle(reader), isCopy, close };
}

/**
 * Where an operation waits for its turn or gives others theirs, for messages are read only there. What was
 * not committed is rolled back.
 */
async function stop() {
  const opened = await books?.catch(() => undefined);
  opened?.close();
  process.exit();
}

async function answer({ call, operation, tenant, input, isCopy, hasBody }: Question) {
  // Before the first await: the first bytes may be here before anybody reads.
  const body = bodyOf(call, hasBody);
  const run = OPERATIONS[operation] as (tenant: Tenant, input: unknown, body: Body) => unknown;
  let position = 0;
  const wrote: Wrote = {};
  const again = () => ({ isReplayed: tenant.idempotency?.isReplayed === true });
  const reply = (content: Outcome) =>
    say({ answer: call, position, ...wrote, ...again(), ...content });

  async function attempt(isCopy: boolean): Promise<unknown> {
    const opened = await booksFor(isCopy);
    try {
      return await run({ ...tenant, wrote, books: opened }, input, body);
    } finally {
      position = opened.primary?.position() ?? 0;
      opened.close();
    }
  }
  try {
    const value = await attempt(isCopy).catch((error) => {
      if (!isCopy || error instanceof Refusal) throw error;
      return attempt(false); // The replica may be spoilt, or on its way.
    });
    reply({ value });
  } catch (error) {
    if (error instanceof Refusal) {
      const { kind, message, errors } = error;
      const decision = error instanceof Undecided && { needs: error.needs, about: error.about };
      reply({ refusal: { kind, message, errors, ...decision } });
    } else {
      reply({ bug: traceOf(error), fault: faultOf(error) });
    }
  } finally {
    bodies.delete(call);
  }
}

function bodyOf(call: number, hasBody: boolean): Body {
  const body = { parts: [] as Part[], wake: () => {} };
  if (hasBody) bodies.set(call, body);
  return partsOf(call, body);
}

async function* partsOf(
  call: number,
  body: { parts: Part[]; wake(): void },
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const part = body.parts.shift();
    if (!part) {
      await new Promise<void>((go) => {
        body.wake = go;
      });
      continue;
    }
    if (part.why) throw new Refusal("invalid", part.why);
    if (!part.bytes) return;
    yield part.bytes;
    say({ took: call }); // Whoever asks for the next part has done with this one.
  }
}
