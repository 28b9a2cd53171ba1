import { getMetadata } from "../../db/agencies/agency.ts";
import { findCheckpoint } from "../../db/engine/audit.ts";
import { exportBooks } from "../../db/exports/books.ts";
import { recordExport } from "../../db/exports/record.ts";
import { exportOtherTransactions } from "../../db/exports/transactions.ts";
import { today } from "../../domain/dates.ts";
import { listAgencyFiles } from "../../domain/folder/agency.ts";
import { agencyFolderName } from "../../domain/folder/folderIndex.ts";
import { download } from "../http/download.ts";
import { folderEntries } from "../http/folder.ts";
import { callOwnApi } from "../http/ownApi.ts";
import { toZip } from "../http/zip.ts";
import { call, type Group } from "./call.ts";
import { renderTransactionsCsv } from "./transactionFiles.ts";

const WHO = "export the agency";
const JSON_FILE = { name: "books.json", type: "application/json" };
const CSV_FILE = { name: "other-transactions.csv", type: "text/csv; charset=utf-8" };

async function* encode(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

export const agencyExport: Group = {
  title: "Exporting the agency",
  about: "All the agency's data, to keep or to import elsewhere.",
  schemas: {},
  calls: [
    call({
      name: "exportBooks",
      method: "GET",
      path: "/api/export/books.json",
      summary: "Export the books",
      about:
        "All clients, documents, vouchers, vendors, bills, payments and opening balances, in the " +
        "shape that `POST /api/import/books` reads. Leaves out journals, write-offs, uses of " +
        "credit notes, and the transactions in `other-transactions.csv`.",
      who: WHO,
      answer: { status: 200, file: JSON_FILE.type },
      run: ({ context, tenant, caller }) =>
        context.exportLimit.admit(caller, async (turn) => {
          await recordExport(tenant, JSON_FILE.name);
          const texts = exportBooks(tenant);
          return download(context, turn, JSON_FILE, encode(texts), texts);
        }),
    }),
    call({
      name: "exportOtherTransactions",
      method: "GET",
      path: "/api/export/other-transactions.csv",
      summary: "Export the transactions that books.json leaves out",
      about:
        "Transactions that are not payments of its documents, in the columns that an import " +
        "reads. Import both files to get the same transactions elsewhere.",
      who: WHO,
      answer: { status: 200, file: CSV_FILE.type },
      run: ({ context, tenant, caller }) =>
        context.exportLimit.admit(caller, async (turn) => {
          await recordExport(tenant, CSV_FILE.name);
          const slices = exportOtherTransactions(tenant);
          return download(context, turn, CSV_FILE, renderTransactionsCsv(slices), slices);
        }),
    }),
    call({
      name: "exportAgency",
      method: "GET",
      path: "/api/export/agency.zip",
      summary: "Export everything",
      about:
        "`books.json`, tables as CSV, the PDFs of all documents, the attachments and the audit " +
        "log, with an index of hashes. A README says how to import it elsewhere.",
      who: WHO,
      answer: { status: 200, file: "application/zip" },
      run: ({ context, tenant, caller, user, request }) =>
        context.zipLimit.admit(caller, async (turn) => {
          const folder = agencyFolderName(user, today());
          const file = { name: `${folder}.zip`, type: "application/zip" };
          await recordExport(tenant, file.name);
          const { ask, asks } = callOwnApi(context, request);
          const papers = await listAgencyFiles(asks);
          const { agencyName: title } = await getMetadata(tenant);
          const head = () => findCheckpoint(tenant.books.read, tenant);
          const entries = folderEntries({ papers, folder, title, head }, ask);
          return download(context, turn, file, toZip(entries));
        }),
    }),
  ],
};
