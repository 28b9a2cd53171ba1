import { useEffect, useMemo, useRef, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { MappedRow } from "../../domain/csv/mappedRows.ts";
import { CSV_FIELDS, type CsvField } from "../../domain/csv/mapping.ts";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { Icon } from "../ui/Icon.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import type { useMapping } from "./useMapping.ts";

type Mapped = ReturnType<typeof useMapping>;

const column = columnHelper<MappedRow>();
const getId = ({ row }: MappedRow) => String(row);

const SHOWN: CsvField[] = [
  "date",
  "description",
  "category",
  "account",
  "type",
  "amount",
  "out",
  "in",
];
const TITLES: Partial<Record<CsvField, string>> = { amount: "Amount", out: "Out", in: "In" };
const FIXES_SHOWN = 100;

/** The rows that need a fix: only the wrong cells are fields. */
export function MapFixes({ mapped }: { mapped: Mapped }) {
  const { rows, mapping, fix } = mapped;
  const latest = useRef(mapped);
  useEffect(() => {
    latest.current = mapped;
  });
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const wrong = rows.filter(({ problem }) => problem && !problem.needs);
  const fresh = wrong.filter(({ row }) => !seen.has(row));
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ row }) => row)]));
  const used = SHOWN.filter((field) => mapping.columns[field] !== undefined).join();
  const columns = useMemo(
    () => buildColumns(used.split(",") as CsvField[], (...args) => latest.current.fix(...args)),
    [used],
  );
  const shown = rows.filter(({ row }) => seen.has(row)).slice(0, FIXES_SHOWN);
  const table = useDataTable({ name: "rows to fix", rows: shown, columns, getId });
  if (shown.length === 0) return null;
  const leaveOut = () => {
    for (const { row } of wrong) fix(row, "left out");
  };
  return (
    <section className="stack">
      <div className="row gap-8">
        <h3>
          {wrong.length > 0
            ? pluralize(wrong.length, "row needs a fix", "rows need a fix")
            : "All rows are fixed"}
        </h3>
        {wrong.length > 0 && (
          <Button
            look="link"
            className="spring"
            label={wrong.length === 1 ? "Leave it out" : `Leave out all ${wrong.length}`}
            onClick={leaveOut}
          />
        )}
      </div>
      <div className="framed round-8 scroll-x">
        <DataTable
          table={table}
          caption="Rows that need a fix"
          className="tbl"
          isLoaded
          below={(row) => row.problem && <Problem {...row} onFix={fix} />}
        />
      </div>
    </section>
  );
}

type Fix = Mapped["fix"];

const buildColumns = (fields: CsvField[], onFix: Fix) =>
  column.columns([
    column.accessor("row", { header: "Row", enableSorting: false, meta: { cell: "num muted" } }),
    ...fields.map((field) =>
      column.display({
        id: field,
        header: TITLES[field] ?? CSV_FIELDS[field].title,
        cell: ({ row: { original } }) => <FixCell row={original} field={field} onFix={onFix} />,
      }),
    ),
    column.display({
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { cell: "r" },
      cell: ({ row: { original } }) =>
        original.problem ? (
          <Button look="link" onClick={() => onFix(original.row, "left out")}>
            Leave out<span className="sr-only">{` row ${original.row}`}</span>
          </Button>
        ) : (
          <span className="small ok">
            <Icon name="check" /> Fixed
          </span>
        ),
    }),
  ]);

interface CellProps {
  row: MappedRow;
  field: CsvField;
  onFix: Fix;
}

function FixCell({ row, field, onFix }: CellProps) {
  const text = row.cells[field] ?? "";
  if (!row.problem?.fields.includes(field)) return text;
  return <Correction key={text} row={row} field={field} onFix={onFix} text={text} />;
}

function Correction({ row, field, onFix, text }: CellProps & { text: string }) {
  const [typed, setTyped] = useState(text);
  const fixIfChanged = () => typed !== text && onFix(row.row, { [field]: typed });
  return (
    <input
      className="input"
      aria-label={`${CSV_FIELDS[field].title} of row ${row.row}`}
      aria-invalid
      aria-describedby={`problem-${row.row}`}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={fixIfChanged}
      onKeyDown={({ key }) => key === "Enter" && fixIfChanged()}
    />
  );
}

function Problem({ row, problem, onFix }: MappedRow & { onFix: Fix }) {
  return (
    <p className="error row gap-8" id={`problem-${row}`}>
      <Icon name="circle-alert" />
      {problem?.message}
      {problem?.offers.map(({ label, cells }) => (
        <Button key={label} look="link" label={label} onClick={() => onFix(row, cells)} />
      ))}
    </p>
  );
}
