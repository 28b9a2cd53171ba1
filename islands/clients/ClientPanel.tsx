import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import type { AvailableBalance, Client, Dues } from "../../domain/documents/clients.ts";
import type { InvoiceList, InvoiceRow } from "../../domain/documents/invoices.ts";
import { countryName } from "../../domain/gst/countries.ts";
import { CLIENT_KIND_NAMES } from "../../domain/gst/supply.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { Failure, failureText } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { StatusPill } from "../invoices/status.tsx";
import { ClientRemind } from "../reminders/RemindersPanel.tsx";
import { AttachmentList } from "../ui/Attachments.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money, Sum } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { useAttachments } from "../ui/useAttachments.ts";

interface Props {
  id: string;
  onEdit(client: Client): void;
  onClose(): void;
}

/** A client: contact details, balance and latest invoices. */
export function ClientPanel({ id, onEdit, onClose }: Props) {
  const { data, failure } = useFetch<{ client: Client & AvailableBalance; dues: Dues }>(
    `/api/clients/${id}`,
  );
  const attachments = useAttachments({ entity: "client", id });
  if (failure) {
    const isGone = failure instanceof Failure && failure.status === 404;
    return (
      <Modal title="Client" onClose={onClose}>
        <div className="modal-body">
          <p className="notice">
            {isGone ? "Client not found" : failureText(failure, "Failed to load client")}
          </p>
        </div>
        <div className="modal-foot">
          <Button label="Close" onClick={onClose} />
        </div>
      </Modal>
    );
  }
  const client = data?.client;
  return (
    <Modal title={client?.displayName ?? "Client"} wide onClose={onClose}>
      <div className="modal-body client-panel" aria-busy={!data}>
        {data ? <Owed dues={data.dues} /> : <p role="status">Loading client...</p>}
        {client && <HeldFor client={client} />}
        {client && <Facts client={client} />}
        <Latest id={id} />
        <ClientRemind id={id} />
        <section aria-labelledby="papers">
          <h3 id="papers">Attachments</h3>
          <AttachmentList attachments={attachments} />
        </section>
      </div>
      <div className="modal-foot">
        {client && (
          <Button
            needs="enter books"
            look="quiet"
            icon="pencil"
            label="Edit"
            onClick={() => onEdit(client)}
          />
        )}
        <LinkButton label="All invoices" className="spring" href={`/invoices?clientId=${id}`} />
        <LinkButton
          needs="enter books"
          look="primary"
          icon="plus"
          label="New invoice"
          href={`/invoices/new?client=${id}`}
        />
      </div>
    </Modal>
  );
}

function Owed({ dues: { balance, overdue, invoices, billed } }: { dues: Dues }) {
  const count = pluralize(invoices, "invoice");
  return (
    <dl className="client-dues">
      <Sum name="Balance due" amount={balance} className="lead" />
      <Sum name="Overdue" amount={overdue} tone={overdue > 0 ? "neg" : ""} />
      <Sum name={`Billed, ${count}`} amount={billed} />
    </dl>
  );
}

/** The client's credit and advances, which can settle invoices. */
function HeldFor({ client: { _id, credit, advances } }: { client: Client & AvailableBalance }) {
  return (
    <p className="client-held">
      {credit !== 0 && (
        <a href={`/notes?clientId=${_id}`}>
          Credit held <Money amount={credit} />
        </a>
      )}
      {advances !== 0 && (
        <a href={`/vouchers?clientId=${_id}`}>
          Advances held <Money amount={advances} />
        </a>
      )}
      <a href={`/reports/statement-of-account?clientId=${_id}`}>Statement of account</a>
      <a className={hiddenFrom("enter books")} href={`/vouchers?clientId=${_id}#new`}>
        Record advance
      </a>
    </p>
  );
}

function Facts({ client }: { client: Client }) {
  const { billingName, billingAddress, city, pin, gstin, state, stateCode, kind } = client;
  const isOdd = kind !== "REGULAR" && kind !== "UNREGISTERED";
  const address = [billingAddress, [city, pin].filter(Boolean).join(" ")];
  const facts: [string, string][] = [
    ["Billing Name", billingName],
    ["GSTIN", gstin],
    ["TAN", client.tan],
    ["Kind", isOdd ? CLIENT_KIND_NAMES[kind] : ""],
    ["Address", address.filter(Boolean).join("\n")],
    ["State", [stateCode, state].filter(Boolean).join("-")],
    ["Country", kind === "OVERSEAS" ? countryName(client.country) : ""],
    ["Email", client.email],
    ["Phone", client.phone],
    ["Notes", client.notes],
  ];
  return <FactList facts={facts.map(([name, text]) => [name, text, "lines"])} />;
}

const LATEST = 5;

function Latest({ id }: { id: string }) {
  const { data, failure } = useFetch<InvoiceList>(`/api/invoices?clientId=${id}&limit=${LATEST}`);
  return (
    <section aria-labelledby="latest">
      <h3 id="latest">Latest invoices</h3>
      {failure ? (
        <p className="soft small">{failureText(failure, "Failed to load invoices")}</p>
      ) : data?.items.length === 0 ? (
        <p className="soft small">None yet.</p>
      ) : (
        <ul className="client-invoices">
          {data?.items.map((invoice) => (
            <Line key={invoice._id} invoice={invoice} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ invoice }: { invoice: InvoiceRow }) {
  const { _id, invoiceNumber, date, grandTotal } = invoice;
  return (
    <li>
      <a className="doc" href={`/invoices/${_id}`}>
        {invoiceNumber}
      </a>
      <span className="muted small num">{formatDate(date)}</span>
      <StatusPill invoice={invoice} />
      <span className="strong">
        <Money amount={grandTotal} />
      </span>
    </li>
  );
}
