import { formatDate } from "../../domain/dates.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import type { Receipt } from "../../domain/receipts.ts";
import { amountInWords } from "../../domain/words.ts";
import { INK, LEFT, openSheet, PAGE, RIGHT, type Sheet } from "./sheet.ts";
import type { Style } from "./type.ts";

// Two receipts to an A4 sheet, to be cut across: one for the client and one for the office. All of it
// comes from the receipt itself, the agency too, as it was on the day.

const WIDTH = RIGHT - LEFT;
const HALF = PAGE.height / 2;
const INNER = 16;
const LOGO = 44;

const style = (size: number, color: string, weight: Style["weight"] = "regular"): Style => ({
  size,
  color,
  weight,
});

const NAME = style(15, INK.text, "semibold");
const SMALL = style(8, INK.quiet);
const TITLE = style(11, INK.brand, "semibold");
const LABEL = style(8, INK.faint);
const VALUE = style(10, INK.text);
const STRONG = style(10, INK.text, "semibold");
const AMOUNT = style(17, INK.text, "semibold");
const NOTE = style(7, INK.faint);

/** The same receipt gives the same bytes. The logo is a whole PNG or JPEG. */
export async function receiptPdf(
  receipt: Receipt,
  logo?: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { metadataSnapshot, receiptNumber, createdAt } = receipt;
  const sheet = openSheet({
    title: `Receipt ${receiptNumber} of ${metadataSnapshot.agencyName}`,
    author: metadataSnapshot.agencyName,
    madeOn: new Date(createdAt),
    foot: "Made with bahi",
  });
  const head = await sheet.turn();
  drawReceipt(sheet, receipt, { top: 28, copy: "Client's copy", logo });
  drawCut(sheet);
  drawReceipt(sheet, receipt, { top: HALF + 22, copy: "Office copy", logo });
  return new Uint8Array(Buffer.concat([head, await sheet.end()]));
}

interface Place {
  top: number;
  copy: string;
  logo: Uint8Array | undefined;
}

function drawReceipt(sheet: Sheet, receipt: Receipt, place: Place): void {
  const { top } = place;
  const below = drawHead(sheet, receipt, place);
  const y = drawFields(sheet, receipt, below + 27, top + 290);
  drawSum(sheet, receipt, Math.max(y, top + 304));
  drawSignature(sheet, receipt, top + 344);
}

/** Who gives it, its number and its date. Answers where its rule stands. */
function drawHead(sheet: Sheet, receipt: Receipt, { top, copy, logo }: Place): number {
  const { type } = sheet;
  const { agencyName, location, contactNumber, gstin } = receipt.metadataSnapshot;
  const x = LEFT + INNER + (logo ? LOGO + 10 : 0);
  const room = 310 - (logo ? LOGO + 10 : 0);
  if (logo) sheet.picture(logo, LEFT + INNER, top + 3, LOGO);
  let y = top + 16;
  for (const line of type.wrap(agencyName, NAME, room, 2)) {
    sheet.put(line, x, y);
    y += 17;
  }
  const facts = [location, contactNumber, gstin && `GSTIN ${gstin}`].filter(Boolean).join("  ·  ");
  for (const line of type.wrap(facts, SMALL, room, 3)) {
    sheet.put(line, x, y - 3);
    y += 10.5;
  }
  const rule = Math.max(y, top + 53);
  sheet.box(INK.brand, LEFT, top, 5, rule - top);
  for (let at = top + 4; at + 4.5 < rule; at += 8) sheet.box(INK.thread, LEFT + 2, at, 1, 4.5);

  sheet.put(type.line("RECEIPT", TITLE), RIGHT, top + 12, "right");
  const [number] = type.wrap(receipt.receiptNumber, STRONG, 190, 1);
  if (number) sheet.put(number, RIGHT, top + 28, "right");
  sheet.put(type.line(formatDate(receipt.date), VALUE), RIGHT, top + 42, "right");
  sheet.put(type.line(copy, NOTE), RIGHT, top + 54, "right");
  sheet.box(INK.line, LEFT, rule + 8, WIDTH, 0.6);
  return rule + 8;
}

interface Field {
  /** None for a line that goes with the field above. */
  label: string;
  text: string;
  look: Style;
  /** Lines. */
  most: number;
}

function fieldsOf(receipt: Receipt): Field[] {
  const { client, mode, reference, accountId } = receipt;
  const contact = [client.phone, client.email].filter(Boolean).join("  ·  ");
  const address = client.address.replace(/(?<![\s,])[\s,]*\n[\s,]*/g, ", ");
  const paid = reference ? `${mode}, reference ${reference}` : mode;
  return [
    { label: "Received from", text: client.name, look: STRONG, most: 2 },
    { label: "", text: contact, look: SMALL, most: 1 },
    { label: "", text: address, look: SMALL, most: 2 },
    { label: "The sum of", text: amountInWords(paiseOf(receipt)), look: VALUE, most: 3 },
    { label: "For", text: receipt.purpose, look: VALUE, most: 3 },
    { label: "Paid by", text: paid, look: VALUE, most: 2 },
    { label: "Into", text: accountId.name, look: VALUE, most: 1 },
  ];
}

const LEADING = 1.32;

/** What it says, label by label, spread over its room. Answers where the next thing may begin. */
function drawFields(sheet: Sheet, receipt: Receipt, top: number, bottom: number): number {
  const x = LEFT + 92;
  const fields = fieldsOf(receipt)
    .map((field) => ({
      ...field,
      lines: sheet.type.wrap(field.text, field.look, RIGHT - x, field.most),
    }))
    .filter(({ lines }) => lines.length > 0);
  const height = fields.reduce(
    (sum, { lines, look }) => sum + lines.length * look.size * LEADING,
    0,
  );
  const between = fields.filter(({ label }) => label).length - 1;
  const gap = Math.max(4, Math.min(14, (bottom - top - height) / between));
  let y = top;
  for (const [n, { label, look, lines }] of fields.entries()) {
    // A line that goes with the one above stands close to it.
    if (n > 0) y += label ? gap : -1;
    sheet.put(sheet.type.line(label, LABEL), LEFT + INNER, y);
    for (const line of lines) {
      sheet.put(line, x, y);
      y += look.size * LEADING;
    }
  }
  return y;
}

function drawSum(sheet: Sheet, receipt: Receipt, y: number): void {
  const amount = sheet.type.line(formatInr(receipt.amount), AMOUNT);
  const width = amount.width + 28;
  sheet.box(INK.sunken, LEFT + INNER, y, width, 32);
  sheet.box(INK.brand, LEFT + INNER, y, 2, 32);
  sheet.put(amount, LEFT + INNER + 14, y + 22);
}

function drawSignature(sheet: Sheet, { metadataSnapshot }: Receipt, y: number): void {
  const [name] = sheet.type.wrap(`For ${metadataSnapshot.agencyName}`, SMALL, 190, 1);
  if (name) sheet.put(name, RIGHT, y - 48, "right");
  sheet.box(INK.strong, RIGHT - 150, y - 10, 150, 0.6);
  sheet.put(sheet.type.line("Authorised signatory", NOTE), RIGHT, y, "right");
}

function drawCut(sheet: Sheet): void {
  sheet.path(
    [
      [LEFT, HALF],
      [RIGHT, HALF],
    ],
    { stroke: INK.strong, width: 0.5, dash: [5, 4] },
  );
}

const paiseOf = ({ amount }: Receipt) => toPaise(amount) as Paise;
