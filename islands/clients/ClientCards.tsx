import type { Client, ClientList } from "../../domain/documents/clients.ts";
import { changeUrlQuery, goTo, searchWith } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { Money } from "../ui/Money.tsx";
import { Facts } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";

type Listed = ClientList["clients"][number];

interface Props {
  clients: Listed[] | undefined;
  /** Something is searched for. */
  isFiltered: boolean;
  isLoading: boolean;
  failure: unknown;
  onRetry(): void;
  onAdd(): void;
  onEdit(client: Client): void;
  onDelete(client: Client): void;
}

export function ClientCards(props: Props) {
  const { clients, isFiltered, isLoading, failure, onRetry, onAdd } = props;
  if (failure && !clients) {
    const said = { label: "List of clients", otherwise: "Failed to load clients" };
    return <FailedToLoad {...said} failure={failure} onRetry={onRetry} />;
  }
  if (!clients) return <Loading label="List of clients" text="Loading clients..." />;
  if (clients.length === 0) return <NoClients isFiltered={isFiltered} onAdd={onAdd} />;
  return (
    <ul className="clients" aria-label="List of clients" aria-busy={isLoading}>
      {clients.map((client) => (
        <Card key={client._id} {...props} client={client} />
      ))}
    </ul>
  );
}

function NoClients({ isFiltered, onAdd }: Pick<Props, "isFiltered" | "onAdd">) {
  return (
    <section className="panel empty" aria-label="List of clients">
      <Icon name="contact" />
      <p className="strong" role="status">
        {isFiltered ? "No clients match" : "No clients found"}
      </p>
      {isFiltered ? (
        <Button label="Clear search" onClick={() => changeUrlQuery({ q: "" })} />
      ) : (
        <>
          <p>Add your first client to send an invoice</p>
          <Button label="Add Client" onClick={onAdd} />
        </>
      )}
    </section>
  );
}

type CardProps = Pick<Props, "onEdit" | "onDelete"> & { client: Listed };

/** A client; the name opens what they owe. */
function Card({ client, onEdit, onDelete }: CardProps) {
  const { _id, displayName, billingName, gstin, email, phone, balance } = client;
  const place = [client.city, client.state].filter(Boolean).join(", ");
  return (
    <li className="card client">
      <div className="client-top">
        <h2 className="truncate">
          <a href={searchWith({ client: _id }, "")} onClick={(event) => openPanel(event, _id)}>
            {displayName}
          </a>
        </h2>
        <Menu
          label={`Actions for ${displayName}`}
          className="btn-quiet btn-more"
          items={[
            { label: "Edit", icon: "pencil", run: () => onEdit(client) },
            { label: "New invoice", icon: "file-text", run: goTo(`/invoices/new?client=${_id}`) },
            { label: "Delete", icon: "trash-2", run: () => onDelete(client) },
          ]}
        >
          <Icon name="ellipsis" />
        </Menu>
      </div>
      {billingName && billingName !== displayName && (
        <p className="soft small truncate">{billingName}</p>
      )}
      <Facts
        className="client-facts"
        cell="truncate"
        facts={[
          ["GSTIN", gstin],
          ["State", place],
          ["Email", email],
          ["Phone", phone],
        ]}
      />
      <p className="client-owes">
        <span className="muted small">{balance > 0 ? "Due" : "Nothing due"}</span>
        {balance > 0 && (
          <span className="strong">
            <Money amount={balance} />
          </span>
        )}
      </p>
    </li>
  );
}

function openPanel(event: React.MouseEvent, client: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  changeUrlQuery({ client });
}
