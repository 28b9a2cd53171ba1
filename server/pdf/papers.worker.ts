import { dashboardPaper } from "./dashboard.ts";
import { estimatePaper } from "./estimate.ts";
import { gstr3bPaper } from "./gstr3b.ts";
import { invoicePaper } from "./invoice.ts";
import { make } from "./maker.ts";
import { notePaper } from "./note.ts";
import { paymentPaper } from "./payment.ts";
import { purchasePaper } from "./purchase.ts";
import { receiptPaper } from "./receipt.ts";
import { reconciliationPaper } from "./reconciliation.ts";
import { statementPaper } from "./statement.ts";
import { voucherPaper } from "./voucher.ts";

// The thread that draws documents; papers.ts is what everybody else sees of it.

const PAPERS = {
  invoice: invoicePaper,
  estimate: estimatePaper,
  note: notePaper,
  voucher: voucherPaper,
  payment: paymentPaper,
  purchase: purchasePaper,
  receipt: receiptPaper,
  dashboard: dashboardPaper,
  reconciliation: reconciliationPaper,
  gstr3b: gstr3bPaper,
  statement: statementPaper,
};
export type Papers = typeof PAPERS;

/** What is asked of the thread: which document, and what it is made of. */
export interface Order {
  paper: keyof Papers;
  data: unknown;
  logo: Uint8Array | undefined;
}

export type Delivery = { bytes: Uint8Array<ArrayBuffer> } | { error: string };

declare const self: Worker;

/** Milliseconds of drawing, in which some 50 MB of garbage come together; Bun 1.4.5 lets it grow to 200. */
const COLLECT_EVERY = 100;
let worked = 0;

self.onmessage = async ({ data: { paper, data, logo } }: MessageEvent<Order>) => {
  const started = performance.now();
  try {
    const bytes = await make(PAPERS[paper](data as never, logo));
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
