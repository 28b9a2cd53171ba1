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

// GSTR-1 of a period: each document in its place, and what the tables come to. The file for the portal
// (portalFile.ts) and the sheets for the offline tool (sheets.ts) are written from this.

export interface Gstr1 {
  books: PeriodBooks;
  /** What was issued, by date and number. */
  placed: Placed[];
  b2cs: B2csRow[];
  nil: NilRow[];
  advances: Advances;
  hsn: HsnSummary;
  issued: IssuedKind[];
}

/** Table 7: small invoices to clients without GSTIN, less their notes. */
export interface B2csRow extends RateGroup {
  pos: string;
  isIntra: boolean;
}

/** Table 8, by whether the supply crosses a border and whether the client has a GSTIN. */
export interface NilRow extends Record<Treatment, Paise> {
  isIntra: boolean;
  isRegistered: boolean;
}

/** What a table comes to, notes with their sign; tax under reverse charge is in it. */
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
    ...{ books, placed },
    b2cs: buildB2cs(placed, toCurrentPos(home)),
    nil: buildNilRows(placed),
    advances: computeAdvances(books.taxed),
    hsn: hsnSummary(placed),
    issued: documentsIssued(books),
  };
}

/** What goes into the sections of a file: whatever an IFF has carried is not sent again. */
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
    // One that comes to nothing is in no section of the file.
    const documents = ofIt.filter((one) => one.groups.length > 0).length;
    return [table, { documents, ...sumAmounts(groups) }];
  });
  return Object.fromEntries(sums) as Summary;
}

/** Documents that are reported anywhere; cancelled ones and drafts are not. */
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

/** In the order of the form: to registered clients of other States, then of ours, then to all others. */
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
      ofRow.reduce((total, { nil, sign }) => total + sign * nil[treatment], 0) as Paise;
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
