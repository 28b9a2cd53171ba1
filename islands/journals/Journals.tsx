import { useMemo, useState } from "react";
import type { Journal, JournalList } from "../../domain/ledger/journals.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { LinkButton } from "../ui/Button.tsx";
import { DateFilters, FilterPanel, PeriodFilter } from "../ui/filters.tsx";
import { ListPage, NothingMatches } from "../ui/ListPage.tsx";
import { ListHead } from "../ui/Page.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { readView, useList, without } from "../ui/useList.ts";
import { journalColumns } from "./columns.tsx";
import { DeleteJournal } from "./DeleteJournal.tsx";

const TITLE = "Journals";
const NEW = "/journals/new";
const UNFILTERED = without(["q"]);

const getId = ({ _id }: Journal) => _id;
const getName = ({ reason }: Journal) => reason;

/** The journal entries of the accountant, which move no money. */
export default function Journals() {
  return (
    <Allowed title={TITLE} permission="view statements">
      <Open />
    </Allowed>
  );
}

function Open() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, ["q"], 50);
  const list = useList<JournalList>("/api/journals", search);
  const [toDelete, setToDelete] = useState<Journal>();
  const columns = useMemo(() => journalColumns(setToDelete), []);
  const table = useDataTable({
    name: "journals",
    columns,
    getId,
    getName,
    rows: list.data?.items,
    sort: view?.sort ?? "",
  });
  const hasDates = Boolean(view?.dateFrom || view?.dateTo);
  useKeys({ n: goTo(NEW) }, "keep journals");
  return (
    <>
      <ListHead title={TITLE} add="New Journal" onAdd={NEW} needs="keep journals" />
      <ListPage
        view={view}
        list={list}
        table={table}
        noun="journals"
        caption="Journals"
        className="journals"
        loading="Loading journals..."
        filtersSet={hasDates ? 1 : 0}
        search={{
          label: "Search journals",
          placeholder: "Search reason or ledger",
          clear: { label: "Clear All Filters", changes: UNFILTERED },
        }}
        filters={(isOpen) => (
          <FilterPanel isOpen={isOpen} className="invoice-filters">
            <PeriodFilter label="Period" blank="All dates" preset={view?.preset} />
            <DateFilters view={view} />
          </FilterPanel>
        )}
        empty={<Nothing isNarrowed={hasDates || Boolean(view?.q)} />}
        onOpen={({ _id }) => goTo(`/journals/${_id}`)()}
        onDelete={(journal) => can("keep journals") && setToDelete(journal)}
        sums={(selected) => [{ name: "Sum", amount: addUp(selected.map(({ total }) => total)) }]}
      />
      {toDelete && (
        <DeleteJournal
          journal={toDelete}
          onChanged={list.reload}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <NothingMatches noun="journals" clear={UNFILTERED} />
  ) : (
    <Empty
      label="List of journals"
      icon="scale"
      title="No journals yet"
      text="Enter depreciation, provisions and other entries that move no money"
    >
      <LinkButton label="New Journal" href={NEW} />
    </Empty>
  );
}
