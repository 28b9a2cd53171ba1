import { accounts } from "./accounts.ts";
import { agency } from "./agency.ts";
import { agencyExport } from "./agencyExport.ts";
import { approvals } from "./approvals.ts";
import { attachments } from "./attachments.ts";
import { audit } from "./audit.ts";
import { auth } from "./auth.ts";
import { lines } from "./bankLines.ts";
import { rules } from "./bankRules.ts";
import { bills } from "./bills.ts";
import type { Call, Group } from "./call.ts";
import { categories } from "./categories.ts";
import { clients } from "./clients.ts";
import { closeItems } from "./closeItems.ts";
import { closing } from "./closing.ts";
import { comments } from "./comments.ts";
import { estimates } from "./estimates.ts";
import { gst } from "./gst.ts";
import { health } from "./health.ts";
import { history } from "./history.ts";
import { importMappings } from "./importMappings.ts";
import { imports } from "./imports.ts";
import { invoiceSettings } from "./invoiceSettings.ts";
import { invoices } from "./invoices.ts";
import { items } from "./items.ts";
import { ledgers } from "./ledgers.ts";
import { locks } from "./locks.ts";
import { mails } from "./mails.ts";
import { notes } from "./notes.ts";
import { notifications } from "./notifications.ts";
import { overview } from "./overview.ts";
import { payments } from "./payments.ts";
import { receipts } from "./receipts.ts";
import { reconciliations } from "./reconciliation.ts";
import { reminders } from "./reminders.ts";
import { reports } from "./reports.ts";
import { secondFactors } from "./secondFactors.ts";
import { repeats } from "./series.ts";
import { links } from "./shareLinks.ts";
import { statementReports } from "./statementReports.ts";
import { statements } from "./statements.ts";
import { tally } from "./tally.ts";
import { tds } from "./tds.ts";
import { partnerPayments, tdsStatements, vendorAdvances } from "./tdsRecords.ts";
import { team } from "./team.ts";
import { tokens } from "./tokens.ts";
import { transactions } from "./transactions.ts";
import { vendors } from "./vendors.ts";
import { views } from "./views.ts";
import { vouchers } from "./vouchers.ts";

/** Every call, in the order of the API page. */
export const GROUPS: Group[] = [
  auth,
  secondFactors,
  transactions,
  approvals,
  imports,
  accounts,
  categories,
  clients,
  items,
  views,
  importMappings,
  invoices,
  payments,
  notes,
  vouchers,
  estimates,
  repeats,
  links,
  vendors,
  bills,
  vendorAdvances,
  tds,
  tdsStatements,
  partnerPayments,
  gst,
  invoiceSettings,
  receipts,
  mails,
  comments,
  notifications,
  overview,
  reminders,
  attachments,
  statements,
  lines,
  rules,
  reconciliations,
  agencyExport,
  ledgers,
  locks,
  closing,
  closeItems,
  statementReports,
  reports,
  tally,
  team,
  tokens,
  agency,
  audit,
  history,
  health,
];

export const CALLS: Call[] = GROUPS.flatMap(({ calls }) => calls);
