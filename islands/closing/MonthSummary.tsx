import type { ReactNode } from "react";
import { type Checklist, formatShortMonth, weekdayShort } from "../../domain/closing/closing.ts";
import { pluralize } from "../../domain/counts.ts";
import { addDays, countDays, formatDaysAway, today } from "../../domain/dates.ts";
import { Key } from "../ui/Icon.tsx";
import { Figure, Figures } from "./Figures.tsx";
import { Shared } from "./Shared.tsx";

const SOON_DAYS = 3;

interface Props {
  data: Checklist;
  onChanged(): void;
  /** The agency's own items. */
  children: ReactNode;
}

/** Shown next to the steps: due dates, own items, and the month's totals so far. */
export function MonthSummary({ data, onChanged, children }: Props) {
  const { dates, figures, month, items } = data;
  const steps = new Set(items.map(({ step }) => step)).size;
  return (
    <div className="side-col">
      <Shared data={data} onChanged={onChanged} />
      {dates.length > 0 && (
        <section className="card" aria-labelledby="close-dates">
          <h2 className="card-title" id="close-dates">
            Dates
          </h2>
          <ul className="dates">
            {dates.map(({ date, title, done }) => (
              <li key={title}>
                <span className="d num">{weekdayShort(date)}</span>
                <span className={done ? undefined : "strong"}>{title}</span>
                <When date={date} done={done} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
      {figures && (
        <section className="card" aria-labelledby="close-figures">
          <h2 className="card-title" id="close-figures">
            {`${formatShortMonth(month)} so far`}
          </h2>
          <Figures className="so-far" figures={figures}>
            {figures.gst !== null && <Figure name="GST payable, estimated" amount={figures.gst} />}
            <Figure name="Receivables" amount={figures.receivables} />
          </Figures>
        </section>
      )}
      <p className="help not-phone">
        Keys: <Key name="↵" /> next task, <Key name="1" /> to <Key name={String(steps)} /> open a
        step, <Key name="Esc" /> back to this checklist.
      </p>
    </div>
  );
}

function When({ date, done }: { date: string; done: string }) {
  if (done) return <span className="ok">{done}</span>;
  const now = today();
  if (date < now) {
    const late = countDays({ dateFrom: date, dateTo: now }) - 1;
    return <span className="late small bad">{`${pluralize(late, "day")} late`}</span>;
  }
  if (date > addDays(now, SOON_DAYS)) return <span />;
  return <span className="soon">{formatDaysAway(date, now)}</span>;
}
