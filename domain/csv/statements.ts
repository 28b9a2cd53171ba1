import type { CashFlowReport } from "../ledger/cashFlow.ts";
import { FORM_WORDS, totalName } from "../ledger/legalForm.ts";
import type { ByParty } from "../ledger/registers.ts";
import type {
  Ageing,
  Amount,
  BalanceSheetReport,
  GstHeads,
  GstSummary,
  LedgerReport,
  ProfitAndLossReport,
  StatementLine,
  StatementOfAccount,
  TdsRegister,
  TrialBalance,
} from "../ledger/reports.ts";
import { type RupeeSum, sumInPaise } from "../money.ts";
import { lowerFirst } from "../names.ts";
import { type Cell, registerCsv } from "./registers.ts";

// Financial statements as CSV: a header, then the rows in the order of the page.

const money = (sum: RupeeSum): Cell => ({ paise: sumInPaise(sum) });
const orNone = (sum: RupeeSum): Cell => (sumInPaise(sum) === 0n ? "" : money(sum));

export const trialBalanceCsv = ({ rows, totalDebit, totalCredit }: TrialBalance): string =>
  registerCsv([
    ["Ledger", "Opening", "Debit in the period", "Credit in the period", "Debit", "Credit"],
    ...rows.map((row) => [
      row.name,
      money(row.opening),
      ...[row.turnoverDebit, row.turnoverCredit, row.debit, row.credit].map(orNone),
    ]),
    ["Total", "", "", "", money(totalDebit), money(totalCredit)],
  ]);

/** Returns lines, each followed by its ledgers. */
const toLineRows = (lines: StatementLine[]): Cell[][] =>
  lines.flatMap((line) => [
    [line.name, "", ...toAmountCells(line)],
    ...line.ledgers.map((ledger) => ["", ledger.name, ...toAmountCells(ledger)]),
  ]);
const toAmountCells = ({ amount, compared, parts = [] }: Amount): Cell[] => [
  money(amount),
  ...(compared === undefined ? [] : [money(compared)]),
  ...parts.map(money),
];

export function profitAndLossCsv(report: ProfitAndLossReport): string {
  const { lines, totals, dateFrom, dateTo, comparedFrom, comparedTo, parts = [] } = report;
  return registerCsv([
    [
      ...["Line", "Ledger", `${dateFrom} to ${dateTo}`],
      ...(comparedFrom ? [`${comparedFrom} to ${comparedTo}`] : []),
      ...parts,
    ],
    ...toLineRows(lines),
    ...totals.map((total) => [
      totalName(report.constitution, total.name),
      "",
      ...toAmountCells(total),
    ]),
  ]);
}

export function balanceSheetCsv(report: BalanceSheetReport): string {
  const { at, comparedAt, compared, equity, liabilities, assets } = report;
  const total = (name: string, of: "totalAssets" | "totalEquity" | "totalLiabilities"): Cell[] => [
    ...[name, "", money(report[of])],
    ...(compared ? [money(compared[of])] : []),
  ];
  return registerCsv([
    ["Line", "Ledger", at, ...(comparedAt ? [comparedAt] : [])],
    ...toLineRows(equity),
    total(`Total of ${lowerFirst(FORM_WORDS[report.constitution].funds)}`, "totalEquity"),
    ...toLineRows(liabilities),
    total("Total liabilities", "totalLiabilities"),
    ...toLineRows(assets),
    total("Total assets", "totalAssets"),
  ]);
}

export function cashFlowCsv(report: CashFlowReport): string {
  const { dateFrom, dateTo, comparedFrom, comparedTo, sections, compared } = report;
  const total = (name: string, of: "closing" | "net" | "opening"): Cell[] => [
    ...[name, money(report[of])],
    ...(compared ? [money(compared[of])] : []),
  ];
  return registerCsv([
    [
      "Line",
      `${dateFrom} to ${dateTo}`,
      ...(comparedFrom ? [`${comparedFrom} to ${comparedTo}`] : []),
    ],
    total("Opening", "opening"),
    ...sections.map((section) => [section.name, ...toAmountCells(section)]),
    total("Net", "net"),
    total("Closing", "closing"),
  ]);
}

export const ledgerCsv = ({ rows, opening, closing, debit, credit }: LedgerReport): string =>
  registerCsv([
    ["Date", "Particulars", "Contra", "Debit", "Credit", "Balance"],
    ["", "Opening balance", "", "", "", money(opening)],
    ...rows.map((row) => [
      ...[row.date, row.particulars, row.contra],
      ...[orNone(row.debit), orNone(row.credit), money(row.balance)],
    ]),
    ["", "Closing balance", "", money(debit), money(credit), money(closing)],
  ]);

export const statementOfAccountCsv = (report: StatementOfAccount): string =>
  registerCsv([
    ["Date", "Particulars", "Debit", "Credit", "Balance"],
    ["", "Opening balance", "", "", money(report.opening)],
    ...report.rows.map((row) => [
      ...[row.date, row.particulars],
      ...[orNone(row.debit), orNone(row.credit), money(row.balance)],
    ]),
    ["", "Closing balance", money(report.debit), money(report.credit), money(report.closing)],
  ]);

export const byPartyCsv = (first: "Client" | "Vendor", { rows, others, total }: ByParty): string =>
  registerCsv([
    [first, "Ledger", "Documents", "Amount"],
    ...rows.map((row) => [row.name, "", String(row.documents), money(row.amount)]),
    ...others.map((row) => ["", row.name, "", money(row.amount)]),
    ["Total", "", "", money(total)],
  ]);

export const ageingCsv = ({ rows, of, total }: Ageing): string =>
  registerCsv([
    [
      ...[of === "payables" ? "Vendor" : "Client", "Document", "Date", "Due date"],
      ...["Days overdue", "Age in days", "Bucket", "Balance"],
    ],
    ...rows.map((row) => [
      ...[row.client, row.invoice, row.date, row.dueDate, String(row.daysOverdue)],
      ...[String(row.ageInDays), row.bucket, money(row.balance)],
    ]),
    ["Total", "", "", "", "", "", "", money(total)],
  ]);

export const tdsRegisterCsv = ({ rows, total }: TdsRegister): string =>
  registerCsv([
    ["Date", "Quarter", "Client", "PAN", "Invoice", "Gross amount", "TDS"],
    ...rows.map((row) => [
      ...[row.date, row.quarter, row.client, row.pan, row.invoice],
      ...[money(row.gross), money(row.tds)],
    ]),
    ["Total", "", "", "", "", "", money(total)],
  ]);

export function gstSummaryCsv({ months, total }: GstSummary): string {
  const heads = ({ cgst, sgst, igst }: GstHeads) => [cgst, sgst, igst].map(money);
  const named = (name: string) => ["CGST", "SGST", "IGST"].map((head) => `${name} ${head}`);
  const cells = ({ output, input, setOff, paid }: GstSummary["total"]): Cell[] => [
    ...[output, input, setOff].flatMap(heads),
    money(paid),
  ];
  return registerCsv([
    ["Month", ...named("Output"), ...named("Input"), ...named("Set off"), "Paid"],
    ...months.map((month) => [month.month, ...cells(month)]),
    ["Total", ...cells(total)],
  ]);
}
