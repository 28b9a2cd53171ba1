import type { RupeeSum } from "../../domain/money.ts";
import { changeUrlQuery, goTo, searchWith } from "../browser/urlQuery.ts";
import { Button } from "../ui/Button.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { Money } from "../ui/Money.tsx";
import { Facts } from "../ui/Page.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";

/** The fields of a client or vendor on a card. */
export interface Party {
  _id: string;
  displayName: string;
  billingName: string;
  gstin: string;
  city: string;
  state: string;
  email: string;
  phone: string;
}

/** The words that differ between clients and vendors. */
export interface PartyWords {
  /** The noun, also used in paths. */
  noun: "client" | "vendor";
  title: string;
  icon: IconName;
  /** Shown below "No clients found". */
  first: string;
  /** The action of a card, with its page. */
  more: { label: string; icon: IconName; address: string };
}

export interface CardsProps<Thing extends Party> {
  words: PartyWords;
  parties: Thing[] | undefined;
  due(party: Thing): RupeeSum;
  /** Returns further lines of a card. */
  facts?(party: Thing): [name: string, text: string][];
  /** Whether a search is active. */
  isFiltered: boolean;
  isLoading: boolean;
  failure: unknown;
  onRetry(): void;
  onAdd(): void;
  onEdit(party: Thing): void;
  onDelete(party: Thing): void;
}

export function PartyCards<Thing extends Party>(props: CardsProps<Thing>) {
  const { words, parties, isFiltered, isLoading, failure, onRetry, onAdd } = props;
  const nouns = `${words.noun}s`;
  const label = `List of ${nouns}`;
  if (failure && !parties) {
    const texts = { label, otherwise: `Failed to load ${nouns}` };
    return <FailedToLoad {...texts} failure={failure} onRetry={onRetry} />;
  }
  if (!parties) return <Loading label={label} text={`Loading ${nouns}...`} />;
  if (parties.length === 0) return <Nobody words={words} isFiltered={isFiltered} onAdd={onAdd} />;
  return (
    <ul className="clients grid gap-16" aria-label={label} aria-busy={isLoading}>
      {parties.map((party) => (
        <Card key={party._id} {...props} party={party} />
      ))}
    </ul>
  );
}

type NobodyProps = Pick<CardsProps<Party>, "isFiltered" | "onAdd" | "words">;

function Nobody({ words: { noun, title, icon, first }, isFiltered, onAdd }: NobodyProps) {
  return (
    <section className="panel empty" aria-label={`List of ${noun}s`}>
      <Icon name={icon} />
      <p className="strong" role="status">
        {isFiltered ? `No ${noun}s match` : `No ${noun}s found`}
      </p>
      {isFiltered ? (
        <Button label="Clear search" onClick={() => changeUrlQuery({ q: "" })} />
      ) : (
        <>
          <p>{first}</p>
          <Button needs="enter books" label={`Add ${title}`} onClick={onAdd} />
        </>
      )}
    </section>
  );
}

type CardProps<Thing extends Party> = CardsProps<Thing> & { party: Thing };

/** A client or a vendor. The name opens the panel. */
function Card<Thing extends Party>(props: CardProps<Thing>) {
  const { words, party, due, facts, onEdit, onDelete } = props;
  const { _id, displayName, billingName, gstin, email, phone } = party;
  const { noun, more } = words;
  const balance = due(party);
  const place = [party.city, party.state].filter(Boolean).join(", ");
  return (
    <li className="card client grid gap-4 min-0">
      <div className="client-top row gap-8 min-0">
        <h2 className="truncate grow min-0 text-14">
          <a
            href={searchWith({ [noun]: _id }, "")}
            onClick={(event) => openPanel(event, noun, _id)}
          >
            {displayName}
          </a>
        </h2>
        <Menu
          label={`Actions for ${displayName}`}
          className="btn-quiet btn-more"
          items={[
            { label: "Edit", icon: "pencil", needs: "enter books", run: () => onEdit(party) },
            { ...more, run: goTo(more.address + _id) },
            {
              label: "Delete",
              icon: "trash-2",
              needs: "enter books",
              run: () => onDelete(party),
            },
          ]}
        >
          <Icon name="ellipsis" />
        </Menu>
      </div>
      {billingName && billingName !== displayName && (
        <p className="soft small truncate">{billingName}</p>
      )}
      <Facts
        className="client-facts grid packed gap-4 text-13"
        cell="truncate"
        facts={[
          ["GSTIN", gstin],
          ["State", place],
          ["Email", email],
          ["Phone", phone],
          ...(facts?.(party) ?? []),
        ]}
      />
      <p className="client-owes flex items-base between line-above">
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

function openPanel(event: React.MouseEvent, noun: string, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  changeUrlQuery({ [noun]: id });
}
