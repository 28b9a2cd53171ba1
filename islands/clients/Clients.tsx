import { useState } from "react";
import type { Client, ClientList } from "../../domain/documents/clients.ts";
import { groupIndian } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { ListHead } from "../ui/Page.tsx";
import { SearchFilter } from "../ui/SearchFilter.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";

import { ClientPanel } from "./ClientPanel.tsx";
import { PartyCards, type PartyWords } from "./PartyCards.tsx";

const WORDS: PartyWords = {
  noun: "client",
  icon: "contact",
  first: "Add your first client to send an invoice",
  more: { label: "New invoice", icon: "file-text", address: "/invoices/new?client=" },
};

/** Whom the agency bills: searched, added, changed, and what each of them owes. */
export default function Clients() {
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const [q, open] = [params.get("q") ?? "", params.get("client")];
  const list = useFetch<ClientList>(search === null ? null : listUrl(q));
  const [toDelete, setToDelete] = useState<Client>();
  const form = useLazyDialog((_?: Client) => import("./ClientForm.tsx").then((m) => m.ClientForm));
  const edit = (client?: Client) => form.open(client);
  const count = list.data?.clients.length;
  const close = () => changeUrlQuery({ client: "" }, "replace");
  useHash({ new: () => edit() }, "enter books");
  useKeys({ n: () => edit() }, "enter books");
  useKeys({ "/": () => document.querySelector<HTMLElement>("[type=search]")?.focus() });
  return (
    <>
      <ListHead title="Clients" add="Add Client" onAdd={() => edit()} />
      <div className="toolbar">
        <SearchFilter q={q} label="Search clients" placeholder="Search name, email, phone, GSTIN" />
        {count !== undefined && (
          <span className="spring muted small" role="status">
            {`${groupIndian(count)} ${count === 1 ? "client" : "clients"}`}
          </span>
        )}
      </div>
      <PartyCards<ClientList["clients"][number]>
        words={WORDS}
        parties={list.data?.clients}
        due={({ balance }) => balance}
        isFiltered={q !== ""}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        onAdd={() => edit()}
        onEdit={edit}
        onDelete={setToDelete}
      />
      {open && !form.isOpen && !toDelete && <ClientPanel id={open} onEdit={edit} onClose={close} />}
      {form.draw((Form, client) => (
        <Form
          client={client}
          onSaved={list.reload}
          onDelete={client && (() => setToDelete(client))}
          onClose={form.close}
        />
      ))}
      {toDelete && (
        <ConfirmDelete
          title="Delete client"
          run={() => send("DELETE", `/api/clients/${toDelete._id}`)}
          success="Client deleted successfully"
          otherwise="Error deleting client"
          onChanged={() => {
            list.reload();
            if (open === toDelete._id) close();
          }}
          onClose={() => {
            setToDelete(undefined);
            form.close();
          }}
        >
          <p>Are you sure you want to delete this client?</p>
          <p className="strong">{toDelete.displayName}</p>
        </ConfirmDelete>
      )}
    </>
  );
}

const listUrl = (q: string) => `/api/clients${q && `?${new URLSearchParams({ q })}`}`;
