import { today } from "../../domain/dates.ts";
import type { Ledger } from "../../domain/ledger/chart.ts";
import type { LedgerBalance } from "../../domain/ledger/journals.ts";
import { computeClosing } from "../../domain/ledger/statements.ts";
import { toRupees } from "../../domain/money.ts";
import type { Tenant } from "../engine/tenant.ts";
import { openStatements, placeOpenings } from "./opened.ts";

/** For a reader thread. Lists all ledgers with today's balance, in the order of the statements. */
export function listLedgers(tenant: Tenant): Promise<LedgerBalance[]> {
  return openStatements(tenant, async (opened) => {
    const { chart, openings } = opened;
    const at = today();
    const moved = await placeOpenings(opened, { dateFrom: at, dateTo: at });
    const held = new Map(moved.map((row) => [row.ledger, computeClosing(row)]));
    const equity = [...openings.values()].reduce((sum, paise) => sum - BigInt(paise), 0n);
    return chart.ledgers.map((ledger) => {
      const ids = chart.idsOf(ledger);
      const opening = ids.reduce((sum, id) => sum + BigInt(openings.get(id) ?? 0), 0n);
      return {
        ...toLedgerView(ledger),
        categoryIds: ledger.kind === "account" ? [] : ids.filter((id) => id.length === 13),
        openingBalance: toRupees(ledger._id === "opening" ? equity : opening),
        balance: toRupees(held.get(ledger) ?? 0n),
      };
    });
  });
}

const toLedgerView = ({ _id, name, kind, section, line, group }: Ledger) => ({
  _id,
  name,
  kind,
  section,
  line,
  group,
});
