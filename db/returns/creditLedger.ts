import { toRupees } from "../../domain/money.ts";
import { CreditOpening } from "../../domain/purchases/matchingInput.ts";
import { type ByHead, TAX_HEADS } from "../../domain/purchases/offset.ts";
import { parse } from "../../domain/refusal.ts";
import { recordChange } from "../engine/audit.ts";
import type { Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { creditOpenings } from "../schema/gstr2b.ts";
import { findOpening } from "./openings.ts";
import { findPeriod } from "./readPeriod.ts";

// The portal's electronic credit ledger at the start of a period, as typed by a user.

/** @throws as `findPeriod`, Refusal "invalid" if a value is not an amount */
export function setOpening(tenant: Tenant, label: string, input: object): Promise<void> {
  return writeTransaction(tenant, async (tx) => {
    await findPeriod(tx, tenant, label);
    const opening = parse(CreditOpening, input);
    const before = await findOpening(tx, tenant, label);
    const { agencyId } = tenant;
    const set = { igstPaise: opening.igst, cgstPaise: opening.cgst, sgstPaise: opening.sgst };
    await tx
      .insert(creditOpenings)
      .values({ agencyId, period: label, ...set })
      .onConflictDoUpdate({ target: [creditOpenings.agencyId, creditOpenings.period], set });
    const convertToRupees = (of: ByHead) =>
      Object.fromEntries(TAX_HEADS.map((head) => [head, toRupees(of[head])]));
    await recordChange(tx, tenant, "UPDATE", "Gstr2b", {
      before: { period: label, ...(before && { credit: convertToRupees(before) }) },
      after: { period: label, credit: convertToRupees(opening) },
    });
  });
}
