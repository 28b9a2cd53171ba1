import { useState } from "react";
import type { Client, ClientList } from "../../domain/clients.ts";
import { groupIndian } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useHash, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Icon, Key } from "../ui/Icon.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { useLazy } from "../ui/useBusy.ts";
import { useTyped } from "../ui/useTyped.ts";
import { ClientCards } from "./ClientCards.tsx";
import { ClientPanel } from "./ClientPanel.tsx";

/** Whom the agency bills: searched, added, changed, and what each of them owes. */
export default function Clients() {
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const [q, open] = [params.get("q") ?? "", params.get("client")];
  const list = useFetch<ClientList>(search === null ? null : addressOf(q));
  const [edited, setEdited] = useState<{ client: Client | undefined }>();
  const [doomed, setDoomed] = useState<Client>();
  const [ClientForm, fetchForm] = useLazy(() =>
    import("./ClientForm.tsx").then((module) => module.ClientForm),
  );
  const edit = (client?: Client) =>
    void fetchForm().then(
      () => setEdited({ client }),
      () => {}, // It has been said that the form could not be fetched.
    );
  const close = () => changeUrlQuery({ client: "" }, "replace");
  useHash({ new: () => edit() });
  useKeys({
    n: () => edit(),
    "/": () => document.querySelector<HTMLElement>("[type=search]")?.focus(),
  });
  return (
    <>
      <ListHead title="Clients" add="Add Client" onAdd={() => edit()} />
      <Search q={q} count={list.data?.clients.length} />
      <ClientCards
        clients={list.data?.clients}
        isFiltered={q !== ""}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        onAdd={() => edit()}
        onEdit={edit}
        onDelete={setDoomed}
      />
      {open && !edited && !doomed && <ClientPanel id={open} onEdit={edit} onClose={close} />}
      {edited && ClientForm && (
        <ClientForm
          {...edited}
          onSaved={list.reload}
          onDelete={edited.client && (() => setDoomed(edited.client))}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed && (
        <DeleteClient
          client={doomed}
          onChanged={() => {
            list.reload();
            if (open === doomed._id) close();
          }}
          onClose={() => {
            setDoomed(undefined);
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}

const addressOf = (q: string) => `/api/clients${q && `?${new URLSearchParams({ q })}`}`;

function Search({ q, count }: { q: string; count: number | undefined }) {
  const [text, type] = useTyped(q, (q) => changeUrlQuery({ q }, "replace"));
  return (
    <div className="toolbar">
      <search className="with-icon search">
        <Icon name="search" />
        <input
          className="input"
          type="search"
          aria-label="Search clients"
          aria-keyshortcuts="/"
          placeholder="Search name, email, phone, GSTIN"
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        <Key name="/" />
      </search>
      {count !== undefined && (
        <span className="spring muted small" role="status">
          {`${groupIndian(count)} ${count === 1 ? "client" : "clients"}`}
        </span>
      )}
    </div>
  );
}

interface Props {
  client: Client;
  onChanged(): void;
  onClose(): void;
}

/** Asks, deletes, and offers to bring back. Of one with invoices the server says why it stays. */
export function DeleteClient({ client, ...props }: Props) {
  return (
    <ConfirmDelete
      {...props}
      title="Delete client"
      run={() => send("DELETE", `/api/clients/${client._id}`)}
      success="Client deleted successfully"
      otherwise="Error deleting client"
      onUndo={() => send("POST", "/api/clients", client)}
      undone="Client created successfully"
    >
      <p>Are you sure you want to delete this client?</p>
      <p className="strong">{client.displayName}</p>
    </ConfirmDelete>
  );
}
