import type { ReactNode } from "react";
import { pluralize } from "../../domain/counts.ts";
import {
  formatDate,
  pickLater,
  today,
  toFinancialYear,
  toWeekday,
  yearLabel,
} from "../../domain/dates.ts";
import { type Paise, toRupees } from "../../domain/money.ts";
import { listDatesFrom } from "../../domain/series/schedule.ts";
import { type Occurrence, PREVIEW_DATES, type Series } from "../../domain/series/series.ts";
import { send, toastError } from "../browser/api.ts";
import type { ScheduleTexts } from "../invoices/values.ts";
import { IconButton } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { readSchedule } from "./schedule.ts";

interface Props {
  texts: ScheduleTexts;
  amountPaise: Paise;
  noun: "invoice" | "transaction";
  /** The existing series, whose dates can be skipped. */
  series?: Series | undefined;
  onChanged?: (() => void) | undefined;
  children: ReactNode;
}

/** The next twelve dates, computed as on the server, with their total. */
export function NextDates({ texts, amountPaise, noun, series, onChanged, children }: Props) {
  const schedule = readSchedule(texts);
  const from = schedule && (series ? pickLater(today(), schedule.anchor) : schedule.anchor);
  const dates = schedule && from ? listDatesFrom(schedule, from, PREVIEW_DATES) : [];
  const states = new Map(series?.occurrences.map(({ date, state }) => [date, state]));
  const count = dates.filter((date) => states.get(date) !== "skipped").length;
  const isWhole = Number.isSafeInteger(amountPaise * count);
  return (
    <aside className="panel summary" aria-labelledby="next-dates">
      <div className="panel-head">
        <h2 id="next-dates">{`Next ${dates.length || PREVIEW_DATES} dates`}</h2>
      </div>
      {dates.length === 0 && <p className="entry-none">No more dates.</p>}
      <ol className="dates">
        {dates.flatMap((date, n) => {
          const before = dates[n - 1];
          const year = toFinancialYear(date);
          const turns = before !== undefined && toFinancialYear(before) !== year;
          const state = states.get(date);
          return [
            turns && (
              <li className="turn" key={year}>
                {`FY ${yearLabel(year).slice(2)}: numbering restarts`}
              </li>
            ),
            <li key={date} className={state === "skipped" ? "is-skipped" : undefined}>
              <span className="day">{toWeekday(date)}</span>
              <span>
                <span className="num">{formatDate(date)}</span>
                {state && <span className="muted small">{` ${state}`}</span>}
                {series && onChanged && (
                  <Skip series={series} date={date} state={state} onChanged={onChanged} />
                )}
              </span>
              {Number.isSafeInteger(amountPaise) && <Money amount={toRupees(amountPaise)} />}
            </li>,
          ];
        })}
      </ol>
      <p className="dates-foot flex items-base between mt-4 p-12-16 line-above text-13">
        <span className="muted">{pluralize(count, noun)}</span>
        <span className="strong">
          {isWhole && <Money amount={toRupees((amountPaise * count) as Paise)} />}
        </span>
      </p>
      <div className="panel-body summary-acts">{children}</div>
    </aside>
  );
}

interface SkipProps {
  series: Series;
  date: string;
  state: Occurrence["state"] | undefined;
  onChanged(): void;
}

function Skip({ series, date, state, onChanged }: SkipProps) {
  if (series.state === "ended" || state === "made" || state === "waiting") return null;
  const verb = state === "skipped" ? "unskip" : "skip";
  const label = `${state === "skipped" ? "Restore" : "Skip"} ${formatDate(date)}`;
  const run = () =>
    send("POST", `/api/series/${series._id}/${verb}`, { date })
      .then(onChanged)
      .catch(toastError("Error skipping the date"));
  return (
    <IconButton
      needs="enter books"
      icon={state === "skipped" ? "undo-2" : "x"}
      label={label}
      onClick={() => void run()}
    />
  );
}
