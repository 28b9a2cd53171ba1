import { formatDate } from "../../domain/dates.ts";
import { monthShort } from "../../domain/months.ts";
import type { TdsQuarter } from "../../domain/tds/payable.ts";
import { Money } from "../ui/Money.tsx";
import { formatShortDate } from "./words.ts";

interface Props {
  quarters: TdsQuarter[];
  quarter: string;
}

/** The four quarters of the year, each with its TDS and its statement. */
export const Quarters = ({ quarters, quarter: chosen }: Props) => (
  <nav className="tds-quarters grid gap-12 mb-16" aria-label="Quarters">
    {quarters.map(({ quarter, dateFrom, dateTo, tds, due, filed }) => (
      <a
        key={quarter}
        className="card grid gap-2 p-12-16"
        href={`/tds?quarter=${quarter}`}
        aria-current={quarter === chosen ? "true" : undefined}
      >
        <span className="small strong">
          {`${quarter.slice(-2)} `}
          <span className="muted">
            {`${monthShort(dateFrom.slice(0, 7)).slice(0, 3)} to ${monthShort(dateTo.slice(0, 7))}`}
          </span>
        </span>
        <span className="num text-18 semi">
          {Number(tds) === 0 ? "nil" : <Money amount={tds} />}
        </span>
        <span className="small muted">
          {filed.length > 0
            ? filed
                .map(({ form, date }) => `filed ${formatShortDate(date)}, Form ${form}`)
                .join("; ")
            : Number(tds) === 0
              ? "nothing deducted yet"
              : `statement due ${formatDate(due)}`}
        </span>
      </a>
    ))}
  </nav>
);
