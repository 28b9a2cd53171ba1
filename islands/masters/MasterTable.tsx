import { useMemo } from "react";
import type { Account, Balances } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { kindName } from "../../domain/ledger/legalForm.ts";
import { readLegalForm } from "../layout/identity.ts";
import { TypeCell } from "../transactions/cells.tsx";
import { Button } from "../ui/Button.tsx";
import { actionsColumn, moneyColumn, nameColumn, RowButtons } from "../ui/columns.tsx";
import { TablePanel } from "../ui/DataTable.tsx";
import { Money } from "../ui/Money.tsx";
import { Empty } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { type Columns, columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import { addUsualCategories } from "./usualCategories.ts";

/** The kinds of master data, which share their table and forms. */
export type Kind = "account" | "category";
export type Master = Account | Category;

export const KINDS = {
  account: {
    title: "Account",
    url: "/api/accounts",
    ...{ name: "Accounts", empty: "No accounts yet", add: "Add an account" },
  },
  category: {
    title: "Category",
    url: "/api/categories",
    ...{ name: "Categories", empty: "No categories yet", add: "Add a category" },
  },
} as const;

interface Props {
  kind: Kind;
  /** Undefined while they load. */
  things: Master[] | undefined;
  /** The accounts' balances, once known. */
  held: Balances | undefined;
  failure: unknown;
  onRetry(): void;
  onAdd(): void;
  onEdit(thing: Master): void;
  onDelete(thing: Master): void;
}

const getId = ({ _id }: Master) => _id;

/** A table of all accounts, or all categories. */
export function MasterTable(props: Props) {
  const { kind, things, held, failure, onRetry, onAdd, onEdit, onDelete } = props;
  const { name, empty, add } = KINDS[kind];
  // Stable columns are not recreated with the balances, because a button in one may have the focus.
  const [first, others] = useMemo(
    () => [
      column.accessor("name", nameColumn<Master>({ cell: "m-name", head: "m-name" }, onEdit)),
      [status, acting(onEdit, onDelete)],
    ],
    [onEdit, onDelete],
  );
  const columns = useMemo(
    () => [first, ...OWN[kind], ...(kind === "account" ? [balanceColumn(held)] : []), ...others],
    [first, others, kind, held],
  );
  const table = useDataTable({ name, rows: things, columns, getId });
  return (
    <TablePanel
      {...{ table, failure, onRetry }}
      label={name}
      caption={name}
      className="tbl to-list masters"
      isLoaded={things !== undefined}
      waiting={4}
      otherwise="Failed to load master data"
      empty={
        <Empty label={name} icon="library-big" title={empty}>
          <Button needs="enter books" label={add} onClick={onAdd} />
          {kind === "category" && <UsualButton onDone={onRetry} />}
        </Empty>
      }
    />
  );
}

function UsualButton({ onDone }: { onDone(): void }) {
  const [isBusy, add] = useBusy(() => addUsualCategories().then(onDone));
  return <Button needs="enter books" label="Add common categories" isBusy={isBusy} onClick={add} />;
}

const column = columnHelper<Master>();

const TYPE = { header: "Type", meta: { cell: "m-type", head: "m-type" } };

/** The columns of each kind between name and status. */
const OWN: Record<Kind, Columns<Master>> = {
  account: [
    column.accessor("type", TYPE),
    column.accessor((account) => (account as Account).openingBalance, {
      id: "openingBalance",
      ...moneyColumn("Opening Balance", {
        cell: "m-openingBalance r",
        head: "m-openingBalance r",
      }),
    }),
  ],
  category: [
    column.accessor("type", {
      ...TYPE,
      cell: ({ getValue }) => <TypeCell type={getValue() as Category["type"]} />,
    }),
    column.accessor((category) => kindName(readLegalForm(), (category as Category).kind), {
      id: "kind",
      header: "Kind",
      meta: { cell: "m-kind soft", head: "m-kind" },
    }),
  ],
};

/** The balance, with a link to the account's transactions. */
function balanceColumn(held: Balances | undefined) {
  const now = new Map(held?.balances.map((row) => [row.accountId, row.closingBalance]));
  return column.accessor(({ _id }) => now.get(_id) ?? 0, {
    id: "balance",
    header: "Balance",
    sortDescFirst: true,
    meta: { cell: "m-balance r", head: "m-balance r" },
    cell: ({ getValue, row: { original } }) =>
      now.has(original._id) ? (
        <a href={`/transactions?accountId=${original._id}&preset=custom`}>
          <Money amount={getValue()} />
        </a>
      ) : (
        "\u2026"
      ),
  });
}

const status = column.accessor(({ isActive }) => (isActive ? "Active" : "Inactive"), {
  id: "isActive",
  header: "Status",
  meta: { cell: "m-isActive", head: "m-isActive" },
  cell: ({ getValue, row }) => (
    <span className={`pill ${row.original.isActive ? "pill-pos dot" : "pill-line"}`}>
      {getValue()}
    </span>
  ),
});

const acting = (onEdit: (thing: Master) => void, onDelete: (thing: Master) => void) =>
  column.display(
    actionsColumn<Master>({ cell: "m-actions", head: "m-actions" }, (thing) => (
      <RowButtons name={thing.name} onEdit={() => onEdit(thing)} onDelete={() => onDelete(thing)} />
    )),
  );
