import * as v from "valibot";
import { ACCOUNT_TYPES } from "../../domain/ledger/accounts.ts";
import {
  type AccountName,
  SOURCE_KINDS,
  type Totals,
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionList,
} from "../../domain/ledger/transactions.ts";
import { createPageShape, createShape, day, id, isTrue, rupeeSum, rupees, text } from "./shapes.ts";

export const accountName = createShape<AccountName>()(
  v.object({ _id: id, name: text, type: v.picklist(ACCOUNT_TYPES) }),
);
export const transaction = createShape<Transaction>()(
  v.object({
    _id: id,
    date: day,
    description: text,
    accountId: accountName,
    categoryId: v.nullable(v.object({ _id: id, name: text })),
    type: v.picklist(TRANSACTION_TYPES),
    amount: rupees,
    notes: text,
    isTransfer: isTrue,
    transfer: v.exactOptional(v.object({ fromAccountId: accountName, toAccountId: accountName })),
    source: v.exactOptional(
      v.pipe(
        v.object({ type: v.picklist(SOURCE_KINDS), _id: id }),
        v.description("Document that created it; change the document instead"),
      ),
    ),
    seriesId: v.exactOptional(v.pipe(id, v.description("Series that created it"))),
    split: v.exactOptional(
      v.pipe(
        v.object({
          _id: id,
          amount: rupees,
          parts: v.array(
            v.object({ _id: id, categoryId: v.object({ _id: id, name: text }), amount: rupees }),
          ),
        }),
        v.description("For a part of a split: all parts, which change together"),
      ),
    ),
  }),
);
export const totals = createShape<Totals>()(
  v.object({ income: rupeeSum, expense: rupeeSum, balance: rupeeSum }),
);
export const many = v.object({ transactions: v.array(transaction) });
export const transactionList = createShape<TransactionList>()(
  createPageShape(transaction, {
    totals,
    runningBalance: v.exactOptional(
      v.pipe(
        rupeeSum,
        v.description(
          "For one account filtered only by date, newest first: balance after the first item",
        ),
      ),
    ),
  }),
);
