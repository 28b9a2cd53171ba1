import { type ComponentProps, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { PRESET_LABELS, type Preset, toPresetRange } from "../../domain/dates.ts";
import type { Client } from "../../domain/documents/clients.ts";
import {
  type InvoiceList,
  type InvoiceRow,
  mayBeSent,
  sumOtherSettlements,
} from "../../domain/documents/invoices.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { send } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { changeUrlQuery, goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { DocumentList, type View } from "../ui/DocumentList.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Kpi } from "../ui/Kpi.tsx";
import { Menu } from "../ui/Menu.tsx";
import { moneyText } from "../ui/Money.tsx";
import { ListHead } from "../ui/Page.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { addUp, DownloadPdfsButton } from "../ui/SelectionBar.tsx";
import { INVOICE_COLUMNS } from "./columns.tsx";
import { STATUS_CHOICES } from "./status.tsx";

const NEW = "/invoices/new";
/** The other kinds of documents. Their tabs appear with the first of each kind. */
const OTHERS = [
  { label: "New Credit Note", icon: "undo-2", run: goTo("/notes") },
  { label: "New Estimate", icon: "file-text", run: goTo("/estimates/new") },
  { label: "Record Advance", icon: "receipt-text", run: goTo("/vouchers#new") },
  { label: "New Recurring Invoice", icon: "repeat", run: goTo("/series/new") },
] satisfies ComponentProps<typeof Menu>["items"];

export default function Invoices() {
  const [toSend, setToSend] = useState<Omit<SendProps, "onClose">>();
  const clientId = new URLSearchParams(useUrlQuery() ?? "").get("clientId");
  const newInvoice = clientId ? `${NEW}?client=${clientId}` : NEW;
  useKeys({ n: goTo(newInvoice) }, "enter books");
  return (
    <>
      <DocumentList<InvoiceRow, InvoiceList>
        folder="invoices"
        caption="Invoices"
        columns={INVOICE_COLUMNS}
        // `status` can be OVERDUE too. No dates means all dates, because an amount can be due for years.
        choice={{ name: "status", label: "Status", blank: "All statuses", options: STATUS_CHOICES }}
        quickFilters={(view) => <QuickRanges view={view} />}
        totals={(answer, clientId) => (
          <>
            {clientId && <OfClient id={clientId} />}
            <Totals totals={answer?.totals} />
          </>
        )}
        empty={{
          icon: "file-text",
          title: "No invoices found",
          text: "Create your first invoice to get started",
          action: <LinkButton needs="enter books" label="Create Invoice" href={NEW} />,
        }}
        sums={(selected) => [
          {
            name: "Total",
            amount: addUp(dropCancelled(selected).map(({ grandTotal }) => grandTotal)),
          },
          { name: "Balance", amount: addUp(dropCancelled(selected).map(({ balance }) => balance)) },
        ]}
        actions={(invoices, onChanged) => (
          <>
            {invoices.every(mayBeSent) && (
              <Button
                needs="enter books"
                icon="send"
                label="Mark as sent"
                onClick={() => setToSend({ invoices, onChanged })}
              />
            )}
            <DownloadPdfsButton list="invoices" documents={invoices} />
          </>
        )}
      >
        {() => (
          <ListHead title="Invoices" add="New Invoice" onAdd={newInvoice}>
            <Menu
              label="New document"
              className={`btn-more ${hiddenFrom("enter books")}`}
              items={OTHERS}
            >
              <Icon name="ellipsis" />
            </Menu>
          </ListHead>
        )}
      </DocumentList>
      {toSend && <SendInvoices {...toSend} onClose={() => setToSend(undefined)} />}
    </>
  );
}

/** Leaves out cancelled invoices, as the totals do. */
const dropCancelled = (invoices: InvoiceRow[]) =>
  invoices.filter(({ status }) => status !== "CANCELLED");

/** Names the client whose invoices are listed, with a link that removes the filter. */
function OfClient({ id }: { id: string }) {
  const { data, failure } = useFetch<{ client: Client }>(`/api/clients/${id}`);
  const name = data?.client.displayName ?? (failure ? "a deleted client" : "…");
  return (
    <p className="attn" role="status">
      <Icon name="contact" />
      <span>
        Invoices of <strong>{name}</strong>
      </span>
      {data && <a href={`/clients?client=${id}`}>Open client</a>}
      <Button
        look="link"
        label="Show all clients’ invoices"
        onClick={() => changeUrlQuery({ clientId: "" })}
      />
    </p>
  );
}

/** The totals of the filtered invoices, without cancelled ones. */
function Totals({ totals }: { totals: InvoiceList["totals"] | undefined }) {
  const { grandTotal, received, tds = 0, balanceDue } = totals ?? {};
  const other = totals ? sumOtherSettlements(totals) : 0;
  const extras = [
    ...(tds > 0 ? [`${moneyText(tds)} deducted as TDS`] : []),
    ...(other > 0 ? [`${moneyText(other)} settled by advances, credit notes and write-offs`] : []),
  ];
  return (
    <dl className="kpis invoice-totals">
      <Kpi name="Total Billed" amount={grandTotal} note="Excludes drafts and cancelled" />
      <Kpi
        name="Received"
        amount={received}
        note={extras.length > 0 && `plus ${extras.join(", ")}`}
      />
      <Kpi name="Balance Due" amount={balanceDue} note="" className="lead" />
    </dl>
  );
}

const PRESETS: Preset[] = ["thisMonth", "lastMonth", "thisFY", "lastFY"];
const RANGES = PRESETS.map((preset) => [preset, PRESET_LABELS[preset]] as const);
const EVERY_DATE = { preset: "", dateFrom: "", dateTo: "" };

/** Buttons for common ranges. A second press removes the range. */
function QuickRanges({ view }: { view: View | undefined }) {
  const chosen = RANGES.find(([preset]) => preset === view?.preset)?.[0];
  return (
    <SegmentedControl
      label="Quick ranges"
      className="scroll"
      choices={RANGES}
      chosen={chosen}
      onChoose={(preset) =>
        changeUrlQuery(preset === chosen ? EVERY_DATE : { preset, ...toPresetRange(preset) })
      }
    />
  );
}

interface SendProps {
  invoices: InvoiceRow[];
  onChanged(): void;
  onClose(): void;
}

/** Confirms first: sending stores the details of agency and client, and the invoice stops being a draft. */
function SendInvoices({ invoices, ...props }: SendProps) {
  const ids = invoices.map(({ _id }) => _id);
  const count = pluralize(ids.length, "invoice");
  const they = ids.length === 1 ? "It will keep" : "They will keep";
  return (
    <ConfirmDelete
      {...props}
      title="Mark as sent"
      verb="Mark as sent"
      keep="Not yet"
      isSafe
      run={() => send("POST", "/api/invoices/send", { ids })}
      success={`${count} marked as sent`}
      otherwise="Error sending invoices"
    >
      <p>{`Mark ${count} as sent? ${they} the current agency and client details.`}</p>
    </ConfirmDelete>
  );
}
