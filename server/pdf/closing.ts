import encodeQR from "qr";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import { INK } from "./ink.ts";
import {
  drawing,
  facts,
  LABEL,
  layOutColumns,
  lines,
  paragraphs,
  QUIET,
  rule,
  SMALL,
  STRONG,
  text,
  VALUE,
  WIDTH,
} from "./kit.ts";
import { type Content, ruler } from "./maker.ts";
import type { Pen } from "./pen.ts";
import { fitStyle, style } from "./type.ts";

// The parts below the lines of a document: totals, bank details, signature and remarks.

export interface Sum {
  label: string;
  amount: string;
  /** Whether it is the grand total: larger, below a rule. */
  isTotal?: boolean;
}

const SUMS = 216;
const REMARKS = WIDTH - SUMS - 24;

/** Lays out totals on the right, with remarks about them on the left. */
export function sums(rows: Sum[], remarks: Content[]): Content {
  const amounts = rows.flatMap(({ label, amount, isTotal }) => {
    const look = isTotal
      ? fitStyle(ruler, amount, style(13, INK.text, "semibold"), SUMS - 80)
      : VALUE;
    const line = layOutColumns([
      [80, [text(label, isTotal ? STRONG : QUIET, { margin: [0, isTotal ? 4 : 0, 0, 0] })]],
      ["*", [text(amount, look, { alignment: "right" })]],
    ]);
    if (!isTotal) return [{ ...line, margin: [0, 0, 0, 2] }];
    const double = (pen: Pen) => [0, 2].map((y) => pen.box(INK.text, 0, y, SUMS, 0.7));
    return [
      rule(0.8, INK.text, SUMS, { margin: [0, 4, 0, 2] }),
      line,
      drawing(SUMS, 3, double, { margin: [0, 2, 0, 6] }),
    ];
  });
  return {
    ...layOutColumns(
      [
        [REMARKS, remarks],
        [SUMS, amounts],
      ],
      24,
    ),
    margin: [0, 8, 0, 4],
    unbreakable: true,
  };
}

/** A remark next to the totals. */
export const remark = (label: string, words: string): Content[] => [
  text(label, LABEL),
  ...paragraphs(words, VALUE, REMARKS, REMARK_LINES),
];

/**
 * The most lines of a remark, such as an address or the settled advances. With the totals it must fit on
 * one page.
 */
const REMARK_LINES = 40;

/** One millimetre in points. */
const MM = 72 / 25.4;
/** Large enough to scan from a printed page. */
const QR = 30 * MM;

/** Lays out a QR code of level M, with its quiet zone of four modules. */
export function qrCode(
  words: string,
  side: number,
  more: Content & { link?: string } = {},
): Content {
  const rows = encodeQR(words, "raw", { ecc: "medium", encoding: "byte", border: 4 });
  const module = side / rows.length;
  const draw = (pen: Pen) => {
    for (const [n, row] of rows.entries()) {
      for (let from = row.indexOf(true); from !== -1; from = row.indexOf(true, from)) {
        const end = row.indexOf(false, from);
        const to = end === -1 ? row.length : end;
        pen.box(INK.black, from * module, n * module, (to - from) * module, module);
        from = to;
      }
    }
  };
  return drawing(side, side, draw, more);
}

/**
 * Lays out the bank details, the UPI QR code if there is a link, and the signature, kept together on one
 * page.
 */
export function payBlock(bank: BankDetails, link: string | undefined, signer: string): Content {
  const details = facts(
    [
      ["Account name", bank.accountName],
      ["Account number", bank.accountNo],
      ["Bank", [bank.bankName, bank.branch].filter(Boolean).join(", ")],
      ["IFSC", bank.ifsc],
      ["UPI", bank.upi, link ? { link } : {}],
    ],
    70,
    WIDTH - QR - 14 - 175,
  );
  const code = link
    ? // On a phone, tapping the code opens the link.
      [qrCode(link, QR, { link, margin: [-6, -4, 0, 0] }), text("Scan or tap to pay by UPI", LABEL)]
    : [];
  const bankBlock =
    details.length > 0 ? [text("Pay to", STRONG, { margin: [0, 0, 0, 4] }), ...details] : [];
  return {
    columns: [
      ...(link ? [{ width: QR + 14, stack: code }] : []),
      { width: "*", stack: bankBlock },
      { width: 165, stack: signature(signer, QR - 34) },
    ],
    margin: [0, 16, 0, 0],
    unbreakable: true,
  };
}

/** Lays out the place for a signature. */
export const signature = (
  signer: string,
  height: number,
  role = "Authorised Signatory",
): Content[] => [
  ...lines(`For ${signer}`, STRONG, 165, 2, { alignment: "right" }),
  rule(0.6, INK.strong, 150, { margin: [15, height, 0, 3] }),
  text(role, LABEL, { alignment: "right" }),
];

/** Remarks of up to this many lines are placed side by side. */
const SHORT = 10;

/** Lays out notes and terms: side by side if short, otherwise across pages. */
export function remarks(rows: [head: string, words: string][]): Content[] {
  const filled = rows.filter(([, words]) => words);
  const half = (WIDTH - 24) / 2;
  const [HEAD, MOST] = [style(8.5, INK.text, "semibold"), 5_000];
  const block = (width: number) =>
    filled.map(([head, words]) => [
      text(head, HEAD, { margin: [0, 8, 0, 2] }),
      ...paragraphs(words, SMALL, width, MOST),
    ]);
  const halves = block(half);
  if (halves.some(({ length }) => length > SHORT + 1)) return block(WIDTH).flat();
  return halves.length > 0
    ? [
        {
          ...layOutColumns(
            halves.map((stack) => [half, stack]),
            24,
          ),
          unbreakable: true,
        },
      ]
    : [];
}
