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
    column.accessor("date", dateColumn),
    column.accessor("reason", {
      header: "Reason",
      enableHiding: false,
      meta: { cell: "j-reason" },
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
        meta: { cell: `soft drop truncate j-${side}`, head: `drop j-${side}` },
        cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
      }),
    ),
    column.accessor(({ basis }) => BASIS_WORDS[basis], {
      id: "basis",
      header: "Basis",
      enableSorting: false,
      meta: { cell: "soft drop j-basis", head: "drop j-basis" },
    }),
    column.accessor("total", moneyColumn("Amount", { cell: "r t-amt strong", head: "r t-amt" })),
    column.display(
      actionsColumn<Journal>({ cell: "drop t-acts", head: "drop t-acts" }, (journal) => (
        <RowButtons
          needs="keep journals"
          name={journal.reason}
          onEdit={can("keep journals") && goTo(`/journals/${journal._id}/edit`)}
          onDelete={can("keep journals") && (() => onDelete(journal))}
        />
      )),
    ),
  ]);
