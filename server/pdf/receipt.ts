import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import type { Receipt } from "../../domain/documents/receipts.ts";
import { formatInr, type Paise, toPaise } from "../../domain/money.ts";
import { signature } from "./closing.ts";
import { INK } from "./ink.ts";
import {
  drawing,
  LABEL,
  layOutColumns,
  letterhead,
  lines,
  MARGIN,
  rule,
  SMALL,
  text,
  titles,
  WIDTH,
} from "./kit.ts";
import { type Content, type Definition, ruler } from "./maker.ts";
import { PAGE } from "./sheet.ts";
import { fitStyle, type Style, style } from "./type.ts";

const HALF = PAGE.height / 2;
const LABELS = 92;
const SIGNED = 165;

/**
 * Lays out two copies of a receipt on an A4 sheet to be cut: one for the client and one for the office. The
 * agency's details come from the receipt, as stored on its day.
 */
export function layOutReceipt(receipt: Receipt, logo?: Uint8Array): Definition {
  const { metadataSnapshot, receiptNumber, createdAt } = receipt;
  const at = (y: number, stack: Content[]): Content => ({
    stack,
    absolutePosition: { x: MARGIN, y },
  });
  const cut = drawing(WIDTH, 1, (pen) => {
    const ends: [number, number][] = [
      [0, 0.5],
      [WIDTH, 0.5],
    ];
    pen.path(ends, { stroke: INK.strong, width: 0.5, dash: [5, 4] });
  });
  const copies = [
    { top: 28, copy: "Client's copy" },
    { top: HALF + 24, copy: "Office copy" },
  ];
  return {
    title: `Receipt ${receiptNumber} from ${metadataSnapshot.agencyName}`,
    author: metadataSnapshot.agencyName,
    madeOn: new Date(createdAt),
    logo,
    margins: [MARGIN, 20, MARGIN, 8],
    content: [
      at(HALF, [cut]),
      ...copies.flatMap(({ top, copy }) => [
        at(top, [...layOutHead(receipt, copy, logo !== undefined), ...layOutFields(receipt)]),
        at(top + 326, [layOutSum(receipt)]),
      ]),
    ],
  };
}

function layOutHead(
  { metadataSnapshot, receiptNumber, date }: Receipt,
  copy: string,
  hasLogo: boolean,
) {
  const { agencyName, location, contactNumber, gstin } = metadataSnapshot;
  const place = location.split("\n").slice(0, 3);
  return letterhead(
    { name: agencyName, facts: [...place, contactNumber], gstin, hasLogo, most: 4 },
    titles("RECEIPT", receiptNumber, [text(formatDate(date), VALUE), text(copy, LABEL)]),
  );
}

const VALUE = style(9.5);
const STRONG = style(10, INK.text, "semibold");
const AMOUNT = style(17, INK.text, "semibold");

function layOutFields(receipt: Receipt): Content[] {
  const { client, mode, reference, accountId, purpose, notes } = receipt;
  const contact = [client.phone, client.email].filter(Boolean).join("  ·  ");
  const address = client.address.replace(/(?<![\s,])[\s,]*\n[\s,]*/g, ", ");
  const wrapWords = (words: string, look: Style, most: number) =>
    lines(words, look, WIDTH - LABELS, most);
  const inWords = amountInWords(toPaise(receipt.amount) as Paise);
  const fields: [label: string, value: Content[]][] = [
    [
      "Received from",
      [
        ...wrapWords(client.name, STRONG, 2),
        ...wrapWords(contact, SMALL, 1),
        ...wrapWords(address, SMALL, 2),
      ],
    ],
    ["The sum of", wrapWords(inWords, VALUE, 2)],
    ["For", wrapWords(purpose, VALUE, 2)],
    ["Paid by", wrapWords(reference ? `${mode}, reference ${reference}` : mode, VALUE, 2)],
    ["Into", wrapWords(accountId.name, VALUE, 1)],
    ["Notes", wrapWords(notes, SMALL, 2)],
  ];
  const filled = fields.filter(([, value]) => value.length > 0);
  const count = filled.reduce((sum, [, value]) => sum + value.length, 0);
  return filled.map(([label, value]) => ({
    ...layOutColumns([
      [LABELS, [text(label, LABEL, { margin: [0, 2, 0, 0] })]],
      ["*", value],
    ]),
    margin: [0, 0, 0, count > 9 ? 3 : 11],
  }));
}

function layOutSum({ amount, metadataSnapshot }: Receipt): Content {
  const words = formatInr(amount);
  const room = WIDTH - SIGNED - 20;
  const amountLine = text(words, fitStyle(ruler, words, AMOUNT, room));
  return layOutColumns([
    [room + 20, [rule(1.4, INK.text, 150, { margin: [0, 14, 0, 4] }), amountLine]],
    [SIGNED, signature(metadataSnapshot.agencyName, 24, "Authorised signatory")],
  ]);
}
