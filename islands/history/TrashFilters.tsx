import { useRef } from "react";
import type { Entity } from "../../domain/agencies/audit.ts";
import { entityName } from "../../domain/agencies/auditWords.ts";
import type { TrashItem } from "../../domain/agencies/undo.ts";
import { SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filters.tsx";
import { SearchFilter } from "../ui/SearchFilter.tsx";

const FILTERS = ["q", "entity", "userId"] as const;
type TrashFilter = Partial<Record<(typeof FILTERS)[number], string>>;

export const NO_FILTERS = { q: "", entity: "", userId: "" };

export function parseTrashFilter(search: string): TrashFilter {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
}

const KINDS: readonly Entity[] = [
  ...(["Transaction", "Invoice", "Payment", "Note", "Voucher", "Estimate", "Receipt"] as const),
  ...([
    "Bill",
    "Client",
    "Vendor",
    "Item",
    "Account",
    "Category",
    "Journal",
    "BankRule",
    "Filing",
  ] as const),
];

/** Filters by name, type of record, and the members seen here who deleted it. */
export function TrashFilters({ filter, items }: { filter: TrashFilter; items: TrashItem[] }) {
  const people = useRef(new Map<string, string>());
  for (const { userId } of items) people.current.set(userId._id, userId.name);
  return (
    <section className="toolbar trash-filters wrap mb-12" aria-label="Filters">
      <SearchFilter q={filter.q ?? ""} label="Search the trash" placeholder="Name or amount" />
      <SelectField
        label="Kind"
        blank="All kinds"
        options={KINDS.map((kind) => [kind, entityName(kind)])}
        field={filterField("entity", filter.entity)}
      />
      <SelectField
        label="Deleted by"
        blank="Deleted by anyone"
        options={[...people.current]}
        field={filterField("userId", filter.userId)}
      />
    </section>
  );
}
