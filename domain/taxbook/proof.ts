import type { Gstr1 } from "../gst/returns/gstr1.ts";
import { summarizeGstr1 } from "../gst/returns/gstr1.ts";
import { buildGstr3b, computeNet } from "../gst/returns/gstr3b.ts";
import type { Amounts } from "../gst/returns/placement.ts";
import { type Paise, type Rupees, toRupees } from "../money.ts";
import type { PortalCredit } from "../purchases/gstr2b.ts";
import { TAX_HEADS, type TaxHead } from "../purchases/offset.ts";
import type { InwardTables } from "../purchases/table4.ts";
import type { Cell, TaxEntry } from "./entries.ts";

// Compares the returns of a period with the ledgers. Each difference names a document and a reason; a
// difference without a reason is a fault.

/** Why a return and a ledger differ by an amount (ledger less return). */
export interface ProofReason {
  /** Id of a document, a row of GSTR-2B or a journal, or "". */
  document: string;
  number: string;
  amountPaise: Paise;
  reason: string;
}

export interface ProofLine {
  name: string;
  /** "" for a taxable value. */
  head: TaxHead | "";
  returnsPaise: Paise;
  ledgersPaise: Paise;
  reasons: ProofReason[];
}

/** A document of the period in the ledgers; credit notes are negative. */
export interface BookedDocument extends Record<TaxHead, Paise> {
  id: string;
  number: string;
}

/** Another movement of a tax ledger in the period. Debit is positive. */
export interface OtherMove {
  document: string;
  number: string;
  ledger: string;
  paise: number;
  reason: string;
}

export interface ProofBooks {
  gstr1: Gstr1;
  tables: InwardTables;
  /** Entries in the period's return, and entries posted in the period. */
  entries: TaxEntry[];
  booked: BookedDocument[];
  /** Movements of ledgers in the period by id, without filings and openings. Debit is positive. */
  moved: Map<string, number>;
  /**
   * Journals on tax ledgers, bills before the tax book, and postings that a lock moved to another day.
   */
  others: OtherMove[];
  credits: PortalCredit[];
}

const LEDGERS = [
  { ledger: "output", name: "Output tax and 3.1(a), (b)", side: -1, cells: ["3.1a"] },
  { ledger: "rcm", name: "Reverse charge payable and 3.1(d)", side: -1, cells: ["3.1d"] },
  {
    ledger: "input",
    name: "Input tax and 4C",
    side: 1,
    cells: ["4A2", "4A3", "4A5", "4B1", "4B2"],
  },
] as const satisfies { ledger: string; name: string; side: -1 | 1; cells: Cell[] }[];

/** Returns the lines of a period's comparison. */
export function buildProof(books: ProofBooks): ProofLine[] {
  const ofLedgers = LEDGERS.flatMap((of) => TAX_HEADS.map((head) => ledgerLine(books, of, head)));
  return [...ofLedgers, ...sectionLines(books.gstr1), ...hsnLines(books.gstr1)].filter(
    ({ returnsPaise, ledgersPaise, reasons }) =>
      returnsPaise !== 0 || ledgersPaise !== 0 || reasons.length > 0,
  );
}

/** Returns the difference that no reason explains. */
export const computeUnexplained = ({ returnsPaise, ledgersPaise, reasons }: ProofLine): number =>
  ledgersPaise - returnsPaise - reasons.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

function ledgerLine(
  books: ProofBooks,
  { ledger, name, side, cells }: (typeof LEDGERS)[number],
  head: TaxHead,
): ProofLine {
  const { gstr1, tables } = books;
  const { "3.1a": taxed, "3.1b": zero } = buildGstr3b(gstr1);
  const returns = {
    output: taxed[head] + zero[head],
    rcm: tables["3.1d"][head],
    input: tables["4C"][head],
  }[ledger];
  const id = `${ledger}_${head}`;
  const some: readonly Cell[] = cells;
  const reasons = [
    ...books.entries.filter(({ cell }) => some.includes(cell)).flatMap(listReasons(books, head)),
    ...(ledger === "output" ? documentReasons(books, head) : []),
    ...(ledger === "input" ? portalReasons(books.credits, head) : []),
    ...books.others
      .filter((one) => one.ledger === id)
      .map(({ paise, ledger: _, ...one }) => ({ ...one, amountPaise: (side * paise) as Paise })),
  ].filter(({ amountPaise }) => amountPaise !== 0);
  const ledgers = (side * (books.moved.get(id) ?? 0)) as Paise;
  return { name, head, returnsPaise: returns as Paise, ledgersPaise: ledgers, reasons };
}

/** Explains an entry posted outside its return's period, or one that moves no ledger. */
const listReasons =
  ({ gstr1: { books } }: ProofBooks, head: TaxHead) =>
  (entry: TaxEntry): ProofReason[] => {
    const { period } = books;
    const isReturned = entry.period === period.label;
    const isIn = entry.posted >= period.dateFrom && entry.posted <= period.dateTo;
    const isPosted = isIn && entry.against !== "";
    if (isReturned === isPosted) return [];
    const sign = (isPosted ? 1 : -1) * (entry.cell.startsWith("4B") ? -1 : 1);
    const amount = (sign * entry[head]) as Paise;
    const reason = entry.against === "" ? NOT_POSTED : entry.reason;
    return [{ document: entry.document, number: entry.number, amountPaise: amount, reason }];
  };

const NOT_POSTED = "before the tax book, or posted with the filing";

const AMENDED = "amended after filing";

/** Explains documents reported in another period than their date's. */
function documentReasons({ gstr1, booked }: ProofBooks, head: TaxHead): ProofReason[] {
  const reported = new Set(gstr1.placed.map(({ document }) => document.id));
  const dated = new Set(booked.map(({ id }) => id));
  const late = gstr1.placed
    .filter(({ document }) => !dated.has(document.id))
    .map((one) => ({
      document: one.document.id,
      number: one.document.number,
      amountPaise: -computeNet(one)[head] as Paise,
      reason: one.section === "amended" ? AMENDED : "late: its month was filed",
    }));
  const elsewhere = booked
    .filter(({ id }) => !reported.has(id))
    .map(({ id: document, number, [head]: amount }) => ({
      document,
      number,
      amountPaise: amount,
      reason: "reported in another return",
    }));
  const restated = gstr1.placed
    .filter(({ document }) => gstr1.books.restated.includes(document.id))
    .map((one) => {
      const now = booked.find(({ id }) => id === one.document.id)?.[head] ?? 0;
      const amount = (now - computeNet(one)[head]) as Paise;
      const { id: document, number } = one.document;
      return { document, number, amountPaise: amount, reason: AMENDED };
    });
  return [...late, ...elsewhere, ...restated];
}

/** Explains credit of imports and from distributors, which is in no bill. */
function portalReasons(credits: PortalCredit[], head: TaxHead): ProofReason[] {
  return credits
    .filter(({ isAvailable }) => isAvailable)
    .map((credit) => ({
      document: "",
      number: credit.table.toUpperCase(),
      amountPaise: -credit[head] as Paise,
      reason: "only in GSTR-2B: imports, input service distributor",
    }));
}

/** Compares the tables of GSTR-1 with 3.1 of GSTR-3B. */
function sectionLines(gstr1: Gstr1): ProofLine[] {
  const { "8": nil, "11B": adjusted, ...tables } = summarizeGstr1(gstr1);
  const three = buildGstr3b(gstr1);
  const all = Object.entries(tables);
  const ownClients = gstr1.placed.filter(({ document }) => document.reverseCharge);
  const part = (of: keyof Amounts): ProofLine => {
    const sections = all.reduce((sum, [, table]) => sum + table[of], 0) - adjusted[of];
    const theirs = ownClients.reduce(
      (sum, { groups, sign }) => sum + sign * groups.reduce((tax, group) => tax + group[of], 0),
      0,
    );
    const isValue = of === "taxable";
    const untaxed = isValue ? nil.NIL + nil.EXEMPT + nil.NON_GST : -theirs;
    const returned =
      three["3.1a"][of] +
      three["3.1b"][of] +
      (isValue ? three["3.1c"].taxable + three["3.1e"].taxable : 0);
    return {
      name: "Tables of GSTR-1 and 3.1 of GSTR-3B",
      head: isValue ? "" : of,
      reasons: [],
      returnsPaise: returned as Paise,
      ledgersPaise: (sections + untaxed) as Paise,
    };
  };
  return (["taxable", ...TAX_HEADS] as const).map(part);
}

/** Compares table 12 with the documents, for each half. */
function hsnLines({ placed, hsn }: Gstr1): ProofLine[] {
  return (["b2b", "b2c"] as const).flatMap((half) =>
    (["taxable", ...TAX_HEADS] as const).map((of): ProofLine => {
      const own = placed.filter(
        ({ document }) => (half === "b2b") === (document.buyer.gstin !== ""),
      );
      const sum = (lines: Amounts[]) => lines.reduce((all, line) => all + line[of], 0);
      const documents = own.reduce(
        (all, { document, sign }) => all + sign * sum(document.lines),
        0,
      );
      const uncoded = own.flatMap(({ document, sign }) => {
        const missing = document.lines.filter(({ hsnSac }) => hsnSac.trim() === "");
        const amount = (sign * sum(missing)) as Paise;
        const { id, number } = document;
        return amount === 0
          ? []
          : [{ document: id, number, amountPaise: amount, reason: "no HSN or SAC" }];
      });
      return {
        name: `Table 12, ${half === "b2b" ? "clients with a GSTIN" : "other clients"}`,
        head: of === "taxable" ? "" : of,
        returnsPaise: sum(hsn[half]) as Paise,
        ledgersPaise: documents as Paise,
        reasons: uncoded,
      };
    }),
  );
}

/** The comparison for the API and screens. */
export interface ProofView {
  period: string;
  /** Whether every difference has a reason. */
  agrees: boolean;
  lines: {
    name: string;
    head: TaxHead | "";
    returns: Rupees;
    ledgers: Rupees;
    difference: Rupees;
    /** Difference without a reason. */
    unexplained: Rupees;
    reasons: { document: string; number: string; amount: Rupees; reason: string }[];
  }[];
}

export function showProof(period: string, lines: ProofLine[]): ProofView {
  return {
    period,
    agrees: lines.every((line) => computeUnexplained(line) === 0),
    lines: lines.map((line) => ({
      name: line.name,
      head: line.head,
      returns: toRupees(line.returnsPaise),
      ledgers: toRupees(line.ledgersPaise),
      difference: toRupees((line.ledgersPaise - line.returnsPaise) as Paise),
      unexplained: toRupees(computeUnexplained(line) as Paise),
      reasons: line.reasons.map(({ document, number, amountPaise, reason }) => ({
        document,
        number,
        amount: toRupees(amountPaise),
        reason,
      })),
    })),
  };
}

/** A tax entry in the API: a document's amounts in a cell of a return. */
export interface EntryView {
  document: string;
  number: string;
  /** Cell of GSTR-3B, such as `3.1a` or `4A5`. */
  cell: Cell | "3.1b";
  /** Table of GSTR-1, or "". */
  table: string;
  due: string;
  posted: string;
  taxable: Rupees;
  igst: Rupees;
  cgst: Rupees;
  sgst: Rupees;
  cess: Rupees;
  reason: string;
}

const convertToRupees = (one: Amounts & { cess?: Paise }) => ({
  taxable: toRupees(one.taxable),
  igst: toRupees(one.igst),
  cgst: toRupees(one.cgst),
  sgst: toRupees(one.sgst),
  cess: toRupees(one.cess ?? (0 as Paise)),
});

/** Returns all entries of a period: sales documents by table, and the tax book's other entries. */
export function showEntries(gstr1: Gstr1, entries: TaxEntry[]): EntryView[] {
  const late = new Set(gstr1.books.late);
  const documents = gstr1.placed
    .filter(({ table }) => table !== undefined)
    .map((one): EntryView => {
      const { id: document, number, date, supply } = one.document;
      return {
        document,
        number,
        due: one.document.due,
        posted: date,
        table: one.table ?? "",
        cell: supply === "REGULAR" ? "3.1a" : "3.1b",
        ...convertToRupees(computeNet(one)),
        reason: late.has(document) ? "late: its month was filed" : "",
      };
    });
  const others = entries.map(({ document, number, cell, section: table, due, posted, ...one }) => ({
    document,
    number,
    cell,
    table,
    due,
    posted,
    ...convertToRupees(one),
    reason: one.reason,
  }));
  return [...documents, ...others];
}
