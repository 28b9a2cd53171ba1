import { and, eq } from "drizzle-orm";
import { Refusal } from "../../domain/refusal.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { documents } from "../schema/documents.ts";
import { settlements } from "../schema/settlements.ts";

type From = Pick<Write, "select">;

/** Returns the document that an entry pays; undefined if there is none. */
export async function findPaid(
  from: From,
  tenant: Tenant,
  transactionId: string,
): Promise<{ _id: string; number: string } | undefined> {
  const [paid] = await from
    .select({ _id: documents.id, number: documents.number })
    .from(settlements)
    .innerJoin(
      documents,
      and(eq(documents.agencyId, settlements.agencyId), eq(documents.id, settlements.documentId)),
    )
    .where(forAgency(tenant, settlements, eq(settlements.transactionId, transactionId)));
  return paid;
}

/** @throws Refusal "conflict" if the receipt's money settles an invoice */
export async function assertPaysNothing(
  from: From,
  tenant: Tenant,
  transactionId: string,
): Promise<void> {
  const paid = await findPaid(from, tenant, transactionId);
  if (!paid) return;
  throw new Refusal("conflict", `This receipt pays ${paid.number}; delete that payment first`);
}
