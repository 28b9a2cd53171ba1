import { assertReady } from "../../domain/closing/checklist.ts";
import type { MonthClosing } from "../../domain/closing/closing.ts";
import { toChartNumber } from "../../domain/money.ts";
import { closeTo } from "../agencies/moveLocks.ts";
import { findCheckpoint, recordChange } from "../engine/audit.ts";
import { newId } from "../engine/id.ts";
import { nowFor, type Tenant } from "../engine/tenant.ts";
import { withIdempotency } from "../engine/transaction.ts";
import { emailAccountants, type MonthMail } from "../mail/send.ts";
import { closings } from "../schema/closings.ts";
import { readFacts, toChecklistView } from "./checklist.ts";
import { findClosing } from "./closings.ts";
import { assertMayClose } from "./mayClose.ts";

/**
 * Locks a month and makes its documents ready, if everything else is done. Concurrent writes are either
 * included or refused. Mails the accountants, if mail is set up.
 * @param input with the names of the files in the month's folder
 * @throws Refusal "missing" if it is not a month, "conflict" that names what is open, "forbidden" for an
 * accountant whom no owner allows to close months
 */
export function closeMonth(
  tenant: Tenant,
  { month, papers, ...mail }: MonthMail & { papers: string[] },
): Promise<MonthClosing> {
  return withIdempotency(tenant, async (tx) => {
    await assertMayClose(tx, tenant);
    const facts = await readFacts(tx, tenant, month);
    const { items } = toChecklistView(facts);
    assertReady(facts, items);
    const { dateTo } = facts.range;
    const id = newId();
    const { figures, accountants: recipients } = facts;
    const { billed, spent, profit, receivables } = figures;
    const kept = {
      billed: toChartNumber(billed),
      spent: toChartNumber(spent),
      profit: toChartNumber(profit),
      gst: figures.gst,
      receivables: toChartNumber(receivables),
    };
    const head =
      facts.lockedTo >= dateTo
        ? await findCheckpoint(tx, tenant)
        : await closeTo(tx, tenant, dateTo);
    await tx.insert(closings).values({
      agencyId: tenant.agencyId,
      id,
      month,
      seq: head.seq,
      head: head.head,
      figures: kept,
      papers,
      recipients,
      createdBy: tenant.userId,
      createdAt: nowFor(tenant),
    });
    const after = await findClosing(tx, tenant, month);
    if (!after) throw new Error("The new closing was not returned");
    await recordChange(tx, tenant, "CREATE", "Closing", { after });
    await emailAccountants(tx, tenant, { month, ...mail });
    return after;
  });
}
