import { findFields } from "../../domain/describeField.ts";
import { type Receipt, type ReceiptList, ReceiptQuery } from "../../domain/documents/receipts.ts";
import { formatInr } from "../../domain/money.ts";
import type { DocumentFields } from "../noun.ts";
import { rupeesColumn } from "../table.ts";

const { looksLike, ...filters } = findFields(ReceiptQuery);

export const RECEIPT: DocumentFields<Receipt> = {
  filters,
  period: "thisMonth",
  columns: [
    { title: "Number", text: ({ receiptNumber }) => receiptNumber },
    { title: "Date", text: ({ date }) => date, dropOrder: 1 },
    { title: "Client", text: ({ client }) => client.name, minWidth: 10 },
    { title: "Purpose", text: ({ purpose }) => purpose, minWidth: 10, dropOrder: 4 },
    { title: "Mode", text: ({ mode }) => mode, dropOrder: 3 },
    { title: "Account", text: ({ accountId }) => accountId.name, minWidth: 8, dropOrder: 2 },
    rupeesColumn("Amount", ({ amount }) => amount),
  ],
  help: {
    q: "in number, client, purpose and reference",
    min: "minimum amount, in rupees",
    max: "maximum amount, in rupees",
  },
  sum: ({ totals }: ReceiptList) => `: ${formatInr(totals.amountSum)}`,
};
