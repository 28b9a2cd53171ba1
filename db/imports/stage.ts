import { and, eq, sql } from "drizzle-orm";
import type { ImportRow } from "../../domain/csv/transactions.ts";
import type { Paise } from "../../domain/money.ts";
import { newId } from "../engine/id.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { writeRelaxedTransaction } from "../engine/transaction.ts";
import { fingerprint } from "../ledger/fingerprint.ts";
import { importSlices, imports } from "../schema/imports.ts";
import { leaseLost } from "./lease.ts";
import { createOccurrenceCounter } from "./occurrences.ts";
import { createSliceBuffer, isFull, type SliceBuffer } from "./sliceBuffer.ts";

// A file is staged as it arrives, in slices of some thousands of rows, each stored as JSON. A slice contains
// one month sorted by day, so its rows are adjacent in every index. With a million rows that is four times as
// fast as the file's order.

/** A row with ids for its names. */
export interface StagedRow
  extends Pick<ImportRow, "date" | "description" | "amountPaise" | "notes"> {
  type: NonNullable<ImportRow["type"]>;
  accountId: string;
  toAccountId: string | null;
  categoryId: string | null;
}

// A staged row is one text whose first fields have fixed positions. substr reads a field in a tenth of the
// time of a JSON lookup, and a row has eleven.
//
//   <id, 13>2026-04-01E<account, 13><to account or category, 13><paise, 13><fingerprint, 16><nth, 7>
//   <description>DEL<notes>
//
// nth is the row's position among equal rows of the file. No text contains a DEL (domain/fields.ts).

const LETTERS = { Income: "I", Expense: "E", Transfer: "T" } as const;
const DEL = "\u007f";
const FIXED = 86;

/** SQL: the staged rows of a slice as a table: date, type, account_id, …, fingerprint, nth, id. */
export const STAGED_ROWS = sql`SELECT substr(value, 1, 13) AS id, substr(value, 14, 10) AS date,
    CASE substr(value, 24, 1) WHEN 'I' THEN 'Income' WHEN 'E' THEN 'Expense' ELSE 'Transfer' END AS type,
    substr(value, 25, 13) AS account_id,
    iif(substr(value, 24, 1) = 'T', substr(value, 38, 13), NULL) AS to_account_id,
    iif(substr(value, 24, 1) = 'T', NULL, substr(value, 38, 13)) AS category_id,
    CAST(substr(value, 51, 13) AS INTEGER) AS amount_paise,
    CAST(substr(value, 64, 16) AS INTEGER) AS fingerprint,
    CAST(substr(value, 80, 7) AS INTEGER) AS nth,
    substr(value, 87, instr(value, char(127)) - 87) AS description,
    substr(value, instr(value, char(127)) + 1) AS notes`;

/** Maximum bytes buffered by all imports together. */
const BYTES_WAITING = 12 << 20;
let stages = 0;
const SLICES_A_STATEMENT = 20;
const SLICES_PER_SWEEP = 5;
const SLICES_WITHOUT_SWEEP = 8;

export interface Stage {
  /** Returns a promise if a slice has to be stored before the next row. */
  add(row: StagedRow): Promise<void> | undefined;
  /** Stores the remaining rows. */
  end(): Promise<void>;
  /** Must be called, even if the import is refused. */
  close(): void;
}

export function createStage(tenant: Tenant, importId: string): Stage {
  const months = new Map<string, SliceBuffer>();
  const countOccurrence = createOccurrenceCounter();
  let waiting = 0;
  let slice = 0;
  stages += 1;

  async function store(piles: [month: string, pile: SliceBuffer][]) {
    const values = piles.map(([month, pile]) => {
      waiting -= pile.bytes;
      slice += 1;
      return { agencyId: tenant.agencyId, importId, month, slice, rows: pile.empty(newId) };
    });
    await writeRelaxedTransaction(tenant.books, async (tx) => {
      const [held] = await tx
        .select({ id: imports.id })
        .from(imports)
        .where(forAgency(tenant, imports, eq(imports.id, importId), eq(imports.state, "staging")));
      if (!held) throw leaseLost();
      for (let at = 0; at < values.length; at += SLICES_A_STATEMENT) {
        await tx.insert(importSlices).values(values.slice(at, at + SLICES_A_STATEMENT));
      }
    });
    // A stored slice's text is garbage. In a large file, 200 MB of it would accumulate.
    if (slice > SLICES_WITHOUT_SWEEP && slice % SLICES_PER_SWEEP === 0) Bun.gc(true);
  }

  /** Returns the largest buffers, which together hold a quarter of the maximum. */
  function largest(): [string, SliceBuffer][] {
    const piles = [...months].toSorted(([, a], [, b]) => b.bytes - a.bytes);
    let left = waiting;
    return piles.slice(
      0,
      1 +
        piles.findIndex(([, { bytes }]) => {
          left -= bytes;
          return left <= (0.75 * BYTES_WAITING) / stages;
        }),
    );
  }

  return {
    add(row) {
      const month = row.date.slice(0, 7);
      const pile = months.get(month) ?? createSliceBuffer();
      months.set(month, pile);
      const before = pile.bytes;
      // Without its opening quote and id, which it gets when its slice is stored.
      pile.add(JSON.stringify(write(row, countOccurrence)).slice(1));
      waiting += pile.bytes - before;
      if (isFull(pile)) return store([[month, pile]]);
      return waiting < BYTES_WAITING / stages ? undefined : store(largest());
    },
    async end() {
      const left = [...months].filter(([, pile]) => pile.rows > 0);
      for (let at = 0; at < left.length; at += SLICES_A_STATEMENT) {
        await store(left.slice(at, at + SLICES_A_STATEMENT));
      }
    },
    close() {
      stages -= 1;
    },
  };
}

/**
 * Replaces ids in all staged rows of an import and updates fingerprints. nth stays, because equal rows stay
 * equal.
 */
export async function replaceIds(
  { agencyId, books }: Tenant,
  importId: string,
  ids: Map<string, string>,
): Promise<void> {
  const { month, slice } = importSlices;
  const mine = and(eq(importSlices.agencyId, agencyId), eq(importSlices.importId, importId));
  const places = await books.read.select({ month, slice }).from(importSlices).where(mine);
  const newer = (id: string) => ids.get(id) ?? id;
  for (const place of places) {
    const here = and(mine, eq(month, place.month), eq(slice, place.slice));
    const [stored] = await books.read
      .select({ rows: importSlices.rows })
      .from(importSlices)
      .where(here);
    const rows: string[] = JSON.parse(stored?.rows ?? "[]");
    const replaced = rows.map((row) => {
      const { type, date, amountPaise, description, notes, ...ids } = read(row);
      const [accountId, other] = [newer(ids.accountId), newer(ids.other)];
      const sides = toSides(type, accountId, other);
      const print = fingerprint({ type, date, amountPaise, description, notes, ...sides });
      return `${row.slice(0, 24)}${accountId}${other}${row.slice(50, 63)}${pad(print, 16)}${row.slice(79)}`;
    });
    await writeRelaxedTransaction(books, (tx) =>
      tx
        .update(importSlices)
        .set({ rows: JSON.stringify(replaced) })
        .where(here),
    );
  }
}

function write(row: StagedRow, tally: (fingerprint: number) => number): string {
  const { date, type, accountId, toAccountId, categoryId, amountPaise, description, notes } = row;
  const print = fingerprint({ ...row, amountPaise });
  const fixed = `${date}${LETTERS[type]}${accountId}${toAccountId ?? categoryId}${pad(amountPaise, 13)}`;
  return `${fixed}${pad(print, 16)}${pad(tally(print), 7)}${description}${DEL}${notes}`;
}

function read(row: string) {
  const [description = "", notes = ""] = row.slice(FIXED).split(DEL);
  const letter = row.charAt(23);
  const type = letter === "I" ? "Income" : letter === "E" ? "Expense" : "Transfer";
  const [accountId, other] = [row.slice(24, 37), row.slice(37, 50)];
  const amountPaise = Number(row.slice(50, 63)) as Paise;
  return {
    date: row.slice(13, 23),
    type,
    accountId,
    other,
    amountPaise,
    description,
    notes,
  } as const;
}

const toSides = (type: StagedRow["type"], accountId: string, other: string) =>
  type === "Transfer"
    ? { accountId, toAccountId: other, categoryId: null }
    : { accountId, toAccountId: null, categoryId: other };

const pad = (value: number, length: number) => String(value).padStart(length, "0");
