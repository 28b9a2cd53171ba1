import { eq } from "drizzle-orm";
import { countryName } from "../../domain/gst/countries.ts";
import { findState, type State } from "../../domain/gst/states.ts";
import {
  createKnown,
  type Known,
  type Named,
  type Party,
  REGISTRATION,
} from "../../domain/tally/ledgers.ts";
import type { Names } from "../../domain/tally/vouchers.ts";
import type { Read } from "../engine/books.ts";
import { readChart } from "../ledger/chart.ts";
import { agencies } from "../schema/agencies.ts";
import { clients } from "../schema/documents.ts";
import { tallyNames } from "../schema/tally.ts";
import { vendors } from "../schema/vendors.ts";

/** The names in Tally of all records, and the ledger of each id. */
export interface Catalogue {
  of(key: string): Known;
  /** Returns the key that an account, category or system ledger posts to. */
  keyOf(ledger: string): string;
  /** Returns the ledger that a client, vendor or kind of sale belongs to; undefined for a ledger. */
  ledgerOf(key: string): string | undefined;
  names: Names;
}

export type KeyOf = Pick<Catalogue, "keyOf">;

export async function readCatalogue(read: Read, agencyId: number): Promise<Catalogue> {
  const { chart } = await readChart(agencyId, read);
  const [agency] = await read.select().from(agencies).where(eq(agencies.id, agencyId));
  if (!agency) throw new Error(`No agency is ${agencyId}`);
  const { gstNumber: gstin, slug, createdAt } = agency;
  const home = findState(gstin.slice(0, 2));
  const of = createKnown({
    chart,
    state: home ? tallyState(home) : "",
    clients: await listParties(read, clients, agencyId),
    vendors: await listParties(read, vendors, agencyId),
    named: await readNamed(read, agencyId),
  });
  const own = gstin && home && { gstin, state: tallyState(home) };
  return {
    of,
    ledgerOf(key) {
      const id = key === "sales" ? key : PARTS[of(key).what];
      return id && chart.of(id)?.name;
    },
    keyOf: (ledger) => chart.of(ledger)?._id ?? ledger,
    names: {
      of: (key) => of(key).name,
      // Stable across backups, but different for each agency of an accountant.
      mark: Bun.hash(`${slug} ${createdAt}`).toString(32).slice(0, 5),
      own: own ? { ...own, registration: of(REGISTRATION).name } : undefined,
    },
  };
}

const PARTS: Partial<Record<Known["what"], string>> = { Client: "receivables", Vendor: "payables" };

export const readNamed = (read: Pick<Read, "select">, agencyId: number): Promise<Named[]> =>
  read
    .select({ key: tallyNames.id, name: tallyNames.name, group: tallyNames.group })
    .from(tallyNames)
    .where(eq(tallyNames.agencyId, agencyId));

async function listParties(
  read: Read,
  table: typeof clients | typeof vendors,
  agencyId: number,
): Promise<Party[]> {
  const rows = await read
    .select({
      key: table.id,
      name: table.displayName,
      address: table.billingAddress,
      city: table.city,
      pin: table.pin,
      gstin: table.gstin,
      stateCode: table.stateCode,
      country: table.country,
    })
    .from(table)
    .where(eq(table.agencyId, agencyId))
    .orderBy(table.id);
  return rows.map(({ key, name, stateCode, country, ...rest }) => ({
    key,
    name,
    address: { ...rest, state: findStateName(stateCode), country: countryName(country) },
  }));
}

const AMPERSANDS: Record<string, string> = {
  "01": "Jammu & Kashmir",
  "26": "Dadra & Nagar Haveli and Daman & Diu",
  "35": "Andaman & Nicobar Islands",
};
/** Returns a State's name in Tally's spelling. */
const tallyState = ({ code, name }: State): string => AMPERSANDS[code] ?? name;

/** Returns a State's name by code; "" without a code, or abroad. */
export function findStateName(code: string): string {
  const state = code < "96" ? findState(code) : undefined;
  return state ? tallyState(state) : "";
}
