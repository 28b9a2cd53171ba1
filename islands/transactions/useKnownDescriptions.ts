import { useMemo } from "react";
import type { Transaction, TransactionList } from "../../domain/transactions.ts";
import { useFetch } from "../browser/useFetch.ts";

const LATEST = "/api/transactions?limit=100";

/** The latest entries by type and description: what was written before is seldom written differently. */
export function useKnownDescriptions(isWanted: boolean) {
  const latest = useFetch<TransactionList>(isWanted ? LATEST : null);
  return useMemo(() => {
    const known = new Map<string, Transaction>();
    // Newest first, so the first of a name is the one to follow.
    for (const entry of latest.data?.items ?? []) {
      const key = keyOf(entry.type, entry.description);
      if (!entry.isTransfer && !known.has(key)) known.set(key, entry);
    }
    return {
      find: (type: string, description: string) => known.get(keyOf(type, description)),
      descriptions: (type: string) =>
        [...known.values()]
          .filter((entry) => entry.type === type)
          .map((entry) => entry.description),
    };
  }, [latest.data]);
}

const keyOf = (type: string, description: string) => `${type} ${description.trim().toLowerCase()}`;
