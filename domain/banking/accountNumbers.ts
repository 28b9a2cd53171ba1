import { BANK_NAMES } from "./facts.ts";

// Finds the agency's account of a bank file by the account number printed in it.

/**
 * Whether two numbers belong to the same account: in full, or by the last four digits if one is masked.
 */
export function isSameNumber(one: string, other: string): boolean {
  const [a = "", b = ""] = [one, other].map((number) => number.replace(/^0+/, ""));
  return /\D/.test(a + b) ? lastFour(a) === lastFour(b) : a === b;
}

export const lastFour = (number: string): string => number.slice(-4);

/** An active account. `number` is "" until a file or a user provides it. */
export interface NumberedAccount {
  _id: string;
  name: string;
  type: string;
  number: string;
}

/**
 * Returns the account of a printed number: the account with this number; else the only one whose name
 * ends with its last four digits, such as `HDFC Current 4471`; else the only bank account, if invoices
 * show this number. Undefined if there is none or several.
 * @param bank of the file. Accounts named after another bank are excluded.
 * @param invoiceNumber the account number in the invoice settings
 */
export function findByNumber(
  { account: printed, bank }: { account: string | null; bank: string | null },
  accounts: NumberedAccount[],
  invoiceNumber: string,
): NumberedAccount | undefined {
  if (!printed) return undefined;
  const known = accounts.filter(({ number }) => number !== "" && isSameNumber(number, printed));
  if (known.length > 0) return onlyOne(known);
  const unnamed = accounts.filter(
    ({ number, name }) => number === "" && !namesOtherBank(name, bank),
  );
  const four = lastFour(printed);
  const named = unnamed.filter(({ name }) => /^\d{4}$/.test(four) && endsWith(name, four));
  if (named.length > 0) return onlyOne(named);
  const isOnInvoices = invoiceNumber !== "" && isSameNumber(invoiceNumber, printed);
  const only = onlyOne(accounts.filter(({ type }) => type === "Bank"));
  return isOnInvoices && only && unnamed.includes(only) ? only : undefined;
}

const onlyOne = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

function namesOtherBank(name: string, bank: string | null): boolean {
  const banks = name
    .toUpperCase()
    .split(/\W+/)
    .filter((word) => BANK_NAMES.has(word));
  return bank !== null && banks.length > 0 && !banks.includes(bank);
}

/** Whether the number at the end of a name is exactly these four digits. */
const endsWith = (name: string, four: string) => /(?:^|\D)(\d+)$/.exec(name.trim())?.[1] === four;
