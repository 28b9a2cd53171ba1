import { formatDate } from "../../domain/dates.ts";
import { amountInWords } from "../../domain/documents/amountInWords.ts";
import { listTaxNames, supplierLines } from "../../domain/documents/paper.ts";
import { findState, formatState } from "../../domain/gst/states.ts";
import { type Paise, toDecimal, toPaise } from "../../domain/money.ts";
import type { PurchaseDocument } from "../../domain/purchases/purchasePaper.ts";
import { groupDigits, inr } from "./amounts.ts";
import { remark, remarks, type Sum, sums } from "./closing.ts";
import { INK } from "./ink.ts";
import { CANCELLED, FACTS, layOutRecipient } from "./invoice.ts";
import { facts, layOutColumns, letterhead, mark, pages, space, titles, WIDTH } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { layOutSignature } from "./note.ts";
import { type Column, table } from "./table.ts";

/** Lays out a self-invoice (CGST Act, s. 31(3)(f)), or a payment voucher (Rule 52 of the CGST Rules). */
export function layOutPurchase(document: PurchaseDocument, logo?: Uint8Array): Definition {
  const { title, number, supplier, date, against, total, notes } = document;
  const name = `${title} ${number}`;
  const state = findState(document.supplyPlace.stateCode);
  return {
    title: `${name} from ${supplier.agencyName}`,
    author: supplier.agencyName,
    madeOn: new Date(document.createdAt),
    logo,
    ...(document.isCancelled && { background: () => CANCELLED }),
    ...pages(supplier.agencyName, name, name),
    content: [
      ...letterhead(
        {
          name: supplier.agencyName,
          facts: supplierLines(supplier),
          gstin: supplier.gstin,
          hasLogo: logo !== undefined,
        },
        titles(
          title.toUpperCase(),
          number,
          document.isCancelled ? [mark("CANCELLED", INK.negative)] : [],
        ),
      ),
      layOutColumns(
        [
          [WIDTH - FACTS - 30, layOutRecipient({ ...document, supply: "REGULAR" }, "Supplier")],
          [
            FACTS,
            facts(
              [
                ["Date", formatDate(date)],
                ["Against bill", against?.number ?? ""],
                ["Dated", against ? formatDate(against.date) : ""],
                ["Place of supply", state ? formatState(state) : document.supplyPlace.text],
                ["Reverse charge", "Yes"],
              ],
              74,
              FACTS,
            ),
          ],
        ],
        30,
      ),
      space(10),
      layOutLines(document),
      sums(listSums(document), remark("Amount in words", amountInWords(toPaise(total) as Paise))),
      layOutSignature(supplier.agencyName),
      ...remarks([["Notes", notes]]),
    ],
  };
}

type Item = PurchaseDocument["items"][number];

const formatAmount = (rupees: number): string => groupDigits(toDecimal(toPaise(rupees) as Paise));

const taxesOn = (document: PurchaseDocument) =>
  listTaxNames({ ...document, kind: "SELF_INVOICE", supply: "REGULAR", reverseCharge: true });

function layOutLines(document: PurchaseDocument): Content {
  const taxes = taxesOn(document);
  const wide: Column<Item> = {
    head: "Description",
    text: ({ description }) => description,
    isLeft: true,
  };
  const columns: Column<Item>[] = [
    wide,
    { head: "HSN/SAC", text: ({ hsnSac }) => hsnSac, isLeft: true },
    { head: "GST %", text: ({ taxPct }) => String(taxPct) },
    ...taxes.map(({ name, part }) => ({
      head: name,
      text: (item: Item) => formatAmount(item[part]),
    })),
    { head: "Taxable value", text: ({ taxable }) => formatAmount(taxable) },
  ];
  return table(columns, document.items, { wide, room: 118 });
}

function listSums(document: PurchaseDocument): Sum[] {
  const row = (label: string, rupees: number, isTotal = false) => ({
    label,
    amount: inr(rupees),
    isTotal,
  });
  return [
    ...taxesOn(document).map(({ name, part }) =>
      row(`${name} under reverse charge`, document.tax[part]),
    ),
    row(
      document.against ? "Paid to the supplier" : "Payable to the supplier",
      document.total,
      true,
    ),
  ];
}
