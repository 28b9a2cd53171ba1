import { useEffect, useMemo, useRef } from "react";
import { pluralize } from "../../domain/counts.ts";
import {
  BOOKS_FIELDS,
  type BooksColumn,
  type BooksField,
  type BooksTable,
} from "../../domain/csv/booksFields.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";

interface Props {
  table: BooksTable;
  onRetake(at: number, field: BooksField | undefined): void;
}

type Row = BooksColumn & { at: number };

const column = columnHelper<Row>();
const getId = ({ at }: Row) => String(at);

const buildColumns = (onRetake: Props["onRetake"]) =>
  column.columns([
    column.accessor("name", {
      header: "Column",
      enableSorting: false,
      meta: { cell: "bk-name" },
    }),
    column.display({
      id: "field",
      header: "Imported as",
      meta: { cell: "bk-field" },
      cell: ({ row: { original } }) => <Taken {...original} onRetake={onRetake} />,
    }),
    column.accessor("example", {
      header: "Example",
      enableSorting: false,
      meta: { cell: "bk-example soft truncate" },
    }),
  ]);

/** Shows the detected field of each column, with a choice of others. */
export function BooksColumns({ table, onRetake }: Props) {
  const { name, kind, rows } = table;
  const latest = useRef(onRetake);
  useEffect(() => {
    latest.current = onRetake;
  });
  // Kept stable: a new function would create new cells, and a choice would lose the focus.
  const columns = useMemo(() => buildColumns((at, field) => latest.current(at, field)), []);
  const cells = useMemo(
    () => table.columns.map((column, at) => ({ ...column, at })).filter(({ name }) => name),
    [table],
  );
  const drawn = useDataTable({ name: "columns of a file", rows: cells, columns, getId });
  const count = `${pluralize(rows.length, "row")}${kind === "unknown" ? "" : ` of ${kind}`}`;
  return (
    <section aria-label={name} className="books-columns grid gap-8 min-0">
      <h2 className="breaks text-14">
        {name}
        <span className="muted">{` · ${count}`}</span>
      </h2>
      <div className="bad-rows framed round-8 scroll-y">
        <DataTable table={drawn} caption={`Columns of ${name}`} className="tbl" isLoaded />
      </div>
    </section>
  );
}

function Taken({ name, field, at, onRetake }: Row & Pick<Props, "onRetake">) {
  return (
    <select
      className="input"
      aria-label={`${name} is imported as`}
      value={field ?? ""}
      onChange={({ target }) => onRetake(at, (target.value || undefined) as BooksField | undefined)}
    >
      <option value="">Not imported</option>
      {Object.entries(BOOKS_FIELDS).map(([field, { title }]) => (
        <option key={field} value={field}>
          {title}
        </option>
      ))}
    </select>
  );
}
