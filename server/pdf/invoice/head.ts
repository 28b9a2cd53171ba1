import { formatDate } from "../../../domain/dates.ts";
import { type Invoice, type InvoiceStatus, titleOf } from "../../../domain/invoices.ts";
import { findState, printedState } from "../../../domain/states.ts";
import { drawSpine, style, WIDTH } from "../opening.ts";
import { INK, LEFT, PAGE, RIGHT, type Sheet } from "../sheet.ts";

// Who bills, who is billed, and the particulars of Rule 46 of the CGST Rules that stand beside them.

const NAME = style(15, INK.text, "semibold");
const SMALL = style(8, INK.quiet);
const TITLE = style(14, INK.brand, "semibold");
const NOTE = style(7.5, INK.faint);
const LABEL = style(7.5, INK.faint);
const VALUE = style(9, INK.text);
const STRONG = style(9, INK.text, "semibold");
const CLIENT = style(10.5, INK.text, "semibold");

const LOGO = 46;
const META = 190;

/** The first page's head. Answers where the next thing may begin. */
export function drawHead(sheet: Sheet, invoice: Invoice, logo: Uint8Array | undefined): number {
  const below = Math.max(drawSupplier(sheet, invoice, logo), PAGE.margin + 56);
  drawSpine(sheet, below - PAGE.margin - 4);
  drawTitle(sheet, invoice);
  const y = below + 10;
  sheet.box(INK.line, LEFT, y - 4, WIDTH, 0.6);
  return Math.max(drawRecipient(sheet, invoice, y + 10), drawFacts(sheet, invoice, y + 10)) + 12;
}

/** On the pages that follow. */
export function drawRunningHead(sheet: Sheet, invoice: Invoice): number {
  const baseline = PAGE.margin + 8;
  sheet.box(INK.brand, LEFT, PAGE.margin, 2.5, 10);
  const [name] = sheet.type.wrap(invoice.supplier.agencyName, STRONG, 300, 1);
  if (name) sheet.put(name, LEFT + 8, baseline);
  const what = `${titleOf(invoice)} ${invoice.invoiceNumber}`;
  const [line] = sheet.type.wrap(what, SMALL, 210, 1);
  if (line) sheet.put(line, RIGHT, baseline, "right");
  return PAGE.margin + 22;
}

function drawSupplier(sheet: Sheet, { supplier }: Invoice, logo: Uint8Array | undefined): number {
  const { type } = sheet;
  const { agencyName, location, contactNumber, gstin } = supplier;
  const x = LEFT + 16 + (logo ? LOGO + 12 : 0);
  const room = RIGHT - META - 16 - x;
  if (logo) sheet.picture(logo, LEFT + 16, PAGE.margin + 2, LOGO);
  let y = PAGE.margin + 14;
  for (const line of type.wrap(agencyName, NAME, room, 3)) {
    sheet.put(line, x, y);
    y += 17.5;
  }
  const facts = [...location.split("\n"), contactNumber, gstin && `GSTIN ${gstin}`];
  for (const fact of facts.filter(Boolean)) {
    for (const line of type.wrap(fact, fact.startsWith("GSTIN") ? STRONG : SMALL, room, 3)) {
      sheet.put(line, x, y - 2);
      y += 11;
    }
  }
  return y - 4;
}

function drawTitle(sheet: Sheet, invoice: Invoice): void {
  const { type } = sheet;
  const { invoiceNumber, status } = invoice;
  sheet.put(type.line(titleOf(invoice).toUpperCase(), TITLE), RIGHT, PAGE.margin + 13, "right");
  sheet.put(type.line("Original for recipient", NOTE), RIGHT, PAGE.margin + 25, "right");
  const [number] = type.wrap(invoiceNumber, style(11, INK.text, "semibold"), META, 1);
  if (number) sheet.put(number, RIGHT, PAGE.margin + 41, "right");
  const ink = inkOfStatus(status);
  if (!ink) return;
  const word = type.line(status, style(8, ink, "semibold"));
  const width = word.width + 14;
  const top = PAGE.margin + 48;
  sheet.path(frame(RIGHT - width, top, width, 15), { stroke: ink, width: 0.9 });
  sheet.put(word, RIGHT - 7, top + 10.6, "right");
}

/** Of the states that a paper is marked with. */
function inkOfStatus(status: InvoiceStatus): string | undefined {
  if (status === "PAID") return INK.income;
  if (status === "CANCELLED") return INK.negative;
  return status === "DRAFT" ? INK.quiet : undefined;
}

const frame = (x: number, y: number, width: number, height: number): [number, number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
];

function drawRecipient(sheet: Sheet, { recipient }: Invoice, top: number): number {
  const { type } = sheet;
  const room = WIDTH - META - 40;
  const { name, address, city, pin, gstin, state, stateCode, phone, email } = recipient;
  sheet.put(type.line("Bill to", LABEL), LEFT, top);
  let y = top + 14;
  const town = [city, pin].filter(Boolean).join(" – ");
  const home = [state, stateCode && `code ${stateCode}`].filter(Boolean).join(", ");
  const rows = [
    { text: name, look: CLIENT, most: 3 },
    ...address.split("\n").map((text) => ({ text, look: VALUE, most: 4 })),
    { text: town, look: VALUE, most: 1 },
    { text: home && `State: ${home}`, look: VALUE, most: 1 },
    { text: gstin && `GSTIN ${gstin}`, look: STRONG, most: 1 },
    { text: [phone, email].filter(Boolean).join("  ·  "), look: SMALL, most: 2 },
  ].slice(0, 14);
  for (const { text, look, most } of rows) {
    for (const line of type.wrap(text, look, room, most)) {
      sheet.put(line, LEFT, y);
      y += look.size * 1.36;
    }
  }
  return y;
}

function drawFacts(sheet: Sheet, invoice: Invoice, top: number): number {
  const { type } = sheet;
  const { date, dueDate, supplyPlace } = invoice;
  const state = findState(supplyPlace.stateCode);
  const facts = [
    ["Invoice date", formatDate(date)],
    ["Due date", dueDate && formatDate(dueDate)],
    ["Place of supply", state ? printedState(state) : supplyPlace.text],
    ["Reverse charge", "No"],
  ].filter(([, text]) => text);
  let y = top;
  for (const [label = "", text = ""] of facts) {
    sheet.put(type.line(label, LABEL), RIGHT - META, y);
    for (const line of type.wrap(text, VALUE, META - 74, 3)) {
      sheet.put(line, RIGHT - META + 74, y);
      y += 12.5;
    }
    y += 2;
  }
  return y;
}
