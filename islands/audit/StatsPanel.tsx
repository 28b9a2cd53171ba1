import type { AuditStats } from "../../domain/agencies/audit.ts";
import { entityName } from "../../domain/agencies/auditWords.ts";
import { addDays, countDays, formatDate, formatRange } from "../../domain/dates.ts";
import { groupIndian } from "../../domain/money.ts";

const DAYS = 60;
// So that the log of a new agency is not one wide bar.
const DAYS_LEAST = 14;
const DAY_HEIGHT = 72;

/** Charts of the log by action, record and day. */
export function StatsPanel({ stats }: { stats: AuditStats | undefined }) {
  if (!stats || stats.total === 0) return null;
  const { byAction, byEntity, byDay } = stats;
  return (
    <section className="panel audit-stats" aria-label="Summary">
      <Bars
        title="By action"
        rows={byAction.map(({ action, count }) => ({ label: action, count }))}
      />
      <Bars
        title="By entity"
        rows={byEntity.map(({ entity, count }) => ({ label: entityName(entity), count }))}
      />
      <Days days={byDay} />
    </section>
  );
}

interface Row {
  label: string;
  count: number;
}

function Bars({ title, rows }: { title: string; rows: Row[] }) {
  const sorted = topRows(rows);
  const most = Math.max(...sorted.map(({ count }) => count));
  return (
    <div>
      <h2 className="mb-8 small strong">{title}</h2>
      <ul className="audit-bars">
        {sorted.map(({ label, count }) => (
          <li className="grid items-center gap-8" key={label}>
            <span className="small">{label}</span>
            <svg className="audit-bar" aria-hidden="true">
              <rect width={`${(100 * count) / most}%`} height="100%" rx="3" />
            </svg>
            <span className="num small">{groupIndian(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const ROWS = 4;

/** Returns the largest rows, with the others combined. */
function topRows(rows: Row[]): Row[] {
  const sorted = [...rows].sort((a, b) => b.count - a.count);
  if (sorted.length <= ROWS) return sorted;
  const others = sorted.slice(ROWS - 1);
  const count = others.reduce((sum, row) => sum + row.count, 0);
  return [...sorted.slice(0, ROWS - 1), { label: `${others.length} others`, count }];
}

function Days({ days }: { days: AuditStats["byDay"] }) {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  if (!first || !last) return null;
  const from =
    countDays({ dateFrom: first, dateTo: last }) > DAYS ? addDays(last, 1 - DAYS) : first;
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  const shown = Array.from(
    { length: countDays({ dateFrom: from, dateTo: last }) },
    (_, index) => counts.get(addDays(from, index)) ?? 0,
  );
  const most = Math.max(...shown);
  const period = from === last ? formatDate(last) : formatRange({ dateFrom: from, dateTo: last });
  return (
    <div>
      <h2 className="mb-8 small strong">
        {from === first ? "By day" : `By day, last ${DAYS} days`}
      </h2>
      <svg
        className="audit-days"
        role="img"
        aria-label={`Entries per day, ${period}; maximum ${groupIndian(most)}`}
        viewBox={`0 0 ${Math.max(shown.length, DAYS_LEAST) * 10} ${DAY_HEIGHT}`}
        preserveAspectRatio="none"
      >
        {shown.map((count, index) => {
          const height = (DAY_HEIGHT * count) / most;
          return (
            <rect
              key={index}
              x={index * 10 + 1}
              y={DAY_HEIGHT - height}
              width="8"
              height={height}
            />
          );
        })}
      </svg>
      <p className="num flex between small muted">{period}</p>
    </div>
  );
}
