import { getAnalytics, getBalances } from "../../db/ledger/balances.ts";
import { isWide } from "../../db/ledger/rollup.ts";
import type { Operations } from "../../db/operations.worker.ts";
import type { Balances } from "../../domain/ledger/accounts.ts";
import type { Analytics, Period } from "../../domain/ledger/analytics.ts";
import type { Caller } from "./concurrency.ts";
import type { AppContext } from "./context.ts";

// What may read much is asked of the reader threads, an agency's one at a time; the rest costs less than the
// way there.

type Scan =
  | Extract<keyof Operations, `list${string}`>
  | "getAnalytics"
  | "getBalances"
  | "getBanking"
  | "getChecklist"
  | "getTally"
  | "getTdsPayable"
  | "getTdsStatement"
  | "readTallyLedgers"
  | "reconcile"
  | GstRead
  | StatementRead;
/** What report each of them is. */
export type StatementRead =
  | "getAgeing"
  | "getBalanceSheet"
  | "getCashFlow"
  | "getGstSummary"
  | "getLedger"
  | "getProfitAndLoss"
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

/** Asks a reader thread when it is the agency's turn. @throws as Admission's `admit` */
export function readInWorker<Name extends Scan>(
  { scanLimit: scans, readers: reader }: AppContext,
  asker: Caller,
  operation: Name,
  input: Parameters<Operations[Name]>[1],
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  return scans.admit(asker, () => reader.call(operation, asker.tenant, input));
}

/** The dashboard's figures. */
export async function readAnalytics(
  context: AppContext,
  asker: Caller,
  period: Period,
): Promise<Analytics> {
  return (await isWide(asker.tenant, period, { withOpenings: true }))
    ? readInWorker(context, asker, "getAnalytics", period)
    : getAnalytics(asker.tenant, period);
}

/** The balances of all accounts. */
export async function readBalances(
  context: AppContext,
  asker: Caller,
  period: Period,
): Promise<Balances> {
  return (await isWide(asker.tenant, period, { withOpenings: true }))
    ? readInWorker(context, asker, "getBalances", period)
    : getBalances(asker.tenant, period);
}
