import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { actionsColumn, dateColumn, moneyColumn, numberColumn } from "./columns.tsx";
import { Money } from "./Money.tsx";
import { type Columns, columnHelper } from "./useDataTable.tsx";

interface Row {
  _id: string;
  number: string;
  date: string;
  clientId: { displayName: string };
}

interface Own<Thing extends Row> {
  /** The header of the number: "Note No.". */
  number: string;
  /** The path segment of its page: "notes". */
  folder: string;
  /** Shown after the number. */
  mark?(document: Thing): ReactNode;
  /** The column after the client. Its id is the name of the field. */
  about: {
    id: keyof Thing & string;
    header: string;
    width?: string;
    draw(document: Thing): ReactNode;
  };
  pill(document: Thing): ReactNode;
  total: { id: string; header: string; amount(document: Thing): number };
  /** The part of the total that is left. A dash stands for false. */
  rest: {
    id: keyof Thing & string;
    header: string;
    className?: string;
    amount(document: Thing): number | false;
  };
  save(document: Thing): Promise<unknown>;
  /** Whether the ids are the API's `sort` values. Otherwise the list is always newest first. */
  isSorted?: boolean;
}

const column = columnHelper<Row>();

/** Returns the columns of a list of documents for clients. */
export function documentColumns<Thing extends Row>(given: Own<Thing>) {
  const own = given as unknown as Own<Row>;
  const { about, rest, total, mark, isSorted: enableSorting = false } = own;
  const number = numberColumn(own.number, "w-9-5", `/${own.folder}`);
  const columns = column.columns([
    column.accessor("number", {
      ...number,
      enableSorting,
      cell: (cell) => (
        <>
          {number.cell(cell)}
          {mark?.(cell.row.original)}
        </>
      ),
    }),
    // The number has the year, and the list is newest first, so the date gives way.
    column.accessor("date", {
      ...dateColumn,
      enableSorting,
      meta: { cell: "t-date num w-6-75 from-43", head: "t-date w-6-75 from-43" },
    }),
    column.accessor(({ clientId }) => clientId.displayName, {
      id: "client",
      header: "Client",
      enableSorting,
      meta: { cell: "card-1" },
      cell: ({ getValue }) => (
        <span className="cell-main truncate" title={getValue()}>
          {getValue()}
        </span>
      ),
    }),
    column.accessor(about.id, {
      header: about.header,
      enableSorting,
      meta: {
        cell: `soft from-56 ${about.width ? `num ${about.width}` : ""}`,
        head: `from-56 ${about.width ?? ""}`,
      },
      cell: ({ row }) => about.draw(row.original),
    }),
    column.display({
      id: "status",
      header: "Status",
      meta: { cell: "w-status card-4", head: "w-status" },
      cell: ({ row }) => own.pill(row.original),
    }),
    column.accessor(total.amount, {
      id: total.id,
      ...moneyColumn(total.header, { cell: "r t-amt card-2", head: "r t-amt" }),
      enableSorting,
    }),
    column.accessor(rest.id, {
      header: rest.header,
      sortDescFirst: true,
      enableSorting,
      meta: {
        cell: ["r", rest.className, "w-7-75 flush from-35"].filter(Boolean).join(" "),
        head: "r w-7-75 flush from-35",
      },
      cell: ({ row }) => {
        const amount = rest.amount(row.original);
        return amount === false ? <span className="muted">–</span> : <Money amount={amount} />;
      },
    }),
    column.display(
      actionsColumn<Row>({ cell: "t-acts w-4 from-56", head: "t-acts w-4 from-56" }, (document) => (
        <IconButton
          icon="download"
          label={`Download PDF of ${document.number}`}
          onClick={() => void own.save(document)}
        />
      )),
    ),
  ]);
  return columns as unknown as Columns<Thing>;
}
