import { useEffect, useMemo, useRef, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { countCategories, hasName, type MappedRow } from "../../domain/csv/mappedRows.ts";
import {
  CSV_FIELD_NAMES,
  CSV_FIELDS,
  type CsvField,
  type CsvMapping,
  type CsvTable,
  listValues,
  takeColumn,
} from "../../domain/csv/mapping.ts";
import { formatRange } from "../../domain/dates.ts";
import { groupIndian } from "../../domain/money.ts";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import type { useMapping } from "./useMapping.ts";

type Mapped = ReturnType<typeof useMapping>;

interface Props {
  table: CsvTable;
  mapped: Mapped;
}

interface Row {
  heading: string;
  examples: string;
  field: CsvField | "";
  check: string;
  isWrong: boolean;
}

type Choose = (heading: string, field: CsvField | undefined) => void;

const column = columnHelper<Row>();
const getId = ({ heading }: Row) => heading;

const buildColumns = (onChange: Choose) =>
  column.columns([
    column.accessor("heading", {
      header: "In the file",
      enableSorting: false,
      meta: { cell: "breaks strong" },
    }),
    column.accessor("examples", {
      header: "First rows",
      enableSorting: false,
      meta: { cell: "soft truncate" },
    }),
    column.display({
      id: "field",
      header: "In bahi",
      cell: ({ row: { original } }) => <FieldChoice {...original} onChange={onChange} />,
    }),
    column.display({
      id: "check",
      header: "Check",
      meta: { cell: "small" },
      cell: ({ row: { original } }) => (
        <span className={original.isWrong ? "warn" : "muted"}>{original.check}</span>
      ),
    }),
  ]);

/** The columns of the file, and what each becomes. */
export function MapColumns({ table, mapped }: Props) {
  const { mapping, change } = mapped;
  const latest = useRef(mapped);
  useEffect(() => {
    latest.current = mapped;
  });
  // Stable: a new function would create new cells, and a choice would lose the focus.
  const columns = useMemo(
    () =>
      buildColumns((heading, field) => {
        const { mapping, change } = latest.current;
        change({ columns: takeColumn(mapping.columns, heading, field) });
      }),
    [],
  );
  const rows = table.headings.map((heading): Row => {
    const field = CSV_FIELD_NAMES.find((name) => mapping.columns[name] === heading) ?? "";
    const examples = listValues(table, heading, 3).join(" · ") || "empty";
    return { heading, examples, field, ...checkColumn(field, mapped) };
  });
  const drawn = useDataTable({ name: "columns of an import", rows, columns, getId });
  const used = rows.filter(({ field }) => field).length;
  return (
    <section className="stack">
      <div className="row gap-8">
        <h3>Columns</h3>
        <span className="muted small">{`${used} of ${rows.length} used`}</span>
        <Button
          look="link"
          label="Clear all"
          className="spring"
          onClick={() => change({ columns: {} })}
        />
      </div>
      <div className="map-table framed round-8 scroll-x">
        <DataTable table={drawn} caption="Columns of the file" className="tbl" isLoaded />
      </div>
      {Object.values(mapping.columns).length > 0 && mapping.columns.date && (
        <DateOrder {...mapped} />
      )}
    </section>
  );
}

function DateOrder({ mapping, change }: Mapped) {
  return (
    <label className="row gap-8 small">
      <span className="muted nowrap">03/04 is</span>
      <select
        className="input"
        value={mapping.dateOrder}
        onChange={({ target }) => change({ dateOrder: target.value as CsvMapping["dateOrder"] })}
      >
        <option value="day">3 April</option>
        <option value="month">4 March</option>
      </select>
    </label>
  );
}

function FieldChoice({ heading, field, onChange }: Row & { onChange: Choose }) {
  return (
    <select
      className="input"
      aria-label={`${heading} becomes`}
      value={field}
      onChange={({ target }) =>
        onChange(heading, (target.value || undefined) as CsvField | undefined)
      }
    >
      <option value="">Leave out</option>
      {CSV_FIELD_NAMES.map((name) => (
        <option key={name} value={name}>
          {CSV_FIELDS[name].title}
        </option>
      ))}
    </select>
  );
}

const has = (rows: MappedRow[], field: CsvField) => rows.filter(({ cells }) => cells[field]).length;

/** Returns what the values of a column have shown. */
function checkColumn(field: CsvField | "", { rows, balances }: Mapped) {
  const ok = (check: string) => ({ check, isWrong: false });
  const wrong = (check: string) => ({ check, isWrong: true });
  if (field === "") return ok("not imported");
  const bad = rows.filter(({ problem }) => problem?.fields.includes(field)).length;
  if (bad > 0) return wrong(`${pluralize(bad, "row needs", "rows need")} a fix`);
  if (field === "date") {
    const dates = rows.flatMap(({ reading }) => reading?.date ?? []).sort();
    const [dateFrom = "", dateTo = ""] = [dates[0], dates.at(-1)];
    if (!dateFrom) return ok("");
    return ok(`${pluralize(dates.length, "date")}, ${formatRange({ dateFrom, dateTo })}`);
  }
  if (field === "balance") {
    const { wrong: differing, compared } = balances;
    if (differing.length > 0) {
      return wrong(`differs in row ${differing.slice(0, 3).join(", ")}`);
    }
    return ok(compared > 0 ? "agrees in every row" : "");
  }
  if (rows.length === 0) return ok("");
  return ok(`${groupIndian(has(rows, field))} of ${pluralize(rows.length, "row")}`);
}

const CATEGORIES_SHOWN = 9;

interface NamesProps {
  mapped: Mapped;
  categories: { name: string }[];
}

/** The categories of the file that the books do not have, and what each becomes. */
export function MapCategories({ mapped, categories }: NamesProps) {
  const { mapping, rows, change } = mapped;
  const [showsAll, setShowsAll] = useState(false);
  const { category } = mapping.columns;
  const all = useMemo(() => countCategories(rows), [rows]);
  const own = all.filter(([name]) => name in mapping.categories || !hasName(categories, name));
  if (!category || own.length === 0) return null;
  const shown = showsAll ? own : own.slice(0, CATEGORIES_SHOWN);
  const choose = (name: string, to: string) => {
    const { [name]: _, ...others } = mapping.categories;
    change({ categories: to ? { ...others, [name]: to } : others });
  };
  return (
    <section className="stack">
      <h3>{`${category} becomes Category`}</h3>
      <div className="map-names">
        {shown.map(([name]) => (
          <label key={name}>
            <span className="small truncate">{name}</span>
            <select
              className="input"
              value={mapping.categories[name] ?? ""}
              onChange={({ target }) => choose(name, target.value)}
            >
              <option value="">{`Create “${name}”`}</option>
              {categories.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <p className="row gap-8 small muted">
        {all.length > own.length &&
          `${pluralize(all.length - own.length, "category has", "categories have")} the same name in bahi.`}
        {own.length > shown.length && (
          <Button look="link" label={`Show all ${own.length}`} onClick={() => setShowsAll(true)} />
        )}
      </p>
    </section>
  );
}
