import type { ReactNode } from "react";
import { formatDate } from "../../domain/dates.ts";
import { countryName } from "../../domain/gst/countries.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { failureText } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { CommentsButton } from "../comments/CommentsButton.tsx";
import { AttachmentList } from "../ui/Attachments.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import type { Fact } from "../ui/Page.tsx";
import { RecordPanel } from "../ui/RecordPanel.tsx";
import { useAttachments } from "../ui/useAttachments.ts";

/** The props of the panel of a client or vendor. */
export interface PanelProps<Party> {
  id: string;
  onEdit(party: Party): void;
  onClose(): void;
}

interface Props<Party, Answer, Document> extends PanelProps<Party> {
  noun: "client" | "vendor";
  getParty(answer: Answer): Party;
  documents: Documents<Document>;
  /** Balance and details. */
  children(answer: Answer): ReactNode;
  /** Parts below the latest documents. The answer is undefined until it has loaded. */
  below(answer: Answer | undefined, reload: () => void): ReactNode;
}

/** The dialog of a client or vendor: details, latest documents and attachments. */
export function PartyPanel<
  Party extends { displayName: string },
  Answer,
  Document extends { _id: string },
>(props: Props<Party, Answer, Document>) {
  const { id, noun, getParty, documents, onEdit, onClose, children, below } = props;
  const loaded = useFetch<Answer>(`/api/${noun}s/${id}`);
  const attachments = useAttachments({ entity: noun, id });
  const { data, reload } = loaded;
  return (
    <RecordPanel
      noun={noun}
      loaded={loaded}
      onClose={onClose}
      getTitle={(answer) => getParty(answer).displayName}
      onEdit={(answer) => onEdit(getParty(answer))}
      foot={
        <>
          <CommentsButton record={{ entity: noun, id }} />
          <LinkButton
            label={`All ${documents.noun}s`}
            className="spring"
            href={`/${documents.noun}s?${documents.filter ?? ""}${noun}Id=${id}`}
          />
          <LinkButton
            needs="enter books"
            look="primary"
            icon="plus"
            label={`New ${documents.noun}`}
            href={`/${documents.noun}s/new?${noun}=${id}`}
          />
        </>
      }
    >
      {data && children(data)}
      <Latest {...documents} query={`${noun}Id=${id}`} />
      {below(data, reload)}
      <section aria-labelledby="papers">
        <h3 id="papers">Attachments</h3>
        <AttachmentList attachments={attachments} />
      </section>
    </RecordPanel>
  );
}

interface Documents<Document> {
  noun: "invoice" | "bill";
  /** Added to the link to all of them. */
  filter?: string;
  read(document: Document): { number: string; date: string; total: RupeeSum; pill: ReactNode };
}

const LATEST = 5;

function Latest<Document extends { _id: string }>(props: Documents<Document> & { query: string }) {
  const { noun, query, read } = props;
  const { data, failure } = useFetch<{ items: Document[] }>(
    `/api/${noun}s?${query}&limit=${LATEST}`,
  );
  return (
    <section aria-labelledby="latest">
      <h3 id="latest">{`Latest ${noun}s`}</h3>
      {failure ? (
        <p className="soft small">{failureText(failure, `Failed to load ${noun}s`)}</p>
      ) : data?.items.length === 0 ? (
        <p className="soft small">None yet.</p>
      ) : (
        <ul className="client-invoices mt-4 text-13">
          {data?.items.map((document) => {
            const { number, date, total, pill } = read(document);
            return (
              <li className="grid items-center gap-8 line-above" key={document._id}>
                <a className="doc" href={`/${noun}s/${document._id}`}>
                  {number}
                </a>
                <span className="muted small num">{formatDate(date)}</span>
                {pill}
                <span className="end strong">
                  <Money amount={total} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface Place {
  billingAddress: string;
  city: string;
  pin: string;
  state: string;
  stateCode: string;
  kind: string;
  country: string;
}

/** Returns the address, the state with its code, and the country of an overseas party. */
export function placeFacts(party: Place): Fact[] {
  const { billingAddress, city, pin, state, stateCode, kind, country } = party;
  const lines = [billingAddress, [city, pin].filter(Boolean).join(" ")];
  return [
    ["Address", lines.filter(Boolean).join("\n"), "lines"],
    ["State", [stateCode, state].filter(Boolean).join("-"), "lines"],
    ["Country", kind === "OVERSEAS" && countryName(country), "lines"],
  ];
}
