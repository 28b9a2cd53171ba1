import type { Permission } from "../../domain/roles.ts";
import { REPORT_PAGES } from "./reportPages.ts";
import { SETTINGS_PAGES } from "./settingsPages.ts";
import { SIGN_IN_PAGES } from "./signInPages.ts";

export interface Page {
  /** A path, or with `:id` a path for every record of a type. */
  path: string;
  title: string;
  /** The island: its file under islands/. */
  source: string;
  /**
   * The API calls that a page for signed-in users starts with. A call ending in `?` gets the page's query
   * string, and `:id` is the second part of the path.
   */
  calls?: string[];
  /** The permission it needs. Other users see a notice, and it starts no calls for them. */
  permission?: Permission;
  /** Styles that no other page needs. */
  sheet?:
    | (
        | "banking"
        | "bills"
        | "clients"
        | "closing"
        | "dashboard"
        | "gst"
        | "history"
        | "integrity"
        | "journal"
        | "locks"
        | "mail"
        | "moveIn"
        | "overview"
        | "papers"
        | "transactions"
        | "series"
        | "reminders"
        | "security"
        | "tds"
      )
    | "reports";
  /**
   * Whether it shows a period, by default the current month. A `whole` period needs both dates, and a
   * `year` defaults to the current financial year.
   */
  period?: "any" | "whole" | "year";
}

/** All pages. Those with `calls` are for signed-in users, the others for signed-out ones. */
export const PAGES: Page[] = [
  ...SIGN_IN_PAGES,
  {
    path: "/dashboard",
    title: "Dashboard",
    source: "dashboard/Dashboard.tsx",
    calls: ["/api/dashboard?", "/api/accounts/balances?", "/api/metadata"],
    period: "whole",
    sheet: "dashboard",
  },
  {
    path: "/overview",
    title: "Overview",
    source: "overview/Overview.tsx",
    calls: ["/api/overview", "/api/metadata"],
    sheet: "overview",
  },
  {
    path: "/transactions",
    title: "Transactions",
    source: "transactions/Transactions.tsx",
    calls: ["/api/transactions?", "/api/accounts", "/api/categories", "/api/metadata"],
    period: "any",
    sheet: "transactions",
  },
  {
    path: "/approvals",
    title: "Approvals",
    source: "approvals/Approvals.tsx",
    calls: ["/api/metadata"],
    sheet: "papers",
  },
  {
    path: "/banking",
    title: "Banking",
    source: "banking/Banking.tsx",
    calls: ["/api/banking", "/api/statements", "/api/metadata"],
    sheet: "banking",
  },
  {
    path: "/banking/:id",
    title: "Statement",
    source: "banking/Statement.tsx",
    calls: ["/api/statements/:id", "/api/metadata"],
    sheet: "banking",
  },
  {
    path: "/reconciliation",
    title: "Reconciliation",
    source: "banking/Reconciliation.tsx",
    calls: ["/api/banking", "/api/metadata"],
    sheet: "banking",
  },
  {
    path: "/receipts",
    title: "Receipts",
    source: "receipts/Receipts.tsx",
    calls: ["/api/receipts?", "/api/accounts", "/api/metadata"],
    period: "any",
  },
  {
    path: "/receipts/new",
    title: "New Receipt",
    source: "receipts/NewReceipt.tsx",
    calls: ["/api/accounts", "/api/metadata"],
  },
  {
    path: "/receipts/:id",
    title: "Receipt Details",
    source: "receipts/ReceiptDetail.tsx",
    calls: ["/api/receipts/:id", "/api/mail-settings", "/api/metadata"],
    sheet: "papers",
  },
  {
    path: "/invoices",
    title: "Invoices",
    source: "invoices/Invoices.tsx",
    calls: ["/api/invoices?", "/api/metadata"],
  },
  {
    path: "/invoices/new",
    title: "Create New Invoice",
    source: "invoices/NewInvoice.tsx",
    calls: ["/api/clients", "/api/invoice-settings", "/api/metadata"],
  },
  {
    path: "/invoices/:id",
    title: "Invoice",
    source: "invoices/InvoiceDetail.tsx",
    calls: ["/api/invoices/:id", "/api/mail-settings", "/api/metadata"],
    sheet: "papers",
  },
  {
    path: "/invoices/:id/edit",
    title: "Edit Invoice",
    source: "invoices/EditInvoice.tsx",
    calls: ["/api/invoices/:id", "/api/clients", "/api/invoice-settings", "/api/metadata"],
    permission: "edit invoices",
  },
  {
    path: "/notes",
    title: "Credit notes",
    source: "notes/Notes.tsx",
    calls: ["/api/notes?", "/api/metadata"],
  },
  {
    path: "/notes/new",
    title: "New Note",
    source: "notes/NewNote.tsx",
    calls: ["/api/metadata"],
  },
  {
    path: "/notes/:id",
    title: "Note",
    source: "notes/NoteDetail.tsx",
    calls: ["/api/notes/:id", "/api/mail-settings", "/api/metadata"],
    sheet: "papers",
  },
  {
    path: "/notes/:id/edit",
    title: "Edit Note",
    source: "notes/EditNote.tsx",
    calls: ["/api/notes/:id", "/api/metadata"],
    permission: "edit invoices",
  },
  {
    path: "/estimates",
    title: "Estimates",
    source: "estimates/Estimates.tsx",
    calls: ["/api/estimates?", "/api/metadata"],
  },
  {
    path: "/estimates/new",
    title: "New Estimate",
    source: "estimates/NewEstimate.tsx",
    calls: ["/api/clients", "/api/invoice-settings", "/api/metadata"],
  },
  {
    path: "/estimates/:id",
    title: "Estimate",
    source: "estimates/EstimateDetail.tsx",
    calls: ["/api/estimates/:id", "/api/mail-settings", "/api/metadata"],
    sheet: "papers",
  },
  {
    path: "/estimates/:id/edit",
    title: "Edit Estimate",
    source: "estimates/EditEstimate.tsx",
    calls: ["/api/estimates/:id", "/api/clients", "/api/invoice-settings", "/api/metadata"],
  },
  {
    path: "/series",
    title: "Recurring",
    source: "series/Recurring.tsx",
    calls: ["/api/metadata"],
    sheet: "series",
  },
  {
    path: "/series/new",
    title: "New Recurring Invoice or Entry",
    source: "series/NewSeries.tsx",
    calls: ["/api/clients", "/api/invoice-settings", "/api/metadata"],
    sheet: "series",
  },
  {
    path: "/series/:id",
    title: "Recurring",
    source: "series/EditSeries.tsx",
    calls: ["/api/series/:id", "/api/clients", "/api/invoice-settings", "/api/metadata"],
    sheet: "series",
  },
  {
    path: "/gst",
    title: "GST",
    source: "gst/Gst.tsx",
    calls: ["/api/gst", "/api/metadata"],
    sheet: "gst",
  },
  {
    path: "/close",
    title: "Close month",
    source: "closing/CloseMonth.tsx",
    calls: ["/api/metadata"],
    sheet: "closing",
  },
  ...REPORT_PAGES,
  {
    path: "/vouchers",
    title: "Advances",
    source: "vouchers/Vouchers.tsx",
    calls: ["/api/vouchers?", "/api/metadata"],
  },
  {
    path: "/vouchers/:id",
    title: "Voucher",
    source: "vouchers/VoucherDetail.tsx",
    calls: ["/api/vouchers/:id", "/api/mail-settings", "/api/metadata"],
    sheet: "papers",
  },
  {
    path: "/bills",
    title: "Bills",
    source: "bills/Bills.tsx",
    calls: ["/api/metadata"],
    sheet: "bills",
  },
  {
    path: "/bills/new",
    title: "New Bill",
    source: "bills/NewBill.tsx",
    calls: ["/api/vendors", "/api/accounts", "/api/categories", "/api/metadata"],
    sheet: "bills",
  },
  {
    path: "/bills/:id",
    title: "Bill",
    source: "bills/BillDetail.tsx",
    calls: ["/api/bills/:id", "/api/metadata"],
    sheet: "bills",
  },
  {
    path: "/bills/:id/edit",
    title: "Edit Bill",
    source: "bills/EditBill.tsx",
    calls: ["/api/bills/:id", "/api/vendors", "/api/accounts", "/api/categories", "/api/metadata"],
    sheet: "bills",
  },
  {
    path: "/tds",
    title: "TDS to deposit",
    source: "tds/Tds.tsx",
    calls: ["/api/metadata"],
    sheet: "tds",
  },
  {
    path: "/vendors",
    title: "Vendors",
    source: "vendors/Vendors.tsx",
    calls: ["/api/vendors", "/api/metadata"],
    sheet: "clients",
  },
  {
    path: "/clients",
    title: "Clients",
    source: "clients/Clients.tsx",
    calls: ["/api/clients", "/api/metadata"],
    sheet: "clients",
  },
  {
    path: "/outbox",
    title: "Outbox",
    source: "mail/Outbox.tsx",
    calls: ["/api/outbox?", "/api/metadata"],
    sheet: "mail",
  },
  ...SETTINGS_PAGES,
];
