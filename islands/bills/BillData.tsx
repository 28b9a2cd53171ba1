import type { Metadata } from "../../domain/agencies/agency.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import type { VendorList } from "../../domain/purchases/vendors.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";

export interface Known {
  vendors: VendorList["vendors"];
  accounts: Account[];
  categories: Category[];
  agency: { gstin: string; isComposition: boolean };
}

/** Loads the form's data, together with anything else the screen waits for. */
export function useBillData(...others: Loaded<unknown>[]) {
  const vendors = useFetch<VendorList>("/api/vendors");
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts");
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const metadata = useFetch<{ metadata: Metadata }>("/api/metadata");
  const all = [...others, vendors, accounts, categories, metadata];
  const agency = metadata.data?.metadata;
  const known: Known | undefined = vendors.data &&
    accounts.data &&
    categories.data &&
    agency && {
      vendors: vendors.data.vendors,
      accounts: accounts.data.accounts,
      categories: categories.data.categories.filter(({ type }) => type === "Expense"),
      agency: { gstin: agency.gstNumber, isComposition: agency.isComposition },
    };
  return {
    known,
    failure: all.find(({ failure }) => failure)?.failure,
    reload: () => {
      for (const { failure, reload } of all) if (failure) reload();
    },
  };
}
