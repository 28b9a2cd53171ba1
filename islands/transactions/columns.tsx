// biome-ignore-all lint/a11y/noRedundantRoles: CSS makes lists of tables on a phone; that takes roles away.

import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import type { SourceKind, Transaction, TransactionList } from "../../domain/ledger/transactions.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { upperFirst } from "../../domain/names.ts";
import { can } from "../browser/session.ts";
import { actionsColumn, dateColumn, moneyColumn, RowButtons } from "../ui/columns.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { LockIcon } from "../ui/LockIcon.tsx";
import { Money } from "../ui/Money.tsx";
import { SeriesMark } from "../ui/SeriesMark.tsx";
import { columnHelper } from "../ui/useDataTable.tsx";
import { AccountCell, TypeCell } from "./cells.tsx";
import { EditAmount, EditCategory, EditDate } from "./editCells.tsx";

interface Actions {
  /** Whether dates are shown without the year. */
  hidesYear: boolean;
  onOpen(transaction: Transaction): void;
  onDelete(transaction: Transaction): void;
  /** Called after a cell was edited in place. */
  onChanged(): void;
}

const column = columnHelper<Transaction>();

/** The columns of a transaction table. Their ids are the API's `sort` values. */
export const transactionColumns = ({ hidesYear, onOpen, onDelete, onChanged }: Actions) =>
  column.columns([
    column.accessor("date", {
      ...dateColumn,
      cell: ({ row: { original } }) => (
        <EditDate transaction={original} onChanged={onChanged}>
          <DateCell date={original.date} hidesYear={hidesYear} />
        </EditDate>
      ),
    }),
    column.accessor("description", {
      header: "Description",
      enableHiding: false,
      meta: { cell: "t-desc" },
      cell: ({ row: { original } }) => (
        <>
          <button
            className="cell-main cell-open truncate"
            type="button"
            title={original.description}
            onClick={() => onOpen(original)}
          >
            {original.description}
            {original.seriesId && <SeriesMark />}
          </button>
          {original.notes && <span className="cell-sub truncate">{original.notes}</span>}
        </>
      ),
    }),
    column.accessor(({ accountId }) => accountId.name, {
      id: "account",
      header: "Account",
      meta: { cell: "soft t-account truncate", head: "t-account" },
      cell: ({ row }) => <AccountCell transaction={row.original} />,
    }),
    column.accessor(({ categoryId }) => categoryId?.name ?? "Transfer", {
      id: "category",
      header: "Category",
      meta: { cell: "soft t-category truncate", head: "t-category" },
      cell: ({ row: { original }, getValue }) => (
        <EditCategory transaction={original} onChanged={onChanged}>
          {getValue()}
        </EditCategory>
      ),
    }),
    column.accessor("type", {
      header: "Type",
      meta: { cell: "drop t-kind", head: "t-kind" },
      cell: ({ getValue }) => <TypeCell type={getValue()} />,
    }),
    column.accessor("amount", {
      ...moneyColumn("Amount", { cell: "r t-amt strong", head: "r t-amt" }),
      cell: ({ row: { original } }) => (
        <EditAmount transaction={original} onChanged={onChanged}>
          <AmountCell transaction={original} />
        </EditAmount>
      ),
    }),
    column.display({
      ...actionsColumn<Transaction>({ cell: "drop t-acts", head: "t-acts" }, () => null),
      cell: ({ row }) => (
        <RowActions transaction={row.original} onOpen={onOpen} onDelete={onDelete} />
      ),
    }),
  ]);

/** Returns a column with the account's balance after each row. */
export const balanceColumn = (balances: Map<string, RupeeSum>) =>
  column.display({
    id: "balance",
    header: "Balance",
    meta: { cell: "r drop t-balance", head: "r drop t-balance" },
    cell: ({ row }) => <Money amount={balances.get(row.original._id) ?? 0} />,
  });

function DateCell({ date, hidesYear }: { date: string; hidesYear: boolean }) {
  const text = formatDate(date);
  return (
    <>
      {hidesYear ? text.slice(0, -5) : text}
      {hidesYear && <span className="sr-only">{text.slice(-5)}</span>}
      <LockIcon date={date} />
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

type RowProps = { transaction: Transaction } & Pick<Actions, "onOpen" | "onDelete">;

function RowActions({ transaction, onOpen, onDelete }: RowProps) {
  const document = findSource(transaction);
  if (document) {
    return (
      <a
        className="made-by inline-row to-end gap-4 nowrap small soft"
        href={document.address}
        aria-label={`Open ${document.name} of ${transaction.description}`}
      >
        <Icon className="size-13" name={document.icon} />
        {upperFirst(document.name)}
      </a>
    );
  }
  return (
    <div className="row-acts">
      <RowButtons
        name={transaction.description}
        onEdit={!transaction.isTransfer && (() => onOpen(transaction))}
        onDelete={can("delete transactions") && (() => onDelete(transaction))}
      />
    </div>
  );
}

interface Document {
  name: string;
  icon: IconName;
  folder: string;
  sentence: string;
}

/** By source: the page it leads to, and the text shown instead of Save and Delete. */
const DOCUMENTS: Record<SourceKind, Document> = {
  Receipt: {
    name: "receipt",
    icon: "receipt-text",
    folder: "/receipts",
    sentence: "This transaction belongs to a receipt. To remove it, delete the receipt.",
  },
  Invoice: {
    name: "invoice",
    icon: "file-text",
    folder: "/invoices",
    sentence: "This transaction belongs to an invoice payment. To remove it, delete the payment.",
  },
  Note: {
    name: "note",
    icon: "file-text",
    folder: "/notes",
    sentence: "This transaction belongs to a credit note refund. To remove it, delete the refund.",
  },
  Voucher: {
    name: "voucher",
    icon: "receipt-text",
    folder: "/vouchers",
    sentence:
      "This transaction belongs to an advance or its refund. To remove it, cancel or delete that.",
  },
  Bill: {
    name: "bill",
    icon: "receipt-text",
    folder: "/bills",
    sentence: "This transaction belongs to a bill payment. To remove it, delete the payment.",
  },
  Deposit: {
    name: "deposit",
    icon: "receipt-text",
    folder: "/tds",
    sentence: "This transaction belongs to a TDS deposit. To remove it, delete the deposit.",
  },
  TdsStatement: {
    name: "TDS statement",
    icon: "receipt-text",
    folder: "/tds",
    sentence:
      "This transaction is the fee for a TDS statement. To remove it, delete the statement.",
  },
  VendorAdvance: {
    name: "advance",
    icon: "receipt-text",
    folder: "/vendors",
    sentence: "This transaction belongs to a vendor advance. To remove it, delete the advance.",
  },
};

/** Returns the document that created a transaction, if any. */
export function findSource({ source }: Transaction) {
  if (!source) return undefined;
  const { folder, ...document } = DOCUMENTS[source.type];
  return { ...document, address: `${folder}/${source._id}` };
}

interface FootProps {
  list: TransactionList | undefined;
  columns: number;
}

/** The totals of all filtered rows. */
export function TotalsFoot({ list, columns }: FootProps) {
  const { income = 0, expense = 0, balance = 0 } = list?.totals ?? {};
  const sums = [
    { name: "Income", amount: income, tone: "pos" },
    { name: "Expense", amount: expense, tone: "" },
    { name: "Balance", amount: balance, tone: balance < 0 ? "neg" : "pos" },
  ];
  return (
    <tr role="row">
      <td role="cell" colSpan={columns}>
        <div className="foot-sums row to-end gap-24">
          <span className="inline-flex items-base gap-8 spring-r semi">
            Totals{" "}
            {list && (
              <span className="muted small reg">
                {`${list.total === 1 ? "" : "all "}${pluralize(list.total, "entry", "entries")}`},
                transfers left out
              </span>
            )}
          </span>
          {sums.map(({ name, amount, tone }) => (
            <span className="inline-flex items-base gap-8" key={name}>
              <span className="k small reg muted">{name}</span>{" "}
              <span className={tone}>{list ? <Money amount={amount} /> : "…"}</span>
            </span>
          ))}
        </div>
      </td>
    </tr>
  );
}
