import { layOutDashboard } from "./dashboard.ts";
import { layOutEstimate } from "./estimate.ts";
import { layOutGstr3b } from "./gstr3b.ts";
import { layOutInvoice } from "./invoice.ts";
import { make } from "./maker.ts";
import { layOutNote } from "./note.ts";
import { layOutPayment } from "./payment.ts";
import { layOutPurchase } from "./purchase.ts";
import { layOutReceipt } from "./receipt.ts";
import { layOutReconciliation } from "./reconciliation.ts";
import { layOutStatement } from "./statement.ts";
import { layOutVoucher } from "./voucher.ts";

// The thread that draws documents. Other modules use it through pdfQueue.ts.

const LAYOUTS = {
  invoice: layOutInvoice,
  estimate: layOutEstimate,
  note: layOutNote,
  voucher: layOutVoucher,
  payment: layOutPayment,
  purchase: layOutPurchase,
  receipt: layOutReceipt,
  dashboard: layOutDashboard,
  reconciliation: layOutReconciliation,
  gstr3b: layOutGstr3b,
  statement: layOutStatement,
};
export type Papers = typeof LAYOUTS;

/** A request to the thread: the document type and its data. */
export interface Order {
  paper: keyof Papers;
  data: unknown;
  logo: Uint8Array | undefined;
}

export type Delivery = { bytes: Uint8Array<ArrayBuffer> } | { error: string };

declare const self: Worker;

/** Milliseconds of drawing, which leave about 50 MB of garbage. Bun 1.4.5 would let it grow to 200. */
const COLLECT_EVERY = 100;
let worked = 0;

self.onmessage = async ({ data: { paper, data, logo } }: MessageEvent<Order>) => {
  const started = performance.now();
  try {
    const bytes = await make(LAYOUTS[paper](data as never, logo));
    self.postMessage({ bytes } satisfies Delivery, [bytes.buffer]);
  } catch (error) {
    const trace = error instanceof Error ? error.stack : undefined;
    self.postMessage({ error: trace ?? String(error) } satisfies Delivery);
  }
  worked += performance.now() - started;
  if (worked < COLLECT_EVERY) return;
  worked = 0;
  Bun.gc(true);
};
