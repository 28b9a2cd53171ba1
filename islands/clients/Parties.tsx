import type { ComponentType } from "react";
import { pluralize } from "../../domain/counts.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ListHead } from "../ui/Page.tsx";
import type { RecordFormProps } from "../ui/RecordForm.tsx";
import { SearchFilter } from "../ui/SearchFilter.tsx";
import { useAddKeys } from "../ui/useAddKeys.ts";
import { useRecordDialogs } from "../ui/useRecordDialogs.tsx";
import { type CardsProps, type Party, PartyCards } from "./PartyCards.tsx";
import type { PanelProps } from "./PartyPanel.tsx";

interface Props<Thing extends Party, Row extends Thing>
  extends Pick<CardsProps<Row>, "due" | "facts" | "words"> {
  /** The searched columns. */
  placeholder: string;
  loadForm(): Promise<ComponentType<RecordFormProps<Thing>>>;
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
  const parties = list.data?.[nouns];
  const close = () => changeUrlQuery({ [noun]: "" }, "replace");
  const dialogs = useRecordDialogs<Thing>({
    noun,
    loadForm,
    onChanged: list.reload,
    getName: ({ displayName }) => displayName,
    onDeleted: ({ _id }) => shown === _id && close(),
    otherwise: `Error deleting ${noun}`,
  });
  const { onAdd, onEdit } = dialogs.actions;
  useAddKeys(onAdd);
  return (
    <>
      <ListHead title={`${title}s`} add={`Add ${title}`} onAdd={onAdd} />
      <div className="toolbar">
        <SearchFilter q={q} placeholder={placeholder} label={`Search ${nouns}`} />
        {parties && (
          <span className="spring muted small" role="status">
            {pluralize(parties.length, noun, nouns)}
          </span>
        )}
      </div>
      <PartyCards<Row>
        words={words}
        parties={parties}
        due={due}
        {...(facts && { facts })}
        isFiltered={q !== ""}
        isLoading={list.isLoading}
        failure={list.failure}
        onRetry={list.reload}
        {...dialogs.actions}
      />
      {shown && !dialogs.isOpen && <Panel id={shown} onEdit={onEdit} onClose={close} />}
      {dialogs.drawn}
    </>
  );
}
