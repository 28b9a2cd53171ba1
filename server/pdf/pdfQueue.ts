import { assertDescriptors } from "../../db/engine/descriptors.ts";
import type { Estimate } from "../../domain/documents/estimates.ts";
import type { Note } from "../../domain/documents/notes.ts";
import type { PrintedInvoice } from "../../domain/documents/paper.ts";
import type { PaymentReceipt } from "../../domain/documents/paymentReceipts.ts";
import type { Receipt } from "../../domain/documents/receipts.ts";
import type { Voucher } from "../../domain/documents/vouchers.ts";
import type { PurchaseDocument } from "../../domain/purchases/purchasePaper.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { DashboardReport } from "./dashboard.ts";
import type { Gstr3bReport } from "./gstr3b.ts";
import type { Delivery, Order } from "./pdf.worker.ts";
import type { ReconciliationReport } from "./reconciliation.ts";
import type { StatementReport } from "./statement.ts";

// Documents are drawn one at a time in a thread: two hundred lines block it for a tenth of a second, and a
// broken picture ends the thread, not the server. It starts with the first document and stays, with 60 MB
// for Latin and Devanagari and up to 150 MB once every script was used. A thousand lines may take as many
// seconds as a page takes hundredths, and could be an attack. They are drawn in a second thread, so that
// single pages do not wait; it ends when idle.

const DEADLINE_MS = 30_000;
const LONG_PRESS_IDLE_MS = 5_000;

/** The request that waits for a document. */
export interface Wanted {
  signal?: AbortSignal;
  /** Whether it belongs to a bulk download, which gives way to single documents. */
  isOfMany?: boolean;
}

/** Draws a tax invoice with the particulars of Rule 46 of the CGST Rules, or an invoice without GST. */
export const renderInvoice = (invoice: PrintedInvoice, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "invoice", data: invoice, logo }, wanted);

/** Draws a credit or debit note with the particulars of Rule 53(1A). */
export const renderNote = (note: Note, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "note", data: note, logo }, wanted);

export const renderEstimate = (estimate: Estimate, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "estimate", data: estimate, logo }, wanted);

/** Draws a client's payment of an invoice or a debit note. */
export const renderPaymentReceipt = (receipt: PaymentReceipt, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "payment", data: receipt, logo }, wanted);

/** Draws a receipt voucher with the particulars of Rule 50, or a refund voucher with those of Rule 51. */
export const renderVoucher = (voucher: Voucher, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "voucher", data: voucher, logo }, wanted);

/** Draws a self-invoice, or a payment voucher with the particulars of Rule 52. */
export const renderPurchase = (purchase: PurchaseDocument, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "purchase", data: purchase, logo }, wanted);

/** Draws two copies of a receipt on an A4 sheet to be cut: one for the client and one for the office. */
export const renderReceipt = (receipt: Receipt, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "receipt", data: receipt, logo }, wanted);

export const renderDashboard = (
  { logo, ...report }: DashboardReport & { logo?: Uint8Array | undefined },
  wanted?: Wanted,
) => draw({ paper: "dashboard", data: report, logo }, wanted);

/** Draws a bank reconciliation statement, with places for preparer and reviewer to sign. */
export const renderReconciliation = (data: ReconciliationReport, wanted?: Wanted) =>
  draw({ paper: "reconciliation", data, logo: undefined }, wanted);

export const renderStatement = (report: StatementReport, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "statement", data: report, logo }, wanted);

/** Draws GSTR-3B as one page for the payment. */
export const renderGstr3b = (report: Gstr3bReport, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "gstr3b", data: report, logo }, wanted);

/** @throws the signal's reason if the request was cancelled; Refusal "invalid" if drawing takes too long */
const draw = (order: Order, wanted?: Wanted) =>
  (isLong(order.data) ? longPress : press).draw(order, wanted);

/** In characters of data. Two hundred lines are shorter, and take at most a quarter of a second. */
const SHORT = 64_000;
/** Letters of Indian scripts are expensive to set, so each counts as this many. */
const OF_A_BYTE = 8;

/** Returns whether a document may take long to draw. */
function isLong(data: unknown): boolean {
  const text = JSON.stringify(data);
  return text.length + OF_A_BYTE * (Buffer.byteLength(text) - text.length) > SHORT;
}

class Overdue extends Refusal {
  constructor(ms: number) {
    const seconds = Math.ceil(ms / 1_000);
    super(
      "invalid",
      `This document takes more than ${seconds} s to render: shorten its text or split it`,
    );
  }
}

/** Bun's Worker. TypeScript assumes the browser's. */
type Thread = Worker & { ref(): void; unref(): void };

/**
 * Starts a thread that draws documents, and restarts it after a crash.
 * @param idleMs ends the thread after this long without work; a cancelled drawing then ends it at once
 */
export function openPress(deadlineMs = DEADLINE_MS, idleMs?: number) {
  let worker: Thread | undefined;
  let idle: Timer | undefined;
  let waiting = Promise.withResolvers<Delivery>();
  const turns = openTurns();

  function start(): Thread {
    assertDescriptors();
    const started = new Worker(new URL("./pdf.worker.ts", import.meta.url).href, {
      smol: true,
    }) as Thread;
    // A thread that was ended may still send a message.
    const fail = (why: string) => started === worker && waiting.reject(new Error(why));
    started.onmessage = ({ data }: MessageEvent<Delivery>) =>
      started === worker && waiting.resolve(data);
    started.onerror = ({ message }) => fail(`The PDF worker failed: ${message}`);
    started.addEventListener("close", () => fail("The PDF worker stopped"));
    return started;
  }

  function end(): void {
    worker?.terminate();
    worker = undefined;
  }

  /** Draws one document, and settles whatever happens to the thread. */
  async function ask(order: Order, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    signal?.throwIfAborted();
    clearTimeout(idle);
    waiting = Promise.withResolvers();
    const { promise, reject } = waiting;
    const timer = setTimeout(reject, deadlineMs, new Overdue(deadlineMs));
    const leave = () => idleMs !== undefined && reject(signal?.reason);
    signal?.addEventListener("abort", leave);
    try {
      worker ??= start();
      worker.ref();
      worker.postMessage(order);
      const delivery = await promise;
      if ("error" in delivery)
        throw new Error(`A document could not be rendered: ${delivery.error}`);
      worker.unref(); // An idle process may exit.
      if (idleMs !== undefined) idle = setTimeout(end, idleMs).unref();
      return delivery.bytes;
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    }
  }

  async function renderNext(order: Order, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await ask(order, signal);
    } catch (error) {
      // A document without its logo is better than none.
      if (!order.logo || error instanceof Overdue || signal?.aborted) throw error;
      return ask({ ...order, logo: undefined }, signal);
    }
  }

  return {
    /** Returns the bytes of a PDF. Drawn in order of arrival, bulk documents last. */
    draw: (order: Order, { signal, isOfMany }: Wanted = {}): Promise<Uint8Array<ArrayBuffer>> =>
      turns.take(() => renderNext(order, signal), isOfMany),
  };
}

/** Runs one task at a time. Bulk tasks wait for all others. */
function openTurns() {
  const [ofOne, ofMany]: (() => void)[][] = [[], []];
  let isTaken = false;
  return {
    async take<T>(work: () => Promise<T>, isOfMany = false): Promise<T> {
      if (isTaken) await new Promise<void>((start) => (isOfMany ? ofMany : ofOne)?.push(start));
      isTaken = true;
      try {
        return await work();
      } finally {
        const start = ofOne?.shift() ?? ofMany?.shift();
        if (start) start();
        else isTaken = false;
      }
    },
  };
}

const press = openPress();
const longPress = openPress(DEADLINE_MS, LONG_PRESS_IDLE_MS);
