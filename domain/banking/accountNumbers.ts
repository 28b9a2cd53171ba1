import { BANK_NAMES } from "./facts.ts";

// Which account of the agency a bank's file belongs to, by the number that is printed in it.

/** Checks whether two numbers are of one account: in full, or by the last four if one is masked. */
export function isSameNumber(one: string, other: string): boolean {
  const [a = "", b = ""] = [one, other].map((number) => number.replace(/^0+/, ""));
  return /\D/.test(a + b) ? lastFour(a) === lastFour(b) : a === b;
}

export const lastFour = (number: string): string => number.slice(-4);

/** An active account of the agency; `number` is "" until a file or a person has named it. */
export interface NumberedAccount {
  _id: string;
  name: string;
  type: string;
  number: string;
}

/**
 * Returns the one account that a printed number belongs to: the account that has this number; else the one
 * whose name ends with its last four digits, `HDFC Current 4471`; else the only bank account, if invoices
 * name this number. Undefined if there is none, or several.
 * @param bank of the file; an account that is named after another bank is none of these
 * @param invoiceNumber the account number of the invoice settings
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

/** Whether a name's last number is that, and not a longer one. */
const endsWith = (name: string, four: string) => /(?:^|\D)(\d+)$/.exec(name.trim())?.[1] === four;
