import { useState } from "react";
import { entityName } from "../../domain/agencies/auditWords.ts";
import type { TrashItem, Undone } from "../../domain/agencies/undo.ts";
import { formatMoment } from "../../domain/dates.ts";
import { get, send, toastError } from "../browser/api.ts";
import { UNDONE } from "../browser/pageEvents.ts";
import { toastUndone } from "../browser/undo.ts";
import { changeUrlQuery, useUrlQuery } from "../browser/urlQuery.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { TablePanel } from "../ui/DataTable.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { moneyText } from "../ui/Money.tsx";
import { PageHead } from "../ui/Page.tsx";
import { AuditTabs } from "../ui/PageTabs.tsx";
import { Empty } from "../ui/states.tsx";
import { useBusy } from "../ui/useBusy.ts";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import { useOn } from "../ui/useOn.ts";
import { NO_FILTERS, parseTrashFilter, TrashFilters } from "./TrashFilters.tsx";

const FAILED = "Failed to load the trash";

interface Page {
  items: TrashItem[];
  next: number | null;
}

export default function Trash() {
  const search = useUrlQuery();
  const filter = search === null ? undefined : parseTrashFilter(search);
  const query = new URLSearchParams(filter).toString();
  const url = `/api/trash${query && `?${query}`}`;
  const { data, failure, reload } = useFetch<Page>(filter ? url : null, toastError(FAILED));
  const [loaded, setOlder] = useState<Page & { url: string }>();
  const older = loaded?.url === url ? loaded : undefined;
  useOn(UNDONE, () => setOlder(undefined));
  const next = (older ?? data)?.next ?? null;
  const items = data && [...data.items, ...(older?.items ?? [])];
  const [isBusy, showOlder] = useBusy(async () => {
    const more = await get<Page>(`${url}${query ? "&" : "?"}before=${next}`);
    setOlder({ items: [...(older?.items ?? []), ...more.items], next: more.next, url });
  });
  const table = useDataTable({ name: "trash", rows: items, columns, getId, sort: "" });
  return (
    <>
      <PageHead title="Trash" />
      <AuditTabs path="/settings/trash" />
      <p className="trash-note soft">
        Deleted records stay here as long as your books exist. Restore a document to reuse its
        number.
      </p>
      <TrashFilters filter={filter ?? {}} items={items ?? []} />
      <TablePanel
        table={table}
        failure={failure}
        onRetry={reload}
        label="Trash"
        caption="Deleted records, newest first"
        className="tbl to-list trash"
        isLoaded={items !== undefined}
        otherwise={FAILED}
        onEnter={(item) => item.canRestore && restore(item)}
        empty={
          query ? (
            <Empty label="Trash" icon="search" title="No deleted records match">
              <Button label="Clear All Filters" onClick={() => changeUrlQuery(NO_FILTERS)} />
            </Empty>
          ) : (
            <Empty label="Trash" icon="trash-2" title="No deleted records" />
          )
        }
      />
      {next !== null && <Button label="Show older" isBusy={isBusy} onClick={showOlder} />}
    </>
  );
}

const getId = ({ _id }: TrashItem) => _id;

const restore = (item: TrashItem): Promise<void> =>
  send<Undone>("POST", `/api/trash/${item._id}/restore`).then(
    (undone) => toastUndone(undone, "undo"),
    toastError("Failed to restore"),
  );

const ICONS: Partial<Record<string, IconName>> = {
  Transaction: "arrow-left-right",
  Invoice: "file-text",
  Receipt: "receipt-indian-rupee",
  Client: "contact",
  Vendor: "store",
  Bill: "file-input",
  Payment: "indian-rupee",
  Account: "library-big",
  Category: "library-big",
};

const column = columnHelper<TrashItem>();
const columns = [
  column.display({
    id: "what",
    header: "Record",
    meta: { cell: "tr-what", head: "tr-what", isRowHeader: true },
    cell: ({ row: { original: item } }) => (
      <div className="tr-name">
        <Icon name={ICONS[item.entity] ?? "trash-2"} />
        <div>
          <div className="cell-main truncate">{withoutAmount(item)}</div>
          <div className="cell-sub truncate">{entityName(item.entity)}</div>
        </div>
      </div>
    ),
  }),
  column.display({
    id: "amount",
    header: "Amount",
    meta: { cell: "r num", head: "r" },
    cell: ({ row: { original } }) => (original.amount === null ? "" : moneyText(original.amount)),
  }),
  column.display({
    id: "by",
    header: "Deleted by",
    meta: { cell: "tr-by" },
    cell: ({ row: { original } }) => (
      <>
        <div className="truncate">{original.userId.name}</div>
        <div className="cell-sub">{formatMoment(original.at)}</div>
      </>
    ),
  }),
  column.display({
    id: "back",
    header: () => <span className="sr-only">Restore</span>,
    meta: { cell: "tr-back r", head: "r" },
    cell: ({ row: { original } }) => <Back item={original} />,
  }),
];

function Back({ item }: { item: TrashItem }) {
  const [isBusy, start] = useBusy(() => restore(item));
  if (!item.canRestore) return <span className="soft">{item.reason}</span>;
  return (
    <Button
      icon="undo-2"
      aria-label={`Restore ${withoutAmount(item)}`}
      keyName="↵"
      isBusy={isBusy}
      onClick={start}
    >
      Restore
    </Button>
  );
}

/** The amount has a column of its own. */
const withoutAmount = ({ summary, amount }: TrashItem): string => {
  const name = amount === null ? summary : summary.replace(`, ${moneyText(amount)}`, "");
  // Capitalised at the start of a line: `the filing of GSTR-1` → Filing of GSTR-1.
  return name.replace(/^(?:the|a) ([a-z])/, (_, letter: string) => letter.toUpperCase());
};
