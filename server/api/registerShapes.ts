import * as v from "valibot";
import { DOCUMENT_KINDS } from "../../domain/documents/kinds.ts";
import type { ByParty, DayBook, Register } from "../../domain/ledger/registers.ts";
import { count, createShape, day, dayIfAny, id, isTrue, rupeeSum, text } from "./shapes.ts";
import { source } from "./statementShapes.ts";

const booksBegin = v.pipe(
  dayIfAny,
  v.description("Month of the first entry, which holds the opening balances"),
);
const figures = {
  taxable: rupeeSum,
  cgst: rupeeSum,
  sgst: rupeeSum,
  igst: rupeeSum,
  other: v.pipe(rupeeSum, v.description("Cess and round off")),
  total: rupeeSum,
};

export const register = createShape<Register>()(
  v.object({
    booksBegin,
    dateFrom: day,
    dateTo: day,
    rows: v.pipe(
      v.array(
        v.object({
          _id: id,
          kind: v.picklist(DOCUMENT_KINDS),
          number: text,
          date: day,
          party: v.pipe(text, v.description("Client or vendor, as on the document")),
          gstin: text,
          isCancelled: isTrue,
          ...figures,
        }),
      ),
      v.description("Up to 1,000 per page"),
    ),
    total: v.object(figures),
    documents: count,
    page: count,
    totalPages: count,
  }),
);

export const byParty = createShape<ByParty>()(
  v.object({
    booksBegin,
    dateFrom: day,
    dateTo: day,
    rows: v.array(
      v.object({
        _id: id,
        name: text,
        documents: v.pipe(count, v.description("Documents with an amount in the period")),
        amount: rupeeSum,
      }),
    ),
    others: v.array(
      v.object({
        _id: v.pipe(id, v.description("Id of its ledger")),
        name: text,
        amount: rupeeSum,
      }),
    ),
    total: rupeeSum,
    profitAndLoss: v.pipe(
      rupeeSum,
      v.description("Total in the profit and loss of the period: the same amount"),
    ),
  }),
);

export const dayBookPage = createShape<DayBook>()(
  v.object({
    dateFrom: day,
    dateTo: day,
    rows: v.array(
      v.object({
        date: day,
        type: v.pipe(text, v.description("`Sales`, `Receipt`, `Journal`")),
        number: text,
        particulars: text,
        party: text,
        source: v.pipe(source, v.description("Page that it opens")),
        lines: v.array(v.object({ ledger: text, debit: rupeeSum, credit: rupeeSum })),
      }),
    ),
    next: v.pipe(text, v.description('For `after` of the next page; "" on the last one')),
  }),
);
