import { useState } from "react";
import { groupIndian } from "../../domain/money.ts";
import { TDS_LAW } from "../../domain/purchases/tds.ts";
import type { Vendor, VendorList } from "../../domain/purchases/vendors.ts";
import { send } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { PartyCards, type PartyWords } from "../clients/PartyCards.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { ListHead } from "../ui/Page.tsx";
import { SearchFilter } from "../ui/SearchFilter.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { VendorPanel } from "./VendorPanel.tsx";
import { VENDOR_KIND_NAMES } from "./words.ts";

const WORDS: PartyWords = {
  noun: "vendor",
  icon: "store",
  first: "Add whom you buy from, to enter their bills",
  more: { label: "New bill", icon: "file-input", address: "/bills/new?vendor=" },
};

/** What is not as with most vendors. */
const factsOf = ({ kind, pan, gstin, tdsRule, isSmallEnterprise }: Vendor): [string, string][] => [
  ["Kind", kind === "REGULAR" ? "" : VENDOR_KIND_NAMES[kind]],
  ["PAN", gstin ? "" : pan],
  ["TDS", tdsRule && TDS_LAW[tdsRule].name],
  ["MSMED Act", isSmallEnterprise ? "Small enterprise: 45 days" : ""],
];

/** Whom the agency buys from: searched, added, changed, and what is to be paid to each of them. */
export default function Vendors() {
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const [q, open] = [params.get("q") ?? "", params.get("vendor")];
  const list = useFetch<VendorList>(search === null ? null : listUrl(q));
  const [toDelete, setToDelete] = useState<Vendor>();
  const form = useLazyDialog((_?: Vendor) => import("./VendorForm.tsx").then((m) => m.VendorForm));
  const edit = (vendor?: Vendor) => form.open(vendor);
  const count = list.data?.vendors.length;
  const close = () => changeUrlQuery({ vendor: "" }, "replace");
  useHash({ new: () => edit() }, "enter books");
  useKeys({ n: () => edit() }, "enter books");
  useKeys({ "/": () => document.querySelector<HTMLElement>("[type=search]")?.focus() });
  return (
    <>
      <ListHead title="Vendors" add="Add Vendor" onAdd={() => edit()} />
      <div className="toolbar">
        <SearchFilter
          q={q}
          label="Search vendors"
          placeholder="Search name, email, phone, GSTIN, PAN"
        />
        {count !== undefined && (
          <span className="spring muted small" role="status">
            {`${groupIndian(count)} ${count === 1 ? "vendor" : "vendors"}`}
          </span>
        )}
      </div>
      <PartyCards<VendorList["vendors"][number]>
        words={WORDS}
        parties={list.data?.vendors}
        due={({ toPay }) => toPay}
        facts={factsOf}
        isFiltered={q !== ""}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        onAdd={() => edit()}
        onEdit={edit}
        onDelete={setToDelete}
      />
      {open && !form.isOpen && !toDelete && <VendorPanel id={open} onEdit={edit} onClose={close} />}
      {form.draw((Form, vendor) => (
        <Form
          vendor={vendor}
          onSaved={list.reload}
          onDelete={vendor && (() => setToDelete(vendor))}
          onClose={form.close}
        />
      ))}
      {toDelete && (
        <ConfirmDelete
          title="Delete vendor"
          run={() => send("DELETE", `/api/vendors/${toDelete._id}`)}
          success="Vendor deleted successfully"
          otherwise="Error deleting vendor"
          onChanged={() => {
            list.reload();
            if (open === toDelete._id) close();
          }}
          onClose={() => {
            setToDelete(undefined);
            form.close();
          }}
        >
          <p>Are you sure you want to delete this vendor?</p>
          <p className="strong">{toDelete.displayName}</p>
        </ConfirmDelete>
      )}
    </>
  );
}

const listUrl = (q: string) => `/api/vendors${q && `?${new URLSearchParams({ q })}`}`;
