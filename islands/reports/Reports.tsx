import { toPresetRange } from "../../domain/dates.ts";
import type { CashFlowReport } from "../../domain/ledger/cashFlow.ts";
import type { Ageing, ProfitAndLossReport } from "../../domain/ledger/reports.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { hiddenFrom, isPermitted, type Permission } from "../../domain/roles.ts";
import { readSession } from "../browser/session.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { PageHead } from "../ui/Page.tsx";
import { NotLoaded } from "../ui/states.tsx";

interface Line {
  href: string;
  name: string;
  /** The question that it answers. */
  what: string;
  icon: IconName;
  permission?: Permission | undefined;
  figure?: Figure;
}

/** The main figure, with the same amount as in the report. */
interface Figure {
  word: string;
  call(): string;
  of(answer: never): RupeeSum;
}

const thisYear = () => new URLSearchParams({ ...toPresetRange("thisFY") });
const dues = (word: string, of: string): Figure => ({
  word,
  call: () => `/api/reports/ageing?of=${of}`,
  of: ({ total }: Ageing) => total,
});

const VIEW = { permission: "view statements" } as const;

const GROUPS: [title: string, lines: Line[]][] = [
  [
    "For you",
    [
      {
        href: "/reports/profit-and-loss",
        name: "Profit and loss",
        ...VIEW,
        what: "What you earned and what it cost",
        icon: "scale",
        figure: {
          word: "profit this year",
          call: () => `/api/reports/profit-and-loss?${thisYear()}`,
          of: ({ profit }: ProfitAndLossReport) => profit,
        },
      },
      {
        href: "/reports/cash-flow",
        name: "Cash flow",
        ...VIEW,
        what: "Where money came from and where it went",
        icon: "arrow-left-right",
        figure: {
          word: "net this year",
          call: () => `/api/reports/cash-flow?${thisYear()}`,
          of: ({ net }: CashFlowReport) => net,
        },
      },
      {
        href: "/reports/income-by-client",
        name: "Income by client",
        ...VIEW,
        what: "Who you earn from",
        icon: "contact",
      },
      {
        href: "/reports/expenses-by-vendor",
        name: "Expenses by vendor",
        ...VIEW,
        what: "Who you spend on",
        icon: "store",
      },
      {
        href: "/reports/ageing",
        name: "Ageing of receivables",
        what: "Who owes you, and since when",
        icon: "clock-alert",
        figure: dues("owed to you", "receivables"),
      },
      {
        href: "/reports/ageing?of=payables",
        name: "Ageing of payables",
        what: "Who you owe, and since when",
        icon: "calendar",
        figure: dues("you owe", "payables"),
      },
      {
        href: "/reports/statement-of-account",
        name: "Statement of account",
        what: "One client’s account, ready to send",
        icon: "contact",
      },
    ],
  ],
  [
    "For the accountant",
    [
      {
        href: "/reports/balance-sheet",
        name: "Balance sheet",
        ...VIEW,
        what: "What you own and what you owe on a date",
        icon: "landmark",
      },
      {
        href: "/reports/trial-balance",
        name: "Trial balance",
        ...VIEW,
        what: "Every ledger balance; debits equal credits",
        icon: "table-2",
      },
      {
        href: "/reports/ledger",
        name: "General ledger",
        ...VIEW,
        what: "Every entry of one ledger, with its balance",
        icon: "library-big",
      },
      {
        href: "/reports/day-book",
        name: "Day book",
        ...VIEW,
        what: "Every entry of a period with its ledgers",
        icon: "list-checks",
      },
      {
        href: "/reports/sales-register",
        name: "Sales register",
        what: "Invoices and notes with their tax",
        icon: "file-text",
      },
      {
        href: "/reports/purchase-register",
        name: "Purchase register",
        what: "Bills and vendors’ notes with their tax",
        icon: "file-text",
      },
      {
        href: "/reports/opening-balances",
        name: "Opening balances",
        what: "What each ledger held when the books began",
        icon: "scroll-text",
        permission: "set ledgers",
      },
      {
        href: "/journals",
        name: "Journals",
        ...VIEW,
        what: "Entries your accountant made",
        icon: "pencil",
      },
    ],
  ],
  [
    "Tax",
    [
      {
        href: "/gst",
        name: "GST returns",
        what: "GSTR-1 and GSTR-3B, month by month",
        icon: "badge-percent",
      },
      {
        href: "/reports/gst-summary",
        name: "GST summary",
        ...VIEW,
        what: "GST in the books, by tax type and month",
        icon: "list-checks",
      },
      {
        href: "/reports/tds",
        name: "TDS receivable",
        ...VIEW,
        what: "TDS deducted by clients",
        icon: "receipt-indian-rupee",
      },
      {
        href: "/tds",
        name: "TDS payable",
        what: "TDS deducted from vendors, and what is left to deposit",
        icon: "receipt-indian-rupee",
      },
    ],
  ],
  [
    "Export and handover",
    [
      {
        href: "/reports/tally",
        name: "For Tally",
        ...VIEW,
        what: "The month as vouchers Tally can import",
        icon: "file-cog",
      },
    ],
  ],
];

/** The list of reports. The page is the same for everyone; styles hide reports that staff may not see. */
export default function Reports() {
  return (
    <>
      <PageHead title="Reports" />
      <div className="reports grid items-start cols-1">
        {GROUPS.map(([title, lines]) => (
          <section key={title} aria-label={title} className={audience(lines)}>
            <h2 className="mb-8 text-13">{title}</h2>
            <ul className="panel">
              {lines.map((line) => (
                <ReportLine key={line.href} line={line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function ReportLine({ line }: { line: Line }) {
  const { href, name, what, icon, permission, figure } = line;
  const isAwake = useUrlQuery() !== null;
  const role = isAwake && readSession()?.user.role;
  const isAsked = figure && role && isPermitted(role, permission);
  const { data, failure, reload } = useFetch<never>(isAsked ? figure.call() : null);
  return (
    <li className={audience([line])}>
      <a className="row gap-16 p-8-16" href={href}>
        <Icon name={icon} />
        <span className="grow">
          <span className="cell-main">{name}</span>
          <span className="cell-sub">{what}</span>
        </span>
        {figure && failure === undefined && (
          <span className="report-figure grow end text-13">
            {data === undefined ? (
              <span className="skeleton">{"\u00a0"}</span>
            ) : (
              <Money amount={figure.of(data)} />
            )}
            <span className="cell-sub">{figure.word}</span>
          </span>
        )}
        <Icon name="chevron-right" />
      </a>
      {failure !== undefined && (
        <p className="report-failed">
          <NotLoaded text="The figure could not be loaded" onRetry={reload} />
        </p>
      )}
    </li>
  );
}

/** Hides a group if the user may see none of its lines. */
const audience = (lines: Line[]) => {
  const isClosed = lines.every(({ permission }) => permission);
  return isClosed ? hiddenFrom(lines[0]?.permission) : undefined;
};
