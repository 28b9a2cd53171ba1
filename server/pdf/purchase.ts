import { formatDate } from "../../domain/dates.ts";
import { listTaxNames } from "../../domain/documents/paper.ts";
import type { PurchaseDocument } from "../../domain/purchases/purchasePaper.ts";
import { remarks, type Sum, sums } from "./closing.ts";
import {
  formatAmount,
  inWords,
  layOutDocument,
  layOutSignature,
  placeFact,
  toSum,
} from "./document.ts";
import { space } from "./kit.ts";
import type { Content, Definition } from "./maker.ts";
import { type Column, table } from "./table.ts";

/** Lays out a self-invoice (CGST Act, s. 31(3)(f)), or a payment voucher (Rule 52 of the CGST Rules). */
export function layOutPurchase(document: PurchaseDocument, logo?: Uint8Array): Definition {
  const { supplier, date, against, total, notes } = document;
  return layOutDocument({ ...document, supply: "REGULAR" }, logo, {
    madeOn: document.createdAt,
    status: document.isCancelled ? "CANCELLED" : "",
    to: "Supplier",
    facts: [
      ["Date", formatDate(date)],
      ["Against bill", against?.number ?? ""],
      ["Dated", against ? formatDate(against.date) : ""],
      placeFact(document),
      ["Reverse charge", "Yes"],
    ],
    content: [
      space(10),
      layOutLines(document),
      sums(listSums(document), inWords(total)),
      layOutSignature(supplier.agencyName),
      ...remarks([["Notes", notes]]),
    ],
  });
}

type Item = PurchaseDocument["items"][number];

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
  return [
    ...taxesOn(document).map(({ name, part }) =>
      toSum(`${name} under reverse charge`, document.tax[part]),
    ),
    toSum(
      document.against ? "Paid to the supplier" : "Payable to the supplier",
      document.total,
      true,
    ),
  ];
}
