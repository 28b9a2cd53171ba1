import { pluralize } from "../../domain/counts.ts";
import { formatRange } from "../../domain/dates.ts";
import type { ImportReport } from "../../domain/ledger/imports.ts";
import { groupIndian } from "../../domain/money.ts";
import type { FieldError } from "../../domain/refusal.ts";
import { DataTable } from "../ui/DataTable.tsx";
import { Money } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";

export function ImportPreview({ report }: { report: ImportReport }) {
  const { file, rows, added, skipped, totals, dateFrom, dateTo, created } = report;
  const size = pluralize(rows, "row");
  return (
    <>
      <p>
        <span className="strong">{file}</span>
        <span className="muted">
          {` · ${size}, ${formatRange({ dateFrom, dateTo })}. Nothing has been changed yet.`}
        </span>
      </p>
      <FactList
        facts={[
          ["To be added", groupIndian(added), "strong num"],
          ["Already in the books", groupIndian(skipped), "num"],
          ["Income", <Money amount={totals.income} />, "pos"],
          ["Expense", <Money amount={totals.expense} />],
          ["Transfers", <Money amount={totals.transfers} />],
        ]}
      />
      <Names title="Accounts to be created" names={created.accounts} />
      <Names title="Categories to be created" names={created.categories} />
      {added === 0 && <p className="notice">Every row of this file is already in your books.</p>}
    </>
  );
}

export function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="flex wrap gap-4 mt-4">
        {names.map((name) => (
          <li key={name} className="pill">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

const column = columnHelper<FieldError>();
const getId = ({ path, column, message }: FieldError) => `${path} ${column} ${message}`;
const BAD_ROW = column.columns([
  column.accessor(({ path }) => Number(path.replace("line ", "")), {
    id: "line",
    header: "Line",
    meta: { cell: "num" },
  }),
  column.accessor(({ column = "" }) => column, { id: "column", header: "Column" }),
  column.accessor("message", { header: "Problem" }),
]);

/** The rejected rows, by their lines in the file. */
export function BadRows({ errors }: { errors: FieldError[] }) {
  const table = useDataTable({ name: "refused rows", rows: errors, columns: BAD_ROW, getId });
  if (errors.length === 0) return <p className="help">Nothing has been changed.</p>;
  return (
    <>
      <div className="bad-rows framed round-8 scroll-y">
        <DataTable table={table} caption="Rows that cannot be imported" className="tbl" isLoaded />
      </div>
      <p className="help">Nothing has been changed. Correct the file and choose it again.</p>
    </>
  );
}
