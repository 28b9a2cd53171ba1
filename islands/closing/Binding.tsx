import {
  type Checklist,
  checklistPage,
  formatShortDay,
  formatShortMonth,
  STEPS,
} from "../../domain/closing/closing.ts";
import { pluralize } from "../../domain/counts.ts";
import { today, toFinancialYear } from "../../domain/dates.ts";
import { monthAfter } from "../../domain/months.ts";

const STITCHES = STEPS.length;
const WIDTH = 1200;
const MONTH = WIDTH / 12;
const STITCH = MONTH / STITCHES;

interface Props {
  data: Checklist;
  steps: { done: number; all: number };
  /** Whether the last stitches are animated. */
  isNew: boolean;
}

/** The financial year as the spine of a book. Closed months are sewn. */
export function Binding({ data, steps, isNew }: Props) {
  const { month: shown, year, closing, name } = data;
  const now = today().slice(0, 7);
  const first = toFinancialYear(`${shown}-01`) % 100;
  const countStitches = (month: string, isSewn: boolean) =>
    isSewn ? STITCHES : month === shown ? Math.floor((steps.done / steps.all) * STITCHES) : 0;
  const months = year.map((one) => ({
    ...one,
    sewn: countStitches(one.month, one.closedOn !== "" || (one.isLocked && one.month !== shown)),
  }));
  const closed = months.filter(({ closedOn, isLocked }) => closedOn !== "" || isLocked).length;
  const present = closing ? "" : `, ${steps.done} of ${steps.all} steps done for ${name}`;
  const years = `FY ${first}-${first + 1}`;
  return (
    <section className="card binding mb-16 p-0" aria-label={years}>
      <svg
        className="binding-band block full"
        viewBox={`0 0 ${WIDTH} 28`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${pluralize(closed, "month")} of ${years} closed${present}`}
      >
        {months.flatMap(({ month, sewn }, at) =>
          Array.from({ length: STITCHES }, (_, n) => {
            const x = at * MONTH + n * STITCH;
            return n < sewn ? (
              <line
                key={`${month} ${n}`}
                className={isNew && month === shown ? "new" : undefined}
                x1={x + 4.2}
                x2={x + 10.1}
                y1="14"
                y2="14"
              />
            ) : (
              <line
                key={`${month} ${n}`}
                className="hole"
                x1={x + STITCH / 2}
                x2={x + STITCH / 2 + 0.02}
                y1="14"
                y2="14"
              />
            );
          }),
        )}
      </svg>
      <ol>
        {months.map((one) => {
          const { month, closedOn, isLocked } = one;
          const isShown = month === shown;
          const isFar = month > now;
          const when = one.changes
            ? pluralize(one.changes, "change")
            : closedOn
              ? closedOn === today()
                ? "today"
                : formatShortDay(closedOn)
              : isShown
                ? `${steps.done} of ${steps.all}`
                : isLocked
                  ? "locked"
                  : month === now
                    ? `from ${formatShortDay(`${monthAfter(month)}-01`)}`
                    : isFar
                      ? "\u00a0"
                      : "open";
          return (
            <li key={month} className={isFar ? "is-far" : undefined}>
              <a
                className="grid items-mid small strong"
                href={checklistPage(month)}
                aria-current={isShown ? "page" : undefined}
              >
                {formatShortMonth(month).slice(0, 3)}
                <span className={one.changes > 0 ? "when warn" : "when"}>{when}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
