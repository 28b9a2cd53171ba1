import encodeQR from "qr";
import type { BankDetails } from "../../../domain/invoiceSettings.ts";
import type { Invoice } from "../../../domain/invoices.ts";
import { type Paise, toPaise } from "../../../domain/money.ts";
import { upiLink } from "../../../domain/upi.ts";
import { style, WIDTH } from "../opening.ts";
import { INK, LEFT, RIGHT, type Sheet } from "../sheet.ts";
import type { Line } from "../type.ts";
import type { Flow } from "./flow.ts";

// Where to pay, what was agreed, and who signs.

const LABEL = style(7.5, INK.faint);
const VALUE = style(8.5, INK.text);
const SMALL = style(8, INK.quiet);
const HEAD = style(8.5, INK.text, "semibold");
const SIGNATURE = style(8.5, INK.text, "semibold");

/** 25 mm at least, so that a phone reads it from paper. */
const QR = 84;
const BLOCK = 97;

/** Bank details, the UPI code of what is owed, and the place to sign: on one page, all of it. */
export async function drawPayTo(flow: Flow, invoice: Invoice): Promise<void> {
  const { sheet } = flow;
  await flow.need(BLOCK + 10);
  sheet.box(INK.line, LEFT, flow.y, WIDTH, 0.6);
  const top = flow.y + 10;
  const isOpen = invoice.status !== "CANCELLED" && invoice.balance > 0;
  const link = isOpen ? linkOf(invoice) : undefined;
  const x = link ? LEFT + QR + 14 : LEFT;
  if (link) {
    drawQr(sheet, link, LEFT - 6, top - 6, QR + 8);
    sheet.put(sheet.type.line("Scan to pay by UPI", LABEL), LEFT, top + QR + 8);
  }
  drawBank(sheet, invoice.supplier.bankDetails, x, top);
  drawSignature(sheet, invoice, top);
  flow.y = top + BLOCK;
}

function linkOf({ supplier, invoiceNumber, balance, received, tds }: Invoice): string | undefined {
  const { upi, accountName } = supplier.bankDetails;
  return upiLink({
    upi,
    payee: accountName || supplier.agencyName,
    invoiceNumber,
    balance: toPaise(balance) as Paise,
    isPartlyPaid: received > 0 || tds > 0,
  });
}

/** Level M, with its quiet zone of four modules. */
function drawQr(sheet: Sheet, text: string, x: number, y: number, side: number): void {
  const rows = encodeQR(text, "raw", { ecc: "medium", encoding: "byte", border: 4 });
  const module = side / rows.length;
  for (const [n, row] of rows.entries()) {
    for (let from = row.indexOf(true); from !== -1; from = row.indexOf(true, from)) {
      const end = row.indexOf(false, from);
      const to = end === -1 ? row.length : end;
      sheet.box(INK.black, x + from * module, y + n * module, (to - from) * module, module);
      from = to;
    }
  }
}

function drawBank(sheet: Sheet, bank: BankDetails, x: number, top: number): void {
  const facts = [
    ["Account name", bank.accountName],
    ["Account number", bank.accountNo],
    ["Bank", [bank.bankName, bank.branch].filter(Boolean).join(", ")],
    ["IFSC", bank.ifsc],
    ["UPI", bank.upi],
  ].filter(([, text]) => text);
  if (facts.length === 0) return;

  sheet.put(sheet.type.line("Pay to", HEAD), x, top + 8);
  let y = top + 23;
  for (const [label = "", text = ""] of facts) {
    sheet.put(sheet.type.line(label, LABEL), x, y);
    for (const line of sheet.type.wrap(text, VALUE, RIGHT - 180 - x - 70, 2)) {
      sheet.put(line, x + 70, y);
      y += 11;
    }
    y += 3;
  }
}

function drawSignature(sheet: Sheet, { supplier }: Invoice, top: number): void {
  const { type } = sheet;
  for (const [n, line] of type.wrap(`For ${supplier.agencyName}`, SIGNATURE, 165, 2).entries()) {
    sheet.put(line, RIGHT, top + 8 + n * 11, "right");
  }
  sheet.box(INK.strong, RIGHT - 150, top + QR - 4, 150, 0.6);
  sheet.put(type.line("Authorised Signatory", LABEL), RIGHT, top + QR + 8, "right");
}

const REMARK_LEADING = 11;
/** So many lines of each stand side by side. */
const SHORT = 10;

/** Notes and terms, line by line as they were written, over as many pages as they take. */
export async function drawRemarks(flow: Flow, { notes, terms }: Invoice): Promise<void> {
  const remarks = [
    { head: "Notes", text: notes },
    { head: "Terms & Conditions", text: terms },
  ].filter(({ text }) => text);
  const half = (WIDTH - 24) / 2;
  const halves = remarks.map(({ head, text }) => ({ head, lines: linesOf(flow, text, half) }));
  if (halves.every(({ lines }) => lines.length <= SHORT))
    return drawBeside(flow, halves, half + 24);

  for (const { head, text } of remarks) {
    await flow.need(40);
    flow.y += 8;
    await flow.lines([flow.sheet.type.line(head, HEAD)], LEFT, 13);
    await flow.lines(linesOf(flow, text, WIDTH), LEFT, REMARK_LEADING);
  }
}

function linesOf({ sheet }: Flow, text: string, width: number): Line[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines = sheet.type.wrap(paragraph, SMALL, width, 5_000);
    return lines.length > 0 ? lines : [sheet.type.line("", SMALL)];
  });
}

async function drawBeside(
  flow: Flow,
  remarks: { head: string; lines: Line[] }[],
  step: number,
): Promise<void> {
  const most = Math.max(0, ...remarks.map(({ lines }) => lines.length));
  await flow.need(20 + most * REMARK_LEADING);
  const { sheet } = flow;
  for (const [n, { head, lines }] of remarks.entries()) {
    const x = LEFT + n * step;
    sheet.put(sheet.type.line(head, HEAD), x, flow.y + 16);
    for (const [at, line] of lines.entries()) {
      sheet.put(line, x, flow.y + 29 + at * REMARK_LEADING);
    }
  }
}
