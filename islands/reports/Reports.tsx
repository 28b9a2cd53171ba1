import { type Permission, rolesFor } from "../../domain/roles.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";

interface Line {
  href: string;
  name: string;
  /** The question that it answers. */
  what: string;
  icon: IconName;
  permission?: Permission;
}

const VIEW = { permission: "view statements" } as const;

const GROUPS: [title: string, lines: Line[]][] = [
  [
    "For you",
    [
      {
        ...{ href: "/reports/profit-and-loss", name: "Profit and loss", ...VIEW },
        ...{ what: "What you earned and what it cost", icon: "scale" },
      },
      {
        ...{ href: "/reports/cash-flow", name: "Cash flow", ...VIEW },
        ...{ what: "Where money came from and where it went", icon: "arrow-left-right" },
      },
      {
        ...{ href: "/reports/ageing", name: "Ageing of receivables" },
        ...{ what: "Who owes you, and since when", icon: "clock-alert" },
      },
      {
        ...{ href: "/reports/ageing?of=payables", name: "Ageing of payables" },
        ...{ what: "Whom you owe, and since when", icon: "calendar" },
      },
      {
        ...{ href: "/reports/statement-of-account", name: "Statement of account" },
        ...{ what: "One client’s account, ready to send", icon: "contact" },
      },
    ],
  ],
  [
    "For the accountant",
    [
      {
        ...{ href: "/reports/balance-sheet", name: "Balance sheet", ...VIEW },
        ...{ what: "What you own and what you owe on a date", icon: "landmark" },
      },
      {
        ...{ href: "/reports/trial-balance", name: "Trial balance", ...VIEW },
        ...{ what: "Every ledger balance; debits equal credits", icon: "table-2" },
      },
      {
        ...{ href: "/reports/ledger", name: "General ledger", ...VIEW },
        ...{ what: "Every entry of one ledger, with its balance", icon: "library-big" },
      },
      {
        ...{ href: "/reports/opening-balances", name: "Opening balances" },
        ...{ what: "What each ledger held when the books began", icon: "scroll-text" },
        permission: "set ledgers",
      },
      {
        ...{ href: "/journals", name: "Journals", ...VIEW },
        ...{ what: "Entries your accountant made", icon: "pencil" },
      },
    ],
  ],
  [
    "Tax",
    [
      {
        ...{ href: "/gst", name: "GST returns" },
        ...{ what: "GSTR-1 and GSTR-3B, month by month", icon: "badge-percent" },
      },
      {
        ...{ href: "/reports/gst-summary", name: "GST summary", ...VIEW },
        ...{ what: "GST of the books, by head and month", icon: "list-checks" },
      },
      {
        ...{ href: "/reports/tds", name: "TDS receivable", ...VIEW },
        ...{ what: "What clients deducted", icon: "receipt-indian-rupee" },
      },
    ],
  ],
];

/** The reports there are. The page is the same for everybody: styles hide what is not for staff. */
export default function Reports() {
  return (
    <>
      <PageHead title="Reports" />
      <div className="reports">
        {GROUPS.map(([title, lines]) => (
          <section key={title} aria-label={title} className={audience(lines)}>
            <h2>{title}</h2>
            <ul className="panel">
              {lines.map((line) => (
                <li key={line.href} className={audience([line])}>
                  <a href={line.href}>
                    <Icon name={line.icon} />
                    <span>
                      <span className="cell-main">{line.name}</span>
                      <span className="cell-sub">{line.what}</span>
                    </span>
                    <Icon name="chevron-right" />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

const audience = (lines: Line[]) =>
  lines.some(({ permission }) => rolesFor(permission).includes("staff")) ? undefined : "owner-only";
