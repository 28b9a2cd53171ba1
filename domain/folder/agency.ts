import { tableCsv } from "../csv/table.ts";
import type { ClientList } from "../documents/clients.ts";
import type { Journal, JournalLine } from "../ledger/journals.ts";
import { sumInPaise, toDecimal } from "../money.ts";
import type { VendorList } from "../purchases/vendors.ts";
import { type Asks, askAll, type FolderFile } from "./file.ts";
import { listDocumentPdfs } from "./month.ts";
import { listFiledFiles } from "./period.ts";

const CSV = "text/csv";

/** Lists the files of a whole agency: what bahi can import again, tables, documents and attachments. */
export async function listAgencyFiles(asks: Asks): Promise<FolderFile[]> {
  const { clients } = await asks.json<ClientList>("/clients", "clients");
  const { vendors } = await asks.json<VendorList>("/vendors", "vendors");
  const journals = await askAll<Journal>(asks, "/journals");
  const { pdfs } = await listDocumentPdfs(asks, {});
  const table = (file: string, content: string): FolderFile => ({
    file,
    path: "",
    type: CSV,
    content,
  });
  return [
    { file: "README.txt", path: "", type: "text/plain", content: README },
    { file: "books.json", path: "/export/books.json", type: "application/json" },
    {
      file: "other-transactions.csv",
      path: "/export/other-transactions.csv",
      type: CSV,
    },
    { file: "transactions.csv", path: "/transactions/export.csv", type: CSV },
    { file: "transactions.journal", path: "/transactions/export.journal", type: "text/plain" },
    ...["invoices", "payments", "tds", "receipts", "bills"].map((register) => ({
      file: `${register}.csv`,
      path: `/${register}/export.csv`,
      type: CSV,
    })),
    table("clients.csv", partiesCsv(clients)),
    table("vendors.csv", partiesCsv(vendors)),
    table("journals.csv", journalsCsv(journals)),
    ...pdfs,
    ...(await listFiledFiles(asks, {})),
    { file: "audit-log.jsonl", path: "/audit/export.jsonl", type: "application/jsonl" },
  ];
}

const README = `Everything that this agency has in bahi.

To import it into another agency, import books.json first (Settings, Import books),
then other-transactions.csv (Transactions, Import, with new names allowed).
Together they have each transaction once. transactions.csv has all of them, for reading.

An import does not repeat journals, write-offs, and which credit note was used on which
invoice: enter these by hand. Categories of bills, PDFs, attachments and the audit log
are for your records.

transactions.journal is all the books in double entry, for hledger.
index.html lists every file with its hash.
`;

type Party = (ClientList["clients"] | VendorList["vendors"])[number];

const partiesCsv = (parties: Party[]): string =>
  tableCsv(parties, [
    { title: "Name", text: ({ displayName }) => displayName },
    { title: "Billing name", text: ({ billingName }) => billingName },
    { title: "GSTIN", text: ({ gstin }) => gstin },
    { title: "E-mail", text: ({ email }) => email },
    { title: "Phone", text: ({ phone }) => phone },
    { title: "Address", text: ({ billingAddress }) => billingAddress },
    { title: "City", text: ({ city }) => city },
    { title: "PIN", text: ({ pin }) => pin },
    { title: "State", text: ({ state }) => state },
    { title: "Country", text: ({ country }) => country },
    { title: "Notes", text: ({ notes }) => notes },
  ]);

function journalsCsv(journals: Journal[]): string {
  const rows = journals.flatMap(({ date, reason, basis, lines }) =>
    lines.map((line: JournalLine) => ({ date, reason, basis, line })),
  );
  const decimal = (rupees: number) => (rupees === 0 ? "" : toDecimal(sumInPaise(rupees)));
  return tableCsv(rows, [
    { title: "Date", text: ({ date }) => date },
    { title: "Reason", text: ({ reason }) => reason },
    { title: "Basis", text: ({ basis }) => basis },
    { title: "Ledger", text: ({ line }) => line.ledger.name },
    { title: "Debit", text: () => "", plain: ({ line }) => decimal(line.debit) },
    { title: "Credit", text: () => "", plain: ({ line }) => decimal(line.credit) },
  ]);
}
