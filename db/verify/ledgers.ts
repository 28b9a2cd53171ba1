import { sql } from "drizzle-orm";
import type { Difference } from "../../domain/ledger/booksCheck.ts";
import {
  type PostedDocument,
  type PostedSettlement,
  type Posting,
  postDocument,
  postSettlement,
} from "../../domain/ledger/postings.ts";
import type { Read } from "../engine/books.ts";
import { readSum, sumOfKept, toFigure } from "../ledger/sums.ts";

/** What is due by day, ledger and origin, in paise and a count. */
type Due = Map<string, { debit: bigint; credit: bigint; entries: number }>;

/**
 * Whether the kept sums of ledgers are what the rows post: every document, settlement and journal by the one
 * function that says so, added up again.
 */
export async function verifyLedgers(read: Read, agencyId: number): Promise<Difference[]> {
  const due: Due = new Map();
  await foldDocuments(read, agencyId, due);
  await foldSettlements(read, agencyId, due);
  await foldJournals(read, agencyId, due);
  const months: Due = new Map();
  for (const [place, { debit, credit, entries }] of due) {
    const [date = "", ledger, origin] = place.split(" ");
    const cell = cellOf(months, [date.slice(0, 7), ledger, origin].join(" "));
    cell.debit += debit;
    cell.credit += credit;
    cell.entries += entries;
  }
  return [
    ...(await compare(read, agencyId, "day", due)),
    ...(await compare(read, agencyId, "month", months)),
  ];
}

function cellOf(due: Due, place: string) {
  const known = due.get(place) ?? { debit: 0n, credit: 0n, entries: 0 };
  due.set(place, known);
  return known;
}

type Origin = "A" | "D" | "J" | "M" | "V";

function add(due: Due, date: string, postings: Posting[], originOf: (at: number) => Origin): void {
  let sum = 0;
  for (const [at, { ledger, paise }] of postings.entries()) {
    const origin = originOf(at);
    const cell = cellOf(due, [date, ledger, origin].join(" "));
    // Money of a settlement lessens what its transaction has on the other side.
    const lessens = origin === "M" || origin === "V";
    const isDebit = lessens !== paise > 0;
    cell[isDebit ? "debit" : "credit"] += BigInt(isDebit ? paise : -paise);
    cell.entries += lessens ? -1 : 1;
    sum += paise;
  }
  // No place that anything is kept at: the check says what is too much.
  if (sum !== 0) cellOf(due, [date, "unbalanced", "D"].join(" ")).debit += BigInt(sum);
}

const SLICE = 2_000;

/** Rows as JSON, by id, some thousands at a time, with a turn for others between. */
async function* slicesOf<Row extends { id: string }>(
  slice: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const rows = await slice(after);
    yield* rows;
    if (rows.length < SLICE) return;
    after = rows.at(-1)?.id ?? "";
    await Bun.sleep(0);
  }
}

async function foldDocuments(read: Read, agencyId: number, due: Due): Promise<void> {
  type Row = Omit<PostedDocument, "reverseCharge"> & {
    id: string;
    date: string;
    reverseCharge: number;
  };
  const money = ["taxable", "cgst", "sgst", "igst"].map((name) => `'${name}Paise', ${name}_paise`);
  const documents = slicesOf<Row>(async (after) => {
    const [found] = await read.all<{ rows: string }>(sql`
      SELECT json_group_array(json_object('id', id, 'date', date, 'kind', kind, 'status', status,
        'reverseCharge', reverse_charge, 'keptPaise', max(tds_due_paise, tds_paise), ${sql.raw(money.join())},
        'roundOffPaise', round_off_paise, 'grandTotalPaise', grand_total_paise,
        'lines', json(iif(family = 'BILLS', (SELECT json_group_array(json_object('categoryId', category_id,
          'itc', itc, 'cessPaise', cess_paise, ${sql.raw(money.join())})) FROM document_lines l
          WHERE l.agency_id = d.agency_id AND l.document_id = d.id), '[]')))) AS rows
      FROM (SELECT * FROM documents WHERE agency_id = ${agencyId} AND id > ${after}
        ORDER BY id LIMIT ${SLICE}) d`);
    return JSON.parse(found?.rows ?? "[]");
  });
  for await (const { reverseCharge, ...row } of documents) {
    add(due, row.date, postDocument({ ...row, reverseCharge: reverseCharge === 1 }), () => "D");
  }
}

async function foldSettlements(read: Read, agencyId: number, due: Due): Promise<void> {
  type Row = PostedSettlement & { id: string; date: string };
  const settlements = slicesOf<Row>(async (after) => {
    const [found] = await read.all<{ rows: string }>(sql`
      SELECT json_group_array(json_object('id', s.id, 'date', s.date, 'kind', s.kind, 'of', d.kind,
        'amountPaise', s.amount_paise, 'tdsPaise', s.tds_paise, 'categoryId', t.category_id)) AS rows
      FROM (SELECT * FROM settlements WHERE agency_id = ${agencyId} AND id > ${after}
        ORDER BY id LIMIT ${SLICE}) s
      CROSS JOIN documents d ON d.agency_id = s.agency_id AND d.id = s.document_id
      LEFT JOIN transactions t ON t.agency_id = s.agency_id AND t.id = s.transaction_id`);
    return JSON.parse(found?.rows ?? "[]");
  });
  for await (const row of settlements) {
    const postings = postSettlement(row);
    const isBought = postings.some(({ ledger }) => ledger === "payables");
    const money: Origin = isBought ? "V" : "M";
    const isMoney = (at: number) =>
      row.categoryId !== null && postings[at]?.ledger === row.categoryId;
    add(due, row.date, postings, (at) => (isMoney(at) ? money : "D"));
  }
}

async function foldJournals(read: Read, agencyId: number, due: Due): Promise<void> {
  const rows = await read.all<Posting & { id: string; date: string; basis: string }>(sql`
    SELECT j.id, j.date, j.basis, coalesce(l.category_id, l.ledger) AS ledger, l.paise
    FROM journals j JOIN journal_lines l ON l.agency_id = j.agency_id AND l.journal_id = j.id
    WHERE j.agency_id = ${agencyId} ORDER BY j.id, l.line`);
  for (const lines of Map.groupBy(rows, ({ id }) => id).values()) {
    const [first] = lines;
    if (first) add(due, first.date, lines, () => (first.basis === "both" ? "J" : "A"));
  }
}

/** What is kept against what is due, which is used up. */
async function compare(
  read: Read,
  agencyId: number,
  unit: "day" | "month",
  due: Due,
): Promise<Difference[]> {
  const [table, period] = unit === "day" ? ["ledger_days", "date"] : ["ledger_months", "month"];
  const kept = await read.all<{
    place: string;
    debit: string;
    credit: string;
    entries: number;
  }>(sql`
    SELECT ${sql.raw(period)} || ' ' || ledger || ' ' || origin AS place, ${sumOfKept("debit")} AS debit,
      ${sumOfKept("credit")} AS credit, sum(entries) AS entries
    FROM ${sql.raw(table)} WHERE agency_id = ${agencyId} GROUP BY 1`);
  const differences: Difference[] = [];
  const note = (
    place: string,
    figure: string,
    stored: bigint | number,
    derived: bigint | number,
  ) => {
    if (stored === derived) return;
    const [when, ledger, origin] = place.split(" ");
    const where = `ledger ${ledger} (${origin}), ${unit} ${when}`;
    const shown = (value: bigint | number) => (typeof value === "bigint" ? toFigure(value) : value);
    const at = { where, account: "", category: "", figure };
    differences.push({ ...at, stored: shown(stored), derived: shown(derived) });
  };
  for (const { place, ...row } of kept) {
    const wanted = due.get(place) ?? { debit: 0n, credit: 0n, entries: 0 };
    note(place, "debit_paise", readSum(row.debit), wanted.debit);
    note(place, "credit_paise", readSum(row.credit), wanted.credit);
    note(place, "entries", row.entries, wanted.entries);
    due.delete(place);
  }
  for (const [place, { debit, credit, entries }] of due) {
    note(place, "debit_paise", 0n, debit);
    note(place, "credit_paise", 0n, credit);
    note(place, "entries", 0, entries);
  }
  return differences;
}
