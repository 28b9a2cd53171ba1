import type { IconName } from "../../islands/parts/Icon.tsx";

/** The sidebar. It shows what there is: an item comes in with the page it leads to. */
export interface NavItem {
  path: string;
  label: string;
  icon: IconName;
  ownerOnly?: true;
}

export interface NavGroup {
  label?: string;
  items: NavItem[];
}

export const NAV: NavGroup[] = [
  {
    items: [
      { path: "/dashboard", label: "Dashboard", icon: "layout-dashboard" },
      { path: "/transactions", label: "Transactions", icon: "arrow-left-right" },
      { path: "/receipts", label: "Receipts", icon: "receipt-indian-rupee" },
      { path: "/invoices", label: "Invoices", icon: "file-text" },
      { path: "/clients", label: "Clients", icon: "contact" },
      { path: "/settings/masters", label: "Master Data", icon: "library-big" },
    ],
  },
  {
    label: "Agency",
    items: [
      { path: "/settings/team", label: "Team", icon: "users", ownerOnly: true },
      { path: "/settings/audit", label: "Audit Log", icon: "scroll-text", ownerOnly: true },
    ],
  },
  {
    label: "Settings",
    items: [
      { path: "/settings/invoice", label: "Invoice settings", icon: "file-cog" },
      { path: "/settings/receipts", label: "Receipt settings", icon: "receipt-text" },
      { path: "/settings/metadata", label: "Settings", icon: "settings", ownerOnly: true },
    ],
  },
];

/** The groups with the items whose pages exist. */
export function navOf(paths: Set<string>): NavGroup[] {
  return NAV.map((group) => ({
    ...group,
    items: group.items.filter(({ path }) => paths.has(path)),
  })).filter(({ items }) => items.length > 0);
}
