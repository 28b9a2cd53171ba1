import type { OfRecord } from "../domain/agencies/undo.ts";
import type { IrpEntry } from "../domain/gst/returns/irpAnswer.ts";
import type { JsonOf } from "../domain/json.ts";
import type { Gstr2b } from "../domain/purchases/gstr2b.ts";
import type { TallyLedger } from "../domain/tally/list.ts";
import { changeMetadata } from "./agencies/agency.ts";
import { listLockedChanges } from "./agencies/locks.ts";
import type { Picture } from "./agencies/logos.ts";
import { listAttachments } from "./attachments/listAttachments.ts";
import { acceptLines } from "./banking/accept.ts";
import { listCandidates } from "./banking/choices.ts";
import { importStatement, type StatementInput } from "./banking/importStatement.ts";
import { listBankLines } from "./banking/lines.ts";
import { getBanking } from "./banking/overview.ts";
import { reconcile } from "./banking/reconciliation.ts";
import { undoMatch, undoStatement } from "./banking/undo.ts";
import { getChecklist } from "./closing/checklist.ts";
import { closeMonth } from "./closing/close.ts";
import { getForecast } from "./closing/forecast.ts";
import { countGstErrors } from "./closing/gst.ts";
import { getGstPayment } from "./closing/gstPayment.ts";
import { getAgencyState } from "./closing/overview.ts";
import { listTasks } from "./closing/tasks.ts";
import { clientStore } from "./documents/clients.ts";
import { listEstimates } from "./documents/estimates.ts";
import { changeInvoiceSettings } from "./documents/invoiceSettings.ts";
import { listInvoices } from "./documents/listInvoices.ts";
import { listReceipts } from "./documents/listReceipts.ts";
import { listNotes } from "./documents/readNotes.ts";
import { listVouchers } from "./documents/readVouchers.ts";
import { type Packed, unpack } from "./engine/packed.ts";
import type { Tenant } from "./engine/tenant.ts";
import { type BooksInput, importBooks } from "./imports/books.ts";
import { importTransactions, resumeImports } from "./imports/import.ts";
import { undoImport } from "./imports/undo.ts";
import { accountStore } from "./ledger/accounts.ts";
import { getAnalytics, getBalances } from "./ledger/balances.ts";
import { categoryStore } from "./ledger/categories.ts";
import { listJournals } from "./ledger/journals.ts";
import { listTransactions } from "./ledger/listTransactions.ts";
import { fillSearch } from "./ledger/search.ts";
import { listMails } from "./mail/mails.ts";
import { listBills } from "./purchases/listBills.ts";
import { listComingReminders } from "./reminders/read.ts";
import { findReminded, remindClients } from "./reminders/run.ts";
import { getExpensesByVendor, getIncomeByClient } from "./reports/byParty.ts";
import { getCashFlow } from "./reports/cashFlow.ts";
import { getPurchaseRegister, getSalesRegister } from "./reports/documentRegisters.ts";
import { getLedger } from "./reports/generalLedger.ts";
import { getGstSummary } from "./reports/gstSummary.ts";
import { listLedgers } from "./reports/ledgerBalances.ts";
import { getAgeing } from "./reports/openItems.ts";
import { getStatementOfAccount, getTdsRegister } from "./reports/registers.ts";
import { getSmallEnterprises } from "./reports/smallEnterprises.ts";
import { getBalanceSheet, getProfitAndLoss, getTrialBalance } from "./reports/statements.ts";
import { getCashLedger } from "./returns/cashLedger.ts";
import { storeEinvoices } from "./returns/einvoices.ts";
import { fileReturn } from "./returns/filings.ts";
import { changeMatching, getMatching, loadGstr2b } from "./returns/matching.ts";
import {
  getEinvoices,
  getGstPeriod,
  getGstr1File,
  getGstr1Sheets,
  getGstr3b,
  getGstr3bFile,
  listEinvoices,
  listGstPeriods,
} from "./returns/periods.ts";
import { getProof, listTaxEntries } from "./returns/proof.ts";
import { makeTurn } from "./series/run.ts";
import { getDayBook, listBookedLedgers } from "./tally/dayBook.ts";
import { readTallyLedgers } from "./tally/names.ts";
import { getTally } from "./tally/tally.ts";
import { getTdsPayable } from "./tds/payable.ts";
import { getTdsStatement } from "./tds/statements.ts";
import { undoSince } from "./undo/since.ts";
import { restore } from "./undo/trash.ts";
import { redoLast, undoLast, undoOperation } from "./undo/undo.ts";
import { verifyDocuments, verifyMonths } from "./verify/books.ts";
import { verifyLog } from "./verify/log.ts";

/** As JSON: passing rows to the event loop and serializing them there takes longer than passing text. */
const toJsonText =
  <Query, Report>(report: (tenant: Tenant, query: Query) => Promise<Report>) =>
  async (tenant: Tenant, query: Query): Promise<JsonOf<Report>> =>
    JSON.stringify(await report(tenant, query));

/** An input with a field that a file reader has serialized. */
type Read<Input, Field extends keyof Input> = Omit<Input, Field> & {
  [Name in Field]: Packed<Input[Name]>;
};

/** The operations of database workers. Each takes the tenant, an input, and a body if the call has one. */
export const OPERATIONS = {
  // Also updates drafts, possibly many.
  changeClient: (tenant: Tenant, { id, changes }: { id: string; changes: object }) =>
    clientStore.change(tenant, id, changes),
  changeInvoiceSettings,
  changeMetadata: (tenant: Tenant, { changes, logo }: { changes: object; logo?: Picture }) =>
    changeMetadata(tenant, changes, logo),

  fillSearch: ({ books }: Pick<Tenant, "books">, _: undefined) => fillSearch(books),
  importBooks: (tenant: Tenant, { file, ...input }: Read<BooksInput, "file">) =>
    importBooks(tenant, { ...input, file: unpack(file) }),
  importTransactions,
  resumeImports: ({ books }: Pick<Tenant, "books">, _: undefined) => resumeImports(books),

  // To check references, SQLite reads every transaction of the agency.
  deleteAccount: accountStore.remove,
  deleteCategory: categoryStore.remove,
  getAnalytics,
  getBalances,
  getForecast: (tenant: Tenant, _: undefined) => getForecast(tenant),
  listJournals,
  listLedgers: (tenant: Tenant, _: undefined) => listLedgers(tenant),
  listTransactions,

  listAttachments,
  listBills,
  listEstimates,
  listInvoices,
  listMails,
  listNotes,
  listReceipts,
  listVouchers,
  getTdsPayable,
  getTdsStatement,
  getCashLedger,
  getSmallEnterprises,
  listLockedChanges,

  acceptLines,
  getBanking,
  importStatement: (tenant: Tenant, { read, ...input }: Read<StatementInput, "read">) =>
    importStatement(tenant, { ...input, read: unpack(read) }),
  listBankLines,
  listCandidates,
  reconcile,

  getAgeing: toJsonText(getAgeing),
  getBalanceSheet: toJsonText(getBalanceSheet),
  getCashFlow: toJsonText(getCashFlow),
  getDayBook: toJsonText(getDayBook),
  getExpensesByVendor: toJsonText(getExpensesByVendor),
  getGstSummary: toJsonText(getGstSummary),
  getIncomeByClient: toJsonText(getIncomeByClient),
  getLedger: toJsonText(getLedger),
  getProfitAndLoss: toJsonText(getProfitAndLoss),
  getPurchaseRegister: toJsonText(getPurchaseRegister),
  getSalesRegister: toJsonText(getSalesRegister),
  getStatementOfAccount: toJsonText(getStatementOfAccount),
  getTdsRegister: toJsonText(getTdsRegister),
  getTrialBalance: toJsonText(getTrialBalance),
  listBookedLedgers,
  getTally,
  readTallyLedgers: (
    tenant: Tenant,
    { month, ledgers }: { month: string; ledgers: Packed<TallyLedger[]> },
  ) => readTallyLedgers(tenant, { month, ledgers: unpack(ledgers) }),

  changeMatching,
  fileReturn,
  getEinvoices,
  getGstPeriod,
  getGstr1File,
  getGstr1Sheets,
  getGstr3b,
  getGstr3bFile,
  getMatching,
  getProof,
  listTaxEntries,
  listEinvoices,
  listGstPeriods: (tenant: Tenant, _: undefined) => listGstPeriods(tenant),
  loadGstr2b: (tenant: Tenant, { label, file }: { label: string; file: Packed<Gstr2b> }) =>
    loadGstr2b(tenant, label, unpack(file)),
  storeEinvoices: (
    tenant: Tenant,
    { entries, keys }: { entries: Packed<IrpEntry[]>; keys: string[] },
  ) => storeEinvoices(tenant, unpack(entries), keys),

  closeMonth,
  countGstErrors,
  getChecklist,
  getGstPayment,
  getAgencyState,
  listTasks,

  findReminded,
  listComingReminders,
  makeTurn,
  remindClients,

  // Checking references may read every transaction of the agency.
  redoLast: (tenant: Tenant, _: undefined) => redoLast(tenant),
  restore,
  undoBatch: (tenant: Tenant, id: string) => undoMatch(tenant, id, true),
  undoImport,
  undoLast: (tenant: Tenant, _: undefined) => undoLast(tenant),
  undoOperation,
  undoSince: (tenant: Tenant, { operation, of }: { operation: string; of: OfRecord }) =>
    undoSince(tenant, operation, of),
  undoStatement,

  verifyDocuments: (tenant: Tenant, _: undefined) => verifyDocuments(tenant),
  verifyLog,
  verifyMonths,
};
