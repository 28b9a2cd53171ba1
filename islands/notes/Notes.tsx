import { KIND_NAMES } from "../../domain/documents/kinds.ts";
import { NOTE_KINDS, type NoteList, type NoteRow } from "../../domain/documents/notes.ts";
import { changeUrlQuery, goTo, useUrlQuery } from "../browser/urlQuery.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { SelectField } from "../ui/Field.tsx";
import { DateFilters, FilterPanel, filterField } from "../ui/filters.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { PageHead } from "../ui/Page.tsx";
import { SalesTabs } from "../ui/SalesTabs.tsx";
import { addUp } from "../ui/SelectionBar.tsx";
import { Empty } from "../ui/states.tsx";
import { useDataTable } from "../ui/useDataTable.tsx";
import { readView, useList, without } from "../ui/useList.ts";
import { NOTE_COLUMNS } from "./columns.tsx";

/** What the list is narrowed by, beside its dates. */
const FILTERS = ["q", "kind", "clientId"] as const;
const NO_FILTERS = without(FILTERS);

const SEARCH = {
  label: "Search notes",
  placeholder: "Search number, client",
  clear: { label: "Clear All Filters", changes: NO_FILTERS },
};
const KINDS = NOTE_KINDS.map((kind) => [kind, `${KIND_NAMES[kind]}s`] as const);

const getId = ({ _id }: NoteRow) => _id;
const getName = ({ number }: NoteRow) => number;
const acting = (notes: NoteRow[]) => notes.filter(({ status }) => status !== "CANCELLED");

/** The credit and debit notes of the agency. */
export default function Notes() {
  const search = useUrlQuery();
  const view = search === null ? undefined : readView(search, FILTERS);
  const list = useList<NoteList>("/api/notes", search);
  const table = useDataTable({
    ...{ name: "notes", columns: NOTE_COLUMNS, getId, getName },
    rows: list.data?.items,
    sort: "",
  });
  const filtersSet = view
    ? [view.kind, view.clientId, view.dateFrom || view.dateTo].filter(Boolean).length
    : 0;
  return (
    <>
      <PageHead title="Invoices" />
      <SalesTabs path="/notes" />
      <ListPage
        {...{ view, list, table, search: SEARCH, filtersSet }}
        noun="notes"
        caption="Credit and debit notes"
        className="invoices"
        loading="Loading notes..."
        filters={(isOpen) => (
          <FilterPanel isOpen={isOpen} className="invoice-filters">
            <SelectField
              label="Kind"
              blank="All kinds"
              options={KINDS}
              field={filterField("kind", view?.kind)}
            />
            <DateFilters view={view} preset="" />
          </FilterPanel>
        )}
        empty={<Nothing isNarrowed={filtersSet > 0 || Boolean(view?.q)} />}
        onOpen={({ _id }) => goTo(`/notes/${_id}`)()}
        rowClass={({ status }) => (status === "CANCELLED" ? "is-void" : "")}
        sums={(selected) => [
          { name: "Total", amount: addUp(acting(selected).map(({ grandTotal }) => grandTotal)) },
          { name: "Held", amount: addUp(selected.map(({ held }) => held)) },
        ]}
        actions={() => null}
      />
    </>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const label = "List of notes";
  const text = "Open an invoice that was sent, and choose Credit note";
  return isNarrowed ? (
    <Empty label={label} icon="search" title="No notes match">
      <Button label="Show all notes" onClick={() => changeUrlQuery(NO_FILTERS)} />
    </Empty>
  ) : (
    <Empty label={label} icon="file-text" title="No credit notes yet" text={text}>
      <LinkButton label="Go to Invoices" href="/invoices" />
    </Empty>
  );
}
