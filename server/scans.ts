import type { Operations } from "../db/clerk.worker.ts";
import { isWide } from "../db/daily.ts";
import { getAnalytics, getBalances } from "../db/reports.ts";
import type { Balances } from "../domain/accounts.ts";
import type { Analytics, Period } from "../domain/dashboard.ts";
import type { Asker } from "./admission.ts";
import type { House } from "./house.ts";

// What may read much is asked of the reader threads, an agency's one at a time; the rest costs less than the
// way there.

type Scan = "listTransactions" | "listReceipts" | "listInvoices" | "getAnalytics" | "getBalances";

/** Asks a reader thread when it is the agency's turn. @throws as Admission's `admit` */
export function scan<Name extends Scan>(
  { scans, reader }: House,
  asker: Asker,
  operation: Name,
  input: Parameters<Operations[Name]>[1],
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  return scans.admit(asker, () => reader.ask(operation, asker.tenant, input));
}

/** The dashboard's figures. */
export async function readAnalytics(
  house: House,
  asker: Asker,
  period: Period,
): Promise<Analytics> {
  return (await isWide(asker.tenant, period, { withOpenings: true }))
    ? scan(house, asker, "getAnalytics", period)
    : getAnalytics(asker.tenant, period);
}

/** The balances of all accounts. */
export async function readBalances(house: House, asker: Asker, period: Period): Promise<Balances> {
  return (await isWide(asker.tenant, period, { withOpenings: true }))
    ? scan(house, asker, "getBalances", period)
    : getBalances(asker.tenant, period);
}
