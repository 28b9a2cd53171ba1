import { type CalendarDate, formatDate } from "../../domain/dates.ts";
import type { Figures, Gstr3bShown } from "../../domain/gst/returns/filings.ts";
import { findState, printedState } from "../../domain/gst/states.ts";
import { inr } from "./amounts.ts";
import { INK } from "./ink.ts";
import { breakBefore, figures, heading, letterhead, pages, SMALL, text, titles } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { type Column, table } from "./table.ts";

export interface Gstr3bReport {
  agencyName: string;
  gstNumber: string;
  location: string;
  shown: Gstr3bShown;
  /** At the foot, and the document's own date: the same input gives the same bytes. */
  generatedOn: CalendarDate;
}

/** GSTR-3B as one page to pay by: what was supplied, what falls due, and by when. */
export function gstr3bPaper(report: Gstr3bReport, logo?: Uint8Array): Definition {
  const { agencyName, gstNumber, location, shown, generatedOn } = report;
  const { name, payable, due } = shown;
  return {
    title: `GSTR-3B of ${agencyName}, ${name}`,
    author: agencyName,
    madeOn: new Date(`${generatedOn}T00:00:00Z`),
    logo,
    ...pages(agencyName, `GSTR-3B, ${name}`, `Generated on ${formatDate(generatedOn)} by bahi`),
    breakBefore,
    content: [
      ...letterhead(
        {
          ...{ name: agencyName, facts: location.split("\n"), gstin: gstNumber },
          hasLogo: logo !== undefined,
        },
        titles("GSTR-3B", name, [text(statusWords(shown), SMALL)]),
      ),
      figures([
        { label: "Due", amount: formatDate(due), color: INK.text },
        { label: "Tax due before credit", amount: inr(payable.total), color: INK.text },
        { label: "Interest and late fee", amount: inr(latenessOf(shown)), color: INK.text },
      ]),
      heading("3.1 Outward supplies", 100),
      suppliesOf(shown),
      ...acrossOf(shown),
      heading("Tax due by head, in whole rupees", 80),
      headsOf(shown),
      ...NOTES.map((note) => text(note, SMALL, { margin: [0, 5, 0, 0] })),
    ],
  };
}

const NOTES = [
  "Input tax credit is not taken off: enter it on the portal, which then says what is paid in cash.",
  "The portal fills table 3 from GSTR-1. Interest and late fee are estimates; the portal reckons its own.",
];

const statusWords = ({ filing }: Gstr3bShown) =>
  filing ? `Filed on ${formatDate(filing.date)}, ARN ${filing.arn}` : "Not filed yet";

const latenessOf = ({ interest, lateFee }: Gstr3bShown): number => {
  const all = [interest.igst, interest.cgst, interest.sgst, lateFee.cgst, lateFee.sgst];
  return all.reduce((sum, rupees) => sum + Math.round(rupees * 100), 0) / 100;
};

const SUPPLIES = [
  ["3.1a", "(a) Taxable, other than zero rated, nil rated and exempt"],
  ["3.1b", "(b) Zero rated: exports and SEZ"],
  ["3.1c", "(c) Nil rated and exempt"],
  ["3.1e", "(e) Outside GST"],
] as const;

type Row = Figures & { words: string };

function suppliesOf({ tables, reverseCharge }: Gstr3bShown): Content {
  const rows: Row[] = SUPPLIES.map(([key, words]) => ({ words, ...tables[key] }));
  if (reverseCharge) {
    const none = { igst: 0, cgst: 0, sgst: 0 };
    rows.splice(1, 0, { words: "of which under reverse charge", taxable: reverseCharge, ...none });
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

function acrossOf({ tables }: Gstr3bShown): Content[] {
  const { unregistered, composition, uin } = tables["3.2"];
  const rows = [
    ...unregistered.map((row) => ({ ...row, to: "without GSTIN" })),
    ...composition.map((row) => ({ ...row, to: "composition dealers" })),
    ...uin.map((row) => ({ ...row, to: "UIN holders" })),
  ].map(({ to, pos, taxable, igst }): Row => {
    const state = findState(pos);
    return {
      words: `${state ? printedState(state) : pos}, ${to}`,
      taxable,
      igst,
      cgst: 0,
      sgst: 0,
    };
  });
  if (rows.length === 0) return [];
  return [heading("3.2 Of that to other States", 80), sheet(rows, ["taxable", "igst"])];
}

function headsOf({ payable, interest, lateFee }: Gstr3bShown): Content {
  const row = (words: string, igst: number, cgst: number, sgst: number): Row => ({
    ...{ words, taxable: 0, igst, cgst, sgst },
  });
  const rows = [
    row("Tax", payable.igst, payable.cgst, payable.sgst),
    row(`Interest for ${interest.days} days`, interest.igst, interest.cgst, interest.sgst),
    row("Late fee", 0, lateFee.cgst, lateFee.sgst),
  ];
  return sheet(interest.days > 0 ? rows : rows.slice(0, 1), ["igst", "cgst", "sgst"]);
}
