import { Refusal } from "../refusal.ts";
import { isSameNumber, lastFour } from "./accountNumbers.ts";
import { namingColumns } from "./captions.ts";
import { type Cell, unwrap } from "./cells.ts";

// A statement covers one account. A file with several is refused.

/**
 * Returns the account number in a column that repeats it on every row.
 * @throws Refusal "invalid" if the rows name several accounts
 */
export function findAccountOfRows(rows: Cell[][], captions: string[]): string | null {
  const at = namingColumns(captions).account;
  if (at === -1) return null;
  const numbers = rows.map((cells) => unwrap(cells[at])).filter((text) => /[\dx*]{4}$/i.test(text));
  const [first = null] = numbers;
  const other = numbers.find((number) => number !== first);
  if (first && other) throw severalAccounts(first, other);
  return first;
}

const severalAccounts = (one: string, other: string): Refusal => {
  const which = `…${lastFour(one)} and …${lastFour(other)}`;
  const message = `The file has several accounts, ${which}; download one at a time`;
  return new Refusal("invalid", `${message}. Nothing was changed`);
};

/**
 * Checks the accounts named above each page of a table.
 * @throws Refusal "invalid" if a page belongs to another account than the first
 */
export function assertOneAccount(accounts: string[][]): void {
  const [head = [], ...pages] = accounts;
  const [own] = head;
  if (!own) return;
  for (const named of pages) {
    const [other] = named;
    if (!other || named.some((number) => isSameNumber(number, own))) continue;
    throw severalAccounts(own, other);
  }
}
