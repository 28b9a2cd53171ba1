import { type Item, itemFields } from "../../domain/documents/items.ts";
import { toastError } from "../browser/api.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { ListHead } from "../ui/Page.tsx";
import { fieldColumns, RecordTable } from "../ui/RecordTable.tsx";
import { useAddKeys } from "../ui/useAddKeys.ts";
import { useRecordDialogs } from "../ui/useRecordDialogs.tsx";

/** The services that the agency bills often. */
export default function Items() {
  const isAwake = useUrlQuery() !== null;
  const otherwise = "Failed to load items";
  const { data, failure, reload } = useFetch<{ items: Item[] }>(
    isAwake ? "/api/items" : null,
    toastError(otherwise),
  );
  const { actions, drawn } = useRecordDialogs<Item>({
    noun: "item",
    getName: ({ name }) => name,
    onChanged: reload,
    loadForm: () => import("./ItemForm.tsx").then(({ ItemForm }) => ItemForm),
  });
  useAddKeys(actions.onAdd);
  return (
    <>
      <ListHead title="Items" add="Add Item" onAdd={actions.onAdd} />
      <RecordTable<Item>
        {...actions}
        title="Items"
        noun="item"
        icon="library-big"
        records={data?.items}
        columns={COLUMNS}
        failure={failure}
        otherwise={otherwise}
        onRetry={reload}
      />
      {drawn}
    </>
  );
}

const COLUMNS = fieldColumns<Item>(itemFields, ["hsnSac", "unit", "rate", "taxPct"]);
