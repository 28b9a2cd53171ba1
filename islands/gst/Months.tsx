import type { PeriodRow } from "../../domain/gst/returns/filings.ts";
import { monthName } from "../../domain/months.ts";
import { DueText } from "./Steps.tsx";
import { Figure, returnName } from "./words.tsx";

const PILLS: Record<PeriodRow["status"], [label: string, className: string]> = {
  open: ["Open", "pill-warn dot"],
  checked: ["Checked", "pill-info dot"],
  filed: ["Filed", "pill-pos dot"],
};

/** The periods of the last year, newest first, each with its returns. */
export function Months({ periods }: { periods: PeriodRow[] }) {
  const byPeriod = [...Map.groupBy(periods, ({ period }) => period)];
  return (
    <section className="panel" aria-label="Months">
      <table className="tbl gst to-list">
        <caption className="sr-only">Months and the status of their returns</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Returns</th>
            <th scope="col" className="r drop">
              Documents
            </th>
            <th scope="col" className="r drop">
              To fix
            </th>
            <th scope="col" className="r">
              Tax before credit
            </th>
          </tr>
        </thead>
        <tbody>
          {byPeriod.map(([period, rows]) => (
            <MonthRow key={period} period={period} rows={rows} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MonthRow({ period, rows }: { period: string; rows: PeriodRow[] }) {
  const [first] = rows;
  if (!first) return null;
  const { documents, errors, warnings, tax } = first;
  return (
    <tr>
      <th scope="row" className="name">
        <a className="st-open" href={`/gst?period=${period}`}>
          {monthName(period)}
        </a>
      </th>
      <td className="no2">
        {rows.map((row) => {
          const [label, className] = PILLS[row.status];
          return (
            <span className="gst-state inline-block py-4" key={row.return}>
              {returnName(row.return)} <span className={`pill ${className}`}>{label}</span>
              {row.status !== "filed" && (
                <>
                  {" "}
                  <DueText due={row.due} />
                </>
              )}
            </span>
          );
        })}
      </td>
      <td className="r drop">{documents}</td>
      <td className="r drop">
        {errors}
        {warnings > 0 && <span className="of">{`${warnings} to review`}</span>}
      </td>
      <td className="r val">
        <Figure amount={tax} />
      </td>
    </tr>
  );
}
