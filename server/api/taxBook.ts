import * as v from "valibot";
import { beginTaxBook, getTaxBook } from "../../db/taxbook/start.ts";
import { type TaxBookBegun, TaxBookStart, type TaxBookState } from "../../domain/taxbook/start.ts";
import { call } from "./call.ts";
import { createShape, day, id, isTrue, rupeeSum, rupees, text } from "./shapes.ts";

export const taxBookState = createShape<TaxBookState>()(
  v.object({
    hasBegun: isTrue,
    startsOn: v.pipe(text, v.description('"" if it began with the books')),
    choice: v.pipe(
      v.nullable(v.object({ days: v.array(day), reason: text })),
      v.description("Days an owner can choose, and why none is earlier; null if none"),
    ),
  }),
);

export const taxBookBegun = createShape<TaxBookBegun>()(
  v.object({
    startsOn: day,
    isDryRun: isTrue,
    ledgers: v.array(
      v.object({
        ledger: text,
        name: text,
        before: v.pipe(rupeeSum, v.description("Debit positive, as of today")),
        after: rupeeSum,
        difference: rupeeSum,
      }),
    ),
    earlierPayments: v.array(
      v.object({
        document: id,
        number: text,
        date: day,
        paidOn: day,
        amount: rupees,
        period: text,
        isFiled: isTrue,
      }),
    ),
    assumedClaimed: v.pipe(
      v.array(text),
      v.description("Periods whose bills count as claimed: neither return nor GSTR-2B is here"),
    ),
  }),
);

/** The calls for the day from which the tax ledgers follow the tax entries. */
export const taxBookCalls = [
  call({
    name: "getTaxBook",
    method: "GET",
    path: "/api/gst/tax-book",
    summary: "Get the first day of the tax book",
    about:
      "From this day the tax ledgers follow the returns. The owner of an existing agency chooses " +
      "it.",
    who: "members",
    answer: { status: 200, schema: taxBookState },
    run: ({ tenant }) => getTaxBook(tenant),
  }),
  call({
    name: "beginTaxBook",
    method: "POST",
    path: "/api/gst/tax-book",
    summary: "Begin the tax book",
    about:
      "From `startsOn`, documents post their tax when it falls due. `credit`, `negative` and " +
      "`cash` are the portal’s balances at the start of that day, in rupees: the tax ledgers are " +
      "set to them, and the difference goes to GST payable. Filed returns and locked months stay " +
      "unchanged. `dryRun` changes nothing and returns the same.",
    who: "begin the tax book",
    body: {
      schema: TaxBookStart,
      example: {
        startsOn: "2026-11-01",
        credit: { igst: 0, cgst: 1200, sgst: 1200 },
        dryRun: true,
      },
    },
    answer: { status: 200, schema: taxBookBegun },
    also: [409],
    run: ({ tenant, input }) => beginTaxBook(tenant, input),
  }),
];
