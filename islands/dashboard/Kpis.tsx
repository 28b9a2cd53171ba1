import { type DateRange, formatRange, today } from "../../domain/dates.ts";
import type { Analytics } from "../../domain/ledger/analytics.ts";
import { type RupeeSum, toChartNumber } from "../../domain/money.ts";
import type { PeriodView } from "../browser/period.ts";
import { Icon } from "../ui/Icon.tsx";
import { Money, moneyText } from "../ui/Money.tsx";
import { transactionsPath } from "./links.ts";

interface Props {
  analytics: Analytics | undefined;
  /** The period of the transactions that a figure links to. */
  shown: PeriodView | undefined;
  /** The previous period, for comparison. */
  before: Analytics | undefined;
  period: DateRange | undefined;
}

/** The three totals of the period, each with its change. */
export function Kpis({ analytics, shown, before, period }: Props) {
  const { totals, timeSeries = [] } = analytics ?? {};
  const now = analytics && today();
  const series = timeSeries.filter(({ date }) => now && date <= now);
  const on = period && formatRange(period);
  const way = (filter = {}) => shown && transactionsPath(shown, filter);
  const isDeficit = (totals?.balance ?? 0) < 0;
  return (
    <div className="kpis" aria-busy={!analytics}>
      <Kpi
        label="Total Income"
        way={way({ type: "Income" })}
        amount={totals?.income}
        change={{ from: before?.totals.income, on, isGood: (up) => up }}
        line="l-income"
        points={series.map((moment) => toChartNumber(moment.income))}
      />
      <Kpi
        label="Total Expense"
        way={way({ type: "Expense" })}
        amount={totals?.expense}
        change={{ from: before?.totals.expense, on, isGood: () => undefined }}
        line="l-expense"
        points={series.map((moment) => toChartNumber(moment.expense))}
      />
      <Kpi
        label="Net Balance"
        way={way()}
        amount={totals?.balance}
        change={{ from: before?.totals.balance, on, isGood: (up) => up }}
        line="l-balance"
        points={series.map(
          (moment) => toChartNumber(moment.income) - toChartNumber(moment.expense),
        )}
        lead
      >
        {totals && (
          <span className={`pill dot ${isDeficit ? "pill-neg" : "pill-pos"}`}>
            {isDeficit ? "Deficit" : "Surplus"}
          </span>
        )}
      </Kpi>
    </div>
  );
}

interface KpiProps {
  label: string;
  /** The link to its transactions. */
  way: string | undefined;
  amount: RupeeSum | undefined;
  change: Change;
  line: string;
  points: number[];
  lead?: boolean;
  children?: React.ReactNode;
}

function Kpi({ label, way, amount, change, line, points, lead, children }: KpiProps) {
  return (
    <section className={`card kpi ${lead ? "lead" : ""}`} aria-label={label}>
      <div className="kpi-label">
        <a className="whole plain" href={way}>
          {label}
        </a>
        {children}
      </div>
      <div className="kpi-value">
        {amount === undefined ? (
          <span className="skeleton kpi-wait">{"\u00a0"}</span>
        ) : (
          <Money amount={amount} big />
        )}
      </div>
      <div className="kpi-note row gap-6 small muted">
        {amount !== undefined && <ChangeNote amount={amount} change={change} />}
      </div>
      <Spark points={points} line={line} />
    </section>
  );
}

interface Change {
  from: RupeeSum | undefined;
  on: string | undefined;
  /** Whether an increase is good. Undefined if neither: spending is not bad in itself. */
  isGood(isUp: boolean): boolean | undefined;
}

/** The change of a total. Without an earlier amount there is no percentage. */
function ChangeNote({ amount, change }: { amount: RupeeSum; change: Change }) {
  const { from, on, isGood } = change;
  if (from === undefined) return "\u00a0";
  if (from === 0) return <span className="long">{`Nothing in ${on}`}</span>;
  const [now, then] = [toChartNumber(amount), toChartNumber(from)];
  const percent = ((now - then) / Math.abs(then)) * 100;
  // The percentage would be too large to mean anything.
  if (Math.abs(percent) > 999) return <span className="long">{`${moneyText(from)} in ${on}`}</span>;
  const good = isGood(percent >= 0);
  const tone = good === undefined ? "soft" : good ? "pos" : "neg";
  return (
    <>
      <span className={`${tone} key`}>
        <Icon name={percent >= 0 ? "trending-up" : "trending-down"} />
        <span className="sr-only">{percent >= 0 ? "Up " : "Down "}</span>
        {`${Math.abs(percent).toFixed(1)}%`}
      </span>
      <span className="long">{`on ${on}`}</span>
    </>
  );
}

const WIDTH = 104;
const HEIGHT = 36;

/** A sparkline without text for screen readers; the chart below has the same data. */
function Spark({ points, line }: { points: number[]; line: string }) {
  const [least, most] = [Math.min(...points), Math.max(...points)];
  if (points.length < 2 || least === most) return null;
  const place = (point: number, index: number) => {
    const x = (index / (points.length - 1)) * WIDTH;
    const y = HEIGHT - 3 - ((point - least) / (most - least)) * (HEIGHT - 6);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={line} d={`M${points.map(place).join("L")}`} />
    </svg>
  );
}
