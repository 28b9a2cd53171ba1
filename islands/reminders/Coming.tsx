import { Fragment } from "react";
import { formatWeekday } from "../../domain/dates.ts";
import type { ComingReminder, ReminderPreview } from "../../domain/reminders/reminders.ts";
import { REMINDER_DAY_NAMES } from "../../domain/reminders/schedule.ts";
import { failureText } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Money } from "../ui/Money.tsx";

/** Reminders of the next two weeks, if nothing is paid before. */
export function Coming() {
  const { data, failure } = useFetch<ReminderPreview>("/api/reminders/preview?days=14");
  return (
    <section className="panel coming" aria-labelledby="coming">
      <div className="panel-head">
        <h2 id="coming">The next two weeks</h2>
      </div>
      {data && data.coming.length > 0 ? (
        <ul>
          {data.coming.map((one, n) => (
            <Fragment key={`${one.date} ${one.client._id}`}>
              {one.date !== data.coming[n - 1]?.date && (
                <li className="coming-day on-sunken small strong muted">
                  {formatWeekday(one.date)}
                </li>
              )}
              <Row coming={one} />
            </Fragment>
          ))}
        </ul>
      ) : (
        <p className="pad soft">{failure ? failureText(failure, FAILED) : wordsFor(data)}</p>
      )}
    </section>
  );
}

const FAILED = "Failed to load upcoming reminders";

function wordsFor(preview: ReminderPreview | undefined): string {
  if (!preview) return "Loading upcoming reminders...";
  return preview.isOn
    ? "No reminders due."
    : "Reminders are off. Once they are on, the next ones are listed here.";
}

function Row({ coming: { client, to, days, invoices, total } }: { coming: ComingReminder }) {
  const numbers = invoices.map(({ number }) => number).join(", ");
  return (
    <li className="coming-mail grid gap-12 p-8-16 line-below text-13">
      <div>
        <a href={`/clients?client=${client._id}`}>{client.name}</a>
        <p className={to ? "small muted" : "small neg"}>
          {to || "No e-mail address: will not be sent"}
        </p>
      </div>
      <div className="small">
        {REMINDER_DAY_NAMES[days]}
        <p className="muted truncate" title={numbers}>
          {numbers}
        </p>
      </div>
      <div className="amt end">
        <Money amount={total} />
      </div>
    </li>
  );
}
