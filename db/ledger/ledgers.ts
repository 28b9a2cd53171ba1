import { eq } from "drizzle-orm";
import type { Ledger } from "../../domain/ledger/chart.ts";
import { LedgerChange } from "../../domain/ledger/journals.ts";
import { OF_DOCUMENTS } from "../../domain/ledger/kinds.ts";
import { isOfProfit } from "../../domain/ledger/statements.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { invalid, parse, Refusal } from "../../domain/refusal.ts";
import { type Author, recordChange } from "../engine/audit.ts";
import { lockWithoutDate } from "../engine/locks.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { type Write, writeTransaction } from "../engine/transaction.ts";
import { ledgerOpenings } from "../schema/ledger.ts";
import { readChart, readOpenings } from "./chart.ts";

/**
 * Sets a ledger's opening balance.
 * @throws Refusal "missing", "invalid" if the ledger cannot have one
 */
export function changeLedger(
  tenant: Tenant,
  id: string,
  changes: object,
): Promise<{ _id: string; name: string; openingBalance: number }> {
  return writeTransaction(tenant, async (tx) => {
    const { chart } = await readChart(tenant.agencyId, tx);
    const ledger = chart.of(id);
    if (!ledger || ledger._id !== id) throw new Refusal("missing", "Ledger not found");
    const { openingBalance: paise } = parse(LedgerChange, changes);
    assertCanOpen(ledger, "openingBalance");
    return openLedger(tx, tenant, { ledger, paise, ids: chart.idsOf(ledger) });
  });
}

/** @param opening in paise, debit positive, with every id that posts to the ledger */
export async function openLedger(
  tx: Write,
  tenant: Author,
  opening: { ledger: Pick<Ledger, "_id" | "name">; paise: number; ids: string[] },
): Promise<{ _id: string; name: string; openingBalance: number }> {
  const { paise, ids } = opening;
  const { _id: id, name } = opening.ledger;
  const openings = await readOpenings(tenant, tx);
  const was = ids.reduce((sum, one) => sum + (openings.get(one) ?? 0), 0);
  // Other ids of the ledger may have openings of their own.
  const rest = ids.reduce((sum, one) => sum + (one === id ? 0 : (openings.get(one) ?? 0)), 0);
  const own = (paise - rest) as Paise;
  await lockWithoutDate("openingBalance", async () => {
    await tx
      .delete(ledgerOpenings)
      .where(forAgency(tenant, ledgerOpenings, eq(ledgerOpenings.id, id)));
    if (own === 0) return;
    await tx.insert(ledgerOpenings).values({ agencyId: tenant.agencyId, id, paise: own });
  });
  const shown = (openingBalance: number) => ({
    _id: id,
    name,
    openingBalance: toRupees(openingBalance as Paise),
  });
  const [before, after] = [shown(was), shown(paise)];
  await recordChange(tx, tenant, "UPDATE", "Ledger", { before, after });
  return after;
}

/** @throws Refusal "invalid" at the field if the ledger cannot have an opening balance */
export function assertCanOpen(ledger: Ledger, field: string): void {
  const refuse = (sentence: string) => invalid(field, sentence);
  if (ledger.kind === "account") {
    throw refuse(`"${ledger.name}" is an account; change its opening balance there`);
  }
  if (OF_DOCUMENTS.includes(ledger._id)) {
    throw refuse(`"${ledger.name}" is the sum of unpaid documents; enter those instead`);
  }
  if (ledger._id === "opening") {
    throw refuse("Opening balances follow from those of all other ledgers");
  }
  if (isOfProfit(ledger)) throw refuse(`Income and expenses have no opening balance`);
}
