import * as agencies from "../schema/agencies.ts";
import * as approvals from "../schema/approvals.ts";
import * as attachments from "../schema/attachments.ts";
import * as banking from "../schema/banking.ts";
import * as closeItems from "../schema/closeItems.ts";
import * as closings from "../schema/closings.ts";
import * as comments from "../schema/comments.ts";
import * as documents from "../schema/documents.ts";
import * as gstr2b from "../schema/gstr2b.ts";
import * as imports from "../schema/imports.ts";
import * as ledger from "../schema/ledger.ts";
import * as locks from "../schema/locks.ts";
import * as mail from "../schema/mail.ts";
import * as numbering from "../schema/numbering.ts";
import * as receipts from "../schema/receipts.ts";
import * as reminders from "../schema/reminders.ts";
import * as returns from "../schema/returns.ts";
import * as secondFactors from "../schema/secondFactors.ts";
import * as series from "../schema/series.ts";
import * as settlements from "../schema/settlements.ts";
import * as sharing from "../schema/sharing.ts";
import * as tally from "../schema/tally.ts";
import * as taxBook from "../schema/taxBook.ts";
import * as undo from "../schema/undo.ts";
import * as vendors from "../schema/vendors.ts";
import * as views from "../schema/views.ts";

/** Every table drizzle knows. The drizzle-kit configuration lists the same files. */
export const schemaModules = [
  ...[agencies, ledger, imports, vendors, documents, settlements, receipts, numbering, banking],
  ...[returns, gstr2b, attachments, tally, locks, undo, sharing, closings, approvals, mail],
  ...[reminders, series, secondFactors, taxBook, views, comments, closeItems],
];
