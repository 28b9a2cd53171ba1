import { Fragment } from "react";
import type { Client, Dues } from "../../domain/clients.ts";
import { formatDate } from "../../domain/dates.ts";
import type { InvoiceList, InvoiceRow } from "../../domain/invoices.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { Failure, sentenceOf } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { StatusPills } from "../invoices/status.tsx";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Money } from "../ui/Money.tsx";

interface Props {
  id: string;
  onEdit(client: Client): void;
  onClose(): void;
}

/** One client: how to reach them, what they owe, their latest invoices. */
export function ClientPanel({ id, onEdit, onClose }: Props) {
  const { data, failure } = useFetch<{ client: Client; dues: Dues }>(`/api/clients/${id}`);
  if (failure) {
    const isGone = failure instanceof Failure && failure.status === 404;
    return (
      <Modal title="Client" onClose={onClose}>
        <div className="modal-body">
          <p className="notice">
            {isGone ? "Client not found" : sentenceOf(failure, "Failed to load client")}
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
        {client && <Facts client={client} />}
        <Latest id={id} />
      </div>
      <div className="modal-foot">
        {client && (
          <Button look="quiet" icon="pencil" label="Edit" onClick={() => onEdit(client)} />
        )}
        <LinkButton label="All invoices" className="spring-l" href={`/invoices?clientId=${id}`} />
        <LinkButton
          look="primary"
          icon="plus"
          label="New invoice"
          href={`/invoices/new?client=${id}`}
        />
      </div>
    </Modal>
  );
}

function Owed({ dues }: { dues: Dues }) {
  return (
    <dl className="client-dues">
      <Figure name="Balance due" amount={dues.balance} isLead />
      <Figure name="Overdue" amount={dues.overdue} isBad={dues.overdue > 0} />
      <Figure
        name={`Billed, ${dues.invoices} ${dues.invoices === 1 ? "invoice" : "invoices"}`}
        amount={dues.billed}
      />
    </dl>
  );
}

interface FigureProps {
  name: string;
  amount: RupeeSum;
  isLead?: boolean;
  isBad?: boolean;
}

function Figure({ name, amount, isLead, isBad }: FigureProps) {
  return (
    <div className={isLead ? "lead" : ""}>
      <dt>{name}</dt>
      <dd className={isBad ? "neg" : ""}>
        <Money amount={amount} />
      </dd>
    </div>
  );
}

function Facts({ client }: { client: Client }) {
  const { billingName, billingAddress, city, pin, gstin, state, stateCode } = client;
  const facts = [
    ["Billing Name", billingName],
    ["GSTIN", gstin],
    ["Address", [billingAddress, [city, pin].filter(Boolean).join(" ")].filter(Boolean).join("\n")],
    ["State", [stateCode, state].filter(Boolean).join("-")],
    ["Email", client.email],
    ["Phone", client.phone],
    ["Notes", client.notes],
  ].filter(([, text]) => text);
  return (
    <dl className="facts">
      {facts.map(([name, text]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="lines">{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const LATEST = 5;

function Latest({ id }: { id: string }) {
  const { data, failure } = useFetch<InvoiceList>(`/api/invoices?clientId=${id}&limit=${LATEST}`);
  return (
    <section aria-labelledby="latest">
      <h3 id="latest">Latest invoices</h3>
      {failure ? (
        <p className="soft small">{sentenceOf(failure, "Failed to load invoices")}</p>
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
      <StatusPills invoice={invoice} />
      <span className="strong">
        <Money amount={grandTotal} />
      </span>
    </li>
  );
}
