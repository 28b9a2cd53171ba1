import { useMemo } from "react";
import type { RupeeSum } from "../../domain/money.ts";
import { DataTable } from "./DataTable.tsx";
import { Icon } from "./Icon.tsx";
import { Money } from "./Money.tsx";
import { columnsOf, useDataTable } from "./useDataTable.tsx";

interface SwitchProps {
  of: string;
  asTable: boolean;
  onChange(asTable: boolean): void;
}

/** Every chart can be read as a table. */
export function TableSwitch({ of, asTable, onChange }: SwitchProps) {
  return (
    <button
      className="icon-btn"
      type="button"
      aria-label={`Show ${of} as a table`}
      aria-pressed={asTable}
      onClick={() => onChange(!asTable)}
    >
      <Icon name="table-2" />
    </button>
  );
}

/** A name, then amounts in rupees. */
type Figures = [string, ...RupeeSum[]];

interface Props {
  caption: string;
  heads: string[];
  rows: Figures[];
}

const column = columnsOf<Figures>();
const idOf = ([name]: Figures) => name;

/** The figures of a chart, in the chart's own room. */
export function ChartTable({ caption, heads, rows }: Props) {
  const columns = useMemo(
    () =>
      heads.map((header, place) =>
        column.accessor((figures) => figures[place], {
          id: header,
          header,
          enableSorting: false,
          ...(place === 0
            ? { meta: { isRowHeader: true } }
            : {
                meta: { cell: "r", head: "r" },
                cell: ({ getValue }) => <Money amount={getValue() as RupeeSum} />,
              }),
        }),
      ),
    [heads.join()],
  );
  const table = useDataTable({ name: caption, rows, columns, idOf });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="chart-table" tabIndex={0} aria-label={caption}>
      <DataTable table={table} caption={caption} className="tbl" isLoaded />
    </section>
  );
}
