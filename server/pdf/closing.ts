import encodeQR from "qr";
import type { BankDetails } from "../../domain/documents/invoiceSettings.ts";
import { INK } from "./ink.ts";
import {
  beside,
  drawing,
  facts,
  LABEL,
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

// What stands below the lines of an account: what it comes to, where to pay, who signs, and remarks.

export interface Sum {
  label: string;
  amount: string;
  /** What all above comes to: larger, and ruled off. */
  isTotal?: boolean;
}

const SUMS = 216;
const BESIDE = WIDTH - SUMS - 24;

/** What it comes to, on the right, and beside it whatever is said of that. */
export function sums(rows: Sum[], remarks: Content[]): Content {
  const amounts = rows.flatMap(({ label, amount, isTotal }) => {
    const look = isTotal
      ? fitStyle(ruler, amount, style(13, INK.text, "semibold"), SUMS - 80)
      : VALUE;
    const line = beside([
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
    ...beside(
      [
        [BESIDE, remarks],
        [SUMS, amounts],
      ],
      24,
    ),
    margin: [0, 8, 0, 4],
    unbreakable: true,
  };
}

/** Of what stands beside sums. */
export const remark = (label: string, words: string): Content[] => [
  text(label, LABEL),
  ...paragraphs(words, VALUE, BESIDE, REMARK_LINES),
];

/** Of an address, or of the advances that an invoice has used; beside the sums it stays on one page. */
const REMARK_LINES = 40;

/** A mm of paper in points. */
const MM = 72 / 25.4;
/** So large that a phone reads it from paper. */
const QR = 30 * MM;

/** Level M, with its quiet zone of four modules. */
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

/** Where to pay, by UPI where there is a link for that, and who signs: on one page, all of it. */
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
    ? // On a phone a tap takes the link.
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

/** The place to sign. */
export const signature = (
  signer: string,
  height: number,
  role = "Authorised Signatory",
): Content[] => [
  ...lines(`For ${signer}`, STRONG, 165, 2, { alignment: "right" }),
  rule(0.6, INK.strong, 150, { margin: [15, height, 0, 3] }),
  text(role, LABEL, { alignment: "right" }),
];

/** So many lines of each stand side by side. */
const SHORT = 10;

/** Notes, terms: side by side where they are short, else over as many pages as they take. */
export function remarks(rows: [head: string, words: string][]): Content[] {
  const said = rows.filter(([, words]) => words);
  const half = (WIDTH - 24) / 2;
  const [HEAD, MOST] = [style(8.5, INK.text, "semibold"), 5_000];
  const block = (width: number) =>
    said.map(([head, words]) => [
      text(head, HEAD, { margin: [0, 8, 0, 2] }),
      ...paragraphs(words, SMALL, width, MOST),
    ]);
  const halves = block(half);
  if (halves.some(({ length }) => length > SHORT + 1)) return block(WIDTH).flat();
  return halves.length > 0
    ? [
        {
          ...beside(
            halves.map((stack) => [half, stack]),
            24,
          ),
          unbreakable: true,
        },
      ]
    : [];
}
