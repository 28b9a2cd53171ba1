import { pluralize } from "../../domain/counts.ts";
import {
  type AvailableBalance,
  type Client,
  clientFields,
  type Dues,
} from "../../domain/documents/clients.ts";
import type { InvoiceRow } from "../../domain/documents/invoices.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { StatusPill } from "../invoices/status.tsx";
import { ClientRemind } from "../reminders/RemindersPanel.tsx";
import { Money, Sum } from "../ui/Money.tsx";
import { FactList } from "../ui/Page.tsx";
import { factsOf } from "../ui/RecordPanel.tsx";
import { type PanelProps, PartyPanel, placeFacts } from "./PartyPanel.tsx";

interface Answer {
  client: Client & AvailableBalance;
  dues: Dues;
}

/** A client: contact details, balance and latest invoices. */
export const ClientPanel = (props: PanelProps<Client>) => (
  <PartyPanel<Client, Answer, InvoiceRow>
    {...props}
    noun="client"
    getParty={({ client }) => client}
    documents={{
      noun: "invoice",
      read: (invoice) => ({
        number: invoice.invoiceNumber,
        date: invoice.date,
        total: invoice.grandTotal,
        pill: <StatusPill invoice={invoice} />,
      }),
    }}
    below={() => <ClientRemind id={props.id} />}
  >
    {({ client, dues }) => (
      <>
        <Owed {...dues} />
        <HeldFor {...client} />
        <Facts {...client} />
      </>
    )}
  </PartyPanel>
);

const Owed = ({ balance, overdue, invoices, billed }: Dues) => (
  <dl className="client-dues">
    <Sum name="Balance due" amount={balance} className="lead" />
    <Sum name="Overdue" amount={overdue} tone={overdue > 0 ? "neg" : ""} />
    <Sum name={`Billed, ${pluralize(invoices, "invoice")}`} amount={billed} />
  </dl>
);

/** The client's credit and advances, which can settle invoices. */
const HeldFor = ({ _id, credit, advances }: Client & AvailableBalance) => (
  <p className="client-held flex wrap text-13">
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

function Facts(client: Client) {
  const fact = factsOf(clientFields, client);
  const isUsual = client.kind === "REGULAR" || client.kind === "UNREGISTERED";
  return (
    <FactList
      facts={[
        fact("billingName"),
        fact("gstin"),
        fact("tan"),
        ...(isUsual ? [] : [fact("kind")]),
        ...placeFacts(client),
        fact("email"),
        fact("phone"),
        fact("dueDays"),
        fact("sendBy"),
        fact("terms"),
        fact("notes"),
      ]}
    />
  );
}
