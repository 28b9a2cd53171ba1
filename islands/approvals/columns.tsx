import type { Approval } from "../../domain/agencies/approvals.ts";
import { formatMoment } from "../../domain/dates.ts";
import { upperFirst } from "../../domain/names.ts";
import { dateColumn, moneyColumn } from "../ui/columns.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";

const column = columnHelper<Approval>();

/** Returns the decision and its author: `Refused by Asha Kulkarni`. */
export const stateText = ({ state, decided }: Approval): string => {
  const word = upperFirst(state);
  return decided ? `${word} by ${decided.by.name}` : word;
};

export const approvalColumns = (onOpen: (approval: Approval) => void) =>
  column.columns([
    column.accessor("date", { ...dateColumn, enableSorting: false }),
    column.accessor("description", {
      header: "Payment",
      enableHiding: false,
      enableSorting: false,
      meta: { cell: "t-desc" },
      cell: ({ getValue, row: { original } }) => (
        <>
          <button
            className="cell-main cell-open truncate"
            type="button"
            onClick={() => onOpen(original)}
          >
            {getValue()}
          </button>
          <span className="cell-sub truncate">{`${original.from} to ${original.to}`}</span>
        </>
      ),
    }),
    column.accessor(({ asked }) => asked.by.name, {
      id: "asked",
      header: "Requested by",
      enableSorting: false,
      meta: { cell: "drop", head: "drop" },
      cell: ({ getValue, row: { original } }) => (
        <>
          <span className="cell-main truncate">{getValue()}</span>
          <span className="cell-sub truncate">{formatMoment(original.asked.at)}</span>
        </>
      ),
    }),
    column.accessor(stateText, {
      id: "state",
      header: "Status",
      enableSorting: false,
      meta: { cell: "soft drop", head: "drop" },
      cell: ({ getValue, row: { original } }) => (
        <>
          <span className="truncate">{getValue()}</span>
          {original.reason && <span className="cell-sub truncate">{original.reason}</span>}
        </>
      ),
    }),
    column.accessor("amount", {
      ...moneyColumn("Amount", { cell: "r t-amt strong", head: "r t-amt" }),
      enableSorting: false,
    }),
  ]);
