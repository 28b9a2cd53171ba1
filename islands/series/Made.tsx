import { formatDate } from "../../domain/dates.ts";
import type { Occurrence, Series } from "../../domain/series/series.ts";
import { Button } from "../ui/Button.tsx";
import { skipStoppedText, useSeriesActions } from "./SeriesActions.tsx";

const SHOWN = 12;

interface Props {
  series: Series;
  onChanged?: (() => void) | undefined;
}

/** The latest records that a series created, and what blocks the next one. */
export function Made({ series, onChanged = () => {} }: Props) {
  const { act } = useSeriesActions(onChanged);
  const skip = skipStoppedText(series);
  const done = series.occurrences.filter(({ state }) => state !== "skipped").slice(0, SHOWN);
  return (
    <section className="panel" aria-labelledby="made">
      <div className="panel-head">
        <h2 id="made">{`Created: ${series.made}`}</h2>
      </div>
      {series.reason && <p className="entry-none">{series.reason}</p>}
      {skip && (
        <p className="entry-none">
          <Button
            needs="enter books"
            look="link"
            label={skip}
            onClick={() => act(series, "skip")}
          />
        </p>
      )}
      {done.length === 0 && <p className="entry-none">Nothing yet.</p>}
      <ul>
        {done.map((one) => (
          <li className="entry pad" key={one.date}>
            <div>
              <Link {...one} kind={series.kind} />
              <div className="small muted">{one.note || formatDate(one.date)}</div>
            </div>
          </li>
        ))}
      </ul>
      <p className="entry-none small">{`New entries are created in the name of ${series.savedBy.name}`}</p>
    </section>
  );
}

function Link({ kind, madeId, number, state, date }: Occurrence & Pick<Series, "kind">) {
  if (state === "waiting") return "Waiting to be recorded";
  if (kind === "invoice" && number) {
    return (
      <a className="doc" href={`/invoices/${madeId}`}>
        {number}
      </a>
    );
  }
  return <span>{`Created for ${formatDate(date)}`}</span>;
}
