import { type ReactNode, useId, useMemo, useState } from "react";
import type { RupeeSum } from "../../domain/money.ts";
import { IconButton } from "../ui/Button.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { Money } from "../ui/Money.tsx";
import { columnHelper, useDataTable } from "../ui/useDataTable.tsx";

interface Props {
  title: string;
  isLoading: boolean;
  /** Shown instead of the chart if there is no data. */
  empty: string | undefined;
  choice?: ReactNode;
  legend?: [name: string, swatch: string][];
  /** The same figures as a table. */
  table?: TableProps;
  children: ReactNode;
}

/** A chart with its title. It is 300 px high while loading, empty, drawn or shown as a table. */
export function ChartPanel(props: Props) {
  const { title, isLoading, empty, choice, legend, table, children } = props;
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="panel" aria-labelledby={id} aria-busy={isLoading}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {(isLoading || !empty) && table && (
          <>
            {choice}
            <div className={`legend ${choice ? "" : "spring"}`}>
              {legend?.map(([name, swatch]) => (
                <span className="inline-row gap-6" key={name}>
                  <span className={`swatch ${swatch}`} />
                  {name}
                </span>
              ))}
            </div>
            <IconButton
              icon="table-2"
              label={`Show ${table.of} as a table`}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            />
          </>
        )}
      </div>
      <div className="panel-body">
        {isLoading ? (
          <div className="chart-wait skeleton grid mid round-8" />
        ) : empty ? (
          <p className="chart-wait grid mid round-8 muted">{empty}</p>
        ) : asTable && table ? (
          <ChartTable {...table} />
        ) : (
          children
        )}
      </div>
    </section>
  );
}

/** A name, then amounts in rupees. */
type Figures = [string, ...RupeeSum[]];

interface TableProps {
  /** The header of the names. */
  of: string;
  caption: string;
  heads: string[];
  rows: Figures[];
}

const column = columnHelper<Figures>();
const getId = ([name]: Figures) => name;

const toColumn = (header: string, place: number) =>
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
  });

/** A chart's figures as a table of the same size. */
export function ChartTable({ caption, heads, rows }: TableProps) {
  // Compared as text, because the caller makes a new array in each render.
  const names = heads.join("\n");
  const columns = useMemo(() => names.split("\n").map(toColumn), [names]);
  const table = useDataTable({ name: caption, rows, columns, getId });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="chart-table" tabIndex={0} aria-label={caption}>
      <DataTable table={table} caption={caption} className="tbl" isLoaded />
    </section>
  );
}
