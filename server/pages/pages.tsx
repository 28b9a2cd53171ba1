import type { ComponentType } from "react";
import type { Deed } from "../../domain/roles.ts";
import Audit from "../../islands/audit/Audit.tsx";
import Clients from "../../islands/clients/Clients.tsx";
import Dashboard from "../../islands/dashboard/Dashboard.tsx";
import EditInvoice from "../../islands/invoices/EditInvoice.tsx";
import InvoiceDetail from "../../islands/invoices/InvoiceDetail.tsx";
import InvoiceSettings from "../../islands/invoices/InvoiceSettings.tsx";
import Invoices from "../../islands/invoices/Invoices.tsx";
import NewInvoice from "../../islands/invoices/NewInvoice.tsx";
import Login from "../../islands/login/Login.tsx";
import Masters from "../../islands/masters/Masters.tsx";
import Profile from "../../islands/profile/Profile.tsx";
import NewReceipt from "../../islands/receipts/NewReceipt.tsx";
import ReceiptDetail from "../../islands/receipts/ReceiptDetail.tsx";
import ReceiptSettings from "../../islands/receipts/ReceiptSettings.tsx";
import Receipts from "../../islands/receipts/Receipts.tsx";
import Register from "../../islands/register/Register.tsx";
import Settings from "../../islands/settings/Settings.tsx";
import Team from "../../islands/team/Team.tsx";
import Transactions from "../../islands/transactions/Transactions.tsx";

export interface Page {
  /** An address, or with `:id` in it one for every thing of a kind. */
  path: string;
  title: string;
  /** The island: its file under islands/ and its component. */
  source: string;
  Island: ComponentType;
  /**
   * For the signed in: the API calls it starts with. One that ends in `?` takes the page's query string, and
   * `:id` is the second part of the address.
   */
  calls?: string[];
  /** What it is for, where that is not everybody's: others are told so, and it starts no calls for them. */
  deed?: Deed;
  /** It shows a period, this month where its address names none; of a whole one nothing lacks an end. */
  period?: "any" | "whole";
}

/** Every page there is. One with `calls` is for the signed in, the others are for the signed out. */
export const PAGES: Page[] = [
  { path: "/login", title: "Sign in", source: "login/Login.tsx", Island: Login },
  {
    path: "/register",
    title: "Create your agency",
    source: "register/Register.tsx",
    Island: Register,
  },
  {
    path: "/dashboard",
    title: "Dashboard",
    source: "dashboard/Dashboard.tsx",
    Island: Dashboard,
    calls: ["/api/dashboard?", "/api/accounts/balances?", "/api/metadata"],
    period: "whole",
  },
  {
    path: "/transactions",
    title: "Transactions",
    source: "transactions/Transactions.tsx",
    Island: Transactions,
    calls: ["/api/transactions?", "/api/accounts", "/api/categories", "/api/metadata"],
    period: "any",
  },
  {
    path: "/receipts",
    title: "Receipts",
    source: "receipts/Receipts.tsx",
    Island: Receipts,
    calls: ["/api/receipts?", "/api/accounts", "/api/metadata"],
    period: "any",
  },
  {
    path: "/receipts/new",
    title: "New Receipt",
    source: "receipts/NewReceipt.tsx",
    Island: NewReceipt,
    calls: ["/api/accounts", "/api/metadata"],
  },
  {
    path: "/receipts/:id",
    title: "Receipt Details",
    source: "receipts/ReceiptDetail.tsx",
    Island: ReceiptDetail,
    calls: ["/api/receipts/:id", "/api/metadata"],
  },
  {
    path: "/invoices",
    title: "Invoices",
    source: "invoices/Invoices.tsx",
    Island: Invoices,
    calls: ["/api/invoices?", "/api/metadata"],
  },
  {
    path: "/invoices/new",
    title: "Create New Invoice",
    source: "invoices/NewInvoice.tsx",
    Island: NewInvoice,
    calls: ["/api/clients", "/api/invoice-settings", "/api/metadata"],
  },
  {
    path: "/invoices/:id",
    title: "Invoice",
    source: "invoices/InvoiceDetail.tsx",
    Island: InvoiceDetail,
    calls: ["/api/invoices/:id", "/api/metadata"],
  },
  {
    path: "/invoices/:id/edit",
    title: "Edit Invoice",
    source: "invoices/EditInvoice.tsx",
    Island: EditInvoice,
    calls: ["/api/invoices/:id", "/api/clients", "/api/invoice-settings", "/api/metadata"],
    deed: "edit invoices",
  },
  {
    path: "/clients",
    title: "Clients",
    source: "clients/Clients.tsx",
    Island: Clients,
    calls: ["/api/clients", "/api/metadata"],
  },
  {
    path: "/settings/invoice",
    title: "Invoice Settings",
    source: "invoices/InvoiceSettings.tsx",
    Island: InvoiceSettings,
    calls: ["/api/invoice-settings", "/api/metadata"],
  },
  {
    path: "/settings/receipts",
    title: "Receipt Settings",
    source: "receipts/ReceiptSettings.tsx",
    Island: ReceiptSettings,
    calls: ["/api/receipts/settings", "/api/metadata"],
  },
  {
    path: "/settings/masters",
    title: "Master Data",
    source: "masters/Masters.tsx",
    Island: Masters,
    calls: ["/api/accounts", "/api/categories", "/api/metadata"],
  },
  {
    path: "/settings/team",
    title: "Team Members",
    source: "team/Team.tsx",
    Island: Team,
    calls: ["/api/users/team", "/api/metadata"],
    deed: "manage team",
  },
  {
    path: "/settings/audit",
    title: "Audit Log",
    source: "audit/Audit.tsx",
    Island: Audit,
    calls: ["/api/audit?", "/api/audit/stats?", "/api/metadata"],
    deed: "view audit log",
  },
  {
    path: "/settings/metadata",
    title: "Agency Settings",
    source: "settings/Settings.tsx",
    Island: Settings,
    calls: ["/api/metadata"],
    deed: "manage metadata",
  },
  {
    path: "/profile",
    title: "Profile",
    source: "profile/Profile.tsx",
    Island: Profile,
    calls: ["/api/metadata"],
  },
];
