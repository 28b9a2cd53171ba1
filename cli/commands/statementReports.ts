import {
  formatDate,
  formatRange,
  today,
  toFinancialYear,
  toPresetRange,
} from "../../domain/dates.ts";
import type { CashFlowReport } from "../../domain/ledger/cashFlow.ts";
import type { Forecast, ForecastWeek } from "../../domain/ledger/forecast.ts";
import { FORM_WORDS, totalName } from "../../domain/ledger/legalForm.ts";
import type { ByParty, DayBook, Register } from "../../domain/ledger/registers.ts";
import type {
  Ageing,
  Amount,
  BalanceSheetReport,
  GstSummary,
  LedgerReport,
  ProfitAndLossReport,
  StatementLine,
  StatementOfAccount,
  TdsRegister,
  TrialBalance,
} from "../../domain/ledger/reports.ts";
import { formatInr, type RupeeSum } from "../../domain/money.ts";
import type { Api, Call } from "../api.ts";
import { printList } from "../listing.ts";
import { findClientId, findLedgerId } from "../names.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count } from "../output.ts";
import { type RangeOptions, readDay, readRange } from "../range.ts";
import { type Column, rupeesColumn } from "../table.ts";

export interface StatementOptions extends GlobalOptions, RangeOptions {
  at?: string;
  raw?: boolean;
  basis?: string;
  compare?: string;
  by?: string;
  page?: string;
  after?: string;
  payables?: boolean;
  year?: string;
}

/** A row of a report: texts, then rupees. */
interface Line {
  texts: string[];
  sums: (RupeeSum | undefined)[];
}

interface Shown {
  texts: string[];
  sums: string[];
  lines: Line[];
  footer: string;
}

/** Prints a report, by its name in the API. @param argument a ledger, or a client */
export async function showReport(
  name: string,
  options: StatementOptions,
  argument = "",
): Promise<void> {
  const { api } = open(options);
  const query = await buildQuery(name, api, options, argument);
  const key = KEYS[name] ?? "rows";
  const answer = await api.json<never>(`/reports/${name}`, key, { query });
  const shown = (SHOWN as Record<string, (answer: never) => Shown>)[name]?.(answer);
  if (!shown) throw new Error(`No report is called ${name}`);
  const columns: Column<Line>[] = [
    ...shown.texts.map((title, n) => ({
      title,
      text: ({ texts }: Line) => texts[n] ?? "",
      ...(n === 0 && { least: 10 }),
      ...(n > 1 && { spare: n }),
      ...(title === IN_STATEMENTS && { spare: 1, early: true }),
      ...(title === "Days" && { align: "right" as const }),
    })),
    ...shown.sums.map((title, n) =>
      rupeesColumn<Line>(title, ({ sums }) => sums[n], n > 1 ? 10 + n : undefined),
    ),
  ];
  await printList(answer, shown.lines, columns, options, () => shown.footer);
}

const KEYS: Record<string, string> = {
  forecast: "weeks",
  "profit-and-loss": "lines",
  "balance-sheet": "assets",
  "cash-flow": "sections",
  "gst-summary": "months",
};
/** A column that most readers of ledgers do not need. */
const IN_STATEMENTS = "In the statements";
const OF_A_DAY = ["trial-balance", "balance-sheet", "ageing"];

async function buildQuery(
  name: string,
  api: Api,
  options: StatementOptions,
  argument: string,
): Promise<Call["query"]> {
  const { basis, compare, by, raw, page, after, payables, year } = options;
  if (name === "forecast") return {};
  if (name === "tds") return { year: year ?? String(toFinancialYear(today())) };
  if (OF_A_DAY.includes(name)) {
    const at = readDay("--at", options.at);
    const of = payables ? "payables" : undefined;
    return { at, view: raw ? "raw" : undefined, compare, by, of };
  }
  const period = readRange(options) ?? toPresetRange("thisFY");
  const client = name === "statement-of-account" ? await findClientId(api, argument) : undefined;
  const ledger = name === "ledger" ? await findLedgerId(api, argument) : undefined;
  return { ...period, basis, compare, by, page, after, ledger, clientId: client };
}

const listFigures = ({ amount, compared, parts = [] }: Amount) => [
  amount,
  ...(compared === undefined ? [] : [compared]),
  ...parts,
];

const toLines = (lines: StatementLine[]): Line[] =>
  lines.flatMap((line) => [
    { texts: [line.name, ""], sums: listFigures(line) },
    ...line.ledgers.map((ledger) => ({ texts: ["", ledger.name], sums: listFigures(ledger) })),
  ]);

const SHOWN = {
  "trial-balance": ({ rows, totalDebit, totalCredit, at }: TrialBalance): Shown => ({
    texts: ["Ledger", IN_STATEMENTS],
    sums: ["Debit", "Credit"],
    lines: [
      ...rows.map((row) => ({
        texts: [row.name, row.line],
        sums: [row.debit || undefined, row.credit || undefined],
      })),
      { texts: ["Total", ""], sums: [totalDebit, totalCredit] },
    ],
    footer: `${count(rows.length, "ledger")} at ${formatDate(at)}`,
  }),
  "profit-and-loss": (report: ProfitAndLossReport): Shown => ({
    texts: ["Line", "Ledger"],
    sums: [
      "Amount",
      ...(report.comparedFrom ? [`${report.comparedFrom} on`] : []),
      ...(report.parts ?? []),
    ],
    lines: [
      ...toLines(report.lines),
      ...report.totals.map((total) => ({
        texts: [totalName(report.constitution, total.name), ""],
        sums: listFigures(total),
      })),
    ],
    footer: `${formatRange(report)}, ${report.basis} basis`,
  }),
  "balance-sheet": (report: BalanceSheetReport): Shown => {
    const { equity, liabilities, assets, compared, comparedAt, at } = report;
    const total = (name: string, of: "totalAssets" | "totalEquity" | "totalLiabilities"): Line => ({
      texts: [name, ""],
      sums: [report[of], compared?.[of]],
    });
    return {
      texts: ["Line", "Ledger"],
      sums: [at, ...(comparedAt ? [comparedAt] : [])],
      lines: [
        ...toLines(equity),
        total(FORM_WORDS[report.constitution].funds, "totalEquity"),
        ...toLines(liabilities),
        total("Liabilities", "totalLiabilities"),
        ...toLines(assets),
        total("Assets", "totalAssets"),
      ],
      footer: report.notes.join("\n"),
    };
  },
  "cash-flow": (report: CashFlowReport): Shown => {
    const { sections, compared, comparedFrom } = report;
    const total = (name: string, of: "closing" | "net" | "opening"): Line => ({
      texts: [name],
      sums: [report[of], compared?.[of]],
    });
    return {
      texts: ["Line"],
      sums: ["Amount", ...(comparedFrom ? [`${comparedFrom} on`] : [])],
      lines: [
        total("Opening", "opening"),
        ...sections.map((one) => ({ texts: [one.name], sums: listFigures(one) })),
        total("Net", "net"),
        total("Closing", "closing"),
      ],
      footer: formatRange(report),
    };
  },
  ledger: (report: LedgerReport): Shown => ({
    texts: ["Particulars", "Date", "Contra"],
    sums: ["Debit", "Credit", "Balance"],
    lines: [
      { texts: ["Opening balance"], sums: [undefined, undefined, report.opening] },
      ...report.rows.map((row) => ({
        texts: [row.particulars, row.date, row.contra],
        sums: [row.debit || undefined, row.credit || undefined, row.balance],
      })),
      { texts: ["Closing balance"], sums: [report.debit, report.credit, report.closing] },
    ],
    footer: formatFooter(report),
  }),
  ageing: (report: Ageing): Shown => ({
    texts: [report.of === "payables" ? "Vendor" : "Client", "Document", "Due", "Bucket", "Days"],
    sums: ["Balance"],
    lines: [
      ...report.rows.map((row) => ({
        texts: [
          ...[row.client, row.invoice, row.dueDate || row.date, row.bucket],
          String(report.by === "due" ? row.daysOverdue : row.ageInDays),
        ],
        sums: [row.balance],
      })),
      { texts: ["Total"], sums: [report.total] },
    ],
    footer: `At ${formatDate(report.at)}; later payments are not counted`,
  }),
  forecast: ({ weeks, balance, expected, due, closing, overdue }: Forecast): Shown => ({
    texts: ["Week", "Date", "Entry"],
    sums: ["Expected", "Due", "Balance"],
    lines: [
      { texts: ["Cash and bank now"], sums: [undefined, undefined, balance] },
      ...weeks.flatMap((week) => [
        {
          texts: [formatRange(week), "", formatWeekNote(week)],
          sums: [week.expected, week.due, week.balance],
        },
        ...week.entries.map(({ date, name, note, amount }) => ({
          texts: ["", date, `${name}, ${note}`],
          sums: amount < 0 ? [undefined, -amount] : [amount],
        })),
      ]),
      { texts: ["Total"], sums: [expected, due, closing] },
    ],
    footer:
      overdue.count > 0
        ? `Overdue invoices are not counted: ${formatInr(overdue.amount)}`
        : "No invoice is overdue",
  }),
  tds: ({ rows, total, year }: TdsRegister): Shown => ({
    texts: ["Client", "Invoice", "Paid on", "Quarter", "PAN"],
    sums: ["TDS", "Gross"],
    lines: [
      ...rows.map((row) => ({
        texts: [row.client, row.invoice, row.date, row.quarter, row.pan],
        sums: [row.tds, row.gross],
      })),
      { texts: ["Total"], sums: [total] },
    ],
    footer: `April ${year} to March ${year + 1}`,
  }),
  "statement-of-account": (report: StatementOfAccount): Shown => ({
    texts: ["Particulars", "Date"],
    sums: ["Debit", "Credit", "Balance"],
    lines: [
      { texts: ["Opening balance"], sums: [undefined, undefined, report.opening] },
      ...report.rows.map((row) => ({
        texts: [row.particulars, row.date],
        sums: [row.debit || undefined, row.credit || undefined, row.balance],
      })),
      { texts: ["Closing balance"], sums: [report.debit, report.credit, report.closing] },
    ],
    footer: `${report.client.name}, ${formatRange(report)}`,
  }),
  "sales-register": showRegister("Client"),
  "purchase-register": showRegister("Vendor"),
  "income-by-client": showByParty("Client"),
  "expenses-by-vendor": showByParty("Vendor"),
  "day-book": ({ rows, next, ...period }: DayBook): Shown => ({
    texts: ["Particulars", "Date", "Type", "Number", "Party"],
    sums: ["Debit", "Credit"],
    lines: rows.flatMap((row) => [
      {
        texts: [row.particulars.split("\n")[0] ?? "", row.date, row.type, row.number, row.party],
        sums: [],
      },
      ...row.lines.map(({ ledger, debit, credit }) => ({
        texts: [`  ${ledger}`],
        sums: [debit || undefined, credit || undefined],
      })),
    ]),
    footer: next ? `For the next page, add --after ${next}` : formatRange(period),
  }),
  "gst-summary": (report: GstSummary): Shown => ({
    texts: ["Month"],
    sums: [
      ...["Output CGST", "Output SGST", "Output IGST", "Input CGST", "Input SGST", "Input IGST"],
      "Paid",
    ],
    lines: [...report.months, { month: "Total", ...report.total }].map((one) => ({
      texts: [one.month],
      sums: [
        ...[one.output.cgst, one.output.sgst, one.output.igst],
        ...[one.input.cgst, one.input.sgst, one.input.igst, one.paid],
      ],
    })),
    footer: formatRange(report),
  }),
};

function showRegister(party: "Client" | "Vendor") {
  return ({ rows, total, documents, page, totalPages, ...period }: Register): Shown => ({
    texts: [party, "Number", "Date", "GSTIN"],
    sums: ["Total", "Taxable", "CGST", "SGST", "IGST"],
    lines: [
      ...rows.map((row) => ({
        texts: [row.party, row.number, row.date, row.gstin],
        sums: [row.total, row.taxable, row.cgst, row.sgst, row.igst],
      })),
      {
        texts: ["Total"],
        sums: [total.total, total.taxable, total.cgst, total.sgst, total.igst],
      },
    ],
    footer: `${count(documents, "document")}, ${formatRange(period)}${pageNote(page, totalPages)}`,
  });
}

function showByParty(party: "Client" | "Vendor") {
  return ({ rows, others, total, ...period }: ByParty): Shown => ({
    texts: [party, "Ledger", "Documents"],
    sums: ["Amount"],
    lines: [
      ...rows.map(({ name, documents, amount }) => ({
        texts: [name, "", String(documents)],
        sums: [amount],
      })),
      ...others.map(({ name, amount }) => ({ texts: ["", name], sums: [amount] })),
      { texts: ["Total"], sums: [total] },
    ],
    footer: formatRange(period),
  });
}

const pageNote = (page: number, totalPages: number): string =>
  totalPages > 1 ? `; page ${page} of ${totalPages}` : "";

function formatWeekNote({ belowZero, count: all, entries }: ForecastWeek): string {
  const below = belowZero && `below zero from ${formatDate(belowZero)}`;
  const more = all > entries.length && `the largest ${entries.length} of ${all}`;
  return [below, more].filter(Boolean).join("; ");
}

function formatFooter({ ledger, entries, page, totalPages, ...period }: LedgerReport): string {
  const where = pageNote(page, totalPages);
  return `${ledger.name}, ${count(entries, "entry", "entries")}, ${formatRange(period)}${where}`;
}
