import type { Analytics } from "../../domain/dashboard.ts";
import { Money } from "../parts/Money.tsx";

/** The three figures of the period. */
export function Kpis({ analytics }: { analytics: Analytics | undefined }) {
  const { income = 0, expense = 0, balance = 0 } = analytics?.totals ?? {};
  const series = analytics?.timeSeries ?? [];
  return (
    <div className="kpis" aria-busy={!analytics}>
      <Kpi
        label="Total Income"
        amount={analytics && income}
        line="l-income"
        points={series.map((moment) => moment.income)}
      />
      <Kpi
        label="Total Expense"
        amount={analytics && expense}
        line="l-expense"
        points={series.map((moment) => moment.expense)}
      />
      <Kpi
        label="Net Balance"
        amount={analytics && balance}
        line="l-balance"
        points={series.map((moment) => moment.income - moment.expense)}
        lead
      >
        {analytics && (
          <span className={`pill dot ${balance < 0 ? "pill-neg" : "pill-pos"}`}>
            {balance < 0 ? "Deficit" : "Surplus"}
          </span>
        )}
      </Kpi>
    </div>
  );
}

interface KpiProps {
  label: string;
  amount: number | undefined;
  line: string;
  points: number[];
  lead?: boolean;
  children?: React.ReactNode;
}

function Kpi({ label, amount, line, points, lead, children }: KpiProps) {
  return (
    <section className={`card kpi ${lead ? "lead" : ""}`} aria-label={label}>
      <div className="kpi-label">
        {label}
        {children}
      </div>
      <div className="kpi-value">
        {amount === undefined ? (
          <span className="skeleton kpi-wait">{"\u00a0"}</span>
        ) : (
          <Money amount={amount} big />
        )}
      </div>
      <Spark points={points} line={line} />
    </section>
  );
}

const WIDTH = 104;
const HEIGHT = 36;

/** The course of a figure, for the eye only; the chart below says it in full. */
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
