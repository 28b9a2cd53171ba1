import type { Constitution } from "../agencies/constitution.ts";
import { nameKey } from "../names.ts";
import type { Account } from "./accounts.ts";
import type { Category } from "./categories.ts";
import { CLEARS, type Kind, type Place, SYSTEM, type SystemLedger } from "./kinds.ts";
import { findKindPlace, toLegalPlace } from "./legalForm.ts";

/** A ledger: an account, a system ledger, or the ledger of categories with the same name. */
export interface Ledger extends Place {
  _id: string;
  name: string;
  /** The kind of its categories, or its origin. */
  kind: Kind | "account" | "system";
  account?: Account["type"];
}

/** Every ledger of an agency, with lookups by id. */
export interface Chart {
  ledgers: Ledger[];
  /** Finds a ledger by the id of an account, a category or a system ledger. */
  of(id: string): Ledger | undefined;
  /** Finds a ledger by id or by name, ignoring case. */
  find(text: string): Ledger | undefined;
  /** Returns every id that posts to a ledger: those of its categories, or its own. */
  idsOf(ledger: Ledger): string[];
}

/**
 * Builds the chart of accounts.
 * @param categories oldest first. Sales go to the first of kind revenue, or to `sales`.
 * @param form how capital, drawings and income tax are presented
 * @param sales the category in the invoice settings, or ""
 */
export function buildChart(
  accounts: Account[],
  categories: Category[],
  form: Constitution,
  sales = "",
): Chart {
  const byId = new Map<string, Ledger>();
  for (const account of accounts) byId.set(account._id, ofAccount(account));
  for (const [id, place] of Object.entries(SYSTEM)) {
    byId.set(id, { _id: id, kind: "system", name: place.name, ...toLegalPlace(form, place) });
  }
  const shared = new Map<string, Ledger>();
  for (const category of categories) {
    byId.set(category._id, ofCategory(category, form, byId, shared));
  }
  const revenue = categories.find(({ _id, kind, type }) =>
    sales ? _id === sales : kind === "revenue" && type === "Income",
  );
  const sold = revenue && byId.get(revenue._id);
  if (sold) byId.set("sales", sold);

  const ledgers = [...new Set(byId.values())];
  const byName = new Map(ledgers.toReversed().map((ledger) => [nameKey(ledger.name), ledger]));
  const ids = Map.groupBy(byId.keys(), (id) => byId.get(id) as Ledger);
  return {
    ledgers,
    of: (id) => byId.get(id),
    find: (text) => byId.get(text) ?? byName.get(nameKey(text)),
    idsOf: (ledger) => ids.get(ledger) ?? [],
  };
}

function ofAccount({ _id, name, type }: Account): Ledger {
  const section = type === "Card" ? "liabilities" : "assets";
  const owed = { section: "liabilities", line: "Short-term borrowings" } as const;
  const held = { section: "assets", line: "Cash and bank balances" } as const;
  const group =
    type === "Bank" ? "Bank Accounts" : type === "Card" ? "Bank OD A/c" : "Cash-in-hand";
  const [place, turned] = section === "assets" ? [held, owed] : [owed, held];
  return { _id, name, kind: "account", account: type, group, ...place, turned };
}

function ofCategory(
  { _id, name, kind, ledger: shares }: Category,
  form: Constitution,
  byId: Map<string, Ledger>,
  shared: Map<string, Ledger>,
): Ledger {
  const called = shares || name;
  const system = systemNamed(called) ?? CLEARS[kind];
  if (system) return byId.get(system) as Ledger;
  const key = nameKey(called);
  const known = shared.get(key);
  if (known) return known;
  const ledger: Ledger = { _id, name: called, kind, ...findKindPlace(form, kind) };
  shared.set(key, ledger);
  return ledger;
}

/** Finds a system ledger by name. Categories share one by naming it: `GST payable IGST`. */
const systemNamed = (text: string): SystemLedger | undefined =>
  (Object.keys(SYSTEM) as SystemLedger[]).find((id) => nameKey(SYSTEM[id].name) === nameKey(text));
