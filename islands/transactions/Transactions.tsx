import { useCallback, useMemo, useState } from "react";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import {
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionList,
} from "../../domain/ledger/transactions.ts";
import { groupIndian, type RupeeSum, sumInPaise, toRupees } from "../../domain/money.ts";
import { toastError } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { periodText } from "../browser/period.ts";
import { can } from "../browser/session.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { useDataTable } from "../ui/useDataTable.tsx";
import { readView, useList } from "../ui/useList.ts";
import { Actions, PhoneBar } from "./Actions.tsx";
import { balanceColumn, TotalsFoot, transactionColumns } from "./columns.tsx";
import { DeleteTransactions } from "./DeleteTransactions.tsx";
import type { OpenDialog } from "./dialogs.ts";
import {
  countFilters,
  FILTERS,
  Filters,
  isOneYear,
  NO_FILTERS,
  NothingThere,
  type View,
} from "./Filters.tsx";
import { loadDialog } from "./loadDialog.ts";

export default function Transactions() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<TransactionList>(
    "/api/transactions",
    search,
    toastError("Failed to load transactions"),
  );
  const { books, reloadBooks } = useBooks(search === null);

  const { open, close, draw } = useLazyDialog((wanted: OpenDialog) => loadDialog(wanted.name));
  const [toDelete, setToDelete] = useState<Transaction[]>();
  const openEntry = useCallback(
    (transaction: Transaction) => open({ name: "entry", transaction }),
    [open],
  );
  const askToDelete = useCallback((transaction: Transaction) => setToDelete([transaction]), []);
  useScreenKeys(open);
  const table = useTransactionTable(view, list.data, openEntry, askToDelete);
  const reload = () => {
    list.reload();
    reloadBooks();
  };

  return (
    <>
      <Actions view={view} list={list.data} onOpen={open} />
      <ListPage<Transaction, TransactionList>
        view={view}
        list={list}
        table={table}
        search={SEARCH}
        noun="transactions"
        caption={`Transactions${view ? `, ${periodText(view)}` : ""}`}
        className="tx"
        filtersSet={view ? countFilters(view) : 0}
        toolbar={view && list.data && <Found view={view} total={list.data.total} />}
        filters={(isOpen) => <Filters view={view} {...books} isOpen={isOpen} />}
        empty={<NothingThere view={view} accounts={books.accounts} onOpen={open} />}
        onOpen={openEntry}
        onDelete={(row) => !row.source && can("delete transactions") && askToDelete(row)}
        foot={(columns) => <TotalsFoot list={list.data} columns={columns} />}
        sums={sumsByType}
        actions={(selected) => <Many selected={selected} onOpen={open} onDelete={setToDelete} />}
      />
      <PhoneBar onOpen={open} />
      {draw((Dialog, wanted) => (
        <Dialog
          {...books}
          wanted={wanted}
          onSaved={reload}
          onDelete={askToDelete}
          onClose={close}
        />
      ))}
      {toDelete && (
        <DeleteTransactions
          transactions={toDelete}
          onChanged={() => {
            close();
            reload();
          }}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </>
  );
}

/** Sets the shortcuts of the transactions screen, and the actions a link can request. */
function useScreenKeys(onOpen: (dialog: OpenDialog) => unknown): void {
  const openers = {
    entry: () => void onOpen({ name: "entry" }),
    transfer: () => void onOpen({ name: "transfer" }),
    import: () => void onOpen({ name: "import" }),
  };
  const { entry, transfer } = openers;
  useHash({ new: entry, transfer, import: openers.import }, "enter books");
  useKeys({ n: entry, t: transfer }, "enter books");
}

function useTransactionTable(
  view: View | undefined,
  list: TransactionList | undefined,
  onOpen: (transaction: Transaction) => void,
  onDelete: (transaction: Transaction) => void,
) {
  const hidesYear = view ? isOneYear(view) : true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: old rows keep the balances of their account.
  const balances = useMemo(() => list && balancesAfter(list, view?.accountId), [list]);
  const usual = useMemo(
    () => transactionColumns({ hidesYear, onOpen, onDelete }),
    [hidesYear, onOpen, onDelete],
  );
  // Stable columns: a form returns the focus to a button in one of their cells.
  const columns = useMemo(
    () => (balances ? usual.toSpliced(-1, 0, balanceColumn(balances)) : usual),
    [usual, balances],
  );
  const rows = list?.items;
  const sort = view?.sort ?? "";
  return useDataTable({ name: "transactions", rows, columns, getId, getName, sort });
}

/** Returns the account's balance after each row, newest first. */
function balancesAfter(
  { items, runningBalance }: TransactionList,
  account: string | undefined,
): Map<string, RupeeSum> | undefined {
  if (runningBalance === undefined) return undefined;
  let held = sumInPaise(runningBalance);
  return new Map(
    items.map(({ _id, type, amount, transfer }) => {
      const after = toRupees(held);
      const isIn = type === "Income" || transfer?.toAccountId._id === account;
      held -= sumInPaise(isIn ? amount : -amount);
      return [_id, after];
    }),
  );
}

interface ManyProps {
  selected: Transaction[];
  onOpen(dialog: OpenDialog): void;
  onDelete(selected: Transaction[]): void;
}

/**
 * Returns whether all of them can get one category: they have the same type, and no document created them.
 */
const mayBeCategorised = (all: Transaction[]): boolean =>
  all.every(({ type, isTransfer, source }) => !isTransfer && !source && type === all[0]?.type);

/** The actions for the selected rows. A document's transaction can only be deleted with the document. */
function Many({ selected, onOpen, onDelete }: ManyProps) {
  const areMade = selected.some(({ source }) => source);
  return (
    <>
      {areMade && (
        <span className="muted">Some belong to an invoice or a receipt; change them there</span>
      )}
      {mayBeCategorised(selected) && (
        <Button
          needs="enter books"
          icon="pencil"
          label="Categorise"
          onClick={() => onOpen({ name: "categorise", transactions: selected })}
        />
      )}
      {can("delete transactions") && !areMade && (
        <Button icon="trash-2" label="Delete" onClick={() => onDelete(selected)} />
      )}
    </>
  );
}

const SEARCH = {
  label: "Search description and notes",
  placeholder: "Search description and notes",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};

const getId = ({ _id }: Transaction) => _id;
const getName = ({ description }: Transaction) => description;

/** Adds up the selected rows by type. */
const sumsByType = (selected: Transaction[]) =>
  TRANSACTION_TYPES.flatMap((name) => {
    const amounts = selected.filter(({ type }) => type === name).map(({ amount }) => amount);
    return amounts.length > 0 ? { name, amount: addUp(amounts) } : [];
  });

/** Describes the search and its results. */
function Found({ view, total }: { view: View; total: number }) {
  return (
    <span className="spring muted small not-phone">
      <span className="num">{groupIndian(total)}</span> {total === 1 ? "entry" : "entries"}
      {`, ${periodText(view)}`}
    </span>
  );
}

/** Loads the accounts and categories for an entry. */
function useBooks(isEarly: boolean) {
  const say = toastError("Failed to load data");
  const accounts = useFetch<{ accounts: Account[] }>(isEarly ? null : "/api/accounts", say);
  const categories = useFetch<{ categories: Category[] }>(isEarly ? null : "/api/categories", say);
  const books = {
    accounts: accounts.data?.accounts ?? [],
    categories: categories.data?.categories ?? [],
    sources: { accounts, categories },
  };
  const reloadBooks = () => {
    accounts.reload();
    categories.reload();
  };
  return { books, reloadBooks };
}
