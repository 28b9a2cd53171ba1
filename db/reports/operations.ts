import type { JsonOf } from "../../domain/json.ts";
import type { Tenant } from "../engine/tenant.ts";
import { getCashFlow } from "./cashFlow.ts";
import { getLedger } from "./generalLedger.ts";
import { getGstSummary } from "./gstSummary.ts";
import { getAgeing } from "./openItems.ts";
import { getStatementOfAccount, getTdsRegister } from "./registers.ts";
import { getBalanceSheet, getProfitAndLoss, getTrialBalance } from "./statements.ts";

/** As JSON: to hand over rows and write them then costs the loop more than to pass on their text. */
const written =
  <Query, Report>(report: (tenant: Tenant, query: Query) => Promise<Report>) =>
  async (tenant: Tenant, query: Query): Promise<JsonOf<Report>> =>
    JSON.stringify(await report(tenant, query));

/** What reader threads are asked of the statements. */
export const REPORTS = {
  getTrialBalance: written(getTrialBalance),
  getProfitAndLoss: written(getProfitAndLoss),
  getBalanceSheet: written(getBalanceSheet),
  getCashFlow: written(getCashFlow),
  getLedger: written(getLedger),
  getAgeing: written(getAgeing),
  getTdsRegister: written(getTdsRegister),
  getGstSummary: written(getGstSummary),
  getStatementOfAccount: written(getStatementOfAccount),
};
