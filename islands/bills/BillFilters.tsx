import { BILL_KIND_NAMES, BILL_KINDS } from "../../domain/purchases/bills.ts";
import { CREDIT_STATE_NAMES, CREDIT_STATES } from "../../domain/purchases/creditStates.ts";
import type { VendorList } from "../../domain/purchases/vendors.ts";
import { useFetch } from "../browser/useFetch.ts";
import { SelectField } from "../ui/Field.tsx";
import { DateFilters, FilterPanel, filterField } from "../ui/filters.tsx";
import { type ListView, without } from "../ui/useList.ts";

/** `status`: without one, bills to pay; ALL for every bill. */
export const FILTERS = ["q", "status", "vendorId", "kind", "creditState"] as const;
export type View = ListView<(typeof FILTERS)[number]>;
export const NO_FILTERS = without(FILTERS);

export const countFilters = ({ status, vendorId, kind, creditState, dateFrom, dateTo }: View) =>
  [status !== "ALL" && status, vendorId, kind, creditState, dateFrom || dateTo].filter(Boolean)
    .length;

const STATUSES = [
  ["", "To pay"],
  ["OVERDUE", "Overdue"],
  ["THIS_WEEK", "This week"],
  ["PARTIALLY_PAID", "Partly paid"],
  ["PAID", "Paid"],
  ["DRAFT", "Draft"],
  ["CANCELLED", "Cancelled"],
  ["ALL", "All"],
] as const;
const CREDITS = CREDIT_STATES.map((state) => [state, CREDIT_STATE_NAMES[state]] as const);
const KINDS = BILL_KINDS.map((kind) => [kind, `${BILL_KIND_NAMES[kind]}s`] as const);

export function BillFilters({
  isOpen,
  view,
}: {
  isOpen: boolean | undefined;
  view: View | undefined;
}) {
  const source = useFetch<VendorList>("/api/vendors");
  const vendors =
    source.data?.vendors.map(({ _id, displayName }) => [_id, displayName] as const) ?? [];
  return (
    <FilterPanel isOpen={isOpen} className="bill-filters">
      <SelectField
        label="Vendor"
        blank="All vendors"
        source={source}
        options={vendors}
        field={filterField("vendorId", view?.vendorId)}
      />
      <SelectField
        label="Status"
        options={STATUSES}
        field={filterField("status", view?.status, { sort: "" })}
      />
      <SelectField
        label="Kind"
        blank="All kinds"
        options={KINDS}
        field={filterField("kind", view?.kind)}
      />
      <SelectField
        label="Input credit"
        blank="Any credit"
        options={CREDITS}
        field={filterField("creditState", view?.creditState)}
      />
      <DateFilters view={view} preset="" />
    </FilterPanel>
  );
}
