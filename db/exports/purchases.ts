import { asc, eq, gt, isNull } from "drizzle-orm";
import { toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { documents } from "../schema/documents.ts";
import { creditReversals } from "../schema/gstr2b.ts";
import { readDocumentSlices } from "./slices.ts";

const ROWS_AT_ONCE = 500;

/** Yields the payment vouchers that the agency issued for purchases, whose numbers are taken. */
export async function* readInward(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  for await (const rows of readDocumentSlices(read, tenant, "PAYMENT_VOUCHERS")) {
    yield rows.map(({ kind, number, date }) => ({ kind, number, date }));
  }
}

/** Yields credit of bills that was reversed and can still be reclaimed. */
export async function* readReversals(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  for (let last = ""; ; ) {
    const rows = await read
      .select({ reversal: creditReversals, number: documents.number })
      .from(creditReversals)
      .innerJoin(documents, forAgency(tenant, documents, eq(documents.id, creditReversals.billId)))
      .where(
        forAgency(
          tenant,
          creditReversals,
          gt(creditReversals.id, last),
          isNull(creditReversals.reclaimedIn),
        ),
      )
      .orderBy(asc(creditReversals.id))
      .limit(ROWS_AT_ONCE);
    last = rows.at(-1)?.reversal.id ?? "";
    if (!last) return;
    yield rows.map(({ number, reversal }) => ({
      bill: number,
      reversedIn: `${reversal.period.slice(5)}${reversal.period.slice(0, 4)}`,
      igst: toRupees(reversal.igstPaise),
      cgst: toRupees(reversal.cgstPaise),
      sgst: toRupees(reversal.sgstPaise),
      cess: toRupees(reversal.cessPaise),
    }));
    await Bun.sleep(0);
  }
}
