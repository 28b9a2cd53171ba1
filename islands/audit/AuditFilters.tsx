import { ACTIONS, ENTITIES } from "../../domain/agencies/audit.ts";
import { entityName } from "../../domain/agencies/auditWords.ts";
import { changeUrlQuery } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { DateField } from "../ui/DateField.tsx";
import { SelectField } from "../ui/Field.tsx";
import { filterField } from "../ui/filters.tsx";
import { type ListView, without } from "../ui/useList.ts";

/** Stores every change in the address at once, and goes back to page 1. */
export function AuditFilters({ view }: { view: View }) {
  return (
    <section className="filters" aria-label="Filters">
      <div className="filters-grid audit-filters">
        <SelectField
          label="Entity"
          blank="All entities"
          options={ENTITIES.map((entity) => [entity, entityName(entity)])}
          field={filterField("entity", view.entity)}
        />
        <SelectField
          label="Action"
          blank="All actions"
          options={ACTIONS}
          field={filterField("action", view.action)}
        />
        <DateField label="From date" isLazy field={filterField("dateFrom", view.dateFrom)} />
        <DateField label="To date" isLazy field={filterField("dateTo", view.dateTo)} />
      </div>
      {filterQuery(view) !== "" && (
        <div>
          <Button
            look="quiet"
            label="Clear All Filters"
            onClick={() => changeUrlQuery(NO_FILTERS)}
          />
        </div>
      )}
    </section>
  );
}

/** The filters besides dates. */
export const FILTERS = ["entity", "action"] as const;
export type View = ListView<(typeof FILTERS)[number]>;

export const NO_FILTERS = without(FILTERS);

/** Returns the filters as a query string, without page or limit; "" for none. */
export function filterQuery({ entity, action, dateFrom, dateTo }: View): string {
  const all = { entity, action, dateFrom, dateTo };
  const set = Object.entries(all).filter(([, value]) => value);
  return set.length > 0 ? `?${new URLSearchParams(set)}` : "";
}
