import type { ForecastWeek } from "../../domain/ledger/forecast.ts";
import { type RupeeSum, toChartNumber } from "../../domain/money.ts";
import { moneyText } from "../ui/Money.tsx";
import { compactInr } from "./Plot.tsx";
import { compactNet, shortDay } from "./weekWords.ts";

interface Props {
  weeks: ForecastWeek[];
  at: number;
  onChoose(at: number): void;
}

const STEPS = 4;
/** Size of a week's drawing, which is stretched to its column. */
const [WIDTH, HEIGHT] = [100, 100];

/** Two bars a week: expected and due, with the net amount below. Each week is a button. */
export function WeekBars({ weeks, at, onChoose }: Props) {
  const amounts = weeks.flatMap(({ expected, due }) => [
    toChartNumber(expected),
    toChartNumber(due),
  ]);
  const step = findStep(Math.max(...amounts));
  const ticks = Array.from({ length: STEPS + 1 }, (_, n) => (STEPS - n) * step);
  const height = (amount: RupeeSum) => (toChartNumber(amount) / (step * STEPS)) * HEIGHT;
  return (
    <div className="six-plot">
      <div className="text-11 muted num" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{compactInr(tick)}</span>
        ))}
      </div>
      <section aria-label="Weeks">
        {weeks.map((week, n) => (
          <button
            key={week.dateFrom}
            type="button"
            className="bare small nowrap"
            aria-pressed={n === at}
            onClick={() => onChoose(n)}
          >
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <Bar className="k-income" x={24} height={height(week.expected)} />
              <Bar className="k-expense" x={52} height={height(week.due)} />
            </svg>
            <span className="sr-only">{describeWeek(week)}</span>
            <span className="strong" aria-hidden="true">
              {shortDay(week.dateFrom)}
            </span>
            <span aria-hidden="true" className={`text-11 num ${week.belowZero ? "neg" : "muted"}`}>
              {compactNet(week.net)}
            </span>
          </button>
        ))}
      </section>
    </div>
  );
}

interface BarProps {
  className: string;
  x: number;
  height: number;
}

const Bar = ({ className, x, height }: BarProps) => (
  <rect
    className={className}
    fill="currentColor"
    x={x}
    y={HEIGHT - height}
    width={24}
    height={height}
  />
);

function describeWeek({ dateFrom, expected, due, belowZero }: ForecastWeek): string {
  const below = belowZero ? `, below zero on ${shortDay(belowZero)}` : "";
  return `Week of ${shortDay(dateFrom)}: expected ${moneyText(expected)}, due ${moneyText(due)}${below}`;
}

/** Returns a round step: four steps reach the largest amount. */
function findStep(most: number): number {
  const least = Math.max(most, 1) / STEPS;
  const size = 10 ** Math.floor(Math.log10(least));
  return (STEP_SIZES.find((step) => step * size >= least) ?? 10) * size;
}

const STEP_SIZES = [1, 2, 2.5, 5];
