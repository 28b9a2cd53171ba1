import { type ComponentType, useCallback, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import type { Transaction, TransactionList } from "../../domain/transactions.ts";
import { sentenceOf } from "../browser/api.ts";
import { changeSearch, useSearch } from "../browser/search.ts";
import { mayI } from "../browser/session.ts";
import { useLoaded } from "../browser/useLoaded.ts";
import { ListToolbar } from "../parts/ListToolbar.tsx";
import { Pagination } from "../parts/Pagination.tsx";
import { periodText } from "../parts/periodView.ts";
import { showToast } from "../parts/toasts.ts";
import { useFilterPanel } from "../parts/useFilterPanel.ts";
import { useRowKeys } from "../parts/useRowKeys.ts";
import { Actions, PhoneBar } from "./Actions.tsx";
import { DeleteTransaction } from "./DeleteTransaction.tsx";
import type { DialogProps, OpenDialog } from "./dialogs.ts";
import { openDialog } from "./dialogs.ts";
import { Filters } from "./Filters.tsx";
import { TransactionTable } from "./TransactionTable.tsx";
import { useScreenKeys } from "./useScreenKeys.ts";
import { filtersIn, NO_FILTERS, type View, viewOf } from "./view.ts";

// One array for ever, so that no rows are always the same rows.
const NONE: Transaction[] = [];

/** The transactions of the books: searched, filtered, added to, changed, taken out and brought in. */
export default function Transactions() {
  const search = useSearch();
  const view = search === null ? undefined : viewOf(search);
  const list = useTransactions(search);
  const { books, reloadBooks } = useBooks(search === null);

  const filters = useFilterPanel();
  const [dialog, setDialog] = useState<OpenedDialog>();
  const [doomed, setDoomed] = useState<Transaction>();
  // The same for ever: another one makes new cells, and a form could not give the focus back to a button.
  const open = useCallback(
    (wanted: OpenDialog) =>
      openDialog(wanted).then(
        (Dialog) => setDialog({ Dialog, wanted }),
        () => showToast("error", "Could not reach the server. Try again."),
      ),
    [],
  );
  const openEntry = (transaction?: Transaction) => void open({ name: "entry", transaction });
  useScreenKeys(list.data, open, filters.toggle);
  const rows = useRowKeys(list.data?.items ?? NONE, {
    onOpen: openEntry,
    onDelete: (row) => !row.source && mayI("delete transactions") && setDoomed(row),
  });
  const reload = () => {
    list.reload();
    reloadBooks();
  };

  return (
    <>
      <Actions view={view} list={list.data} onOpen={open} />
      <ListToolbar
        {...SEARCH}
        q={view?.q ?? ""}
        count={view ? filtersIn(view) : 0}
        isOpen={filters.isOpen}
        onToggle={filters.toggle}
      >
        {view && list.data && <Found view={view} total={list.data.total} />}
      </ListToolbar>
      <Filters view={view} {...books} isOpen={filters.isOpen} />
      <TransactionTable
        view={view}
        list={list.data}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        onOpen={open}
        onDelete={setDoomed}
        currentId={rows.currentId}
      />
      {list.data && view && list.data.total > 0 && (
        <Pagination
          page={list.data.page}
          totalPages={list.data.totalPages}
          total={list.data.total}
          limit={view.limit}
          onPage={(page) => changeSearch({ page })}
        />
      )}
      <PhoneBar onOpen={open} />
      {dialog && (
        <dialog.Dialog
          {...books}
          wanted={dialog.wanted}
          onSaved={reload}
          onDelete={setDoomed}
          onClose={() => setDialog(undefined)}
        />
      )}
      {doomed && (
        <DeleteTransaction
          transaction={doomed}
          onChanged={() => {
            setDialog(undefined);
            reload();
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  );
}

const SEARCH = {
  label: "Search description and notes",
  placeholder: "Search description and notes",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};

/** What is being looked at. */
function Found({ view, total }: { view: View; total: number }) {
  return (
    <span className="spring muted small not-phone">
      <span className="num">{total}</span> {total === 1 ? "entry" : "entries"}
      {`, ${periodText(view)}`}
    </span>
  );
}

interface OpenedDialog {
  Dialog: ComponentType<DialogProps>;
  wanted: OpenDialog;
}

function useTransactions(search: string | null) {
  const url = search === null ? null : `/api/transactions${search}`;
  return useLoaded<TransactionList>(url, (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load transactions")),
  );
}

/** What an entry chooses from. */
function useBooks(isEarly: boolean) {
  const say = (failure: unknown) => showToast("error", sentenceOf(failure, "Failed to load data"));
  const accounts = useLoaded<{ accounts: Account[] }>(isEarly ? null : "/api/accounts", say);
  const categories = useLoaded<{ categories: Category[] }>(isEarly ? null : "/api/categories", say);
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
