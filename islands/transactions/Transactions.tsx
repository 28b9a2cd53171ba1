import { type ComponentType, useCallback, useMemo, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { groupIndian } from "../../domain/money.ts";
import {
  TRANSACTION_TYPES,
  type Transaction,
  type TransactionList,
} from "../../domain/transactions.ts";
import { sentenceOf } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Icon } from "../parts/Icon.tsx";
import { periodText } from "../parts/periodView.ts";
import { showToast } from "../parts/toasts.ts";
import { ListPage } from "../ui/ListPage.tsx";
import { readView } from "../ui/listView.ts";
import { sumOf } from "../ui/SelectionBar.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { useList } from "../ui/useList.ts";
import { Actions, PhoneBar } from "./Actions.tsx";
import { transactionColumns } from "./columns.tsx";
import { DeleteTransactions } from "./DeleteTransactions.tsx";
import type { DialogProps, OpenDialog } from "./dialogs.ts";
import { openDialog } from "./dialogs.ts";
import { Filters } from "./Filters.tsx";
import { NothingThere } from "./NothingThere.tsx";
import { TotalsFoot } from "./TotalsFoot.tsx";
import { useScreenKeys } from "./useScreenKeys.ts";
import { FILTERS, filtersIn, isOneYear, NO_FILTERS, type View } from "./view.ts";

/** The transactions of the books: searched, filtered, added to, changed, taken out and brought in. */
export default function Transactions() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<TransactionList>("/api/transactions", search, (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load transactions")),
  );
  const { books, reloadBooks } = useBooks(search === null);

  const [dialog, setDialog] = useState<OpenedDialog>();
  const [toDelete, setToDelete] = useState<Transaction[]>();
  // The same for ever: another one makes new cells, and a form could not give the focus back to a button.
  const open = useCallback(
    (wanted: OpenDialog) =>
      openDialog(wanted).then(
        (Dialog) => setDialog({ Dialog, wanted }),
        () => showToast("error", "Could not reach the server. Try again."),
      ),
    [],
  );
  const openEntry = (transaction: Transaction) => void open({ name: "entry", transaction });
  useScreenKeys(open);
  const table = useTransactionTable(view, list.data?.items, {
    onOpen: openEntry,
    onDelete: (transaction) => setToDelete([transaction]),
  });
  const reload = () => {
    list.reload();
    reloadBooks();
  };

  return (
    <>
      <Actions view={view} list={list.data} onOpen={open} />
      <ListPage<Transaction, TransactionList>
        {...{ view, list, table, search: SEARCH }}
        noun="transactions"
        caption={`Transactions${view ? `, ${periodText(view)}` : ""}`}
        className="tx"
        filtersSet={view ? filtersIn(view) : 0}
        toolbar={view && list.data && <Found view={view} total={list.data.total} />}
        filters={(isOpen) => <Filters view={view} {...books} isOpen={isOpen} />}
        empty={<NothingThere view={view} onOpen={open} />}
        onOpen={openEntry}
        onDelete={(row) => !row.source && can("delete transactions") && setToDelete([row])}
        foot={(columns) => <TotalsFoot list={list.data} columns={columns} />}
        sums={sumsOf}
        actions={(selected) => <Many selected={selected} onOpen={open} onDelete={setToDelete} />}
      />
      <PhoneBar onOpen={open} />
      {dialog && (
        <dialog.Dialog
          {...books}
          wanted={dialog.wanted}
          onSaved={reload}
          onDelete={(transaction) => setToDelete([transaction])}
          onClose={() => setDialog(undefined)}
        />
      )}
      {toDelete && (
        <DeleteTransactions
          transactions={toDelete}
          onChanged={() => {
            setDialog(undefined);
            reload();
          }}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </>
  );
}

interface RowActions {
  onOpen(transaction: Transaction): void;
  onDelete(transaction: Transaction): void;
}

function useTransactionTable(
  view: View | undefined,
  rows: Transaction[] | undefined,
  actions: RowActions,
) {
  const hidesYear = view ? isOneYear(view) : true;
  const columns = useMemo(() => transactionColumns({ hidesYear, ...actions }), [hidesYear]);
  const sort = view?.sort ?? "";
  return useDataTable({ name: "transactions", rows, columns, idOf, nameOf, sort });
}

interface ManyProps {
  selected: Transaction[];
  onOpen(dialog: OpenDialog): void;
  onDelete(selected: Transaction[]): void;
}

/** Whether all of them can have one category: they are of one type, and no document made them. */
const mayBeCategorised = (all: Transaction[]): boolean =>
  all.every(({ type, isTransfer, source }) => !isTransfer && !source && type === all[0]?.type);

/** What can be done with all that is selected: what a document made goes with that document. */
function Many({ selected, onOpen, onDelete }: ManyProps) {
  const areMade = selected.some(({ source }) => source);
  return (
    <>
      {areMade && (
        <span className="muted">Some belong to an invoice or a receipt, and are changed there</span>
      )}
      {mayBeCategorised(selected) && (
        <button
          className="btn"
          type="button"
          onClick={() => onOpen({ name: "categorise", transactions: selected })}
        >
          <Icon name="pencil" />
          Categorise
        </button>
      )}
      {can("delete transactions") && !areMade && (
        <button className="btn" type="button" onClick={() => onDelete(selected)}>
          <Icon name="trash-2" />
          Delete
        </button>
      )}
    </>
  );
}

const SEARCH = {
  label: "Search description and notes",
  placeholder: "Search description and notes",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};

const idOf = ({ _id }: Transaction) => _id;
const nameOf = ({ description }: Transaction) => description;

/** What the selected ones come to, by type. */
const sumsOf = (selected: Transaction[]) =>
  TRANSACTION_TYPES.flatMap((name) => {
    const amounts = selected.filter(({ type }) => type === name).map(({ amount }) => amount);
    return amounts.length > 0 ? { name, amount: sumOf(amounts) } : [];
  });

/** What is being looked at. */
function Found({ view, total }: { view: View; total: number }) {
  return (
    <span className="spring muted small not-phone">
      <span className="num">{groupIndian(total)}</span> {total === 1 ? "entry" : "entries"}
      {`, ${periodText(view)}`}
    </span>
  );
}

interface OpenedDialog {
  Dialog: ComponentType<DialogProps>;
  wanted: OpenDialog;
}

/** What an entry chooses from. */
function useBooks(isEarly: boolean) {
  const say = (failure: unknown) => showToast("error", sentenceOf(failure, "Failed to load data"));
  const accounts = useFetch<{ accounts: Account[] }>(isEarly ? null : "/api/accounts", say);
  const categories = useFetch<{ categories: Category[] }>(isEarly ? null : "/api/categories", say);
  const books = {
    accounts: accounts.data?.accounts ?? [],
    categories: categories.data?.categories ?? [],
  };
  const reloadBooks = () => {
    accounts.reload();
    categories.reload();
  };
  return { books, reloadBooks };
}
