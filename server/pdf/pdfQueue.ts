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

// Documents are drawn in a thread of their own, one after another: two hundred lines are a tenth of a second
// in one piece, and what is wrong with a picture ends the thread and not the server. It starts with the first
// document, and stays: 60 MB for Latin and Devanagari, up to 150 MB when it has drawn every script.
//
// A thousand lines may take as many seconds as a page takes hundredths, and whoever writes them may mean
// harm. They are drawn in another thread, so that no page waits behind them; it ends when it is idle.

const DEADLINE_MS = 30_000;
const LONG_PRESS_IDLE_MS = 5_000;

/** Who waits for a document. */
export interface Wanted {
  signal?: AbortSignal;
  /** It is one of many, which are drawn while nobody waits for a single one. */
  isOfMany?: boolean;
}

/** A tax invoice with the particulars of Rule 46 of the CGST Rules, or one without GST. */
export const renderInvoice = (invoice: PrintedInvoice, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "invoice", data: invoice, logo }, wanted);

/** A credit or debit note with the particulars of Rule 53(1A). */
export const drawNote = (note: Note, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "note", data: note, logo }, wanted);

/** What a client is offered. */
export const drawEstimate = (estimate: Estimate, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "estimate", data: estimate, logo }, wanted);

/** What a client has paid of an invoice or a debit note. */
export const drawPaymentReceipt = (receipt: PaymentReceipt, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "payment", data: receipt, logo }, wanted);

/** A receipt voucher with the particulars of Rule 50, or a refund voucher with those of Rule 51. */
export const drawVoucher = (voucher: Voucher, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "voucher", data: voucher, logo }, wanted);

/** A self-invoice, or a payment voucher with the particulars of Rule 52. */
export const drawPurchase = (paper: PurchaseDocument, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "purchase", data: paper, logo }, wanted);

/** Two receipts to an A4 sheet, to be cut across: one for the client and one for the office. */
export const drawReceipt = (receipt: Receipt, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "receipt", data: receipt, logo }, wanted);

/** The dashboard on paper: key figures, balances, charts and categories. */
export const drawDashboard = (
  { logo, ...report }: DashboardReport & { logo?: Uint8Array | undefined },
  wanted?: Wanted,
) => draw({ paper: "dashboard", data: report, logo }, wanted);

/** A bank reconciliation statement, for those who prepare and check it to sign. */
export const drawReconciliation = (data: ReconciliationReport, wanted?: Wanted) =>
  draw({ paper: "reconciliation", data, logo: undefined }, wanted);

/** Any report of the books, as its sheet says it. */
export const drawStatement = (report: StatementReport, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "statement", data: report, logo }, wanted);

/** GSTR-3B as one page to pay by. */
export const drawGstr3b = (report: Gstr3bReport, logo?: Uint8Array, wanted?: Wanted) =>
  draw({ paper: "gstr3b", data: report, logo }, wanted);

/**
 * @throws the signal's reason, where nobody wants it any more; Refusal "invalid" where it takes too long.
 */
const draw = (order: Order, wanted?: Wanted) =>
  (isLong(order.data) ? longPress : press).draw(order, wanted);

/** In letters of data: two hundred lines are shorter, and take a quarter of a second at most. */
const SHORT = 64_000;
/** A letter of an Indian script, which has two bytes more than letters, is dear to set. */
const OF_A_BYTE = 8;

/** Whether a document may take long to draw. */
function isLong(data: unknown): boolean {
  const text = JSON.stringify(data);
  return text.length + OF_A_BYTE * (Buffer.byteLength(text) - text.length) > SHORT;
}

class Overdue extends Refusal {
  constructor(ms: number) {
    const seconds = Math.ceil(ms / 1_000);
    super("invalid", `This takes more than ${seconds} s to draw: shorten its texts or split it`);
  }
}

/** What Bun gives; TypeScript takes it for the browser's. */
type Thread = Worker & { ref(): void; unref(): void };

/**
 * A thread that draws documents, and the next one when it has died.
 * @param idleMs after so long without work it ends; what is being drawn for nobody any more ends it at once
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
    // One that was ended may still have something to say.
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

  /** Settles whatever happens to the thread, which ends where it fails. */
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
      if ("error" in delivery) throw new Error(`A document could not be drawn: ${delivery.error}`);
      worker.unref(); // A process that has nothing else to do ends.
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

  async function drawNext(order: Order, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await ask(order, signal);
    } catch (error) {
      // A document without its logo is better than none.
      if (!order.logo || error instanceof Overdue || signal?.aborted) throw error;
      return ask({ ...order, logo: undefined }, signal);
    }
  }

  return {
    /** The bytes of a PDF, when those that were asked for before are drawn, and of many when it is idle. */
    draw: (order: Order, { signal, isOfMany }: Wanted = {}): Promise<Uint8Array<ArrayBuffer>> =>
      turns.take(() => drawNext(order, signal), isOfMany),
  };
}

/** One work at a time: those of many wait for all others. */
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
