import { pluralize } from "../counts.ts";
import { formatDate, formatRange, readMonth, yearLabel } from "../dates.ts";
import { type RupeeSum, toChartNumber } from "../money.ts";
import { monthShort } from "../months.ts";
import type {
  Ageing,
  AgeingRow,
  GstHeads,
  GstSummary,
  LedgerReport,
  LedgerRow,
  StatementOfAccount,
  TdsRegister,
} from "./reports.ts";
import {
  balanceText,
  captionRows,
  isEqual,
  plus,
  type Sheet,
  type SheetCell,
  type SheetHead,
  type SheetRow,
  sourcePage,
} from "./sheet.ts";

// Sheets of ledgers and registers.

const orNone = (sum: RupeeSum): SheetCell => (isEqual(sum, 0) ? undefined : sum);
const text = (name: string, more: Partial<SheetHead> = {}): SheetHead => ({
  name,
  isText: true as const,
  ...more,
});

const BALANCE_HEADS: SheetHead[] = [
  { name: "Debit", phone: "main", mark: "Dr" },
  { name: "Credit", phone: "main", mark: "Cr" },
  { name: "Balance", phone: "below" },
];

type Entry = Omit<LedgerRow, "contra"> & { contra?: string };

/** Returns the rows of a period's entries, with its opening and closing balances. */
function entryRows(
  report: Pick<LedgerReport, "opening" | "debit" | "credit" | "closing"> & {
    rows: Entry[];
  },
  hasContra: boolean,
): SheetRow[] {
  const before = hasContra ? [undefined] : [];
  return [
    {
      level: "line",
      name: "Opening balance",
      cells: [...before, undefined, undefined, balanceText(report.opening)],
    },
    ...report.rows.map((row): SheetRow => {
      const href = sourcePage(row.source, row.date);
      return {
        level: "entry",
        name: row.particulars,
        date: row.date,
        ...(href && { href }),
        cells: [
          ...(hasContra ? [row.contra] : []),
          ...[orNone(row.debit), orNone(row.credit), balanceText(row.balance)],
        ],
      };
    }),
    {
      level: "total",
      name: "Closing balance",
      cells: [...before, report.debit, report.credit, balanceText(report.closing)],
    },
  ];
}

/** Returns the sheet of a ledger's page. Earlier pages are in the balance of its first row. */
export function ledgerSheet(report: LedgerReport): Sheet {
  const { ledger, dateFrom, dateTo, page, totalPages } = report;
  const rows = entryRows(report, true);
  const isFirst = page <= 1;
  const isLast = page >= totalPages;
  return {
    title: "General ledger",
    of: ledger.name,
    period: formatRange({ dateFrom, dateTo }),
    about: ledger.line,
    first: "Particulars",
    isDated: true,
    heads: [text("Contra", { phone: "below" }), ...BALANCE_HEADS],
    rows: rows.slice(isFirst ? 0 : 1, isLast ? undefined : -1),
    notes: [],
  };
}

export function statementOfAccountSheet(report: StatementOfAccount): Sheet {
  const { client, dateFrom, dateTo } = report;
  return {
    title: "Statement of account",
    of: client.name,
    first: "Particulars",
    isDated: true,
    period: formatRange({ dateFrom, dateTo }),
    about: "In rupees; Dr means owed to us",
    heads: BALANCE_HEADS,
    rows: entryRows(report, false),
    notes: [],
  };
}

/** Returns the sheet of clients or vendors with their documents, largest debt first. */
export function ageingSheet(report: Ageing): Sheet {
  const { at, by, of, buckets, total, ledger, clients, rows } = report;
  const isOwed = of === "payables";
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId);
  const names = buckets.map(({ name }) => name);
  const documentRow = (row: AgeingRow): SheetRow => ({
    level: "ledger",
    name: row.invoice,
    note: ageWords(row, by),
    href: documentPage(row, of),
    cells: [...names.map((name) => (name === row.bucket ? row.balance : undefined)), row.balance],
  });
  const largestFirst = clients.toSorted((a, b) => toChartNumber(b.total) - toChartNumber(a.total));
  const whose = isOwed ? "Trade payables" : "Trade receivables";
  return {
    title: `Ageing of ${of}`,
    period: `At ${formatDate(at)}`,
    about: `By ${by === "due" ? "due" : isOwed ? "bill" : "invoice"} date, in rupees`,
    first: isOwed ? "Vendor" : "Client",
    heads: [
      ...names.map((name): SheetHead => ({ name: bucketWords(name) })),
      { name: "Total", phone: "main" },
    ],
    rows: [
      ...largestFirst.flatMap((client): SheetRow[] => [
        { level: "line", name: client.name, cells: [...client.buckets, client.total] },
        ...(byClient.get(client._id) ?? []).map(documentRow),
      ]),
      {
        level: "total",
        name: "Total",
        cells: [...buckets.map(({ amount }) => amount), total],
      },
    ],
    notes: [
      "A document without a due date is due on its own date. Later payments are not counted.",
    ],
    proof: {
      isTrue: isEqual(total, ledger),
      words: `Agrees with ${whose}`,
      fault: `The total and ${whose} differ`,
    },
  };
}

/** Returns `1–30 days` for the bucket `1-30`. */
const bucketWords = (name: string): string =>
  name === "not due" ? "Not due" : `${name.replace("-", "–")} days`;

function ageWords({ daysOverdue, ageInDays, dueDate, date }: AgeingRow, by: Ageing["by"]): string {
  if (by === "invoice") return `${pluralize(ageInDays, "day")} old`;
  if (daysOverdue > 0) return `${pluralize(daysOverdue, "day")} late`;
  return `due ${formatDate(dueDate || date)}`;
}

const documentPage = (
  { kind, documentId }: Pick<AgeingRow, "documentId" | "kind">,
  of: Ageing["of"],
): string => {
  if (of === "payables") return `/bills/${documentId}`;
  if (kind.includes("NOTE")) return `/notes/${documentId}`;
  return `${kind.includes("VOUCHER") ? "/vouchers/" : "/invoices/"}${documentId}`;
};

/** Returns the sheet of tax deducted by clients, by quarter. */
export function tdsSheet({ year, rows, quarters, total }: TdsRegister): Sheet {
  const span = yearLabel(year);
  const byQuarter = Map.groupBy(rows, ({ quarter }) => quarter);
  const sums = quarters.flatMap(({ quarter, ...sum }) => {
    const entries = (byQuarter.get(quarter) ?? []).map(
      (row): SheetRow => ({
        level: "entry",
        name: row.client,
        date: row.date,
        href: documentPage(row, "receivables"),
        cells: [row.pan, row.invoice, row.gross, row.tds],
      }),
    );
    if (entries.length === 0) return [];
    const cells = [undefined, undefined, sum.gross, sum.tds];
    return [
      ...captionRows(quarter, entries),
      { level: "sum" as const, name: `Total of ${quarter}`, cells },
    ];
  });
  const all = quarters.reduce<RupeeSum>((sum, { gross }) => plus(sum, gross), 0);
  return {
    title: "TDS receivable",
    period: `FY ${span}`,
    first: "Client",
    isDated: true,
    about: "TDS deducted by clients, by payment date, in rupees",
    heads: [
      text("PAN"),
      text("Invoice", { phone: "below" }),
      { name: "Gross amount" },
      { name: "TDS", phone: "main" },
    ],
    rows: [...sums, { level: "total", name: "Total", cells: [undefined, undefined, all, total] }],
    notes: [],
  };
}

const HEADS = ["CGST", "SGST", "IGST"];

export function gstSummarySheet({ dateFrom, dateTo, months, total }: GstSummary): Sheet {
  const heads = ({ cgst, sgst, igst }: GstHeads) => [cgst, sgst, igst];
  const cells = ({ output, input, setOff, paid }: GstSummary["total"]): SheetCell[] => [
    ...[output, input, setOff].flatMap(heads),
    paid,
  ];
  return {
    title: "GST summary",
    period: formatRange({ dateFrom, dateTo }),
    first: "Month",
    about: "From the books, in rupees; for the returns, see GST",
    heads: [
      ...["Output", "Input", "Set off"].flatMap((name) =>
        HEADS.map((head): SheetHead => ({ name: `${name} ${head}` })),
      ),
      { name: "Paid", phone: "main" },
    ],
    rows: [
      ...months.map(
        (month): SheetRow => ({
          level: "line",
          name: monthWords(month.month),
          cells: cells(month),
          href: `/gst?period=${month.month.slice(0, 7)}`,
        }),
      ),
      { level: "total", name: "Total", cells: cells(total) },
    ],
    notes: [],
    isWide: true,
  };
}

const monthWords = (month: string): string =>
  readMonth(month.slice(0, 7)) ? monthShort(month) : month;
