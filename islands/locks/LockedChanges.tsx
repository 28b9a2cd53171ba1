import { toAuditLink } from "../../domain/agencies/auditWords.ts";
import type { LockedChange, ProfitEffect } from "../../domain/agencies/locks.ts";
import { describeActionInFull } from "../../domain/agencies/undo.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate, formatMoment, isCalendarDate } from "../../domain/dates.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Money } from "../ui/Money.tsx";

interface Changes {
  items: LockedChange[];
  total: number;
  effectOnProfit: ProfitEffect | null;
}

/** Changes in closed books, made under an exception or while the lock was moved back. */
export function LockedChanges() {
  const { data } = useFetch<Changes>("/api/locks/changes?limit=20");
  const total = data?.total ?? 0;
  return (
    <section className="panel" aria-labelledby="changes" aria-busy={data === undefined}>
      <div className="panel-head">
        <h2 id="changes">Changes in locked periods</h2>
        {total > 0 && <span className="spring small muted">{pluralize(total, "change")}</span>}
      </div>
      {data?.items.map((change) => (
        <Change key={change._id} change={change} />
      ))}
      {data && total === 0 && <p className="p-12-16 text-13 muted">No changes after closing.</p>}
      {data?.effectOnProfit && total > 0 && <Effect effect={data.effectOnProfit} />}
      {data && total > data.items.length && (
        <p className="p-12-16 text-13 muted">
          {`Newest ${data.items.length}; bahi locks changes lists all.`}
        </p>
      )}
    </section>
  );
}

/** The effect of all changes, including those not listed. */
const Effect = ({ effect: { amount, dateFrom } }: { effect: ProfitEffect }) => (
  <p className="entry-sum">
    <span>
      Effect on profit of closed months
      {dateFrom && <span className="muted">{` from ${formatDate(dateFrom)} on`}</span>}
    </span>
    <Money signed amount={amount} />
  </p>
);

function Change({ change }: { change: LockedChange }) {
  const { at, userId, exception, payload } = change;
  const { before, after } = payload as Record<string, { date?: string } | undefined>;
  const date = (before ?? after)?.date ?? "";
  const how = exception
    ? `exception by ${exception.createdBy.name}`
    : "while the lock was moved back";
  const text = (
    <div>
      <div className="cell-main truncate">
        {describeActionInFull(change)}
        {isCalendarDate(date) && <span className="muted">{`, ${formatDate(date)}`}</span>}
      </div>
      <div className="cell-sub truncate">{`${userId.name}, ${formatMoment(at)}, ${how}`}</div>
    </div>
  );
  const href = toAuditLink(change);
  if (!href) return <div className="entry pad">{text}</div>;
  return (
    <a className="entry pad" href={href}>
      {text}
    </a>
  );
}
