import type { Metadata } from "../agencies/agency.ts";
import { filedName, type ListedAttachment } from "../attachments/attachments.ts";
import { KIND_TYPES } from "../attachments/kinds.ts";
import type { StatementRow } from "../banking/statements.ts";
import { tableCsv } from "../csv/table.ts";
import { addDays, type DateRange, readMonth, toFinancialYear } from "../dates.ts";
import type { Client } from "../documents/clients.ts";
import type { PeriodRow } from "../gst/returns/filings.ts";
import type { Account } from "../ledger/accounts.ts";
import { sumInPaise, toDecimal } from "../money.ts";
import { UniqueNames } from "../names.ts";
import { toTdsQuarter } from "../tds/payable.ts";
import { type Asks, askAll, type FolderFile, fileNameAmong } from "./file.ts";
import { readOpenings } from "./ledgers.ts";

// Files shared by the folders of a month and a year.

const CSV = "text/csv";
const PDF = "application/pdf";
const BOTH = [
  { ending: "pdf", type: PDF },
  { ending: "csv", type: CSV },
];

/** Lists a register for each kind of document. */
export function listRegisters(range: DateRange): FolderFile[] {
  const { dateFrom, dateTo } = range;
  const query = { dateFrom, dateTo };
  const registers = ["invoices", "payments", "tds", "receipts", "bills"].map((folder) => ({
    file: `${folder}.csv`,
    path: `/${folder}/export.csv`,
    type: CSV,
    query,
  }));
  const payable = quartersIn(range).map((quarter) => ({
    file: `tds-payable-${quarter}.csv`,
    path: "/reports/tds-payable.csv",
    type: CSV,
    query: { quarter },
  }));
  return [...registers, ...payable];
}

/** Returns the quarters that end in the period, whose TDS statements are complete. */
function quartersIn({ dateFrom, dateTo }: DateRange): string[] {
  const quarters: string[] = [];
  for (let on = dateFrom; on <= dateTo; ) {
    const { quarter, dateTo: end } = toTdsQuarter(on);
    if (end <= dateTo) quarters.push(quarter);
    on = addDays(end, 1);
  }
  return quarters;
}

/** Lists the statements that an accountant signs, as PDF and CSV, and every ledger with movements. */
export async function listStatements(asks: Asks, range: DateRange): Promise<FolderFile[]> {
  const { dateFrom, dateTo } = range;
  const [period, at] = [{ dateFrom, dateTo }, { at: dateTo }];
  const year = String(toFinancialYear(dateTo));
  const both = (name: string, report: string, query: Record<string, string>): FolderFile[] =>
    BOTH.map(({ ending, type }) => ({
      file: `statements/${name}.${ending}`,
      path: `/reports/${report}.${ending}`,
      type,
      query,
    }));
  const openings = await readOpenings(asks, range);
  const { clients } = await asks.json<{ clients: Client[] }>("/clients", "clients");
  return [
    ...both("trial-balance", "trial-balance", at),
    ...both("profit-and-loss", "profit-and-loss", { ...period, basis: "accrual" }),
    ...both("profit-and-loss-cash", "profit-and-loss", { ...period, basis: "cash" }),
    ...both("balance-sheet", "balance-sheet", at),
    ...both("cash-flow", "cash-flow", period),
    ...both("ageing-of-receivables", "ageing", { ...at, of: "receivables" }),
    ...both("ageing-of-payables", "ageing", { ...at, of: "payables" }),
    ...both(`tds-receivable-${year}`, "tds", { year }),
    ...both("gst-summary", "gst-summary", period),
    {
      file: "day-book.csv",
      path: "/reports/day-book.csv",
      type: CSV,
      query: period,
      becomes: { split: openings },
    },
    ...listClientStatements(clients, period),
  ];
}

/**
 * Lists a statement of account for each client. Statements without balance and movements are left out
 * later.
 */
function listClientStatements(clients: Client[], period: DateRange): FolderFile[] {
  const names = new UniqueNames();
  return clients.map(({ _id: clientId, displayName }) => ({
    file: `statements-of-account/${fileNameAmong(names, displayName)}.csv`,
    path: "/reports/statement-of-account.csv",
    type: CSV,
    query: { clientId, ...period },
    becomes: "unless empty",
  }));
}

/** Lists the reconciliation on the last day for each account with bank statements. */
export async function listReconciliations(
  asks: Asks,
  { dateTo }: DateRange,
): Promise<FolderFile[]> {
  const items = await askAll<StatementRow>(asks, "/statements");
  const stated = new Set(items.map(({ accountId }) => accountId));
  const { accounts } = await asks.json<{ accounts: Account[] }>("/accounts", "accounts");
  const names = new UniqueNames();
  return accounts
    .filter(({ _id }) => stated.has(_id))
    .flatMap(({ _id, name }) => {
      const own = fileNameAmong(names, name);
      return BOTH.map(({ ending, type }) => ({
        file: `reconciliation/${own}.${ending}`,
        path: `/accounts/${_id}/reconciliation.${ending}`,
        type,
        query: { at: dateTo },
      }));
    });
}

/**
 * Lists the returns of each period that ends here: GSTR-1 for the portal and the offline tool, and a
 * page with the payment.
 */
export async function listReturns(
  asks: Asks,
  { dateFrom, dateTo }: DateRange,
): Promise<FolderFile[]> {
  const { metadata } = await asks.json<{ metadata: Metadata }>("/metadata", "metadata");
  if (!metadata.gstNumber || metadata.isComposition) return [];
  const { periods } = await asks.json<{ periods: PeriodRow[] }>("/gst", "periods");
  const ended = periods.filter(({ period, return: which }) => {
    const month = readMonth(period);
    return which !== "GSTR3B" && month && month.dateTo >= dateFrom && month.dateTo <= dateTo;
  });
  return ended.flatMap(({ period, return: which }) => {
    const path = `/gst/${period}`;
    const json = { file: `gst/GSTR1-${period}.json`, path: `${path}/gstr1.json` };
    const sheets = { file: `gst/GSTR1-${period}.zip`, path: `${path}/gstr1.zip` };
    const page = { file: `gst/GSTR3B-${period}.pdf`, path: `${path}/gstr3b.pdf` };
    return [
      { ...json, type: "application/json" },
      { ...sheets, type: "application/zip" },
      ...(which === "GSTR1" ? [{ ...page, type: PDF }] : []),
    ];
  });
}

/** Lists a period's attachments under descriptive names, with an index of their records; or all of them. */
export async function listFiledFiles(
  asks: Asks,
  { dateFrom, dateTo }: Partial<DateRange>,
): Promise<FolderFile[]> {
  const items = await askAll<ListedAttachment>(asks, "/attachments", { dateFrom, dateTo });
  if (items.length === 0) return [];
  const names = new UniqueNames();
  const files = items.map((attachment) => ({
    attachment,
    file: nameAmong(names, filedName(attachment)),
  }));
  const index = tableCsv(files, [
    { title: "File", text: ({ file }) => file },
    { title: "Date", text: ({ attachment }) => attachment.record?.date ?? "" },
    { title: "Account", text: ({ attachment }) => attachment.record?.account ?? "" },
    { title: "Amount", text: () => "", plain: ({ attachment }) => decimal(attachment) },
    { title: "Of", text: ({ attachment }) => attachment.entity ?? "" },
    { title: "Record", text: ({ attachment }) => attachment.record?.label ?? "" },
    { title: "Record id", text: ({ attachment }) => attachment.id ?? "" },
    { title: "Name", text: ({ attachment }) => attachment.name },
    { title: "Bytes", text: ({ attachment }) => String(attachment.size) },
    { title: "SHA-256", text: ({ attachment }) => attachment.sha256 },
  ]);
  return [
    { file: "papers/index.csv", path: "", type: CSV, content: index },
    ...files.map(({ attachment, file }) => ({
      file: `papers/${file}`,
      path: `/attachments/${attachment._id}/content`,
      type: KIND_TYPES[attachment.kind],
      sha256: attachment.sha256,
    })),
  ];
}

function decimal({ record }: ListedAttachment): string {
  return record?.amount == null ? "" : toDecimal(sumInPaise(record.amount));
}

/** Two attachments of a record would have the same name. */
const nameAmong = (names: UniqueNames, name: string): string =>
  names.take(name, (n) => name.replace(/(\.\w+)$/, ` (${n})$1`));
