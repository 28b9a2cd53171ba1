// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.
import { createColumnHelper, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { formatDate } from "../../domain/dates.ts";
import type { Transaction, TransactionList } from "../../domain/transactions.ts";
import { mayI } from "../browser/session.ts";
import { FailedToLoad } from "../parts/FailedToLoad.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Money } from "../parts/Money.tsx";
import { periodText } from "../parts/periodView.ts";
import { AccountCell, TypeCell } from "./cells.tsx";
import type { OpenDialog } from "./dialogs.ts";
import { madeBy } from "./madeBy.ts";
import { NothingThere } from "./NothingThere.tsx";
import { isOneYear, type View } from "./view.ts";

interface Props {
  view: View | undefined;
  list: TransactionList | undefined;
  isLoading: boolean;
  failure: unknown;
  onRetry(): void;
  onOpen(dialog: OpenDialog): void;
  onDelete(transaction: Transaction): void;
  /** The row that the keys are on. */
  currentId: string | undefined;
}

// The server filters, sorts and pages, so the table needs no feature of its own.
const features = tableFeatures({});
const column = createColumnHelper<typeof features, Transaction>();
// One array for ever: the table takes a new one for new data and renders again.
const NONE: Transaction[] = [];

export function TransactionTable(props: Props) {
  const { view, list, isLoading, failure, onRetry, onOpen, currentId } = props;
  const columns = useColumns(props);
  const table = useTable({ features, columns, data: list?.items ?? NONE });
  if (failure && !list) {
    const said = { label: "List of transactions", otherwise: "Failed to load transactions" };
    return <FailedToLoad {...said} failure={failure} onRetry={onRetry} />;
  }
  if (list?.total === 0) return <NothingThere view={view} onOpen={onOpen} />;

  return (
    <section className="panel" aria-label="List of transactions" aria-busy={isLoading}>
      <table role="table" className="tbl stick to-list tx">
        <caption className="sr-only">
          Transactions{view && `, ${periodText(view)}`}, newest first
        </caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr role="row" key={group.id}>
              {group.headers.map((header) => (
                <th
                  role="columnheader"
                  scope="col"
                  key={header.id}
                  className={HEAD_CLASSES[header.id]}
                  aria-sort={header.id === "date" ? "descending" : undefined}
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {list ? (
            table.getRowModel().rows.map((row) => (
              <tr
                role="row"
                key={row.original._id}
                data-id={row.original._id}
                className={row.original._id === currentId ? "is-current" : ""}
                aria-current={row.original._id === currentId || undefined}
              >
                {row.getAllCells().map((cell) => (
                  <td role="cell" key={cell.id} className={CELL_CLASSES[cell.column.id]}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <SkeletonRows />
          )}
        </tbody>
        <TotalsFoot list={list} />
      </table>
    </section>
  );
}

const HEAD_CLASSES: Record<string, string> = { amount: "r", type: "t-kind" };

const CELL_CLASSES: Record<string, string> = {
  date: "t-date num",
  description: "t-desc",
  account: "soft drop t-account",
  category: "soft drop",
  type: "drop t-kind",
  amount: "r t-amt strong",
  actions: "drop t-acts",
};

function useColumns({ view, onOpen, onDelete }: Props) {
  const hidesYear = view ? isOneYear(view) : true;
  return useMemo(
    () =>
      column.columns([
        column.accessor("date", {
          header: "Date",
          cell: ({ getValue }) => <DateCell date={getValue()} hidesYear={hidesYear} />,
        }),
        column.accessor("description", {
          header: "Description",
          cell: ({ row: { original } }) => (
            <>
              <button
                className="cell-main cell-open truncate"
                type="button"
                onClick={() => onOpen({ name: "entry", transaction: original })}
              >
                {original.description}
              </button>
              {original.notes && <span className="cell-sub truncate">{original.notes}</span>}
            </>
          ),
        }),
        column.display({
          id: "account",
          header: "Account",
          cell: ({ row }) => <AccountCell transaction={row.original} />,
        }),
        column.display({
          id: "category",
          header: "Category",
          cell: ({ row }) => row.original.categoryId?.name ?? "Transfer",
        }),
        column.accessor("type", {
          header: "Type",
          cell: ({ getValue }) => <TypeCell type={getValue()} />,
        }),
        column.accessor("amount", {
          header: "Amount",
          cell: ({ row: { original } }) => <AmountCell transaction={original} />,
        }),
        column.display({
          id: "actions",
          header: () => <span className="sr-only">Actions</span>,
          cell: ({ row: { original } }) => (
            <RowActions transaction={original} onOpen={onOpen} onDelete={onDelete} />
          ),
        }),
      ]),
    [hidesYear, onOpen, onDelete],
  );
}

function DateCell({ date, hidesYear }: { date: string; hidesYear: boolean }) {
  const text = formatDate(date);
  if (!hidesYear) return text;
  return (
    <>
      {text.slice(0, -5)}
      <span className="sr-only">{text.slice(-5)}</span>
    </>
  );
}

function AmountCell({ transaction: { type, amount } }: { transaction: Transaction }) {
  if (type === "Income") {
    return (
      <span className="pos">
        <Money amount={amount} signed />
      </span>
    );
  }
  return <Money amount={type === "Expense" ? -amount : amount} />;
}

function RowActions({
  transaction,
  onOpen,
  onDelete,
}: { transaction: Transaction } & Pick<Props, "onOpen" | "onDelete">) {
  const mayDelete = mayI("delete transactions");
  const document = madeBy(transaction);
  if (document) {
    return (
      <a
        className="made-by"
        href={document.address}
        aria-label={`Open ${document.name} of ${transaction.description}`}
      >
        <Icon name={document.icon} />
        {document.name}
      </a>
    );
  }
  return (
    <div className="row-acts">
      {!transaction.isTransfer && (
        <button
          className="icon-btn"
          type="button"
          aria-label={`Edit ${transaction.description}`}
          onClick={() => onOpen({ name: "entry", transaction })}
        >
          <Icon name="pencil" />
        </button>
      )}
      {mayDelete && (
        <button
          className="icon-btn"
          type="button"
          aria-label={`Delete ${transaction.description}`}
          onClick={() => onDelete(transaction)}
        >
          <Icon name="trash-2" />
        </button>
      )}
    </div>
  );
}

function TotalsFoot({ list }: { list: TransactionList | undefined }) {
  const { income = 0, expense = 0, balance = 0 } = list?.totals ?? {};
  const sums = [
    { name: "Income", amount: income, tone: "pos" },
    { name: "Expense", amount: expense, tone: "" },
    { name: "Balance", amount: balance, tone: balance < 0 ? "neg" : "pos" },
  ];
  return (
    <tfoot role="rowgroup">
      <tr role="row">
        <th role="rowheader" scope="row" colSpan={2} className="t-foot">
          Totals{" "}
          {list && (
            <span className="muted small reg">
              {list.total === 1 ? "1 entry" : `all ${list.total} entries`}, transfers left out
            </span>
          )}
        </th>
        <td role="cell" colSpan={5} className="r">
          <div className="foot-sums">
            {sums.map(({ name, amount, tone }) => (
              <span key={name}>
                <span className="k">{name}</span>{" "}
                <span className={tone}>{list ? <Money amount={amount} /> : "…"}</span>
              </span>
            ))}
          </div>
        </td>
      </tr>
    </tfoot>
  );
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function SkeletonRows() {
  return ROWS.map((row) => (
    <tr role="row" key={row} className="sk">
      <td role="cell" className="t-date">
        <span className="skeleton" />
      </td>
      <td role="cell" className="t-desc">
        <span className="skeleton" />
      </td>
      <td role="cell" className="drop" colSpan={3}>
        <span className="skeleton" />
      </td>
      <td role="cell" className="r t-amt">
        <span className="skeleton" />
      </td>
      <td role="cell" className="drop" />
    </tr>
  ));
}
