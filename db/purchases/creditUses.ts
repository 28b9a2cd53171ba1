import { and, asc, eq, inArray, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { CreditUse } from "../../domain/purchases/bills.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";

/** Lists the uses of a credit note, or the credit notes used on a bill, oldest first. */
export async function listCreditUses(
  from: Pick<Write, "select">,
  tenant: Tenant,
  id: string,
): Promise<CreditUse[]> {
  const [bill, note] = [alias(documents, "bill"), alias(documents, "note")];
  const { id: _, documentId, sourceId, date, amountPaise } = settlements;
  const rows = await from
    .select({
      id: settlements.id,
      documentId,
      sourceId,
      date,
      amountPaise,
      billNumber: bill.number,
      noteNumber: note.number,
    })
    .from(settlements)
    .innerJoin(bill, and(eq(bill.agencyId, settlements.agencyId), eq(bill.id, documentId)))
    .innerJoin(note, and(eq(note.agencyId, settlements.agencyId), eq(note.id, sourceId)))
    .where(
      forAgency(
        tenant,
        settlements,
        inArray(settlements.kind, ["ADVANCE", "CREDIT"]),
        or(eq(documentId, id), eq(sourceId, id)),
      ),
    )
    .orderBy(asc(settlements.createdAt), asc(settlements.id));
  return rows.map(toCreditUse);
}

interface Used {
  id: string;
  documentId: string;
  sourceId: string | null;
  date: string;
  amountPaise: Paise;
  billNumber: string;
  noteNumber: string;
}

/** Converts a use to its API form. */
export const toCreditUse = (row: Used): CreditUse => ({
  _id: row.id,
  noteId: row.sourceId ?? "",
  noteNumber: row.noteNumber,
  billId: row.documentId,
  billNumber: row.billNumber,
  date: row.date,
  amount: toRupees(row.amountPaise),
});
