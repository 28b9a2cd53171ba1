import { useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import { toWeekday } from "../../domain/dates.ts";
import type { Forecast, ForecastWeek } from "../../domain/ledger/forecast.ts";
import type { RupeeSum } from "../../domain/money.ts";
import { hiddenFrom } from "../../domain/roles.ts";
import { useKeys } from "../browser/keys.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Money } from "../ui/Money.tsx";
import { NotLoaded } from "../ui/states.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { ChartTable } from "./ChartPanel.tsx";
import { WeekBars } from "./WeekBars.tsx";
import { WeekEntry } from "./WeekEntry.tsx";
import { shortDay } from "./weekWords.ts";

interface Props {
  /** Undefined while it loads. */
  forecast: Forecast | undefined;
  failure: unknown;
  onRetry(): void;
}

/** Entries shown next to the chart. */
const SHOWN = 7;

/** Money expected and due in the next six weeks: sums, two bars a week, and the chosen week's entries. */
export function SixWeeks({ forecast, failure, onRetry }: Props) {
  const [at, setAt] = useState(0);
  const [asTable, setAsTable] = useState(false);
  const dialog = useLazyDialog((_: ForecastWeek) => import("./WeekDialog.tsx"));
  const week = forecast?.weeks[at];
  const step = (by: number) => (event: KeyboardEvent) => {
    if (!forecast || !isForWeeks(event)) return false;
    setAt(Math.min(Math.max(at + by, 0), forecast.weeks.length - 1));
  };
  useKeys({
    ArrowLeft: step(-1),
    ArrowRight: step(1),
    Enter: (event) => (week && week.count > 0 && isForWeeks(event) ? dialog.open(week) : false),
  });
  const isEmpty = forecast?.weeks.every(({ count }) => count === 0) ?? false;
  return (
    <section
      className="panel six mb-16"
      aria-labelledby="six-title"
      aria-busy={!forecast && !failure}
    >
      <div className="panel-head">
        <h2 id="six-title">Next six weeks</h2>
        <div className="legend spring">
          <span className="inline-row gap-6">
            <span className="swatch k-income" />
            Expected
          </span>
          <span className="inline-row gap-6">
            <span className="swatch k-expense" />
            Due
          </span>
        </div>
        <IconButton
          icon="table-2"
          label="Show the weeks as a table"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      <Sums forecast={forecast} />
      <div className="six-weeks">
        <div>
          {failure !== undefined && !forecast ? (
            <p className="chart-wait grid mid">
              <NotLoaded text="The next six weeks could not be loaded" onRetry={onRetry} />
            </p>
          ) : !forecast ? (
            <div className="chart-wait skeleton round-8" />
          ) : isEmpty ? (
            <p className="chart-wait grid mid muted">
              Nothing expected or due by {shortDay(forecast.dateTo)}
            </p>
          ) : asTable ? (
            <WeekTable forecast={forecast} />
          ) : (
            <WeekBars weeks={forecast.weeks} at={at} onChoose={setAt} />
          )}
          <NotCounted forecast={forecast} />
        </div>
        <div>{week && !isEmpty && <Week week={week} onOpen={() => dialog.open(week)} />}</div>
      </div>
      {dialog.draw(({ WeekDialog }, opened) => (
        <WeekDialog week={opened} onClose={dialog.close} />
      ))}
    </section>
  );
}

/** Whether a key is for the weeks: the focus is on a week, or on nothing. */
const isForWeeks = ({ target }: KeyboardEvent) =>
  target === document.body || (target instanceof Element && target.closest(".six-plot") !== null);

function Sums({ forecast }: Pick<Props, "forecast">) {
  const by = forecast ? `by ${shortDay(forecast.dateTo)}` : "";
  const on = forecast ? `on ${shortDay(forecast.dateTo)}` : "";
  return (
    <dl>
      <Figure name="Cash and bank now" amount={forecast?.balance} />
      <Figure name={`Expected ${by}`} amount={forecast?.expected} tone="pos" signed />
      <Figure name={`Due ${by}`} amount={forecast && -forecast.due} />
      <Figure
        name={`Balance ${on}`}
        amount={forecast?.closing}
        tone={forecast && forecast.closing < 0 ? "neg" : ""}
      />
    </dl>
  );
}

interface FigureProps {
  name: string;
  amount: RupeeSum | undefined;
  tone?: string;
  signed?: boolean;
}

const Figure = ({ name, amount, tone, signed = false }: FigureProps) => (
  <div>
    <dt className="small muted">{name}</dt>
    <dd className={`text-16 semi ${tone}`}>
      {amount === undefined ? (
        <span className="skeleton kpi-wait">{"\u00a0"}</span>
      ) : (
        <Money amount={amount} signed={signed} />
      )}
    </dd>
  </div>
);

function NotCounted({ forecast }: Pick<Props, "forecast">) {
  const { overdue, undated } = forecast ?? {};
  return (
    <p className="mt-8 small muted">
      {overdue && overdue.count > 0 && (
        <>
          Overdue invoices are not counted: <Money amount={overdue.amount} />.{" "}
          <a className={`underlined ${hiddenFrom("enter books")}`} href="/invoices?status=OVERDUE">
            Remind {pluralize(overdue.clients, "client")}
          </a>
        </>
      )}
      {undated && undated.count > 0 && (
        <>
          {" "}
          Invoices without a due date: <Money amount={undated.amount} />.
        </>
      )}
    </p>
  );
}

function Week({ week, onOpen }: { week: ForecastWeek; onOpen(): void }) {
  return (
    <>
      <h3 className="row wrap between items-base gap-0-8 mb-4">
        Week of {shortDay(week.dateFrom)}
        <span className="small reg muted num">
          <Money amount={week.expected} signed /> <Money amount={-week.due} />
        </span>
      </h3>
      {week.belowZero && (
        <p className="small neg">
          Below zero on {toWeekday(week.belowZero)} {shortDay(week.belowZero)}
        </p>
      )}
      <ul>
        {week.entries.slice(0, week.belowZero ? SHOWN - 1 : SHOWN).map((entry) => (
          <WeekEntry key={`${entry.link} ${entry.date}`} entry={entry} />
        ))}
      </ul>
      {week.count === 0 ? (
        <p className="small muted">Nothing expected or due in this week</p>
      ) : (
        <Button look="link" label="Open this week" onClick={onOpen} />
      )}
    </>
  );
}

const WeekTable = ({ forecast }: { forecast: Forecast }) => (
  <ChartTable
    of="the weeks"
    caption="Money expected and due by week"
    heads={["Week of", "Expected", "Due", "Net", "Balance"]}
    rows={forecast.weeks.map(({ dateFrom, expected, due, net, balance }) => [
      shortDay(dateFrom),
      expected,
      due,
      net,
      balance,
    ])}
  />
);
