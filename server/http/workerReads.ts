import { getAnalytics, getBalances } from "../../db/ledger/balances.ts";
import { isWide } from "../../db/ledger/rollup.ts";
import type { Operations } from "../../db/operations.worker.ts";
import type { Balances } from "../../domain/ledger/accounts.ts";
import type { Analytics, Period } from "../../domain/ledger/analytics.ts";
import type { Caller } from "./concurrency.ts";
import type { AppContext } from "./context.ts";

// Reads that may scan many rows run in the reader threads, one per agency at a time. Other reads cost less
// than the transfer.

type Scan =
  | Extract<keyof Operations, `list${string}`>
  | "getAnalytics"
  | "getBalances"
  | "getBanking"
  | "getChecklist"
  | "getGstPayment"
  | "getForecast"
  | "getTally"
  | "getTdsPayable"
  | "getTdsStatement"
  | "readTallyLedgers"
  | "reconcile"
  | GstRead
  | StatementRead;
/** The reads that are reports. */
export type StatementRead =
  | "getAgeing"
  | "getBalanceSheet"
  | "getCashFlow"
  | "getDayBook"
  | "getExpensesByVendor"
  | "getGstSummary"
  | "getIncomeByClient"
  | "getLedger"
  | "getProfitAndLoss"
  | "getPurchaseRegister"
  | "getSalesRegister"
  | "getStatementOfAccount"
  | "getTdsRegister"
  | "getTrialBalance";
type GstRead =
  | "getCashLedger"
  | "getSmallEnterprises"
  | "getEinvoices"
  | "getGstPeriod"
  | "getGstr1File"
  | "getGstr1Sheets"
  | "getGstr3b"
  | "getProof"
  | "listTaxEntries"
  | "getMatching"
  | "getGstr3bFile";

/** Runs a read in a reader thread when the agency's slot comes up. @throws as `admit` of ConcurrencyLimit */
export function readInWorker<Name extends Scan>(
  { scanLimit: scans, readers: reader }: AppContext,
  caller: Caller,
  operation: Name,
  input: Parameters<Operations[Name]>[1],
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  return scans.admit(caller, () => reader.call(operation, caller.tenant, input));
}

/** Returns the dashboard's figures. */
export async function readAnalytics(
  context: AppContext,
  caller: Caller,
  period: Period,
): Promise<Analytics> {
  return (await isWide(caller.tenant, period, { withOpenings: true }))
    ? readInWorker(context, caller, "getAnalytics", period)
    : getAnalytics(caller.tenant, period);
}

export async function readBalances(
  context: AppContext,
  caller: Caller,
  period: Period,
): Promise<Balances> {
  return (await isWide(caller.tenant, period, { withOpenings: true }))
    ? readInWorker(context, caller, "getBalances", period)
    : getBalances(caller.tenant, period);
}
