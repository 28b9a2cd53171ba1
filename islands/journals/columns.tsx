import type { Journal } from "../../domain/ledger/journals.ts";
import { can } from "../browser/session.ts";
import { goTo } from "../browser/urlQuery.ts";
import { actionsColumn, dateColumn, moneyColumn, RowButtons } from "../ui/columns.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { BASIS_WORDS, joinLedgerNames } from "./words.ts";

const column = columnHelper<Journal>();

/** The columns of a journal table. Their ids are the API's `sort` values. */
export const journalColumns = (onDelete: (journal: Journal) => void) =>
  column.columns([
    column.accessor("date", {
      ...dateColumn,
      meta: { cell: "t-date num w-7 card-3", head: "t-date w-7" },
    }),
    column.accessor("reason", {
      header: "Reason",
      enableHiding: false,
      meta: { cell: "j-reason card-1" },
      cell: ({ getValue, row: { original } }) => (
        <a className="cell-main truncate" href={`/journals/${original._id}`} title={getValue()}>
          {getValue()}
        </a>
      ),
    }),
    ...(["debit", "credit"] as const).map((side) =>
      column.accessor((journal) => joinLedgerNames(journal, side), {
        id: side,
        header: side === "debit" ? "Debit" : "Credit",
        enableSorting: false,
        meta: { cell: "soft truncate from-43", head: "from-43" },
        cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
      }),
    ),
    column.accessor(({ basis }) => BASIS_WORDS[basis], {
      id: "basis",
      header: "Basis",
      enableSorting: false,
      meta: { cell: "soft w-9 from-56", head: "w-9 from-56" },
    }),
    column.accessor(
      "total",
      moneyColumn("Amount", { cell: "r t-amt strong card-2", head: "r t-amt" }),
    ),
    column.display(
      actionsColumn<Journal>(
        { cell: "t-acts w-6 from-56", head: "t-acts w-6 from-56" },
        (journal) => (
          <RowButtons
            needs="keep journals"
            name={journal.reason}
            onEdit={can("keep journals") && goTo(`/journals/${journal._id}/edit`)}
            onDelete={can("keep journals") && (() => onDelete(journal))}
          />
        ),
      ),
    ),
  ]);
