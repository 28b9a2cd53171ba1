import { type CalendarDate, formatDate } from "../dates.ts";
import { type Paise, type Rupees, toDecimal, toPaise } from "../money.ts";
import type { Account, AccountType } from "./accounts.ts";
import type { Category } from "./categories.ts";
import type { Transaction } from "./transactions.ts";

// The books as hledger reads them: accounts under assets, categories under income and expenses, opening
// balances against equity, so that `hledger balance assets` gives the balances that bahi shows.
//
//   2026-04-01 Office rent
//       expenses:Rent                INR 55000.00
//       assets:bank:HDFC Current     INR -55000.00

/** The head: whose books, every account, and what it held when the books begin. */
export function journalHead(
  agencyName: string,
  accounts: Account[],
  categories: Category[],
  opensOn: CalendarDate,
): string {
  // `hledger check --strict` takes no account that is not declared.
  const flows = categories.map(({ type, name }) => flowOf(type, name));
  const names = [...accounts.map(assetOf), ...flows, OPENING];
  const declared = names.map((name) => `account ${name}`);
  const openings = accounts
    .filter(({ openingBalance }) => openingBalance !== 0)
    .map((account) => posting(assetOf(account), account.openingBalance));
  const opening =
    openings.length > 0 ? [`${opensOn} Opening balances`, ...openings, `    ${OPENING}`, ""] : [];
  const title = `; ${oneLine(agencyName)}: books from ${formatDate(opensOn)}, by bahi`;
  return `${[title, "commodity INR 1000.00", "", ...declared, "", ...opening].join("\n")}\n`;
}

/** Each transaction as an entry of two postings; its notes are comments. */
export function journalEntries(transactions: Transaction[]): string {
  return transactions.map(entryOf).join("");
}

const OPENING = "equity:opening balances";

function entryOf(transaction: Transaction): string {
  const { date, description, notes, type, amount, accountId, categoryId, transfer } = transaction;
  const asset = assetOf(accountId);
  const other = transfer ? assetOf(transfer.toAccountId) : flowOf(type, categoryId?.name ?? "");
  const [to, from] = type === "Income" ? [asset, other] : [other, asset];
  const comments = notes ? notes.split("\n").map((line) => `    ; ${line}`) : [];
  const title = oneLine(description).replace(/[;|]/g, ",");
  // A description that begins like a status mark or a code would be read as one.
  const head = `${date} ${/^[*!(]/.test(title) ? `\u200b${title}` : title}`;
  return `${[head, ...comments, posting(to, amount), posting(from, -amount), ""].join("\n")}\n`;
}

function posting(account: string, rupees: Rupees): string {
  return `    ${account}  INR ${toDecimal(toPaise(rupees) as Paise)}`;
}

const flowOf = (type: string, category: string) =>
  `${type === "Income" ? "income" : "expenses"}:${part(category)}`;

function assetOf({ name, type }: { name: string; type: AccountType }): string {
  return `assets:${type.toLowerCase()}:${part(name)}`;
}

/** A name within an account: hledger ends one at two blanks or a semicolon, and splits at a colon. */
function part(name: string): string {
  return oneLine(name).replaceAll(":", "꞉").replaceAll(";", "⁏");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
