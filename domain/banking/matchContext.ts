import type { OpenBill } from "./bills.ts";
import type { OpenEntry, OpenInvoice, OpenLine } from "./candidates.ts";
import type { GstDue, HeldNote } from "./dues.ts";
import type { Memory } from "./memory.ts";
import type { Rule } from "./rules.ts";
import type { OwnAccount } from "./transfers.ts";

/** The input of the proposals for an account's open lines. */
export interface Field {
  lines: OpenLine[];
  entries: OpenEntry[];
  /** Entries near the days of lines that no entry has the amount of. */
  batch?: OpenEntry[];
  invoices: OpenInvoice[];
  bills: OpenBill[];
  /** Credit notes that hold something. */
  notes?: HeldNote[];
  /** GST that returns leave to pay. */
  dues?: GstDue[];
  others: OwnAccount[];
  rules: Rule[];
  memory: Memory;
  /** The category of what the bank charges. */
  charges?: { id: string; name: string } | undefined;
  /** Pairs of a line and a proposal that somebody has said no to. */
  declined: Set<string>;
  /** Names of the agency's clients and vendors. */
  names?: string[];
  /** The agency's name, and the number of the lines' account. */
  own?: { name: string; number: string };
}
