import { today } from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import type { Read } from "../engine/books.ts";
import type { Tenant } from "../engine/tenant.ts";
import { listAccounts } from "../ledger/accounts.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";

/**
 * Yields the opening balances: of every account, because an import creates accounts from them, and of other
 * ledgers that have one.
 */
export async function* readFileOpenings(read: Read, tenant: Tenant): AsyncGenerator<object[]> {
  const { chart, booksBegin } = await readChart(tenant.agencyId, read);
  const date = booksBegin || today();
  const accounts = await listAccounts({ agencyId: tenant.agencyId, books: { read } });
  const ids = new Set(accounts.map(({ _id }) => _id));
  const sums = new Map<string, number>();
  for (const [id, paise] of await readOpenings(tenant, read)) {
    const ledger = ids.has(id) ? undefined : chart.of(id);
    if (ledger) sums.set(ledger.name, (sums.get(ledger.name) ?? 0) + paise);
  }
  yield [
    ...accounts.map(({ name, type, openingBalance: amount }) => ({
      account: name,
      type,
      date,
      amount,
    })),
    ...[...sums].map(([ledger, paise]) => ({ ledger, date, amount: toRupees(paise as Paise) })),
  ];
}
