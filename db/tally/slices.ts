import { type SQL, sql } from "drizzle-orm";
import type { DateRange } from "../../domain/dates.ts";
import type { Posting } from "../../domain/ledger/postings.ts";
import type { Entry } from "../../domain/tally/vouchers.ts";
import type { Read } from "../engine/books.ts";
import type { KeyOf } from "./catalogue.ts";

// Reads rows as JSON, some hundreds at a time, yielding in between.

/** More vouchers at once would block the event loop for too long. */
const SLICE = 100;

export interface At {
  read: Read;
  agencyId: number;
  period: DateRange;
}
/** The row to continue after. */
export type After = Pick<Row, "date" | "place">;
export interface Row {
  id: string;
  date: string;
  /** Distinguishes rows of the same day. */
  place: number | string;
}

/** Yields rows by day, then by place. */
export async function* readSlices<One extends Row>(
  at: At,
  select: (at: At, after: After) => SQL,
): AsyncGenerator<One[]> {
  let after: After = { date: at.period.dateFrom, place: "" };
  for (;;) {
    const [found] = await at.read.all<{ rows: string }>(
      sql`SELECT json_group_array(json(row)) AS rows FROM (${select(at, after)} LIMIT ${SLICE})`,
    );
    const rows: One[] = JSON.parse(found?.rows ?? "[]");
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < SLICE) return;
    after = last;
    await Bun.sleep(0);
  }
}

export const CLIENT = sql.raw("'clientId', d.client_id, 'vendorId', d.vendor_id");

export interface Parties {
  clientId: string | null;
  vendorId: string | null;
}

export function toParty(
  { clientId, vendorId }: Parties,
  bill: { bill: string; isNew: boolean },
): Entry["party"] {
  const key = clientId ?? vendorId;
  return key ? { key, ...bill } : undefined;
}

/** Replaces receivables and payables by the client or vendor. */
export function replacePartyKeys(
  postings: Posting[],
  { clientId, vendorId }: Parties,
  { keyOf }: KeyOf,
): Posting[] {
  // Sales are in the voucher by rate.
  const party: Record<string, string | null> = {
    receivables: clientId,
    payables: vendorId,
    sales: "sales",
  };
  return postings.map(({ ledger, paise }) => ({ ledger: party[ledger] ?? keyOf(ledger), paise }));
}
