import * as v from "valibot";
import {
  amount,
  date,
  datesInOrder,
  id,
  ids,
  limitSchema,
  many,
  moneyInQuery,
  notes,
  page,
  q,
  sentence,
  sortBy,
  strictObject,
} from "../fields.ts";
import type { RupeeSum, Rupees } from "../money.ts";
import type { Page } from "../page.ts";
import type { AccountType } from "./accounts.ts";
import { CATEGORY_TYPES } from "./categories.ts";

export const TRANSACTION_TYPES = [...CATEGORY_TYPES, "Transfer"] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** Origins of transactions other than users and imports. */
export const SOURCE_KINDS = [
  ...(["Receipt", "Invoice", "Note", "Voucher", "Bill", "Deposit"] as const),
  ...(["TdsStatement", "VendorAdvance"] as const),
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Fields of a transaction other than its date. */
export const transactionFields = {
  description: sentence("Description"),
  accountId: id("Account is required"),
  categoryId: id("Category is required"),
  type: v.picklist(CATEGORY_TYPES, "Type must be Income or Expense"),
  amount,
  notes,
};

/** Specification, section 5. Parses rupees to paise. */
export const NewTransaction = strictObject({ date, ...transactionFields });
export type NewTransaction = v.InferOutput<typeof NewTransaction>;

const PARTS_MAX = 50;
const split = v.pipe(
  v.array(
    strictObject({ categoryId: id("Category is required"), amount }),
    "Send the parts of the split",
  ),
  v.minLength(2, "A split has at least two parts"),
  v.maxLength(PARTS_MAX, `A split has at most ${PARTS_MAX} parts`),
);

/**
 * A transaction, or the parts of one payment, such as principal and interest of an EMI. A split gives a
 * category for each part. Its amount defaults to their sum.
 */
export const NewEntry = v.pipe(
  strictObject({
    date,
    description: sentence("Description"),
    accountId: id("Account is required"),
    categoryId: v.optional(id("Category is required")),
    type: v.picklist(CATEGORY_TYPES, "Type must be Income or Expense"),
    amount: v.optional(amount),
    split: v.optional(split),
    notes,
  }),
  v.forward(
    v.partialCheck(
      [["categoryId"], ["split"]],
      (entry) => entry.categoryId !== undefined || entry.split !== undefined,
      "Category is required",
    ),
    ["categoryId"],
  ),
  v.forward(
    v.partialCheck(
      [["categoryId"], ["split"]],
      (entry) => entry.categoryId === undefined || entry.split === undefined,
      "Choose a category or split it, not both",
    ),
    ["split"],
  ),
  v.forward(
    v.partialCheck(
      [["amount"], ["split"]],
      (entry) => entry.amount !== undefined || entry.split !== undefined,
      "Amount must be greater than 0",
    ),
    ["amount"],
  ),
  v.forward(
    v.partialCheck(
      [["amount"], ["split"]],
      (entry) => !entry.split || !entry.amount || sumParts(entry.split) === entry.amount,
      "The parts do not add up to the amount",
    ),
    ["split"],
  ),
);
export type NewEntry = v.InferOutput<typeof NewEntry>;
/** A split: fields shared by all parts, and a category and an amount for each. */
export type NewSplit = Omit<NewTransaction, "amount" | "categoryId"> & {
  split: Pick<NewTransaction, "amount" | "categoryId">[];
};

const sumParts = (parts: { amount: number }[]) => parts.reduce((sum, part) => sum + part.amount, 0);

const TransferFields = strictObject({
  date,
  fromAccountId: id("Source account is required"),
  toAccountId: id("Destination account is required"),
  amount,
  description: sentence("Description"),
  notes,
});

/** Money between two accounts of the agency, neither income nor expense. */
export const NewTransfer = v.pipe(
  TransferFields,
  v.forward(
    v.partialCheck(
      [["fromAccountId"], ["toAccountId"]],
      ({ fromAccountId, toAccountId }) => fromAccountId !== toAccountId,
      "Source and destination accounts must be different",
    ),
    ["toAccountId"],
  ),
);
export type NewTransfer = v.InferOutput<typeof NewTransfer>;

const BATCH = "transactions and transfers";
const batched = <Schema extends v.GenericSchema>(one: Schema) =>
  v.optional(many(one, BATCH, 0), []);

/** All transactions or none. An error in the fourth has the path `transactions.3.amount`. */
export const NewTransactions = v.pipe(
  strictObject({ transactions: batched(NewTransaction), transfers: batched(NewTransfer) }),
  v.check(({ transactions, transfers }) => {
    const count = transactions.length + transfers.length;
    return count >= 1 && count <= 1_000;
  }, `Send 1 to 1,000 ${BATCH}`),
);
export type NewTransactions = v.InferOutput<typeof NewTransactions>;

/** Transactions for a bulk action. */
export const TransactionIds = strictObject({ ids: ids("transactions") });

export const Categorising = strictObject({
  ids: ids("transactions"),
  categoryId: id("Category is required"),
});
export type Categorising = v.InferOutput<typeof Categorising>;

export const TRANSFER_CANNOT_BE_EDITED =
  "Transfer transactions cannot be edited. Please delete and create a new transfer.";

const filters = {
  q,
  type: v.optional(v.picklist(TRANSACTION_TYPES, "Type must be Income, Expense or Transfer")),
  accountId: v.optional(id("Account is required")),
  categoryId: v.optional(id("Category is required")),
  dateFrom: v.optional(date),
  dateTo: v.optional(date),
  minAmount: v.optional(moneyInQuery("Minimum amount")),
  maxAmount: v.optional(moneyInQuery("Maximum amount")),
};

/** Filters of a list, an export or a report. Both end dates are included. */
export const TransactionFilter = v.pipe(strictObject(filters), datesInOrder());
export type TransactionFilter = v.InferOutput<typeof TransactionFilter>;

export const TRANSACTION_SORTS = [
  "date",
  "description",
  "account",
  "category",
  "type",
  "amount",
] as const;

export const TransactionQuery = v.pipe(
  strictObject({ ...filters, sort: sortBy(TRANSACTION_SORTS), page, limit: limitSchema(10) }),
  datesInOrder(),
);
export type TransactionQuery = v.InferOutput<typeof TransactionQuery>;

export interface AccountName {
  _id: string;
  name: string;
  type: AccountType;
}

export interface Transaction {
  _id: string;
  date: string;
  description: string;
  /** For a transfer, the account that the money left. */
  accountId: AccountName;
  /** Null for a transfer. */
  categoryId: { _id: string; name: string } | null;
  type: TransactionType;
  amount: Rupees;
  notes: string;
  isTransfer: boolean;
  transfer?: { fromAccountId: AccountName; toAccountId: AccountName };
  /** The document that created it. To change the transaction, change the document. */
  source?: { type: SourceKind; _id: string };
  /** The series that created it, if any. Only single transactions and lists include it. */
  seriesId?: string;
  /** For a part of a split: all parts and their sum. They are changed and deleted together. */
  split?: {
    _id: string;
    amount: Rupees;
    parts: { _id: string; categoryId: { _id: string; name: string }; amount: Rupees }[];
  };
}

/** Totals without transfers. */
export interface Totals {
  income: RupeeSum;
  expense: RupeeSum;
  balance: RupeeSum;
}

export interface TransactionList extends Page<Transaction> {
  /** Totals of all filtered transactions, not only of the page. */
  totals: Totals;
  /**
   * Balance after the first item. Only for a list of one account, newest first, with no filter except
   * dates.
   */
  runningBalance?: RupeeSum;
}
