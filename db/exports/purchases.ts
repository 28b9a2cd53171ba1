import { asc, eq, gt, isNull } from "drizzle-orm";
import { toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { documents } from "../schema/documents.ts";
import { creditReversals } from "../schema/gstr2b.ts";
import { inSlices, readDocumentSlices, SLICE_ROWS } from "./slices.ts";

/** Yields the payment vouchers that the agency issued for purchases, whose numbers are taken. */
export async function* readInward(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  for await (const rows of readDocumentSlices(read, tenant, "PAYMENT_VOUCHERS")) {
    yield rows.map(({ kind, number, date }) => ({ kind, number, date }));
  }
}

/** Yields credit of bills that was reversed and can still be reclaimed. */
export async function* readReversals(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  const slices = inSlices<{ reversal: typeof creditReversals.$inferSelect; number: string }>(
    (last) =>
      read
        .select({ reversal: creditReversals, number: documents.number })
        .from(creditReversals)
        .innerJoin(
          documents,
          forAgency(tenant, documents, eq(documents.id, creditReversals.billId)),
        )
        .where(
          forAgency(
            tenant,
            creditReversals,
            gt(creditReversals.id, last?.reversal.id ?? ""),
            isNull(creditReversals.reclaimedIn),
          ),
        )
        .orderBy(asc(creditReversals.id))
        .limit(SLICE_ROWS),
  );
  for await (const rows of slices) {
    yield rows.map(({ number, reversal }) => ({
      bill: number,
      reversedIn: `${reversal.period.slice(5)}${reversal.period.slice(0, 4)}`,
      igst: toRupees(reversal.igstPaise),
      cgst: toRupees(reversal.cgstPaise),
      sgst: toRupees(reversal.sgstPaise),
      cess: toRupees(reversal.cessPaise),
    }));
  }
}
