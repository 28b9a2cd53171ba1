import type {
  AgeingQuery,
  BalanceSheetQuery,
  CashFlowQuery,
  LedgerQuery,
  PeriodQuery,
  ProfitAndLossQuery,
  StatementOfAccountQuery,
  TrialBalanceQuery,
  YearQuery,
} from "../../domain/ledger/reports.ts";
import type { Tenant } from "../engine/tenant.ts";
import { getCashFlow } from "./cashFlow.ts";
import { getLedger } from "./generalLedger.ts";
import { getGstSummary } from "./gstSummary.ts";
import { getAgeing } from "./openItems.ts";
import { getStatementOfAccount, getTdsRegister } from "./registers.ts";
import { getBalanceSheet, getProfitAndLoss, getTrialBalance } from "./statements.ts";

/** What reader threads are asked of the statements. */
export const REPORTS = {
  getTrialBalance: (tenant: Tenant, query: TrialBalanceQuery) => getTrialBalance(tenant, query),
  getProfitAndLoss: (tenant: Tenant, query: ProfitAndLossQuery) => getProfitAndLoss(tenant, query),
  getBalanceSheet: (tenant: Tenant, query: BalanceSheetQuery) => getBalanceSheet(tenant, query),
  getCashFlow: (tenant: Tenant, query: CashFlowQuery) => getCashFlow(tenant, query),
  getLedger: (tenant: Tenant, query: LedgerQuery) => getLedger(tenant, query),
  getAgeing: (tenant: Tenant, query: AgeingQuery) => getAgeing(tenant, query),
  getTdsRegister: (tenant: Tenant, query: YearQuery) => getTdsRegister(tenant, query),
  getGstSummary: (tenant: Tenant, query: PeriodQuery) => getGstSummary(tenant, query),
  getStatementOfAccount: (tenant: Tenant, query: StatementOfAccountQuery) =>
    getStatementOfAccount(tenant, query),
};
