import type { Checkpoint } from "../../domain/agencies/checkpoints.ts";
import { type CalendarDate, formatDate } from "../../domain/dates.ts";
import { cellText, type Sheet, type SheetRow } from "../../domain/ledger/sheet.ts";
import { INK } from "./ink.ts";
import {
  formatFoot,
  LANDSCAPE,
  layOutColumns,
  letterhead,
  lines,
  pages,
  SMALL,
  space,
  text,
  titles,
  VALUE,
  WIDTH,
} from "./kit.ts";
import { type Content, type Definition, ruler } from "./maker.ts";
import { type Style, style } from "./type.ts";

export interface StatementReport {
  agencyName: string;
  gstNumber: string;
  location: string;
  sheet: Sheet;
  /** The footer's date and the PDF's own date, so that the same input gives the same bytes. */
  generatedOn: CalendarDate;
  /** The audit log's checkpoint, printed in the footer. */
  head: Checkpoint;
}

/** Lays out a report on A4, in landscape if it has many columns. */
export function layOutStatement(report: StatementReport, logo?: Uint8Array): Definition {
  const { agencyName, gstNumber, location, sheet, generatedOn } = report;
  const { title, of, period, about, notes, isSigned, isWide = false } = sheet;
  const width = isWide ? LANDSCAPE : WIDTH;
  const what = of ? `${title}, ${of}` : title;
  return {
    title: `${what} of ${agencyName}, ${period}`,
    author: agencyName,
    madeOn: new Date(`${generatedOn}T00:00:00Z`),
    logo,
    isLandscape: isWide,
    ...pages(agencyName, `${what}, ${period}`, formatFoot(report), width),
    content: [
      ...letterhead(
        {
          name: agencyName,
          facts: location.split("\n"),
          gstin: gstNumber,
          hasLogo: logo !== undefined,
        },
        titles(title, period, [
          ...(of ? lines(of, VALUE, 190, 2) : []),
          ...lines(about, SMALL, 190, 2),
        ]),
        width,
      ),
      layOutRows(sheet, width),
      space(8),
      ...notes.flatMap((note) => lines(note, SMALL, width, 6)),
      ...(isSigned ? signatures(agencyName, width) : []),
    ],
  };
}

const HEAD = style(7, INK.quiet, "semibold");
const SIZES = [8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5];
const GAP = 9;
/** The least width for names. */
const ROOM = 130;
const INDENTS: Partial<Record<SheetRow["level"], number>> = { ledger: 12 };
const STRONG: SheetRow["level"][] = ["line", "sum", "total"];

function layOutRows({ first, isDated, heads, rows }: Sheet, width: number): Content {
  const widthsAt = (size: number) =>
    heads.map(({ name }, at) => {
      const words = rows.map(({ cells }) =>
        ruler.width(cellText(cells[at]), style(size, INK.text, "semibold")),
      );
      return Math.min(Math.max(ruler.width(name, HEAD), ...words), 150) + GAP;
    });
  const days = isDated ? [ruler.width("30 Sep 2026", style(8.5)) + GAP] : [];
  const restAt = (size: number) =>
    [...days, ...widthsAt(size)].reduce((left, one) => left - one, width);
  const size = SIZES.find((one) => restAt(one) >= ROOM) ?? (SIZES.at(-1) as number);
  const rest = Math.max(restAt(size), 60);
  const widths = widthsAt(size);

  const headRow = [
    ...(isDated ? [text("Date", HEAD)] : []),
    text(first, HEAD),
    ...heads.map(({ name, isText }) => text(name, HEAD, isText ? {} : { alignment: "right" })),
  ];
  const body = rows.map((row) => {
    const look = chooseStyle(row, size);
    const figures = heads.map(({ isText }, at) => {
      const words = cellText(row.cells[at]);
      if (!isText) return text(words, look, { alignment: "right" });
      return { stack: lines(words, look, (widths[at] ?? 0) - GAP, 2) };
    });
    return [
      ...(isDated ? [text(row.date ? formatDate(row.date) : "", look)] : []),
      layOutName(row, size, rest),
      ...figures,
    ];
  });
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: [...days, rest, ...widths.map((one) => one - GAP)],
      body: [headRow, ...body],
    },
    layout: {
      hLineWidth: (n: number) => lineAbove(rows, n),
      hLineColor: () => INK.text,
      vLineWidth: () => 0,
      paddingLeft: (n: number) => (n > days.length ? GAP : 0),
      paddingRight: () => 0,
      paddingTop: (n: number) => (rows[n - 1]?.level === "part" ? 7 : 2.2),
      paddingBottom: () => 2.2,
    },
  };
}

/** Returns the width of the rule above row `n` of the table; the header is row 0. */
function lineAbove(rows: SheetRow[], n: number): number {
  if (n === 1) return 0.8;
  const above = rows[n - 2]?.level;
  const below = rows[n - 1]?.level;
  if (above === "total") return 1.2;
  return below === "total" ? 0.8 : below === "sum" ? 0.4 : 0;
}

const chooseStyle = ({ level }: SheetRow, size: number): Style =>
  STRONG.includes(level)
    ? style(size, INK.text, level === "line" ? "regular" : "semibold")
    : style(size, level === "part" ? INK.quiet : INK.text);

function layOutName(row: SheetRow, size: number, rest: number): Content {
  const { level, name, note } = row;
  const indent = INDENTS[level] ?? 0;
  const look = style(
    Math.max(size, 7),
    level === "part" ? INK.quiet : INK.text,
    STRONG.includes(level) ? "semibold" : "regular",
  );
  const words = lines(name, look, rest - indent, 3);
  const below = note ? lines(note, style(Math.max(size - 1, 6), INK.quiet), rest - indent, 2) : [];
  return { stack: [...words, ...below], margin: [indent, 0, 0, 0] };
}

const signatures = (agencyName: string, width: number): Content[] => [
  space(34),
  {
    unbreakable: true,
    ...layOutColumns(
      [
        [width / 2 - 10, lines(`For ${agencyName}`, VALUE, width / 2 - 10, 2)],
        [
          width / 2 - 10,
          [
            text("As per our report of even date", VALUE, { alignment: "right" }),
            text("Chartered Accountants", SMALL, { alignment: "right", margin: [0, 34, 0, 0] }),
            text("Membership No., UDIN", SMALL, { alignment: "right" }),
          ],
        ],
      ],
      20,
    ),
  },
];
