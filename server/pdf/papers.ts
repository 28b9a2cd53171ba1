import { mustHaveDescriptors } from "../../db/engine/descriptors.ts";
import type { Invoice } from "../../domain/invoices.ts";
import type { Receipt } from "../../domain/receipts.ts";
import type { DashboardReport } from "./dashboard.ts";
import type { Delivery, Order } from "./papers.worker.ts";

// Documents are drawn in a thread of their own, one after another: two hundred lines are a tenth of a second
// in one piece, and what is wrong with a picture ends the thread and not the server. It starts with the first
// document, and stays: 60 MB for Latin and Devanagari, up to 150 MB when it has drawn every script.

const DEADLINE_MS = 30_000;

/** A tax invoice with the particulars of Rule 46 of the CGST Rules, or one without GST. */
export const drawInvoice = (invoice: Invoice, logo?: Uint8Array) =>
  press.draw({ paper: "invoice", data: invoice, logo });

/** Two receipts to an A4 sheet, to be cut across: one for the client and one for the office. */
export const drawReceipt = (receipt: Receipt, logo?: Uint8Array) =>
  press.draw({ paper: "receipt", data: receipt, logo });

/** The dashboard on paper: key figures, balances, charts and categories. */
export const drawDashboard = ({
  logo,
  ...report
}: DashboardReport & { logo?: Uint8Array | undefined }) =>
  press.draw({ paper: "dashboard", data: report, logo });

class Overdue extends Error {}

/** What Bun gives; TypeScript takes it for the browser's. */
type Thread = Worker & { ref(): void; unref(): void };

/** A thread that draws documents, and the next one when it has died. */
export function openPress(deadlineMs = DEADLINE_MS) {
  let worker: Thread | undefined;
  let waiting = Promise.withResolvers<Delivery>();
  let last: Promise<unknown> = Promise.resolve();

  function start(): Thread {
    mustHaveDescriptors();
    const started = new Worker(new URL("./papers.worker.ts", import.meta.url).href, {
      smol: true,
    }) as Thread;
    // One that was ended may still have something to say.
    const fail = (why: string) => started === worker && waiting.reject(new Error(why));
    started.onmessage = ({ data }: MessageEvent<Delivery>) =>
      started === worker && waiting.resolve(data);
    started.onerror = ({ message }) => fail(`The press broke down: ${message}`);
    started.addEventListener("close", () => fail("The press ended by itself"));
    return started;
  }

  /** Settles whatever happens to the thread, which ends where it fails. */
  async function ask(order: Order): Promise<Uint8Array<ArrayBuffer>> {
    waiting = Promise.withResolvers();
    const { promise, reject } = waiting;
    const late = new Overdue(`A document took more than ${deadlineMs} ms to draw`);
    const timer = setTimeout(reject, deadlineMs, late);
    try {
      worker ??= start();
      worker.ref();
      worker.postMessage(order);
      const delivery = await promise;
      if ("error" in delivery) throw new Error(`A document could not be drawn: ${delivery.error}`);
      worker.unref(); // A process that has nothing else to do ends.
      return delivery.bytes;
    } catch (error) {
      worker?.terminate();
      worker = undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function drawNext(order: Order): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await ask(order);
    } catch (error) {
      // A document without its logo is better than none.
      if (!order.logo || error instanceof Overdue) throw error;
      return ask({ ...order, logo: undefined });
    }
  }

  return {
    /** The bytes of a PDF, when those that were asked for before are drawn. */
    draw(order: Order): Promise<Uint8Array<ArrayBuffer>> {
      const mine = last.then(() => drawNext(order));
      last = mine.catch(() => {});
      return mine;
    },
  };
}

const press = openPress();
