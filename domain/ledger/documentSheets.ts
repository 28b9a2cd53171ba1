import { pluralize } from "../counts.ts";
import { type DateRange, formatDate, formatRange } from "../dates.ts";
import { FAMILY_OF } from "../documents/kinds.ts";
import { type RupeeSum, toChartNumber } from "../money.ts";
import type { ByParty, DayBook, PartyAmount, Register, RegisterFigures } from "./registers.ts";
import {
  isEqual,
  ledgerPage,
  type Sheet,
  type SheetCell,
  type SheetRow,
  sourcePage,
} from "./sheet.ts";

// Sheets of the registers, the day book, and income and expenses by party.

const figureCells = ({ taxable, cgst, sgst, igst, other, total }: RegisterFigures): SheetCell[] => [
  ...[taxable, cgst, sgst, igst, other, total],
];

const PAGES = { INVOICES: "/invoices/", NOTES: "/notes/", BILLS: "/bills/" } as const;

/** Returns the sheet of a register's page. The total is that of all pages. */
export function registerSheet(of: "purchases" | "sales", report: Register): Sheet {
  const { dateFrom, dateTo, rows, total, documents, page, totalPages } = report;
  const isLast = page >= totalPages;
  const totalRow: SheetRow = {
    level: "total",
    name: pluralize(documents, "document"),
    cells: ["", "", ...figureCells(total)],
  };
  return {
    title: of === "sales" ? "Sales register" : "Purchase register",
    period: formatRange({ dateFrom, dateTo }),
    about: "Credit notes are negative; in rupees",
    first: "Number",
    isDated: true,
    isWide: true,
    heads: [
      { name: of === "sales" ? "Client" : "Vendor", isText: true, phone: "below" },
      { name: "GSTIN", isText: true },
      { name: "Taxable value" },
      { name: "CGST" },
      { name: "SGST" },
      { name: "IGST" },
      { name: of === "sales" ? "Round off" : "Cess and round off" },
      { name: "Total", phone: "main" },
    ],
    rows: [
      ...rows.map((row): SheetRow => {
        const folder = PAGES[FAMILY_OF[row.kind] as keyof typeof PAGES];
        return {
          level: "entry",
          name: row.isCancelled ? `${row.number}, cancelled` : row.number,
          date: row.date,
          href: `${folder}${row._id}`,
          cells: [row.party, row.gstin, ...figureCells(row)],
        };
      }),
      ...(isLast ? [totalRow] : []),
    ],
    notes: [],
  };
}

const PARTY_WORDS = {
  clients: {
    title: "Income by client",
    first: "Client",
    documents: "Documents",
    others: "Without a client",
    list: "/invoices?clientId=",
    total: "Total income",
    about: "Without GST, by document date, in rupees",
  },
  vendors: {
    title: "Expenses by vendor",
    first: "Vendor",
    documents: "Documents",
    others: "Without a vendor",
    list: "/bills?status=ALL&vendorId=",
    total: "Total expenses",
    about: "Without input tax credit, by document date, in rupees",
  },
};

/** Returns the sheet of income by client or expenses by vendor, with each one's share of the total. */
export function byPartySheet(of: keyof typeof PARTY_WORDS, report: ByParty): Sheet {
  const { dateFrom, dateTo, rows, others, total, profitAndLoss } = report;
  const range = { dateFrom, dateTo };
  const words = PARTY_WORDS[of];
  const share = (amount: RupeeSum) => shareText(amount, total);
  const partyRow = ({ _id, name, documents, amount }: PartyAmount): SheetRow => ({
    level: "entry",
    name,
    href: `${words.list}${_id}&${toDates(range)}`,
    cells: [String(documents), amount, share(amount)],
  });
  return {
    title: words.title,
    period: formatRange(range),
    about: words.about,
    first: words.first,
    heads: [
      { name: words.documents, phone: "below" },
      { name: "Amount", phone: "main" },
      { name: "Share" },
    ],
    rows: [
      ...rows.map(partyRow),
      ...(others.length > 0 ? [{ level: "part" as const, name: words.others, cells: [] }] : []),
      ...others.map(
        ({ _id, name, amount }): SheetRow => ({
          level: "entry",
          name,
          href: ledgerPage(_id, range),
          cells: ["", amount, share(amount)],
        }),
      ),
      { level: "total", name: words.total, cells: ["", total, ""] },
    ],
    notes: [],
    proof: {
      isTrue: isEqual(total, profitAndLoss),
      words: "Agrees with Profit and loss",
      fault: "The total and Profit and loss differ",
    },
  };
}

const toDates = (range: DateRange) => new URLSearchParams({ ...range, preset: "custom" });

/** Formats `42.5%`; nothing if the total is not positive. */
function shareText(amount: RupeeSum, total: RupeeSum): string {
  const whole = toChartNumber(total);
  return whole > 0 ? `${((toChartNumber(amount) / whole) * 100).toFixed(1)}%` : "";
}

/** Returns the sheet of a page of the day book: each entry, then its ledgers. */
export function dayBookSheet({ dateFrom, dateTo, rows }: DayBook): Sheet {
  const isNone = (sum: RupeeSum) => isEqual(sum, 0);
  return {
    title: "Day book",
    period: dateFrom === dateTo ? formatDate(dateFrom) : formatRange({ dateFrom, dateTo }),
    about: "Every entry with its ledgers, in rupees",
    first: "Particulars",
    isDated: true,
    heads: [
      { name: "Type", isText: true, phone: "below" },
      { name: "Number", isText: true },
      { name: "Debit", phone: "main", mark: "Dr" },
      { name: "Credit", phone: "main", mark: "Cr" },
    ],
    rows: rows.flatMap((row): SheetRow[] => {
      const href = sourcePage(row.source, row.date);
      return [
        {
          level: "line",
          name: row.particulars.split("\n")[0] ?? "",
          date: row.date,
          ...(!row.particulars.includes(row.party) && { note: row.party }),
          ...(href && { href }),
          cells: [row.type, row.number, undefined, undefined],
        },
        ...row.lines.map(
          ({ ledger, debit, credit }): SheetRow => ({
            level: "ledger",
            name: ledger,
            href: ledgerPage(ledger, { dateFrom: row.date, dateTo: row.date }),
            cells: ["", "", isNone(debit) ? undefined : debit, isNone(credit) ? undefined : credit],
          }),
        ),
      ];
    }),
    notes: [],
  };
}
