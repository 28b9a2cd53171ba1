import type { Permission } from "../../domain/roles.ts";

/** An entry of the list that the settings pages share. */
export interface SettingsEntry {
  path: string;
  label: string;
  /** The permission that its page needs. */
  permission?: Permission;
}

/** The list beside every settings page. A new page is one line here. */
export const SETTINGS_LIST: { label: string; entries: SettingsEntry[] }[] = [
  {
    label: "Agency",
    entries: [
      { path: "/settings/metadata", label: "Agency details", permission: "manage metadata" },
      { path: "/settings/features", label: "Features", permission: "manage metadata" },
      { path: "/settings/team", label: "Team", permission: "view team" },
      { path: "/settings/audit", label: "Audit Log", permission: "view audit log" },
    ],
  },
  {
    label: "Documents",
    entries: [
      { path: "/settings/invoice", label: "Invoice settings" },
      { path: "/settings/receipts", label: "Receipt settings" },
      { path: "/settings/items", label: "Items" },
      { path: "/settings/mail", label: "E-mail", permission: "set up e-mail" },
      { path: "/settings/reminders", label: "Reminders", permission: "set up reminders" },
    ],
  },
  {
    label: "Books",
    entries: [
      { path: "/settings/masters", label: "Master Data" },
      { path: "/settings/move-in", label: "Import books", permission: "move books in" },
      { path: "/settings/export", label: "Export and close", permission: "export the agency" },
    ],
  },
  {
    label: "You",
    entries: [
      { path: "/profile", label: "Profile" },
      { path: "/profile#devices", label: "Devices" },
    ],
  },
];

/** Returns whether a page shows the list. */
export const isInSettings = (path: string): boolean =>
  SETTINGS_LIST.some(({ entries }) => entries.some((entry) => entry.path === path));
