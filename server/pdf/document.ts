import { amountInWords } from "../../domain/documents/amountInWords.ts";
import type { Supplier } from "../../domain/documents/invoices.ts";
import {
  findDestination,
  isBillOfSupply,
  isOfGst,
  supplierLines,
  type Taxed,
  type Whom,
} from "../../domain/documents/paper.ts";
import { findState, formatState } from "../../domain/gst/states.ts";
import { isExport } from "../../domain/gst/supply.ts";
import { type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import { groupDigits, inr } from "./amounts.ts";
import { remark, type Sum, signature } from "./closing.ts";
import { INK } from "./ink.ts";
import {
  drawing,
  facts,
  LABEL,
  layOutColumns,
  letterhead,
  mark,
  pages,
  party,
  space,
  text,
  titles,
  WIDTH,
} from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { PAGE } from "./sheet.ts";
import { style } from "./type.ts";

// The parts that the PDFs of all documents share.

const FACTS = 190;
/** The width of the recipient, left of the facts. */
export const RECIPIENT = WIDTH - FACTS - 30;

type Fact = [label: string, words: string];

interface Paper extends Whom {
  title: string;
  number: string;
  supplier: Supplier;
}

interface Parts {
  madeOn: string;
  /** Shown in a frame if it is a draft, paid, overdue or cancelled. */
  status?: string;
  isOriginal?: boolean;
  /** The number in the head, if it is not the document's. */
  head?: string;
  above?: Content[];
  /** The label of the recipient. */
  to: string;
  besideFacts?: Content[];
  belowRecipient?: Content[];
  facts: Fact[];
  content: Content[];
}

/** Lays out a document: agency, number and status, recipient and facts, and below them its content. */
export function layOutDocument(
  document: Paper,
  logo: Uint8Array | undefined,
  parts: Parts,
): Definition {
  const { title, number, supplier } = document;
  const { status = "", isOriginal, head = number } = parts;
  const name = `${title} ${number}`;
  const color = MARKS[status];
  return {
    title: `${name} from ${supplier.agencyName}`,
    author: supplier.agencyName,
    madeOn: new Date(parts.madeOn),
    logo,
    ...pages(supplier.agencyName, name, name),
    ...(status === "CANCELLED" && { background: () => CANCELLED }),
    content: [
      ...(parts.above ?? []),
      ...letterhead(
        {
          name: supplier.agencyName,
          facts: supplierLines(supplier),
          gstin: supplier.gstin,
          hasLogo: logo !== undefined,
        },
        titles(title.toUpperCase(), head, [
          ...(isOriginal ? [text("Original for recipient", LABEL)] : []),
          ...(color ? [mark(status, color)] : []),
        ]),
      ),
      layOutColumns(
        [
          [RECIPIENT, [...layOutRecipient(document, parts.to), ...(parts.belowRecipient ?? [])]],
          [FACTS, [...facts(parts.facts, 74, FACTS), ...(parts.besideFacts ?? [])]],
        ],
        30,
      ),
      ...parts.content,
    ],
  };
}

const MARKS: Record<string, string> = {
  DRAFT: INK.quiet,
  PAID: INK.income,
  OVERDUE: INK.negative,
  CANCELLED: INK.negative,
};

const STAMP = style(96, INK.stamp, "semibold");
const CANCELLED = drawing(PAGE.width, PAGE.height, (pen) =>
  pen.stamp(pen.type.line("CANCELLED", STAMP), PAGE.width / 2 + 24, PAGE.height / 2 + 24, 45),
);

function layOutRecipient(document: Whom, label: string): Content[] {
  const { recipient, supply } = document;
  const { name, address, city, pin, gstin, state, stateCode, phone, email } = recipient;
  const home = [state, stateCode && `code ${stateCode}`].filter(Boolean).join(", ");
  const town = [city, pin].filter(Boolean).join(" – ");
  const destination = findDestination(document);
  const where = isExport(supply)
    ? destination && `Country of destination: ${destination}`
    : home && `State: ${home}`;
  return party(
    {
      label,
      name,
      address,
      facts: [town, where].filter(Boolean),
      gstin,
      contact: [phone, email].filter(Boolean).join("  ·  "),
    },
    RECIPIENT,
  );
}

/**
 * Returns the facts of the supply. Without GST there is none; a bill of supply does not say who pays the tax.
 */
export function listSupplyFacts(document: Taxed): Fact[] {
  if (!isOfGst(document)) return [];
  const payer: Fact = ["Reverse charge", document.reverseCharge ? "Yes" : "No"];
  return [placeFact(document), ...(isBillOfSupply(document) ? [] : [payer])];
}

export function placeFact({ supplyPlace }: Pick<Taxed, "supplyPlace">): Fact {
  const state = findState(supplyPlace.stateCode);
  return ["Place of supply", state ? formatState(state) : supplyPlace.text];
}

export const inWords = (total: number): Content[] =>
  remark("Amount in words", amountInWords(toPaise(total) as Paise));

/** Another remark below the first. */
export const below = (label: string, words: string | undefined, gap = 6): Content[] =>
  words ? [space(gap), ...remark(label, words)] : [];

/** The place to sign, on documents without payment details. */
export const layOutSignature = (signer: string): Content => ({
  columns: [
    { width: "*", text: "" },
    { width: 165, stack: signature(signer, 51) },
  ],
  margin: [0, 16, 0, 0],
  unbreakable: true,
});

export const toSum = (label: string, rupees: number, isTotal = false): Sum => ({
  label,
  amount: inr(rupees),
  isTotal,
});

/** Formats an amount in a table. */
export const formatAmount = (rupees: number): string =>
  groupDigits(toDecimal(toPaise(rupees) as Paise));
