import { type SQL, sql } from "drizzle-orm";
import type { DateRange } from "../../domain/dates.ts";
import type { Posting } from "../../domain/ledger/postings.ts";
import type { Entry } from "../../domain/tally/vouchers.ts";
import type { Read } from "../engine/books.ts";
import type { KeyOf } from "./catalogue.ts";

// Rows as JSON, some hundreds at a time, with a turn for others between.

/** Vouchers of more rows would hold the loop for longer than a reader may wait. */
const SLICE = 100;

export interface At {
  read: Read;
  agencyId: number;
  period: DateRange;
}
/** The row that the next ones come after. */
export type After = Pick<Row, "date" | "place">;
export interface Row {
  id: string;
  date: string;
  /** What tells apart those of a day. */
  place: number | string;
}

/** By day, then by what tells those of a day apart. */
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

/** With the client or vendor in the place of what all of them owe or are owed. */
export function replacePartyKeys(
  postings: Posting[],
  { clientId, vendorId }: Parties,
  { keyOf }: KeyOf,
): Posting[] {
  // What is sold stands by its rates in the voucher.
  const party: Record<string, string | null> = {
    ...{ receivables: clientId, payables: vendorId, sales: "sales" },
  };
  return postings.map(({ ledger, paise }) => ({ ledger: party[ledger] ?? keyOf(ledger), paise }));
}
