import { formatRange } from "../../domain/dates.ts";
import { type BooksReport, booksSize } from "../../domain/ledger/imports.ts";
import { groupIndian } from "../../domain/money.ts";
import { failureText } from "../browser/api.ts";
import { Names } from "../transactions/ImportPreview.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import type { Chosen } from "./readFiles.ts";
import { placeFaults } from "./useMoveIn.ts";

/** Lists what would be imported. */
export function BooksPreview({ report, warnings }: { report: BooksReport; warnings: string[] }) {
  const { clients, documents, vouchers, payments, openings, skipped, totals, created } = report;
  const { vendors, bills } = report;
  const { dateFrom, dateTo } = report;
  const days = dateFrom ? `${formatRange({ dateFrom, dateTo })}. ` : "";
  const isNew = booksSize(report) > 0;
  return (
    <>
      <h2 className="breaks text-14">{report.file}</h2>
      <p className="muted">{`${days}Nothing has been changed yet.`}</p>
      <FactList
        facts={[
          ["Clients to be added", groupIndian(clients), "strong num"],
          ["Vendors to be added", vendors > 0 && groupIndian(vendors), "num"],
          ["Documents to be added", groupIndian(documents), "strong num"],
          ["Advances to be added", groupIndian(vouchers), "num"],
          ["Bills to be added", bills > 0 && groupIndian(bills), "num"],
          ["Payments to be added", groupIndian(payments), "num"],
          ["Opening balances", openings > 0 && groupIndian(openings), "num"],
          ["Already in the books", groupIndian(skipped), "num"],
          ["Money in", <Money amount={totals.income} />, "pos"],
          ["Money out", <Money amount={totals.expense} />],
        ]}
      />
      <Names title="Accounts to be created" names={created.accounts} />
      <Names title="Categories to be created" names={created.categories} />
      {[...warnings, ...report.warnings].map((warning) => (
        <p key={warning} className="notice">{`${warning}.`}</p>
      ))}
      {!isNew && <p className="notice">Everything in this file is already in your books.</p>}
    </>
  );
}

interface Fault {
  path: string;
  place: string;
  message: string;
}

const column = columnHelper<Fault>();
const getId = ({ path, message }: Fault) => `${path} ${message}`;
const FAULT = column.columns([
  column.accessor("place", { header: "Where", enableSorting: false, meta: { cell: "bk-place" } }),
  column.accessor("message", { header: "Problem", enableSorting: false }),
]);

/** The errors, each with its place in the file. */
export function BooksFaults({ chosen, failure }: { chosen: Chosen; failure: unknown }) {
  const faults = placeFaults(chosen, failure);
  const table = useDataTable({ name: "faults of books", rows: faults, columns: FAULT, getId });
  const [only, ...others] = faults;
  const text =
    only && others.length === 0
      ? "The file has one problem."
      : failureText(failure, "Could not reach the server. Nothing has been changed.");
  return (
    <>
      <h2>{chosen.name}</h2>
      <p className="error">
        <Icon name="circle-alert" />
        {text}
      </p>
      {only && (
        <div className="bad-rows framed round-8 scroll-y">
          <DataTable table={table} caption="Problem" className="tbl" isLoaded />
        </div>
      )}
      {chosen.warnings.map((warning) => (
        <p key={warning} className="notice">{`${warning}.`}</p>
      ))}
      <p className="help">Nothing has been changed. Correct the file and choose it again.</p>
    </>
  );
}
