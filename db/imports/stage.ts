import { sql } from "drizzle-orm";
import type { ImportRow } from "../../domain/csv.ts";
import type { Paise } from "../../domain/money.ts";
import { atomically } from "../atomically.ts";
import { fingerprint } from "../fingerprint.ts";
import { newId } from "../id.ts";
import { importSlices } from "../schema.ts";
import type { Tenant } from "../tenant.ts";

// A file is put aside as it arrives, in slices of some thousands of rows, each a JSON text. A slice
// holds one month in the order of its days: rows then land side by side in every index, which at a
// million rows is four times as fast as the order of the file.

/** A row whose names have been looked up. */
export interface StagedRow extends Pick<ImportRow, "date" | "description" | "amount" | "notes"> {
  type: NonNullable<ImportRow["type"]>;
  accountId: string;
  toAccountId: string | null;
  categoryId: string | null;
}

/** How a staged row is written: its place among equal rows of the file is nth. SQL reads it by position. */
type Parts = [
  date: string,
  type: StagedRow["type"],
  accountId: string,
  toAccountId: string | null,
  categoryId: string | null,
  amount: Paise,
  description: string,
  notes: string,
  fingerprint: number,
  nth: number,
];

/** The staged rows of a slice as a table: date, type, …, fingerprint, nth, id. */
export const STAGED_ROWS = sql`SELECT value ->> 0 AS date, value ->> 1 AS type, value ->> 2 AS account_id,
    value ->> 3 AS to_account_id, value ->> 4 AS category_id, value ->> 5 AS amount_paise,
    value ->> 6 AS description, value ->> 7 AS notes, value ->> 8 AS fingerprint, value ->> 9 AS nth,
    value ->> 10 AS id`;

const ROWS_PER_SLICE = 5_000;
const ROWS_WAITING = 60_000;
const SLICES_PER_SWEEP = 5;

export interface Stage {
  /** A promise when a slice has to be stored before the next row is taken. */
  add(row: StagedRow): Promise<void> | undefined;
  end(): Promise<void>;
}

export function createStage(tenant: Tenant, importId: string): Stage {
  const months = new Map<string, string[]>();
  const tally = createTally();
  let waiting = 0;
  let slice = 0;

  async function store(month: string, rows: string[]) {
    months.set(month, []);
    waiting -= rows.length;
    slice += 1;
    const values = { agencyId: tenant.agencyId, importId, month, slice, rows: byDate(rows) };
    await atomically(tenant.books, (tx) => tx.insert(importSlices).values(values));
    // The text of a slice is garbage at once; left to itself the collector lets 200 MB of it gather.
    if (slice % SLICES_PER_SWEEP === 0) Bun.gc(true);
  }

  return {
    add(row) {
      const parts = toParts(row, tally);
      const month = row.date.slice(0, 7);
      const rows = months.get(month) ?? [];
      months.set(month, rows);
      // As text at once: a million small objects cost more to collect than to write.
      rows.push(JSON.stringify(parts).slice(0, -1));
      waiting += 1;
      if (rows.length >= ROWS_PER_SLICE) return store(month, rows);
      if (waiting < ROWS_WAITING) return undefined;
      const [largest] = [...months].toSorted(([, a], [, b]) => b.length - a.length);
      return largest && store(...largest);
    },
    async end() {
      for (const [month, rows] of months) if (rows.length > 0) await store(month, rows);
    },
  };
}

/**
 * Puts other ids in the place of some in all staged rows of an import, whose fingerprints follow. Their
 * nth does not change: equal rows stay equal.
 */
export async function replaceIds(
  { agencyId, books }: Tenant,
  importId: string,
  ids: Map<string, string>,
): Promise<void> {
  const where = sql`agency_id = ${agencyId} AND import_id = ${importId}`;
  const slices = await books.read.all<{ month: string; slice: number }>(
    sql`SELECT month, slice FROM import_slices WHERE ${where}`,
  );
  const newer = (id: string | null) => (id && ids.get(id)) ?? id;
  for (const { month, slice } of slices) {
    const here = sql`${where} AND month = ${month} AND slice = ${slice}`;
    const [stored] = await books.read.all<{ rows: string }>(
      sql`SELECT rows FROM import_slices WHERE ${here}`,
    );
    const rows: [...Parts, string][] = JSON.parse(stored?.rows ?? "[]");
    const replaced = rows.map(
      ([date, type, from, to, category, amount, description, notes, , nth, id]) => {
        const accountId = newer(from) as string;
        const [toAccountId, categoryId] = [newer(to), newer(category)];
        const row = {
          date,
          type,
          accountId,
          toAccountId,
          categoryId,
          amountPaise: amount,
          description,
          notes,
        };
        const content = [
          date,
          type,
          accountId,
          toAccountId,
          categoryId,
          amount,
          description,
          notes,
        ];
        return [...content, fingerprint(row), nth, id];
      },
    );
    await atomically(books, (tx) =>
      tx.run(sql`UPDATE import_slices SET rows = ${JSON.stringify(replaced)} WHERE ${here}`),
    );
  }
}

function toParts(row: StagedRow, tally: (fingerprint: number) => number): Parts {
  const { date, type, accountId, toAccountId, categoryId, amount, description, notes } = row;
  const content = fingerprint({ ...row, amountPaise: amount });
  const nth = tally(content);
  return [date, type, accountId, toAccountId, categoryId, amount, description, notes, content, nth];
}

/**
 * The rows as one JSON text, by date. Each begins with its own (`["2026-04-01",`) and is closed here by
 * its id, so that a slice's ids lie next to each other in their index too.
 */
function byDate(rows: string[]): string {
  const days = Map.groupBy(rows, (row) => row.slice(2, 12));
  const sorted = [...days.keys()].sort().flatMap((day) => days.get(day) ?? []);
  return `[${sorted.map((row) => `${row},"${newId()}"]`).join(",")}]`;
}

/** Counts how often each number came, in 24 bytes a number: a Map takes four times that. */
function createTally() {
  let size = 1 << 12;
  let used = 0;
  let keys = new Float64Array(size);
  let counts = new Uint32Array(size);

  function place(key: number) {
    let at = key & (size - 1);
    while (counts[at] !== 0 && keys[at] !== key) at = (at + 1) & (size - 1);
    return at;
  }
  function grow() {
    const [oldKeys, oldCounts] = [keys, counts];
    size *= 2;
    keys = new Float64Array(size);
    counts = new Uint32Array(size);
    for (const [from, count] of oldCounts.entries()) {
      if (count === 0) continue;
      const at = place(oldKeys[from] as number);
      keys[at] = oldKeys[from] as number;
      counts[at] = count;
    }
  }
  return (key: number): number => {
    if (used * 2 >= size) grow();
    const at = place(key);
    if (counts[at] === 0) used += 1;
    keys[at] = key;
    counts[at] = (counts[at] as number) + 1;
    return counts[at] as number;
  };
}
