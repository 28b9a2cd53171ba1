import type { Feature } from "../../domain/agencies/features.ts";
import type { Permission } from "../../domain/roles.ts";
import type { IconName } from "../../islands/ui/Icon.tsx";

/** An item of the sidebar. It appears only if its page exists. */
export interface NavItem {
  path: string;
  label: string;
  icon: IconName;
  /** The permission that its page needs. */
  permission?: Permission;
  /** The feature that adds it to the sidebar. Items without one are always there. */
  feature?: Feature | "overview";
  /** Shown only to users without this permission. Others reach the page through the tabs of another one. */
  without?: Permission;
  /** The count next to it. An item that counts waiting records is hidden at zero. */
  count?: "unpaid" | "waiting";
  /** Lists that are tabs of this page. */
  tabs?: string[];
}

export interface NavGroup {
  label?: string;
  items: NavItem[];
}

const NAV: { label?: string; items: NavItem[] }[] = [
  {
    items: [
      { path: "/overview", label: "Overview", icon: "building-2", feature: "overview" },
      { path: "/dashboard", label: "Dashboard", icon: "layout-dashboard" },
      { path: "/transactions", label: "Transactions", icon: "arrow-left-right" },
      { path: "/approvals", label: "Approvals", icon: "shield-check", count: "waiting" },
      {
        path: "/banking",
        label: "Banking",
        icon: "landmark",
        feature: "banking",
        tabs: ["/reconciliation"],
      },
    ],
  },
  {
    label: "Sales",
    items: [
      {
        path: "/invoices",
        label: "Invoices",
        icon: "file-text",
        count: "unpaid",
        tabs: ["/notes", "/estimates", "/vouchers", "/series", "/outbox"],
      },
      { path: "/receipts", label: "Receipts", icon: "receipt-indian-rupee" },
      { path: "/clients", label: "Clients", icon: "contact" },
    ],
  },
  {
    label: "Purchases",
    items: [
      { path: "/bills", label: "Bills", icon: "file-input", feature: "bills", tabs: ["/tds"] },
      { path: "/vendors", label: "Vendors", icon: "store", feature: "bills" },
    ],
  },
  {
    items: [
      {
        path: "/reports",
        label: "Reports",
        icon: "chart-no-axes-column",
        feature: "reports",
        tabs: ["/journals"],
      },
      { path: "/gst", label: "GST", icon: "badge-percent", feature: "gst" },
      { path: "/close", label: "Close month", icon: "calendar-check", feature: "close" },
    ],
  },
  {
    label: "Agency",
    items: [
      { path: "/settings/masters", label: "Master Data", icon: "library-big" },
      { path: "/settings/team", label: "Team", icon: "users", permission: "view team" },
      {
        path: "/settings/audit",
        label: "Audit Log",
        icon: "scroll-text",
        permission: "view audit log",
        tabs: ["/settings/trash"],
      },
      {
        path: "/settings/trash",
        label: "Trash",
        icon: "trash-2",
        without: "view audit log",
      },
      {
        path: "/settings/locks",
        label: "Locks",
        icon: "lock",
        permission: "close books",
        feature: "locks",
      },
    ],
  },
  {
    label: "Settings",
    items: [
      {
        path: "/settings/invoice",
        label: "Invoice settings",
        icon: "file-cog",
        tabs: ["/settings/items"],
      },
      { path: "/settings/receipts", label: "Receipt settings", icon: "receipt-text" },
      {
        path: "/settings/metadata",
        label: "Settings",
        icon: "settings",
        permission: "manage metadata",
        tabs: [
          "/settings/features",
          "/settings/mail",
          "/settings/reminders",
          "/settings/move-in",
          "/settings/export",
        ],
      },
    ],
  },
];

/** Returns the groups, with the items whose pages exist. */
export function buildNav(paths: Set<string>): NavGroup[] {
  return NAV.map((group) => ({
    ...group,
    items: group.items.filter(({ path }) => paths.has(path)),
  })).filter(({ items }) => items.length > 0);
}
