/** What a check of the books found: every stored figure derived again from the rows alone. */
export interface BooksCheck {
  ok: boolean;
  /** How many of each were derived and compared. */
  checked: {
    transactions: number;
    days: number;
    months: number;
    accounts: number;
    receipts: number;
    invoices: number;
    payments: number;
  };
  /** The first hundred places where a stored figure is not what the rows say. */
  differences: Difference[];
}

export interface Difference {
  /** Which figure: `day 2026-04-01`, `month 2026-04`, `invoice 26-27/INV/000001`. */
  where: string;
  account: string;
  category: string;
  figure: string;
  /** In paise, or a count; as text where it is more than a number holds. */
  stored: number | string;
  derived: number | string;
}
