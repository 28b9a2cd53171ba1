import { statementOfAccountCsv } from "../../domain/csv/statements.ts";
import { monthRange } from "../../domain/dates.ts";
import type { Asks } from "../../domain/folder/file.ts";
import { listFileNames } from "../../domain/folder/fileNames.ts";
import { listMonthFiles } from "../../domain/folder/month.ts";
import { StatementOfAccountQuery } from "../../domain/ledger/reports.ts";
import { parse } from "../../domain/refusal.ts";
import { getMetadata } from "../agencies/agency.ts";
import { listAttachments } from "../attachments/listAttachments.ts";
import { listStatements } from "../banking/statements.ts";
import { listClients } from "../documents/clients.ts";
import { listInvoices } from "../documents/listInvoices.ts";
import { listReceipts } from "../documents/listReceipts.ts";
import { listNotes } from "../documents/readNotes.ts";
import { listVouchers } from "../documents/readVouchers.ts";
import type { Tenant } from "../engine/tenant.ts";
import { listAccounts } from "../ledger/accounts.ts";
import { getStatementOfAccount } from "../reports/registers.ts";
import { listBookedLedgers } from "../tally/dayBook.ts";

// The file names of a month's folder. The server gets them from its own API, which is not running while the
// demo is written, so this reads the books. A test compares both.

/** Returns the file names of a month's folder. */
export async function listFolderFiles(who: Tenant, month: string): Promise<string[]> {
  const range = monthRange(month);
  const { papers } = await listMonthFiles(createFolderApi(who, month), who.role, range);
  return listFileNames(papers, {
    ledgersOf: () => listBookedLedgers(who, range),
    accountOf: async (query) => {
      const report = await getStatementOfAccount(who, parse(StatementOfAccountQuery, query));
      return statementOfAccountCsv(report);
    },
  });
}

type Lists = (tenant: Tenant, query: never) => Promise<unknown>;

const LISTS: Record<string, Lists> = {
  "/attachments": listAttachments,
  "/invoices": listInvoices,
  "/notes": listNotes,
  "/receipts": listReceipts,
  "/statements": listStatements,
  "/vouchers": listVouchers,
};

/** Returns the API's responses, as far as the names need them. */
function createFolderApi(who: Tenant, month: string): Asks {
  const others: Record<string, () => Promise<object>> = {
    "/accounts": async () => ({ accounts: await listAccounts(who) }),
    "/clients": async () => ({ clients: await listClients(who) }),
    "/gst": async () => ({ periods: [{ period: month, return: "GSTR1" }] }),
    "/ledgers": async () => ({ ledgers: [] }),
    "/metadata": async () => ({ metadata: await getMetadata(who) }),
    "/reports/trial-balance": async () => ({ booksBegin: "", rows: [] }),
  };
  return {
    json: async <T>(path: string, _: keyof T & string, { query = {} } = {}) => {
      const list = LISTS[path];
      const answer = list ? list(who, query as never) : others[path]?.();
      if (!answer) throw new Error(`The demo has no answer for ${path}`);
      return (await answer) as T;
    },
  };
}
