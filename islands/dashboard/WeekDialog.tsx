import { pluralize } from "../../domain/counts.ts";
import type { ForecastWeek } from "../../domain/ledger/forecast.ts";
import { Modal } from "../ui/Modal.tsx";
import { Sum } from "../ui/Money.tsx";
import { WeekEntry } from "./WeekEntry.tsx";
import { shortDay } from "./weekWords.ts";

interface Props {
  week: ForecastWeek;
  onClose(): void;
}

/** All entries of a week, with its sums. */
export function WeekDialog({ week, onClose }: Props) {
  const { dateFrom, dateTo, entries, count, expected, due, balance } = week;
  return (
    <Modal title={`${shortDay(dateFrom)} to ${shortDay(dateTo)}`} onClose={onClose}>
      <div className="modal-body">
        <ul>
          {entries.map((entry) => (
            <WeekEntry key={`${entry.link} ${entry.date}`} entry={entry} />
          ))}
        </ul>
        {count > entries.length && (
          <p className="small muted">
            The {entries.length} largest of {pluralize(count, "entry", "entries")}
          </p>
        )}
        <dl className="mt-8 py-8 line-above">
          <Sum className="row between" name="Expected" amount={expected} />
          <Sum className="row between" name="Due" amount={-due} />
          <Sum
            className="row between strong"
            name={`Balance on ${shortDay(dateTo)}`}
            amount={balance}
            tone={balance < 0 ? "neg" : ""}
          />
        </dl>
      </div>
    </Modal>
  );
}
