import { ACTIONS, ENTITIES } from "../../domain/audit.ts";
import { changeSearch } from "../browser/search.ts";
import { DateField } from "../parts/DateField.tsx";
import { type FormField, SelectField } from "../parts/Field.tsx";
import { entityName, filterOf, NO_FILTERS, type View } from "./view.ts";

/** Every change is in the address at once, and goes back to page 1. */
export function AuditFilters({ view }: { view: View }) {
  return (
    <section className="filters" aria-label="Filters">
      <div className="filters-grid audit-filters">
        <SelectField label="Entity" field={fieldOf("entity", view.entity)}>
          <option value="">All entities</option>
          {ENTITIES.map((entity) => (
            <option key={entity} value={entity}>
              {entityName(entity)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Action" field={fieldOf("action", view.action)}>
          <option value="">All actions</option>
          {ACTIONS.map((action) => (
            <option key={action}>{action}</option>
          ))}
        </SelectField>
        <DateField label="From date" isLazy field={fieldOf("dateFrom", view.dateFrom)} />
        <DateField label="To date" isLazy field={fieldOf("dateTo", view.dateTo)} />
      </div>
      {filterOf(view) !== "" && (
        <div>
          <button className="btn btn-quiet" type="button" onClick={() => changeSearch(NO_FILTERS)}>
            Clear All Filters
          </button>
        </div>
      )}
    </section>
  );
}

const fieldOf = (name: keyof typeof NO_FILTERS, value: string): FormField => ({
  name,
  value,
  error: undefined,
  change: (text) => changeSearch({ [name]: text }),
  blur: () => {},
});
