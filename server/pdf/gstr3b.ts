import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { type CalendarDate, formatDate } from "../../domain/dates.ts";
import { COMMON_CREDIT, type Figures, type Gstr3bView } from "../../domain/gst/returns/filings.ts";
import { toSettlementRows } from "../../domain/gst/returns/settlementRows.ts";
import { findState, formatState } from "../../domain/gst/states.ts";
import { roundToPaise } from "../../domain/money.ts";
import { inr } from "./amounts.ts";
import { INK } from "./ink.ts";
import {
  breakBefore,
  figures,
  formatFoot,
  heading,
  letterhead,
  pages,
  SMALL,
  text,
  titles,
} from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { type Column, table } from "./table.ts";

export interface Gstr3bReport {
  agencyName: string;
  gstNumber: string;
  location: string;
  shown: Gstr3bView;
  /** The footer's date and the PDF's own date, so that the same input gives the same bytes. */
  generatedOn: CalendarDate;
  /** The audit log's checkpoint, printed in the footer. */
  head: Checkpoint;
}

/** Lays out GSTR-3B as one page for the payment: supplies, tax payable and due date. */
export function layOutGstr3b(report: Gstr3bReport, logo?: Uint8Array): Definition {
  const { agencyName, gstNumber, location, shown, generatedOn } = report;
  const { name, payable, toPay, due, isProvisional } = shown;
  return {
    title: `GSTR-3B for ${agencyName}, ${name}`,
    author: agencyName,
    madeOn: new Date(`${generatedOn}T00:00:00Z`),
    logo,
    ...pages(agencyName, `GSTR-3B, ${name}`, formatFoot(report)),
    breakBefore,
    content: [
      ...letterhead(
        {
          name: agencyName,
          facts: location.split("\n"),
          gstin: gstNumber,
          hasLogo: logo !== undefined,
        },
        titles("GSTR-3B", name, [text(statusWords(shown), SMALL)]),
      ),
      figures([
        { label: "Due", amount: formatDate(due), color: INK.text },
        { label: "Tax before credit", amount: inr(payable.total), color: INK.text },
        { label: "Estimated cash payment", amount: inr(toPay.total), color: INK.text },
        {
          label: "Late charges, with the next return",
          amount: inr(sumLateCharges(shown)),
          color: INK.text,
        },
      ]),
      heading("3.1 Outward supplies, and inward supplies under reverse charge", 100),
      layOutSupplies(shown),
      ...layOutInterstateSupplies(shown),
      heading("4 Input tax credit", 120),
      layOutCredit(shown),
      heading("Tax by head", 80),
      layOutHeads(shown),
      ...[
        ...(isProvisional ? [PROVISIONAL] : []),
        ...(shown.tables["3.1c"].taxable > 0 ? [COMMON_CREDIT] : []),
        ...NOTES,
      ].map((note) => text(note, SMALL, { margin: [0, 5, 0, 0] })),
    ],
  };
}

const PROVISIONAL =
  "Provisional: no GSTR-2B is loaded for the period, so table 4 comes from your books.";
const NOTES = [
  "The cash payment is an estimate; the final amount depends on the portal’s ledgers.",
  "The portal fills table 3 from GSTR-1. Interest and late fee are estimates; the portal calculates its own.",
];

const statusWords = ({ filing }: Gstr3bView) =>
  filing ? `Filed on ${formatDate(filing.date)}, ARN ${filing.arn}` : "Not filed yet";

const sumLateCharges = ({ interest, lateFee }: Gstr3bView): number => {
  const all = [interest.igst, interest.cgst, interest.sgst, lateFee.cgst, lateFee.sgst];
  return all.reduce((sum, rupees) => sum + roundToPaise(rupees), 0) / 100;
};

const SUPPLIES = [
  ["3.1a", "(a) Taxable, other than zero rated, nil rated and exempt"],
  ["3.1b", "(b) Zero rated: exports and SEZ"],
  ["3.1c", "(c) Nil rated and exempt"],
  ["3.1d", "(d) Inward supplies under reverse charge"],
  ["3.1e", "(e) Non-GST supplies"],
] as const;

type Row = Figures & { words: string };

function layOutSupplies({ tables, reverseCharge }: Gstr3bView): Content {
  const rows: Row[] = SUPPLIES.map(([key, words]) => ({ words, ...tables[key] }));
  if (reverseCharge) {
    const none = { igst: 0, cgst: 0, sgst: 0 };
    rows.splice(1, 0, { words: "included: under reverse charge", taxable: reverseCharge, ...none });
  }
  return sheet(rows, ["taxable", "igst", "cgst", "sgst"]);
}

const HEADS = { taxable: "Taxable value", igst: "IGST", cgst: "CGST", sgst: "SGST" };

function sheet(rows: Row[], heads: (keyof Figures)[]): Content {
  const wide: Column<Row> = { head: "", text: ({ words }) => words, isLeft: true };
  const columns = heads.map(
    (head): Column<Row> => ({
      head: HEADS[head],
      text: (row) => (row[head] === 0 ? "–" : inr(row[head])),
    }),
  );
  return table([wide, ...columns], rows, { wide, room: 150 });
}

function layOutInterstateSupplies({ tables }: Gstr3bView): Content[] {
  const { unregistered, composition, uin } = tables["3.2"];
  const rows = [
    ...unregistered.map((row) => ({ ...row, to: "without GSTIN" })),
    ...composition.map((row) => ({ ...row, to: "composition dealers" })),
    ...uin.map((row) => ({ ...row, to: "UIN holders" })),
  ].map(({ to, pos, taxable, igst }): Row => {
    const state = findState(pos);
    return {
      words: `${state ? formatState(state) : pos}, ${to}`,
      taxable,
      igst,
      cgst: 0,
      sgst: 0,
    };
  });
  if (rows.length === 0) return [];
  return [heading("3.2 Of that to other States", 80), sheet(rows, ["taxable", "igst"])];
}

const CREDIT = [
  ["4A1", "A(1) Import of goods"],
  ["4A2", "A(2) Import of services"],
  ["4A3", "A(3) Reverse charge"],
  ["4A4", "A(4) Input service distributor"],
  ["4A5", "A(5) All other ITC"],
  ["4B1", "B(1) ITC reversed: section 17(5)"],
  ["4B2", "B(2) ITC reversed: others (not in GSTR-2B, unpaid for 180 days)"],
  ["4C", "C Net ITC available"],
  ["4D1", "D(1) ITC reclaimed, reversed before in 4(B)(2)"],
  ["4D2", "D(2) Ineligible ITC: time limit, place of supply"],
] as const;

/** Leaves out empty rows, except row C, the net credit. */
function layOutCredit({ tables }: Gstr3bView): Content {
  const rows = CREDIT.map(([key, words]): Row => ({ words, taxable: 0, ...tables[key] }));
  const some = rows.filter(
    ({ igst, cgst, sgst, words }) => igst || cgst || sgst || words[0] === "C",
  );
  return sheet(some, ["igst", "cgst", "sgst"]);
}

function layOutHeads(shown: Gstr3bView): Content {
  const rows = toSettlementRows(shown).map(
    ({ words, heads }): Row => ({ words, taxable: 0, ...heads }),
  );
  return sheet(rows, ["igst", "cgst", "sgst"]);
}
