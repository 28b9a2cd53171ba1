import type { Difference } from "../../domain/ledger/booksCheck.ts";
import { deductTds } from "../../domain/tds/sums.ts";
import type { Read } from "../engine/books.ts";
import { readLocks } from "../engine/locks.ts";
import { readTdsEvents } from "../tds/events.ts";
import { mayFollow } from "../tds/follow.ts";

/**
 * Compares the TDS of bills under a rule with what the rule requires of the vendor's totals. TDS on goods is
 * skipped: it depends on last year's turnover, which is entered later.
 */
export async function verifyTdsByRule(read: Read, agencyId: number): Promise<Difference[]> {
  const who = { agencyId };
  const { lockedTo } = await readLocks(read, who);
  const stored = new Map<string, { number: string; due: number; before: number }>();
  const parties = await readTdsEvents(read, who, {
    from: "",
    isMovable(bill, before) {
      const is = mayFollow(bill, lockedTo) && bill.rule !== "GOODS";
      if (is) stored.set(bill.id, { number: bill.number, due: bill.tdsPaise, before });
      return is;
    },
  });
  const differences: Difference[] = [];
  for (const party of parties) {
    const { paiseByEvent: byEvent } = deductTds(party, party.events);
    for (const { id } of party.events) {
      const bill = stored.get(id);
      const due = (byEvent.get(id) ?? 0) + (bill?.before ?? 0);
      if (!bill || bill.due === due) continue;
      const at = { where: `TDS on ${bill.number}`, account: "", category: "", figure: "by rule" };
      differences.push({ ...at, stored: bill.due, derived: due });
    }
  }
  return differences;
}
