import type { OpenBill } from "./bills.ts";
import type { OpenEntry, OpenInvoice, OpenLine } from "./candidates.ts";
import type { GstDue, HeldNote } from "./dues.ts";
import type { Memory } from "./memory.ts";
import type { Rule } from "./rules.ts";
import type { OwnAccount } from "./transfers.ts";

/** Input for the proposals of an account's open lines. */
export interface Field {
  lines: OpenLine[];
  entries: OpenEntry[];
  /** Entries near lines whose amount no single entry has. */
  batch?: OpenEntry[];
  invoices: OpenInvoice[];
  bills: OpenBill[];
  /** Credit notes with an unused amount. */
  notes?: HeldNote[];
  /** GST that returns leave to pay. */
  dues?: GstDue[];
  others: OwnAccount[];
  rules: Rule[];
  memory: Memory;
  charges?: { id: string; name: string } | undefined;
  /** Pairs of a line and a proposal that a user declined. */
  declined: Set<string>;
  /** Names of the agency's clients and vendors. */
  names?: string[];
  /** The agency's name, and the number of the lines' account. */
  own?: { name: string; number: string };
}
