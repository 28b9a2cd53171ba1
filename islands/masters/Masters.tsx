import { useMemo, useState } from "react";
import { today } from "../../domain/dates.ts";
import type { Account, Balances } from "../../domain/ledger/accounts.ts";
import type { Category } from "../../domain/ledger/categories.ts";
import { Failure, send, toastError } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { showToast } from "../browser/toasts.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { ListHead } from "../ui/Page.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { KINDS, type Kind, type Master, MasterTable } from "./MasterTable.tsx";

const kindIn = (search: string): Kind =>
  search.includes("tab=categories") ? "category" : "account";

/** Returns the URL of the accounts' balances at the end of today. */
function balancesToday(): string {
  const now = today();
  return `/api/accounts/balances?${new URLSearchParams({ dateFrom: now, dateTo: now })}`;
}

interface Opened {
  kind: Kind;
  thing: Master | undefined;
}

interface Chosen extends Opened {
  thing: Master;
}

export default function Masters() {
  const search = useUrlQuery();
  const kind = kindIn(search ?? "");
  const say = toastError("Failed to load master data");
  const isAwake = search !== null;
  const accounts = useFetch<{ accounts: Account[] }>(isAwake ? "/api/accounts" : null, say);
  const categories = useFetch<{ categories: Category[] }>(isAwake ? "/api/categories" : null, say);
  // Today's balances are loaded after the accounts themselves.
  const held = useFetch<Balances>(accounts.data ? balancesToday() : null);
  const [toDelete, setToDelete] = useState<Chosen>();
  const dialog = useLazyDialog((_: Opened) =>
    import("./MasterDialog.tsx").then((m) => m.MasterDialog),
  );
  const add = (kind: Kind) => dialog.open({ kind, thing: undefined });
  // Read from the address directly, because the state is not set yet.
  useHash({ new: () => add(kindIn(location.search)) }, "enter books");
  useKeys({ n: () => add(kind) }, "enter books");
  const reload = () => {
    accounts.reload();
    categories.reload();
    held.reload();
  };
  // Kept stable: a new function would create new cells, and a form could not return the focus to its
  // button.
  const actions = useMemo(
    () => ({
      onEdit: (thing: Master) => dialog.open({ kind, thing }),
      onDelete: (thing: Master) => setToDelete({ kind, thing }),
      onAdd: () => dialog.open({ kind, thing: undefined }),
    }),
    [dialog.open, kind],
  );

  return (
    <>
      <ListHead title="Master Data" add={`Add ${KINDS[kind].title}`} onAdd={() => add(kind)} />
      <Tabs
        label="Master data"
        chosen={kind}
        onChoose={(kind) => changeUrlQuery({ tab: kind === "category" ? "categories" : "" })}
        tabs={[
          { name: "account", label: "Accounts", count: accounts.data?.accounts.length },
          { name: "category", label: "Categories", count: categories.data?.categories.length },
        ]}
      >
        <MasterTable
          key={kind}
          kind={kind}
          things={kind === "account" ? accounts.data?.accounts : categories.data?.categories}
          failure={kind === "account" ? accounts.failure : categories.failure}
          held={held.data}
          onRetry={reload}
          {...actions}
        />
      </Tabs>
      {dialog.draw((Dialog, opened) => (
        <Dialog
          {...opened}
          onSaved={reload}
          onDelete={(thing) => setToDelete({ kind: opened.kind, thing })}
          onClose={dialog.close}
        />
      ))}
      {toDelete && (
        <DeleteMaster
          {...toDelete}
          onChanged={reload}
          onClose={() => {
            setToDelete(undefined);
            dialog.close();
          }}
        />
      )}
    </>
  );
}

interface DeleteProps extends Chosen {
  onChanged(): void;
  onClose(): void;
}

/** Confirms and deletes. For a record in use, offers to make it inactive instead. */
function DeleteMaster({ kind, thing, onChanged, onClose }: DeleteProps) {
  const { title, url } = KINDS[kind];
  const makeInactive = () =>
    void send("PUT", `${url}/${thing._id}`, { isActive: false }).then(() => {
      onChanged();
      showToast("success", `${title} updated successfully`);
    }, toastError("Operation failed"));
  return (
    <ConfirmDelete
      {...{ onChanged, onClose }}
      title={`Delete ${kind}`}
      run={() => send("DELETE", `${url}/${thing._id}`)}
      success={`${title} deleted successfully`}
      otherwise={`Failed to delete ${kind}`}
      instead={(failure) => {
        const isInUse = failure instanceof Failure && failure.status === 409 && thing.isActive;
        return isInUse ? { label: "Make inactive", run: makeInactive } : undefined;
      }}
    >
      <p>{`Are you sure you want to delete this ${kind}?`}</p>
      <p className="strong">{thing.name}</p>
    </ConfirmDelete>
  );
}
