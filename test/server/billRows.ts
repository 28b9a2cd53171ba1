import { and, eq, sql } from "drizzle-orm";
import { newId } from "../../db/engine/id.ts";
import { insertRows } from "../../db/engine/insertRows.ts";
import { writeTransaction } from "../../db/engine/transaction.ts";
import { agencies, users } from "../../db/schema/agencies.ts";
import { documentLines, documents } from "../../db/schema/documents.ts";
import { transactions } from "../../db/schema/ledger.ts";
import { settlements } from "../../db/schema/settlements.ts";
import { vendors } from "../../db/schema/vendors.ts";
import type { Hundredths } from "../../domain/hundredths.ts";
import type { Paise } from "../../domain/money.ts";
import type { World } from "../world.ts";

/** What a bill is made of, in paise. */
export interface BillRow {
  number: string;
  date: string;
  dueDate?: string;
  vendor: string;
  categoryId: string;
  taxable: number;
  cgst: number;
  sgst: number;
  igst: number;
  itc: boolean;
  tds: number;
}

/** A bill of a vendor as a row of the books, which is all that ledgers know of it. */
export async function insertBill({ books }: World, slug: string, bill: BillRow): Promise<string> {
  const id = newId();
  const { agencyId, userId } = await ownerOf(books, slug);
  const p = (paise: number) => paise as Paise;
  const total = bill.taxable + bill.cgst + bill.sgst + bill.igst;
  const figures = {
    taxablePaise: p(bill.taxable),
    cgstPaise: p(bill.cgst),
    sgstPaise: p(bill.sgst),
    igstPaise: p(bill.igst),
  };
  await writeTransaction(books, async (tx) => {
    const vendorId = newId();
    const text = { billingName: "", email: "", phone: "", billingAddress: "", city: "", pin: "" };
    await tx.insert(vendors).values({
      ...{ ...text, agencyId, id: vendorId, displayName: bill.vendor, nameKey: bill.vendor },
      ...{ gstin: "", pan: "", state: "", stateCode: "", kind: "REGULAR", country: "IN" },
      ...{ tdsRule: "", itc: "", isSmallEnterprise: false, notes: "", searched: "" },
    });
    await tx.insert(documents).values({
      ...{ agencyId, id, kind: "BILL", family: "BILLS", number: bill.number, vendorId },
      ...{ numberKey: bill.number.toLowerCase(), vendorKey: bill.vendor, ...figures },
      ...{ date: bill.date, dueDate: bill.dueDate ?? "", placeOfSupply: "", supplyText: "" },
      ...{ supplyCode: "", gstMode: "INTRA", subTotalPaise: p(bill.taxable), discountPaise: p(0) },
      ...{ roundOffPaise: p(0), grandTotalPaise: p(total), tdsDuePaise: p(bill.tds) },
      ...{ sentAt: bill.date, notes: "", terms: "", createdBy: userId, createdAt: bill.date },
    });
    await insertRows(tx, documentLines, [
      {
        ...{ agencyId, documentId: id, line: 0, description: "Bought", hsnSac: "" },
        ...{ qty: 100 as Hundredths, ratePaise: p(bill.taxable), discountPct: 0 as Hundredths },
        ...{ taxPct: 0 as Hundredths, ...figures, categoryId: bill.categoryId },
        itc: bill.itc ? "ELIGIBLE" : "NONE",
      },
    ]);
  });
  return id;
}

/** Its payment, by an expense that is there. */
export async function insertBillPayment(
  { books }: World,
  slug: string,
  paid: { billId: string; transactionId: string; date: string; paise: number },
): Promise<void> {
  const { agencyId, userId } = await ownerOf(books, slug);
  await writeTransaction(books, async (tx) => {
    const isIt = and(eq(transactions.agencyId, agencyId), eq(transactions.id, paid.transactionId));
    const [entry] = await tx.select().from(transactions).where(isIt);
    await tx.insert(settlements).values({
      ...{ agencyId, id: newId(), kind: "PAYMENT", documentId: paid.billId, date: paid.date },
      ...{ amountPaise: paid.paise as Paise, tdsPaise: 0 as Paise, mode: "Other", reference: "" },
      ...{ notes: "", accountId: entry?.accountId ?? null, transactionId: paid.transactionId },
      ...{ createdBy: userId, createdAt: paid.date },
    });
  });
}

async function ownerOf(books: World["books"], slug: string) {
  const [row] = await books.read
    .select({ agencyId: agencies.id, userId: users.id })
    .from(agencies)
    .innerJoin(users, sql`users.agency_id = agencies.id`)
    .where(eq(agencies.slug, slug));
  if (!row) throw new Error(`No agency is called ${slug}`);
  return row;
}
