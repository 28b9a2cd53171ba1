import { useMemo, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { Failure, send, sentenceOf } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { showToast } from "../browser/toasts.ts";
import { changeUrlQuery, useHash, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { useLazy } from "../ui/useBusy.ts";
import { KINDS, type Kind, type Master, MasterTable } from "./MasterTable.tsx";

type Opened = { kind: Kind; thing: Master | undefined };

/** What transactions are booked to: the accounts and the categories of the agency. */
export default function Masters() {
  const search = useUrlQuery();
  const kind: Kind = search?.includes("tab=categories") ? "category" : "account";
  const sayFailure = (failure: unknown) =>
    showToast("error", sentenceOf(failure, "Failed to load master data"));
  const isAwake = search !== null;
  const accounts = useFetch<{ accounts: Account[] }>(isAwake ? "/api/accounts" : null, sayFailure);
  const categories = useFetch<{ categories: Category[] }>(
    isAwake ? "/api/categories" : null,
    sayFailure,
  );

  const [opened, setOpened] = useState<Opened>();
  const [doomed, setDoomed] = useState<Opened & { thing: Master }>();
  const [Dialog, fetchDialog] = useLazy(() =>
    import("./MasterDialog.tsx").then((m) => m.MasterDialog),
  );
  const open = (kind: Kind, thing?: Master) => fetchDialog().then(() => setOpened({ kind, thing }));
  useHash({ new: () => void open(kind) });
  useKeys({ n: () => void open(kind) });
  const reload = () => {
    accounts.reload();
    categories.reload();
  };
  const actions = (kind: Kind) => ({
    onEdit: (thing: Master) => void open(kind, thing),
    onDelete: (thing: Master) => setDoomed({ kind, thing }),
    onAdd: () => void open(kind),
  });
  // The same for ever: others make new cells, and a form could not give the focus back to a button.
  const forAccounts = useMemo(() => actions("account"), []);
  const forCategories = useMemo(() => actions("category"), []);

  return (
    <>
      <ListHead
        title="Master Data"
        add={`Add ${KINDS[kind].title}`}
        onAdd={() => void open(kind)}
      />
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
          onRetry={reload}
          {...(kind === "account" ? forAccounts : forCategories)}
        />
      </Tabs>
      {opened && Dialog && (
        <Dialog
          {...opened}
          onSaved={reload}
          onDelete={(thing) => setDoomed({ kind: opened.kind, thing })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {doomed && (
        <DeleteMaster
          {...doomed}
          onChanged={reload}
          onClose={() => {
            setDoomed(undefined);
            setOpened(undefined);
          }}
        />
      )}
    </>
  );
}

interface Props {
  kind: Kind;
  thing: Master;
  onChanged(): void;
  onClose(): void;
}

/** Asks, deletes, and offers to bring back; of one in use, offers to make it inactive instead. */
export function DeleteMaster({ kind, thing, onChanged, onClose }: Props) {
  const { title, url } = KINDS[kind];
  const makeInactive = async () => {
    try {
      await send("PUT", `${url}/${thing._id}`, { ...thing, isActive: false });
      onChanged();
      showToast("success", `${title} updated successfully`);
    } catch (failure) {
      showToast("error", sentenceOf(failure, "Operation failed"));
    }
  };
  return (
    <ConfirmDelete
      {...{ onChanged, onClose }}
      title={`Delete ${kind}`}
      run={() => send("DELETE", `${url}/${thing._id}`)}
      success={`${title} deleted successfully`}
      otherwise={`Failed to delete ${kind}`}
      onUndo={() => send("POST", url, thing)}
      undone={`${title} created successfully`}
      instead={(failure) => {
        const isInUse = failure instanceof Failure && failure.status === 409 && thing.isActive;
        return isInUse ? { label: "Make inactive", run: () => void makeInactive() } : undefined;
      }}
    >
      <p>{`Are you sure you want to delete this ${kind}?`}</p>
      <p className="strong">{thing.name}</p>
    </ConfirmDelete>
  );
}
