import type { transactions } from "../schema/ledger.ts";

// Two transactions with the same fingerprint are duplicates to an import: equal in all seven columns. 53
// bits, because @libsql/client cannot read larger integers (RangeError). The order of the parts and the hash
// (XXH64, not Bun.hash, which may change) must never change, because stored rows use them. In a file of a
// million rows, the chance of one false duplicate is about 1 in 100,000.

type Content = Pick<
  typeof transactions.$inferInsert,
  | "date"
  | "type"
  | "accountId"
  | "toAccountId"
  | "categoryId"
  | "amountPaise"
  | "description"
  | "notes"
>;

export function fingerprint(row: Content): number {
  const { date, type, accountId, amountPaise, description, notes } = row;
  const other = row.toAccountId ?? row.categoryId;
  const text = `${date}\n${type}\n${accountId}\n${other}\n${amountPaise}\n${description}\n${notes}`;
  return Number(Bun.hash.xxHash64(text) >> 11n);
}
