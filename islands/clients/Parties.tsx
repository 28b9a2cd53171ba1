import { type ComponentType, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { send } from "../browser/api.ts";
import { useHash, useKeys } from "../browser/keys.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { ListHead } from "../ui/Page.tsx";
import { SearchFilter } from "../ui/SearchFilter.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { type CardsProps, type Party, PartyCards } from "./PartyCards.tsx";

interface FormProps<Thing> {
  /** Undefined for a new one. */
  party: Thing | undefined;
  onSaved(): void;
  onDelete: (() => void) | undefined;
  onClose(): void;
}

interface PanelProps<Thing> {
  id: string;
  onEdit(party: Thing): void;
  onClose(): void;
}

interface Props<Thing extends Party, Row extends Thing>
  extends Pick<CardsProps<Row>, "due" | "facts" | "words"> {
  /** The searched columns. */
  placeholder: string;
  loadForm(): Promise<ComponentType<FormProps<Thing>>>;
  Panel: ComponentType<PanelProps<Thing>>;
}

/** The screen of clients or vendors: search, forms and balances. */
export function Parties<Thing extends Party, Row extends Thing>(props: Props<Thing, Row>) {
  const { words, placeholder, due, facts, loadForm, Panel } = props;
  const { noun, title } = words;
  const nouns = `${noun}s`;
  const search = useUrlQuery();
  const params = new URLSearchParams(search ?? "");
  const [q, shown] = [params.get("q") ?? "", params.get(noun)];
  const url = `/api/${nouns}${q && `?${new URLSearchParams({ q })}`}`;
  const list = useFetch<Record<string, Row[]>>(search === null ? null : url);
  const [toDelete, setToDelete] = useState<Thing>();
  const form = useLazyDialog((_?: Thing) => loadForm());
  const edit = (party?: Thing) => form.open(party);
  const parties = list.data?.[nouns];
  const close = () => changeUrlQuery({ [noun]: "" }, "replace");
  useHash({ new: () => edit() }, "enter books");
  useKeys({ n: () => edit() }, "enter books");
  return (
    <>
      <ListHead title={`${title}s`} add={`Add ${title}`} onAdd={() => edit()} />
      <div className="toolbar">
        <SearchFilter {...{ q, placeholder }} label={`Search ${nouns}`} />
        {parties && (
          <span className="spring muted small" role="status">
            {pluralize(parties.length, noun, nouns)}
          </span>
        )}
      </div>
      <PartyCards<Row>
        {...{ words, parties, due }}
        {...(facts && { facts })}
        isFiltered={q !== ""}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        onAdd={() => edit()}
        onEdit={edit}
        onDelete={setToDelete}
      />
      {shown && !form.isOpen && !toDelete && <Panel id={shown} onEdit={edit} onClose={close} />}
      {form.draw((Form, party) => (
        <Form
          party={party}
          onSaved={list.reload}
          onDelete={party && (() => setToDelete(party))}
          onClose={form.close}
        />
      ))}
      {toDelete && (
        <ConfirmDelete
          title={`Delete ${noun}`}
          run={() => send("DELETE", `/api/${nouns}/${toDelete._id}`)}
          success={`${title} deleted successfully`}
          otherwise={`Error deleting ${noun}`}
          onChanged={() => {
            list.reload();
            if (shown === toDelete._id) close();
          }}
          onClose={() => {
            setToDelete(undefined);
            form.close();
          }}
        >
          <p>{`Are you sure you want to delete this ${noun}?`}</p>
          <p className="strong">{toDelete.displayName}</p>
        </ConfirmDelete>
      )}
    </>
  );
}
