import type { RupeeSum } from "../../domain/money.ts";
import { Icon } from "./Icon.tsx";
import { Money } from "./Money.tsx";

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

interface Props {
  caption: string;
  heads: string[];
  /** A name, then amounts in rupees. */
  rows: [string, ...RupeeSum[]][];
}

/** The figures of a chart, in the chart's own room. */
export function ChartTable({ caption, heads, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="chart-table" tabIndex={0} aria-label={caption}>
      <table className="tbl">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th scope="col" key={head} className={index > 0 ? "r" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...amounts]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {amounts.map((amount, index) => (
                <td className="r" key={heads[index + 1]}>
                  <Money amount={amount} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
