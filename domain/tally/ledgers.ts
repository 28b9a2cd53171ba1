import * as v from "valibot";
import { id, many, optionalLine, strictObject } from "../fields.ts";
import type { Chart, Ledger } from "../ledger/chart.ts";
import { nameKey, UniqueNames } from "../names.ts";
import type { Address } from "./envelope.ts";
import { tallyName } from "./text.ts";

// Names of our ledgers, clients and vendors in Tally: as mapped by a user, or our own.

/** Tally's built-in groups, in its spelling. */
export const TALLY_GROUPS = [
  ...["Bank Accounts", "Bank OD A/c", "Branch / Divisions", "Capital Account", "Cash-in-hand"],
  ...["Current Assets", "Current Liabilities", "Deposits (Asset)", "Direct Expenses"],
  ...["Direct Incomes", "Duties & Taxes", "Fixed Assets", "Indirect Expenses", "Indirect Incomes"],
  ...["Investments", "Loans & Advances (Asset)", "Loans (Liability)", "Misc. Expenses (ASSET)"],
  ...["Provisions", "Purchase Accounts", "Reserves & Surplus", "Sales Accounts", "Secured Loans"],
  ...["Stock-in-hand", "Sundry Creditors", "Sundry Debtors", "Suspense A/c", "Unsecured Loans"],
] as const;

export const TallyNames = strictObject({
  names: many(
    strictObject({
      key: id("Key is required"),
      name: optionalLine("Name"),
      group: v.optional(
        v.picklist(["", ...TALLY_GROUPS], "Group must be a default Tally group"),
        "",
      ),
    }),
    "Names",
  ),
});
export type TallyNames = v.InferOutput<typeof TallyNames>;

/** A user's mapping of a key. "" for none. */
export interface Named {
  key: string;
  name: string;
  group: string;
}

/** A record in bahi that vouchers name. */
export interface Known {
  key: string;
  /** Our name for it. */
  ours: string;
  what: "Account" | "Client" | "Ledger" | "Registration" | "Sales" | "Vendor";
  /** Name in Tally. */
  name: string;
  group: string;
  isMapped: boolean;
  /**
   * Whether it may be created. An existing tax ledger in Tally has settings that ours would overwrite.
   */
  mayMake: boolean;
  party?: Address;
}

export interface Party {
  key: string;
  name: string;
  address: Address;
}

/** Key for the name of the agency's GST registration in Tally. */
export const REGISTRATION = "registration";
export const salesKey = (rate: string): string => `sales@${rate}`;

interface Of {
  chart: Chart;
  clients: Party[];
  vendors: Party[];
  /** The agency's state. */
  state: string;
  named: Named[];
}

/** Names every key. Names in Tally are unique, so the second of two similar ones gets its type added. */
export function createKnown({ chart, clients, vendors, state, named }: Of): (key: string) => Known {
  const mapped = new Map(named.map((one) => [one.key, one]));
  const names = new UniqueNames((name) => nameKey(tallyName(name)));
  const known = new Map<string, Known>();
  const add = (one: Omit<Known, "isMapped" | "name">) => {
    const own = mapped.get(one.key);
    const name = tallyName(own?.name || freeName(names, one));
    const isMapped = Boolean(own?.name);
    const group = own?.group || one.group;
    known.set(one.key, { ...one, name, group, isMapped });
  };
  for (const ledger of chart.ledgers) add(ofLedger(ledger));
  for (const [what, group, parties] of [
    ["Client", "Sundry Debtors", clients],
    ["Vendor", "Sundry Creditors", vendors],
  ] as const) {
    for (const { key, name, address } of parties) {
      add({ key, ours: name, what, group, mayMake: true, party: address });
    }
  }
  const registration = `${state} Registration`.trim();
  add({ key: REGISTRATION, ours: registration, what: "Registration", group: "", mayMake: false });
  const sales = chart.of("sales");
  return (key) => {
    if (!known.has(key) && key.startsWith(salesKey(""))) {
      const ours = `${sales?.name ?? "Sales"} ${key.slice(salesKey("").length)}%`;
      add({ key, ours, what: "Sales", group: "Sales Accounts", mayMake: true });
    }
    const one = known.get(key);
    if (!one) throw new Error(`Unknown: ${key}`);
    return one;
  };
}

const ofLedger = ({ _id, name, kind, group }: Ledger): Omit<Known, "isMapped" | "name"> => ({
  key: _id,
  ours: name,
  group,
  what: kind === "account" ? "Account" : "Ledger",
  mayMake: !(kind === "system" && group === "Duties & Taxes"),
});

function freeName(names: UniqueNames, { ours, what }: Pick<Known, "ours" | "what">): string {
  const specific = `${ours} (${what.toLowerCase()})`;
  return names.take(ours, (n) => (n === 2 ? specific : `${specific} ${n - 1}`));
}
