import { inArray } from "drizzle-orm";
import { invalid } from "../../domain/refusal.ts";
import type { Named, TallyNames } from "../../domain/tally/ledgers.ts";
import type { TallyLedger } from "../../domain/tally/list.ts";
import { listOffers, type Offer } from "../../domain/tally/offers.ts";
import { recordChange } from "../engine/audit.ts";
import { insertRows } from "../engine/insertRows.ts";
import { forAgency, type Tenant } from "../engine/tenant.ts";
import { writeTransaction } from "../engine/transaction.ts";
import { tallyNames } from "../schema/tally.ts";
import { readCatalogue, readNamed } from "./catalogue.ts";
import { getTally } from "./tally.ts";

/** Lists the names that users chose, by key. */
export async function listTallyNames({ agencyId, books }: Tenant): Promise<{ names: Named[] }> {
  const named = await readNamed(books.read, agencyId);
  return { names: named.toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** Changes names and groups. Without either, a key has its defaults again. */
export function changeTallyNames(
  tenant: Tenant,
  { names }: TallyNames,
): Promise<{ names: Named[] }> {
  return writeTransaction(tenant, async (tx) => {
    const { of } = await readCatalogue(tx, tenant.agencyId);
    for (const [at, { key }] of names.entries()) {
      try {
        of(key);
      } catch {
        throw invalid(`names.${at}.key`, "This is not one of your ledgers, clients or vendors");
      }
    }
    const keys = names.map(({ key }) => key);
    if (new Set(keys).size < keys.length) throw invalid("names", "A key is in the list twice");
    const all = await readNamed(tx, tenant.agencyId);
    const before = new Map(all.map((one) => [one.key, one]));
    await tx.delete(tallyNames).where(forAgency(tenant, tallyNames, inArray(tallyNames.id, keys)));
    const remaining = names.filter(({ name, group }) => name || group);
    await insertRows(
      tx,
      tallyNames,
      remaining.map(({ key: id, name, group }) => ({ agencyId: tenant.agencyId, id, name, group })),
    );
    const toNamePairs = (list: Named[]) =>
      Object.fromEntries(list.map(({ key, name }) => [of(key).ours, name]));
    await recordChange(tx, tenant, "UPDATE", "Ledger", {
      before: {
        name: "Names for Tally",
        ...toNamePairs(keys.flatMap((key) => before.get(key) ?? [])),
      },
      after: { name: "Names for Tally", ...toNamePairs(remaining) },
    });
    return { names: remaining };
  });
}

/**
 * Reads Tally's list of ledgers, and suggests matches for unmapped ledgers used in a month. For a reader
 * thread. @throws Refusal "invalid" if the file is not such a list
 */
export async function readTallyLedgers(
  tenant: Tenant,
  { month, ledgers }: { month: string; ledgers: TallyLedger[] },
): Promise<{ ledgers: TallyLedger[]; offers: Offer[] }> {
  const { ledgers: known } = await getTally(tenant, month);
  return {
    ledgers,
    offers: listOffers(
      known.filter(({ isMapped }) => !isMapped),
      ledgers,
    ),
  };
}
