import type { Metadata } from "../../domain/agencies/agency.ts";
import type { ClientList } from "../../domain/documents/clients.ts";
import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import {
  VOUCHER_KINDS,
  type VoucherList,
  type VoucherRow,
} from "../../domain/documents/vouchers.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { sayFailure } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { changeUrlQuery, goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { SelectField } from "../ui/Field.tsx";
import { DateFilters, FilterPanel, filterField } from "../ui/filters.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { ListHead } from "../ui/Page.tsx";
import { SalesTabs } from "../ui/SalesTabs.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { useDataTable } from "../ui/useDataTable.tsx";
import { readView, useList, without } from "../ui/useList.ts";
import { VOUCHER_COLUMNS } from "./columns.tsx";

/** What the list is narrowed by, beside its dates. */
const FILTERS = ["q", "kind", "clientId"] as const;
const NO_FILTERS = without(FILTERS);

const SEARCH = {
  label: "Search vouchers",
  placeholder: "Search number, client",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};
const KINDS = VOUCHER_KINDS.map((kind) => [kind, `${KIND_NAMES[kind]}s`] as const);

const getId = ({ _id }: VoucherRow) => _id;
const getName = ({ number }: VoucherRow) => number;

/** Money that came before its invoice, and what of it was paid back. */
export default function Vouchers() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<VoucherList>("/api/vouchers", search);
  const table = useDataTable({
    ...{ name: "vouchers", columns: VOUCHER_COLUMNS, getId, getName },
    rows: list.data?.items,
    sort: "",
  });
  const filtersSet = view
    ? [view.kind, view.clientId, view.dateFrom || view.dateTo].filter(Boolean).length
    : 0;
  const form = useRecording(list.reload);
  useHash({ new: form.open });
  useKeys({ n: form.open });
  return (
    <>
      <ListHead title="Invoices" add="Record Advance" onAdd={form.open} />
      <SalesTabs path="/vouchers" />
      <ListPage
        {...{ view, list, table, search: SEARCH, filtersSet }}
        noun="vouchers"
        caption="Advances and their refunds"
        className="invoices"
        loading="Loading vouchers..."
        filters={(isOpen) => (
          <FilterPanel isOpen={isOpen} className="invoice-filters">
            <SelectField
              label="Kind"
              blank="All kinds"
              options={KINDS}
              field={filterField("kind", view?.kind)}
            />
            <DateFilters view={view} preset="" />
          </FilterPanel>
        )}
        empty={<Nothing isNarrowed={filtersSet > 0 || Boolean(view?.q)} onAdd={form.open} />}
        onOpen={({ _id }) => goTo(`/vouchers/${_id}`)()}
        rowClass={({ status }) => (status === "CANCELLED" ? "is-void" : "")}
        sums={(selected) => [{ name: "Held", amount: addUp(selected.map(({ held }) => held)) }]}
        actions={() => null}
      />
      {form.dialog(view?.clientId)}
    </>
  );
}

/** The dialog for an advance: its code, clients and accounts come when it is first wanted. */
function useRecording(onSaved: () => void) {
  const form = useLazyDialog(() => import("./VoucherForm.tsx").then((m) => m.VoucherForm));
  const fail = (otherwise: string) => (failure: unknown) => {
    form.close();
    sayFailure(otherwise)(failure);
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
  return {
    open: () => form.open(undefined),
    dialog: (clientId = "") =>
      form.draw(
        (Form) =>
          clients.data &&
          accounts.data &&
          metadata.data && (
            <Form
              {...{ clientId, onSaved }}
              agency={metadata.data.metadata}
              clients={clients.data.clients}
              accounts={accounts.data.accounts}
              onClose={form.close}
            />
          ),
      ),
  };
}

function Nothing({ isNarrowed, onAdd }: { isNarrowed: boolean; onAdd(): void }) {
  const label = "List of vouchers";
  const text = "Money that comes before its invoice is recorded here, with a receipt voucher";
  return isNarrowed ? (
    <Empty label={label} icon="search" title="No vouchers match">
      <Button label="Show all vouchers" onClick={() => changeUrlQuery(NO_FILTERS)} />
    </Empty>
  ) : (
    <Empty label={label} icon="receipt-text" title="No advances yet" text={text}>
      <Button label="Record Advance" onClick={onAdd} />
    </Empty>
  );
}
