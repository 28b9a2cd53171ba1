import type { Paise } from "../../money.ts";
import type { Treatment } from "../supply.ts";
import { type AdvanceRow, type Advances, computeAdvances } from "./advances.ts";
import { placeAmended } from "./amendments.ts";
import { filterReported, type PeriodBooks, type ReturnDocument } from "./books.ts";
import { type HsnSummary, hsnSummary } from "./hsn.ts";
import { documentsIssued, type IssuedKind } from "./issued.ts";
import {
  type Amounts,
  isSomething,
  NOTHING,
  type Placed,
  place,
  plus,
  type RateGroup,
  sumAmounts,
  TABLES,
  type Table,
  toCurrentPos,
} from "./placement.ts";

// GSTR-1 of a period: where each document goes, and the totals of the tables. portalFile.ts and
// sheets.ts build the portal's JSON and the offline tool's sheets from it.

export interface Gstr1 {
  books: PeriodBooks;
  /** Issued documents, by date and number. */
  placed: Placed[];
  b2cs: B2csRow[];
  nil: NilRow[];
  advances: Advances;
  hsn: HsnSummary;
  issued: IssuedKind[];
}

/** A row of table 7: small invoices to clients without GSTIN, less their notes. */
export interface B2csRow extends RateGroup {
  pos: string;
  isIntra: boolean;
}

/** A row of table 8, by whether the supply crosses a state border and whether the client has a GSTIN. */
export interface NilRow extends Record<Treatment, Paise> {
  isIntra: boolean;
  isRegistered: boolean;
}

/** Total of a table. Credit notes are subtracted; tax under reverse charge is included. */
export interface TableSum extends Amounts {
  documents: number;
}

export type Summary = Record<Exclude<Table, "8">, TableSum> & { "8": Record<Treatment, Paise> };

export function buildGstr1(books: PeriodBooks): Gstr1 {
  const { filer, documents } = books;
  const home = filer.gstin.slice(0, 2);
  const placed = filterReported(documents, books)
    .filter(({ state }) => state === "ISSUED")
    .toSorted(byDateAndNumber)
    .map((document) => place(document, filer.gstin));
  placed.push(...books.amended.map((amended) => placeAmended(amended, filer.gstin)));
  return {
    books,
    placed,
    b2cs: buildB2cs(placed, toCurrentPos(home)),
    nil: buildNilRows(placed),
    advances: computeAdvances(books.taxed),
    hsn: hsnSummary(placed),
    issued: documentsIssued(books),
  };
}

/** Returns the documents of a section, without those that an IFF has already reported. */
export const filterSection = ({ placed }: Pick<Gstr1, "placed">, section: Placed["section"]) =>
  placed.filter((one) => one.section === section && one.groups.length > 0 && !one.document.iff);

export function summarizeGstr1({ placed, nil, advances }: Gstr1): Summary {
  const sums = TABLES.map((table) => {
    if (table === "8") return [table, sumNil(nil)];
    if (table === "11A") return [table, sumRows(advances.received)];
    if (table === "11B") return [table, sumRows(advances.adjusted)];
    const ofIt = placed.filter((one) => one.table === table);
    const groups = ofIt.flatMap(({ groups, sign }) =>
      groups.map((group) => plus(NOTHING, group, sign)),
    );
    // A document whose lines add up to zero is in no section of the file.
    const documents = ofIt.filter((one) => one.groups.length > 0).length;
    return [table, { documents, ...sumAmounts(groups) }];
  });
  return Object.fromEntries(sums) as Summary;
}

/** Number of reported documents, without drafts and cancelled documents. */
export const countPlaced = ({ placed }: Gstr1): number => placed.length;

function sumNil(rows: NilRow[]): Record<Treatment, Paise> {
  const sum = (treatment: Treatment) =>
    rows.reduce((total, row) => total + row[treatment], 0) as Paise;
  return { NIL: sum("NIL"), EXEMPT: sum("EXEMPT"), NON_GST: sum("NON_GST") };
}

const sumRows = (rows: AdvanceRow[]): TableSum => ({ documents: rows.length, ...sumAmounts(rows) });

function buildB2cs(placed: Placed[], home: string): B2csRow[] {
  const rows = new Map<string, B2csRow>();
  for (const { section, pos, groups, sign } of placed) {
    if (section !== "b2cs") continue;
    for (const group of groups) {
      const key = `${pos} ${group.rate}`;
      const row = rows.get(key) ?? { ...NOTHING, rate: group.rate, pos, isIntra: pos === home };
      rows.set(key, plus(row, group, sign));
    }
  }
  return [...rows.values()]
    .filter(isSomething)
    .toSorted((a, b) => (a.pos === b.pos ? a.rate - b.rate : a.pos < b.pos ? -1 : 1));
}

/** In the order of the form: registered clients in other states, then in ours, then all others. */
const NIL_ROWS = [
  { isRegistered: true, isIntra: false },
  { isRegistered: true, isIntra: true },
  { isRegistered: false, isIntra: false },
  { isRegistered: false, isIntra: true },
];

function buildNilRows(placed: Placed[]): NilRow[] {
  return NIL_ROWS.map(({ isRegistered, isIntra }) => {
    const ofRow = placed.filter(
      ({ document: { buyer, mode }, hasNil }) =>
        hasNil && Boolean(buyer.gstin) === isRegistered && (mode === "INTRA") === isIntra,
    );
    const sum = (treatment: Treatment) =>
      ofRow.reduce((total, { nilPaise, sign }) => total + sign * nilPaise[treatment], 0) as Paise;
    return {
      isRegistered,
      isIntra,
      NIL: sum("NIL"),
      EXEMPT: sum("EXEMPT"),
      NON_GST: sum("NON_GST"),
    };
  });
}

function byDateAndNumber(a: ReturnDocument, b: ReturnDocument): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.number < b.number ? -1 : 1;
}
