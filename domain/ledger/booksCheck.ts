/** Result of a books check, which derives every stored figure again from the rows. */
export interface BooksCheck {
  ok: boolean;
  /** Numbers of figures derived and compared. */
  checked: {
    transactions: number;
    days: number;
    months: number;
    accounts: number;
    receipts: number;
    invoices: number;
    payments: number;
  };
  /** The first hundred stored figures that differ from the rows. */
  differences: Difference[];
}

export interface Difference {
  /** The figure, such as `day 2026-04-01`, `month 2026-04` or `invoice 26-27/INV/000001`. */
  where: string;
  account: string;
  category: string;
  figure: string;
  /** In paise, or a count. A string if it exceeds what a number can hold. */
  stored: number | string;
  derived: number | string;
}
