import { weekdayShort } from "../../domain/closing/closing.ts";
import type { AgencyOverview, DueDate } from "../../domain/closing/overview.ts";
import { pluralize } from "../../domain/counts.ts";

interface Due extends DueDate {
  agencies: string[];
}

/** Due dates of all agencies. Those of the same return and day are one line. */
export function DueDates({ agencies }: { agencies: AgencyOverview[] }) {
  const dues = joinDues(agencies);
  return (
    <section className="panel p-16" aria-label="Due dates">
      <h2 className="mb-8 text-13">Due dates</h2>
      {dues.length === 0 && <p className="muted text-13">Nothing is due</p>}
      <ul className="grid gap-8">
        {dues.map(({ date, title, isLate, agencies: names }) => (
          <li key={`${date} ${title}`} className="text-13">
            <span className="row between gap-8">
              <span className="strong min-0">{title}</span>
              <span className={`nowrap ${isLate ? "neg" : "muted"}`}>{weekdayShort(date)}</span>
            </span>
            <span className="cell-sub">
              {names.length > 2 ? pluralize(names.length, "agency", "agencies") : names.join(", ")}
              {isLate && ", late"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function joinDues(agencies: AgencyOverview[]): Due[] {
  const all = agencies.flatMap(({ agencyName, state }) =>
    (state?.dues ?? []).map((due) => ({ ...due, agencyName })),
  );
  const groups = Map.groupBy(all, ({ date, title }) => `${date} ${title}`);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, some]) => ({
      date: some[0]?.date ?? "",
      title: some[0]?.title ?? "",
      isLate: some[0]?.isLate ?? false,
      agencies: some.map(({ agencyName }) => agencyName),
    }));
}
