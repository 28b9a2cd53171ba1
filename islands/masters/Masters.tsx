import { useMemo, useState } from "react";
import type { Account } from "../../domain/accounts.ts";
import type { Category } from "../../domain/categories.ts";
import { sentenceOf } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { useHash } from "../browser/useHash.ts";
import { ListHead } from "../ui/ListHead.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { showToast } from "../ui/toasts.ts";
import { useLazy } from "../ui/useLazy.ts";
import { DeleteMaster } from "./DeleteMaster.tsx";
import { KINDS, type Kind, type Master } from "./kinds.ts";
import { MasterTable } from "./MasterTable.tsx";

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
