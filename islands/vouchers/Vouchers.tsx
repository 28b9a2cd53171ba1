import type { Metadata } from "../../domain/agencies/agency.ts";
import type { ClientList } from "../../domain/documents/clients.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { VOUCHER_KINDS, type VoucherRow } from "../../domain/documents/vouchers.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { toastError } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { DocumentList } from "../ui/DocumentList.tsx";
import { ListHead } from "../ui/Page.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { useAddKeys } from "../ui/useAddKeys.ts";
import { useLazyDialog } from "../ui/useBusy.ts";
import { VOUCHER_COLUMNS } from "./columns.tsx";

const KINDS = VOUCHER_KINDS.map((kind) => [kind, `${KIND_NAMES[kind]}s`] as const);

export default function Vouchers() {
  const form = useLazyDialog(() => import("./VoucherForm.tsx").then((m) => m.VoucherForm));
  const open = () => form.open(undefined);
  useAddKeys(open);
  return (
    <DocumentList<VoucherRow>
      folder="vouchers"
      caption="Advances and their refunds"
      columns={VOUCHER_COLUMNS}
      choice={{ name: "kind", label: "Kind", blank: "All kinds", options: KINDS }}
      empty={{
        icon: "receipt-text",
        title: "No advances yet",
        text: "Record money received before its invoice, with a receipt voucher",
        action: <Button needs="enter books" label="Record Advance" onClick={open} />,
      }}
      sums={(selected) => [{ name: "Held", amount: addUp(selected.map(({ held }) => held)) }]}
    >
      {(list, clientId = "") => (
        <>
          <ListHead title="Invoices" add="Record Advance" onAdd={open} />
          <Recording form={form} clientId={clientId} onSaved={list.reload} />
        </>
      )}
    </DocumentList>
  );
}

type Form = typeof import("./VoucherForm.tsx").VoucherForm;

interface Props {
  form: ReturnType<typeof useLazyDialog<Form, unknown>>;
  clientId: string;
  onSaved(): void;
}

/** The dialog for an advance. Its code, clients and accounts are loaded on first use. */
function Recording({ form, clientId, onSaved }: Props) {
  const fail = (otherwise: string) => (failure: unknown) => {
    form.close();
    toastError(otherwise)(failure);
  };
  const wanted = (url: string) => (form.isOpen ? url : null);
  const clients = useFetch<ClientList>(wanted("/api/clients"), fail("Failed to load clients"));
  const accounts = useFetch<{ accounts: Account[] }>(
    wanted("/api/accounts"),
    fail("Failed to load accounts"),
  );
  const metadata = useFetch<{ metadata: Metadata }>(
    wanted("/api/metadata"),
    fail("Failed to load agency"),
  );
  return form.draw(
    (Form) =>
      clients.data &&
      accounts.data &&
      metadata.data && (
        <Form
          clientId={clientId}
          onSaved={onSaved}
          agency={metadata.data.metadata}
          clients={clients.data.clients}
          accounts={accounts.data.accounts}
          onClose={form.close}
        />
      ),
  );
}
