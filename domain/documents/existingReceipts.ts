import type { Paise } from "../money.ts";
import { nameKey } from "../names.ts";
import type { ExistingReceipt, ReceiptInBatch } from "./receipts.ts";

/** Fields by which a row of a file is compared with a receipt. */
export interface ComparedReceipt {
  number: string;
  date: string;
  clientName: string;
  purpose: string;
  amountPaise: Paise;
  reference: string;
}

/**
 * Finds the rows of a batch that are receipts already: equal in client, date, amount, purpose and reference,
 * ignoring case. If two equal rows match a single receipt, only the first row exists. A row without a date
 * is compared without it, so that a file means the same on every day.
 * @param receipts the oldest first
 */
export function findExistingRows(
  rows: ReceiptInBatch[],
  receipts: ComparedReceipt[],
): ExistingReceipt[] {
  const left = Map.groupBy(receipts, ({ clientName: name, purpose, amountPaise, reference }) =>
    toKey({ client: { name }, purpose, amount: amountPaise, reference }),
  );
  const existing: ExistingReceipt[] = [];
  const take = (row: number, input: ReceiptInBatch) => {
    const candidates = left.get(toKey(input)) ?? [];
    const at = candidates.findIndex(({ date }) => input.date === undefined || input.date === date);
    const [found] = at === -1 ? [] : candidates.splice(at, 1);
    if (found) existing.push({ row, receiptNumber: found.number });
  };
  // A row with a date matches fewer receipts, so it chooses first.
  for (const [row, input] of rows.entries()) if (input.date !== undefined) take(row, input);
  for (const [row, input] of rows.entries()) if (input.date === undefined) take(row, input);
  return existing.sort((one, other) => one.row - other.row);
}

interface Compared extends Pick<ReceiptInBatch, "purpose" | "amount" | "reference"> {
  client: { name: string };
}

const toKey = ({ client, purpose, amount, reference }: Compared) =>
  [client.name, purpose, reference].map(nameKey).concat(String(amount)).join("\n");
