import { type DateRange, readMonth } from "../dates.ts";
import { documentFileName, type InvoiceRow, invoiceFileName } from "../documents/invoices.ts";
import { TITLES } from "../documents/kinds.ts";
import type { NoteRow } from "../documents/notes.ts";
import { type Receipt, receiptFileName } from "../documents/receipts.ts";
import type { VoucherRow } from "../documents/vouchers.ts";
import { listMonths } from "../months.ts";
import { isPermitted, type Role } from "../roles.ts";
import { type Asks, askAll, type FolderFile } from "./file.ts";
import {
  listFiledFiles,
  listReconciliations,
  listRegisters,
  listReturns,
  listStatements,
} from "./period.ts";

/** Lists the files of a month's folder, and the numbers of drafts, which are left out. */
export async function listMonthFiles(
  asks: Asks,
  role: Role,
  range: DateRange,
): Promise<{ papers: FolderFile[]; drafts: string[] }> {
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
  const { pdfs, drafts } = await listDocumentPdfs(asks, query);
  const isForStatements = isPermitted(role, "view statements");
  return {
    papers: [
      ...reports,
      transactions,
      ...listRegisters(range),
      ...(await listReturns(asks, range)),
      ...(await listReconciliations(asks, range)),
      ...pdfs,
      ...(await listFiledFiles(asks, range)),
      ...(isForStatements
        ? [...(await listStatements(asks, range)), ...listTallyFiles(range)]
        : []),
    ],
    drafts,
  };
}

/** Lists the PDFs of the documents for clients, by default of all time, and the numbers of drafts. */
export async function listDocumentPdfs(
  asks: Asks,
  query: Partial<DateRange>,
): Promise<{ pdfs: FolderFile[]; drafts: string[] }> {
  const bills = await askAll<InvoiceRow>(asks, "/invoices", query);
  const receipts = await askAll<Receipt>(asks, "/receipts", query);
  const notes = await askAll<NoteRow>(asks, "/notes", query);
  const vouchers = await askAll<VoucherRow>(asks, "/vouchers", query);
  const issued = bills.filter(({ status }) => status !== "DRAFT").reverse();
  const drafts = [...bills, ...notes].filter(({ status }) => status === "DRAFT");
  const pdfs = [
    ...issued.map(({ _id, invoiceNumber }) =>
      toFolderFile("invoices", _id, invoiceFileName(invoiceNumber)),
    ),
    ...notes
      .filter(({ status }) => status !== "DRAFT")
      .map(({ _id, kind, number }) =>
        toFolderFile("notes", _id, documentFileName(TITLES[kind], number)),
      ),
    ...vouchers.map(({ _id, kind, number }) =>
      toFolderFile("vouchers", _id, documentFileName(TITLES[kind], number)),
    ),
    ...receipts.map(({ _id, receiptNumber }) =>
      toFolderFile("receipts", _id, receiptFileName(receiptNumber)),
    ),
  ];
  return { pdfs, drafts: drafts.map(({ number }) => number).reverse() };
}

/**
 * Lists vouchers for Tally, by whole month. They come last, because Tally's next file begins where this
 * one ends.
 */
function listTallyFiles(range: DateRange): FolderFile[] {
  const isWhole = (month: string) => {
    const own = readMonth(month);
    return own && own.dateFrom >= range.dateFrom && own.dateTo <= range.dateTo;
  };
  return listMonths(range)
    .filter(isWhole)
    .map((month) => ({
      file: `tally-${month}.zip`,
      path: "/exports/tally.zip",
      type: "application/zip",
      query: { month },
    }));
}

const toFolderFile = (folder: string, id: string, file: string): FolderFile => ({
  file: `${folder}/${file}`,
  path: `/${folder}/${id}/pdf`,
  type: "application/pdf",
});
