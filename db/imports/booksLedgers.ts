import { formatDate } from "../../domain/dates.ts";
import { type BooksFile, collectFault, type Faults } from "../../domain/documents/booksFile.ts";
import type { Ledger } from "../../domain/ledger/chart.ts";
import { formatPaise, type Paise } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import type { Tenant } from "../engine/tenant.ts";
import type { Write } from "../engine/transaction.ts";
import { readChart, readOpenings } from "../ledger/chart.ts";
import { assertCanOpen, openLedger } from "../ledger/ledgers.ts";
import type { Draft } from "./booksDraft.ts";
import type { PresentLedgers } from "./booksOpened.ts";

// Opening balances of ledgers other than accounts.

/** Adds problems to `faults`. */
export function planLedgers(file: BooksFile, { plan, present }: Draft, faults: Faults): void {
  const { ledgers: known } = present;
  if (!known) return;
  for (const [at, { ledger: name, date, amount: paise }] of file.openings.entries()) {
    if (!name) continue;
    collectFault(faults, `openings.${at}`, () => {
      const ledger = known.chart.find(name);
      if (!ledger) throw invalid("ledger", `No ledger is named "${name}": add its category first`);
      if (ledger._id === "opening") return;
      assertCanOpen(ledger, "ledger");
      if (plan.ledgers.has(ledger._id))
        throw invalid("ledger", `${name} has two opening balances in the file`);
      const was = sumOpenings(known, ledger);
      if (was === paise) {
        plan.known += 1;
        return;
      }
      if (was !== 0) {
        const opening = formatPaise(was as Paise);
        throw invalid(
          "amount",
          `Ledger "${ledger.name}" already has the opening balance ${opening}`,
        );
      }
      const first = known.firstDays.get(ledger._id);
      if (first && first < date) {
        const entries = `"${ledger.name}" has entries from ${formatDate(first)} on`;
        throw invalid("date", `${entries}, before its opening balance`);
      }
      plan.ledgers.set(ledger._id, { ledger, paise });
    });
  }
  assertBalances(file, { plan, present }, faults);
}

const sumOpenings = ({ chart, openings }: PresentLedgers, ledger: Ledger): number =>
  chart.idsOf(ledger).reduce((sum, id) => sum + (openings.get(id) ?? 0), 0);

/** Checks the file's Opening balances ledger, which must equal the sum of all other openings. */
function assertBalances(
  file: BooksFile,
  { plan, present }: Pick<Draft, "plan" | "present">,
  faults: Faults,
): void {
  const at = file.openings.findIndex(
    ({ ledger }) => ledger !== "" && present.ledgers?.chart.find(ledger)?._id === "opening",
  );
  const given = file.openings[at];
  if (!given || faults.count > 0) return;
  const held = [...(present.ledgers?.openings.values() ?? [])];
  const added = [...plan.openings.values(), ...plan.ledgers.values()].map(({ paise }) => paise);
  const sum = [...held, ...added].reduce((all, paise) => all + BigInt(paise), 0n);
  collectFault(faults, `openings.${at}`, () => {
    if (BigInt(given.amount) === -sum) return;
    const [is, says] = [formatPaise(-sum), formatPaise(given.amount as Paise)];
    throw invalid(
      "amount",
      `Opening balances is ${says} in the file, but the others require ${is}`,
    );
  });
}

/** Sets opening balances within the import's transaction. */
export async function openLedgers(
  tx: Write,
  tenant: Tenant,
  { plan, present }: Pick<Draft, "plan" | "present">,
): Promise<{ ledgerId: string; paise: Paise }[]> {
  for (const { ledger, paise } of plan.ledgers.values()) {
    const ids = present.ledgers?.chart.idsOf(ledger) ?? [];
    await openLedger(tx, tenant, { ledger, paise, ids });
  }
  return [...plan.ledgers.values()].map(({ ledger, paise }) => ({ ledgerId: ledger._id, paise }));
}

/** Resets an opening balance, if it has not changed since the import. */
export async function closeLedger(
  tx: Write,
  tenant: Tenant,
  { ledgerId, paise }: { ledgerId: string; paise: Paise },
): Promise<void> {
  const { agencyId } = tenant;
  const { chart } = await readChart(agencyId, tx);
  const ledger = chart.of(ledgerId);
  if (!ledger) return;
  const openings = await readOpenings({ agencyId }, tx);
  const ids = chart.idsOf(ledger);
  if (ids.reduce((sum, id) => sum + (openings.get(id) ?? 0), 0) !== paise) return;
  await openLedger(tx, tenant, { ledger, paise: 0, ids });
}
