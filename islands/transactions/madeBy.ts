import type { SourceKind, Transaction } from "../../domain/transactions.ts";
import type { IconName } from "../ui/Icon.tsx";

interface Document {
  name: string;
  icon: IconName;
  folder: string;
  sentence: string;
}

/** Where a source of each kind leads, and what is said in the place of Save and Delete. */
const DOCUMENTS: Record<SourceKind, Document> = {
  Receipt: {
    name: "receipt",
    icon: "receipt-text",
    folder: "/receipts",
    sentence: "This transaction was made by a receipt, and goes only with that receipt.",
  },
  Invoice: {
    name: "invoice",
    icon: "file-text",
    folder: "/invoices",
    sentence:
      "This transaction was made by a payment of an invoice, and goes only with that payment.",
  },
};

/** The document that made a transaction, where one did. */
export function madeBy({ source }: Transaction) {
  if (!source) return undefined;
  const { folder, ...document } = DOCUMENTS[source.type];
  return { ...document, address: `${folder}/${source._id}` };
}
