import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import {
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionList,
} from "../../domain/ledger/transactions.ts";
import { groupIndian, type RupeeSum, sumInPaise, toRupees } from "../../domain/money.ts";
import { get, toastError } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { periodText } from "../browser/period.ts";
import { can } from "../browser/session.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { type Loaded, useFetch } from "../browser/useFetch.ts";
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
import { countFilters, FILTERS, Filters, isOneYear, NothingThere, type View } from "./Filters.tsx";
import { loadDialog } from "./loadDialog.ts";
import { useSearchOfAllDates } from "./useSearch.tsx";

export default function Transactions() {
  const address = useUrlQuery();
  const view = address === null ? undefined : readView(address, FILTERS);
  const list = useList<TransactionList>(
    "/api/transactions",
    address,
    toastError("Failed to load transactions"),
  );
  const { books, reloadBooks } = useBooks(address === null);

  const { open, close, draw } = useLazyDialog((wanted: OpenDialog) => loadDialog(wanted.name));
  const [toDelete, setToDelete] = useState<Transaction[]>();
  const openEntry = useCallback(
    (transaction: Transaction) => open({ name: "entry", transaction }),
    [open],
  );
  useEntryInAddress(openEntry);
  const askToDelete = useCallback((transaction: Transaction) => setToDelete([transaction]), []);
  useScreenKeys(open);
  const { search, chip } = useSearchOfAllDates(view);
  const table = useTransactionTable(view, list, openEntry, askToDelete);
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
        search={search}
        noun="transactions"
        caption={`Transactions${view ? `, ${periodText(view)}` : ""}`}
        className="tx"
        filtersSet={view ? countFilters(view) : 0}
        toolbar={
          <>
            {chip}
            {view && list.data && <Found view={view} total={list.data.total} />}
          </>
        }
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

/** Opens the entry that a link names: `?entry=` its id. A reload does not open it again. */
function useEntryInAddress(onOpen: (transaction: Transaction) => unknown): void {
  const openNamed = useEffectEvent(async () => {
    const id = new URLSearchParams(location.search).get("entry");
    if (!id) return;
    changeUrlQuery({ entry: "" }, "replace");
    try {
      onOpen((await get<{ transaction: Transaction }>(`/api/transactions/${id}`)).transaction);
    } catch (error) {
      toastError("Failed to load the transaction")(error);
    }
  });
  useEffect(() => void openNamed(), []);
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
  { data: list, reload }: Loaded<TransactionList>,
  onOpen: (transaction: Transaction) => void,
  onDelete: (transaction: Transaction) => void,
) {
  const hidesYear = view ? isOneYear(view) : true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: old rows keep the balances of their account.
  const balances = useMemo(() => list && balancesAfter(list, view?.accountId), [list]);
  const usual = useMemo(
    () => transactionColumns({ hidesYear, onOpen, onDelete, onChanged: reload }),
    [hidesYear, onOpen, onDelete, reload],
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

/** Returns the rows that can get one category: of the type that most have, and created by no document. */
function listCategorisable(all: Transaction[]): Transaction[] {
  const own = all.filter(({ isTransfer, source }) => !isTransfer && !source);
  const types = [...Map.groupBy(own, ({ type }) => type).values()];
  return types.reduce((most, some) => (some.length > most.length ? some : most), []);
}

/**
 * The actions for the selected rows, each with the number of rows it acts on. A document's transaction can
 * only be changed with the document.
 */
function Many({ selected, onOpen, onDelete }: ManyProps) {
  const own = selected.filter(({ source }) => !source);
  const categorisable = listCategorisable(selected);
  const act = (verb: string, rows: Transaction[]) =>
    rows.length === selected.length ? verb : `${verb} ${groupIndian(rows.length)}`;
  return (
    <>
      <LeftOut rows={selected.filter(({ source }) => source)} />
      {categorisable.length > 0 && (
        <Button
          needs="enter books"
          icon="pencil"
          label={act("Categorise", categorisable)}
          onClick={() => onOpen({ name: "categorise", transactions: categorisable })}
        />
      )}
      {can("delete transactions") && own.length > 0 && (
        <Button icon="trash-2" label={act("Delete", own)} onClick={() => onDelete(own)} />
      )}
    </>
  );
}

/** Names the rows that no action applies to, because a document created them. */
function LeftOut({ rows }: { rows: Transaction[] }) {
  const [one] = rows;
  if (!one) return null;
  const text =
    rows.length === 1
      ? `1 left out: ${one.description} is changed with its document`
      : `${groupIndian(rows.length)} left out: they are changed with their documents`;
  return (
    <span className="muted breaks" title={rows.map(({ description }) => description).join("\n")}>
      {text}
    </span>
  );
}

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
