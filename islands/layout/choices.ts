import { can } from "../browser/session.ts";
import type { IconName } from "../ui/Icon.tsx";

/** A line of the palette. */
export interface Choice {
  id: string;
  group: string;
  label: string;
  /** Also found by these. */
  words?: string;
  note?: string;
  icon: IconName;
  run(): void;
}

export const goTo = (address: string) => () => {
  location.href = address;
};

/** The screens of the sidebar that this user sees, and what can be done from anywhere. */
export function staticChoices(): Choice[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".nav-item")];
  const screens = links
    .filter(
      (link) => !link.closest(".owner-only") || document.documentElement.dataset.role === "owner",
    )
    .map((link): Choice => {
      const icon = link.querySelector("use")?.getAttribute("href")?.replace("#i-", "") as IconName;
      const label = link.textContent ?? "";
      return { id: `go-${link.pathname}`, group: "Go to", label, icon, run: goTo(link.pathname) };
    });
  const permission = (label: string, icon: IconName, address: string, words = ""): Choice => ({
    id: `do-${label}`,
    group: "Actions",
    label,
    words: `new ${words}`,
    icon,
    run: goTo(address),
  });
  return [
    ...screens,
    permission("Add Transaction", "plus", "/transactions#new", "income expense entry"),
    permission("Transfer Funds", "arrow-left-right", "/transactions#transfer", "move"),
    permission("New Receipt", "receipt-indian-rupee", "/receipts/new", "create cash paid client"),
    permission("Create Invoice", "file-text", "/invoices/new", "bill gst client"),
    permission("Add Client", "contact", "/clients#new", "customer"),
    permission("Import transactions", "upload", "/transactions#import", "csv file"),
    permission("Add Account", "plus", "/settings/masters#new", "bank cash wallet"),
    permission("Add Category", "plus", "/settings/masters?tab=categories#new"),
    ...(can("manage team")
      ? [permission("Add Team Member", "plus", "/settings/team#new", "staff")]
      : []),
    { ...permission("Profile", "user", "/profile", "password name"), group: "Go to" },
    press("Switch theme", "moon", "theme", "dark light"),
    press("Log out", "log-out", "logout", "sign out"),
  ];
}

/** What a button of the frame does. */
function press(label: string, icon: IconName, action: string, words: string): Choice {
  const run = () => document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
  return { id: `do-${label}`, group: "Actions", label, words, icon, run };
}
