import { toWeekday } from "../../domain/dates.ts";
import type { ForecastEntry } from "../../domain/ledger/forecast.ts";
import { Money } from "../ui/Money.tsx";
import { shortDay } from "./weekWords.ts";

/** One expected or due amount, with a link to its record. */
export const WeekEntry = ({
  entry: { date, name, note, amount, link },
}: {
  entry: ForecastEntry;
}) => (
  <li className="six-row text-13 line-above">
    <span className="small num muted">
      {toWeekday(date)} {shortDay(date).replace(/ .*/, "")}
    </span>
    <a className="truncate plain ink" href={link}>
      <span className="strong">{name}</span> <span className="muted">{note}</span>
    </a>
    <span className={amount > 0 ? "pos" : ""}>
      <Money amount={amount} signed />
    </span>
  </li>
);
