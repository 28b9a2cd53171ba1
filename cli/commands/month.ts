import { join } from "node:path";
import type { User } from "../../domain/agencies/team.ts";
import { type DateRange, rangeOf, readMonth } from "../../domain/dates.ts";
import {
  type InvoiceList,
  invoiceFileName,
  paperFileName,
} from "../../domain/documents/invoices.ts";
import { TITLES } from "../../domain/documents/kinds.ts";
import type { NoteList } from "../../domain/documents/notes.ts";
import { type ReceiptList, receiptFileName } from "../../domain/documents/receipts.ts";
import type { VoucherList } from "../../domain/documents/vouchers.ts";
import { monthsOf } from "../../domain/gst/returns/periods.ts";
import { isPermitted } from "../../domain/roles.ts";
import type { Api } from "../api.ts";
import { fetchPages } from "../listing.ts";
import { count } from "../output.ts";
import { type RangeOptions, readRange } from "../range.ts";
import { filedPapers } from "./attachments.ts";
import { type FolderOptions, saveFolder, type Wanted } from "./folder.ts";
import { reconciliationsOf, registersOf, returnsOf, statementsOf } from "./periodPapers.ts";

export type MonthOptions = FolderOptions & RangeOptions;

/** The papers of a month, or of another period, in one folder: all of them or none. */
export function saveMonth(options: MonthOptions): Promise<void> {
  const range = readRange(options) ?? rangeOf("lastMonth");
  return saveFolder(options, range, {
    papersOf: (api, user) => papersOf(api, user, range),
    told: summaryOf,
  });
}

/** What the folder is to hold, and the numbers of invoices that are drafts, which are nothing yet. */
async function papersOf(
  api: Api,
  { role }: User,
  range: DateRange,
): Promise<{ wanted: Wanted[]; drafts: string[] }> {
  const { dateFrom, dateTo } = range;
  const query = { dateFrom, dateTo };
  const reports = (["transactions", "dashboard"] as const).map((report) => ({
    file: `${report}-report-${dateFrom}-to-${dateTo}.pdf`,
    path: `/reports/${report}.pdf`,
    type: "application/pdf",
    query,
  }));
  const transactions = {
    file: `transactions-${dateFrom}-to-${dateTo}.csv`,
    path: "/transactions/export.csv",
    type: "text/csv",
    query,
  };
  const all = { all: true };
  const { items: bills } = await fetchPages<InvoiceList>(api, "/invoices", all, query);
  const { items: receipts } = await fetchPages<ReceiptList>(api, "/receipts", all, query);
  const { items: notes } = await fetchPages<NoteList>(api, "/notes", all, query);
  const { items: vouchers } = await fetchPages<VoucherList>(api, "/vouchers", all, query);
  const issued = bills.filter(({ status }) => status !== "DRAFT").reverse();
  const papers = [
    ...issued.map(({ _id, invoiceNumber }) =>
      paperOf("invoices", _id, invoiceFileName(invoiceNumber)),
    ),
    ...notes
      .filter(({ status }) => status !== "DRAFT")
      .map(({ _id, kind, number }) => paperOf("notes", _id, paperFileName(TITLES[kind], number))),
    ...vouchers.map(({ _id, kind, number }) =>
      paperOf("vouchers", _id, paperFileName(TITLES[kind], number)),
    ),
    ...receipts.map(({ _id, receiptNumber }) =>
      paperOf("receipts", _id, receiptFileName(receiptNumber)),
    ),
  ];
  const drafts = [...bills, ...notes].filter(({ status }) => status === "DRAFT");
  const isForStatements = isPermitted(role, "view statements");
  return {
    wanted: [
      ...reports,
      transactions,
      ...registersOf(range),
      ...(await returnsOf(api, range)),
      ...(await reconciliationsOf(api, range)),
      ...papers,
      ...(await filedPapers(api, range)),
      ...(isForStatements ? [...(await statementsOf(api, range)), ...tallyOf(range)] : []),
    ],
    drafts: drafts.map(({ number }) => number).reverse(),
  };
}

/** Each whole month as vouchers for Tally. The last of all: Tally's next file begins where this one ends. */
function tallyOf(range: DateRange): Wanted[] {
  const isWhole = (month: string) => {
    const own = readMonth(month);
    return own && own.dateFrom >= range.dateFrom && own.dateTo <= range.dateTo;
  };
  return monthsOf(range)
    .filter(isWhole)
    .map((month) => ({
      ...{ file: `tally-${month}.zip`, path: "/exports/tally.zip", type: "application/zip" },
      query: { month },
    }));
}

const paperOf = (folder: string, id: string, file: string): Wanted => ({
  file: join(folder, file),
  path: `/${folder}/${id}/pdf`,
  type: "application/pdf",
});

function summaryOf(out: string, files: string[]): string {
  const within = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`)).length;
  const [invoices, receipts] = [within("invoices"), within("receipts")];
  const papers = `${count(invoices, "invoice")} and ${count(receipts, "receipt")}`;
  const returns = within("gst") > 0 ? ", the GST returns" : "";
  const attached = within("papers") - 1;
  const more =
    attached > 0
      ? `, and ${count(attached, "paper")} that ${attached === 1 ? "is" : "are"} attached`
      : "";
  const reports = `two reports, the transactions as CSV${returns}`;
  return `Saved ${out}: ${reports}, ${papers} with their registers${more}`;
}
