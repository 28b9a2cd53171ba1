import { useEffect, useMemo, useRef } from "react";
import { TALLY_GROUPS } from "../../domain/tally/ledgers.ts";
import type { TallyPreview } from "../../domain/tally/tally.ts";
import { Button } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";
import type { TallyNaming } from "./useTallyNames.ts";

interface Props {
  ledgers: TallyPreview["ledgers"];
  names: TallyNaming;
}
type Row = Props["ledgers"][number] & { shown: TallyNaming["typed"][string]; isTicked: boolean };

const column = columnHelper<Row>();
const getId = ({ key }: Row) => key;

const buildColumns = (names: () => TallyNaming) =>
  column.columns([
    column.accessor("ours", {
      header: "In bahi",
      meta: { isRowHeader: true, cell: "tally-ours" },
      cell: ({ row: { original } }) => (
        <>
          <span className="cell-main">{original.ours}</span>
          <span className="cell-sub">
            {original.isMapped ? original.what : `${original.what}, not mapped`}
          </span>
        </>
      ),
    }),
    column.display({
      id: "name",
      header: "In Tally",
      meta: { cell: "tally-name" },
      cell: ({ row: { original } }) => (
        <input
          className="input"
          list="tally-ledgers"
          maxLength={200}
          autoComplete="off"
          aria-label={`${original.ours} in Tally`}
          placeholder={original.name}
          value={original.shown.name}
          onChange={({ target }) =>
            names().type(original.key, { ...original.shown, name: target.value })
          }
        />
      ),
    }),
    column.display({
      id: "group",
      header: "Group",
      meta: { cell: "tally-group" },
      cell: ({ row: { original } }) =>
        original.mayMake && (
          <select
            className="input"
            aria-label={`Group for ${original.ours}`}
            value={original.shown.group || original.group}
            onChange={({ target }) =>
              names().type(original.key, { ...original.shown, group: target.value })
            }
          >
            {TALLY_GROUPS.map((group) => (
              <option key={group}>{group}</option>
            ))}
          </select>
        ),
    }),
    column.display({
      id: "make",
      header: "Create",
      meta: { cell: "tally-make" },
      cell: ({ row: { original } }) =>
        original.mayMake && (
          <input
            type="checkbox"
            aria-label={`Create ${original.ours} in Tally`}
            checked={original.isTicked}
            onChange={({ target }) => names().tick([original.key], target.checked)}
          />
        ),
    }),
  ]);

/** The names of ledgers, clients and vendors in Tally, and which of them to create. */
export function TallyNamesTable({ ledgers, names }: Props) {
  const latest = useRef(names);
  useEffect(() => {
    latest.current = names;
  });
  // Kept stable: a new function would create new cells, and a field would lose the focus.
  const columns = useMemo(() => buildColumns(() => latest.current), []);
  const { typed, ticked, known } = names;
  const rows = useMemo(
    () =>
      ledgers.map((ledger) => ({
        ...ledger,
        shown: typed[ledger.key] ?? {
          name: ledger.isMapped ? ledger.name : "",
          group: ledger.group,
        },
        isTicked: ticked.has(ledger.key),
      })),
    [ledgers, typed, ticked],
  );
  const table = useDataTable({ name: "names for Tally", rows, columns, getId });
  const open = ledgers
    .filter(({ mayMake, isMapped }) => mayMake && !isMapped)
    .map(({ key }) => key);
  const isAll = open.every((key) => ticked.has(key));
  return (
    <>
      <div className="tally-bar row wrap between line-above">
        <h3 className="text-13">Names</h3>
        {open.length > 0 && (
          <Button
            look="link"
            label={isAll ? "Untick all" : `Tick all ${open.length} that are not mapped`}
            onClick={() => names.tick(open, !isAll)}
          />
        )}
      </div>
      <datalist id="tally-ledgers">
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="tbl-wrap scroll-x">
        <DataTable table={table} caption="Names in Tally" className="tbl tally-names" isLoaded />
      </div>
    </>
  );
}
